// Attachment contents as blob URLs: loaded once for all viewers, and kept briefly afterwards for rows that scroll back.
// Only raster images are displayed.

import type { AppError } from '../../../shared/core/errors.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { fromBase64 } from '../../core/state/base64.ts';

declare module '../../core/state/session.ts' {
  interface Session {
    /** The bytes of attachments that are shown. */
    pictures: ImageCache;
  }
}

/** Raster formats only: others can contain more than an image. */
const drawableTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);

export function isDisplayableImage(mediaType: string): boolean {
  return drawableTypes.has(mediaType.toLowerCase());
}

export interface AttachmentPreview {
  url: string | null;
  error: AppError | null;
}

export interface ImageCache {
  /** Reports the current and later states until the returned function is called. */
  hold(conversationId: string, hash: string, onChange: (preview: AttachmentPreview) => void): () => void;
}

interface Entry {
  preview: AttachmentPreview;
  bytes: number;
  users: Set<(preview: AttachmentPreview) => void>;
  reading: AbortController;
}

/** Cache limit for unused entries, in bytes. */
const maxIdle = 16_000_000;

export function createImageCache(call: Connection['call']): ImageCache {
  // In order of last use.
  const entries = new Map<string, Entry>();

  function read(key: string, conversationId: string, hash: string): Entry {
    const reading = new AbortController();
    const entry: Entry = { preview: { url: null, error: null }, bytes: 0, users: new Set(), reading };
    entries.set(key, entry);
    void call('attachment.read', { conversationId, hash }, reading.signal).then((answer) => {
      if (reading.signal.aborted) return;
      if (answer.ok) {
        const bytes = fromBase64(answer.value.base64);
        const type = isDisplayableImage(answer.value.mediaType) ? answer.value.mediaType : '';
        entry.bytes = bytes.length;
        entry.preview = { url: URL.createObjectURL(new Blob([bytes], { type })), error: null };
      } else entry.preview = { url: null, error: answer.error };
      for (const user of entry.users) user(entry.preview);
    });
    return entry;
  }

  function drop(key: string, entry: Entry): void {
    entries.delete(key);
    entry.reading.abort();
    if (entry.preview.url !== null) URL.revokeObjectURL(entry.preview.url);
  }

  /** Failed and unfinished loads are retried by the next viewer. */
  function left(key: string, entry: Entry): void {
    if (entry.preview.url === null) {
      drop(key, entry);
      return;
    }
    const idle = [...entries].filter(([, { users }]) => users.size === 0);
    let bytes = idle.reduce((sum, [, each]) => sum + each.bytes, 0);
    for (const [oldKey, old] of idle) {
      if (bytes <= maxIdle) return;
      bytes -= old.bytes;
      drop(oldKey, old);
    }
  }

  return {
    hold(conversationId, hash, onChange) {
      const key = `${conversationId} ${hash}`;
      const entry = entries.get(key) ?? read(key, conversationId, hash);
      const user = (preview: AttachmentPreview): void => onChange(preview);
      entry.users.add(user);
      onChange(entry.preview);
      return () => {
        if (!entry.users.delete(user) || entry.users.size > 0) return;
        entries.delete(key);
        entries.set(key, entry);
        left(key, entry);
      };
    },
  };
}
