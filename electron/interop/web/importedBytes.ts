// Collects attachment bytes of an imported conversation, by SHA-256.

import { maxAttachmentBytes } from '../../../shared/conversation/attachmentLimits.ts';
import { imageType } from '../../../shared/core/imageType.ts';
import { contentHash } from '../../lib/ids.ts';

/** Limit per conversation. */
const maxOfAll = 256 * 1024 * 1024;

export interface ImportedBytes {
  readonly all: ReadonlyMap<string, Uint8Array>;
  /** Null if it is too large or not a supported image. */
  image(bytes: Uint8Array, name?: string): { type: 'image'; hash: string; mediaType: string; name?: string } | null;
  /** Null if it is too large. */
  file(bytes: Uint8Array, mediaType: string, name: string): ImportedFile | null;
  text(text: string, name: string): ImportedFile | null;
}

interface ImportedFile {
  type: 'file';
  hash: string;
  mediaType: string;
  name: string;
  bytes: number;
}

export function createImportedBytes(): ImportedBytes {
  const all = new Map<string, Uint8Array>();
  let total = 0;

  function keep(bytes: Uint8Array): string | null {
    if (bytes.length > maxAttachmentBytes || total + bytes.length > maxOfAll) return null;
    const hash = contentHash(bytes);
    if (!all.has(hash)) total += bytes.length;
    all.set(hash, bytes);
    return hash;
  }

  function file(bytes: Uint8Array, mediaType: string, name: string): ImportedFile | null {
    const hash = keep(bytes);
    return hash ? { type: 'file', hash, mediaType, name, bytes: bytes.length } : null;
  }

  return {
    all,
    image(bytes, name) {
      const mediaType = imageType(bytes);
      const hash = mediaType && keep(bytes);
      return hash ? { type: 'image', hash, mediaType, ...(name === undefined ? {} : { name }) } : null;
    },
    file,
    text: (text, name) => file(new TextEncoder().encode(text), 'text/plain', name),
  };
}

/** Decodes `data:image/png;base64,…`; null for other URLs. */
export function decodeDataUrl(address: unknown): Uint8Array | null {
  if (typeof address !== 'string') return null;
  const [, base64] = /^data:[\w/+.-]+;base64,([A-Za-z0-9+/=\s]*)$/.exec(address.slice(0, 40_000_000)) ?? [];
  return base64 === undefined || base64 === '' ? null : Buffer.from(base64, 'base64');
}
