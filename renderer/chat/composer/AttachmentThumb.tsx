// The small picture of an attachment: of an image itself, of anything else a glyph for its kind.

import { useEffect, useState } from 'react';
import { fromBase64 } from '../../state/base64.ts';
import { useActions } from '../../state/context.tsx';
import { classes } from '../../ui/classes.ts';
import { attachmentIcons, attachmentKind } from './attachmentKind.ts';

export interface AttachmentThumbProps {
  /** The conversation that has its bytes; null: nobody has them yet. */
  conversationId: string | null;
  hash: string;
  mediaType: string;
  className?: string;
}

export function AttachmentThumb({ conversationId, hash, mediaType, className = 'size-9' }: AttachmentThumbProps) {
  const kind = attachmentKind(mediaType);
  const url = useImageUrl(kind === 'image' ? conversationId : null, hash);
  const Icon = attachmentIcons[kind];
  return (
    <span
      aria-hidden
      className={classes('flex shrink-0 items-center justify-center overflow-hidden rounded-m bg-soft', className)}
    >
      {url === null ? (
        <Icon className="size-4 text-ink-3" strokeWidth={1.75} />
      ) : (
        <img src={url} alt="" className="size-full object-cover" />
      )}
    </span>
  );
}

/** An address that only this window knows, as long as the component is there; null until the bytes are here. */
export function useImageUrl(conversationId: string | null, hash: string): string | null {
  const { call } = useActions();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (conversationId === null) return;
    const controller = new AbortController();
    let made: string | null = null;
    void call('attachment.read', { conversationId, hash }, controller.signal).then((answer) => {
      if (controller.signal.aborted || !answer.ok) return;
      const { base64, mediaType } = answer.value;
      made = URL.createObjectURL(new Blob([fromBase64(base64)], { type: mediaType }));
      setUrl(made);
    });
    return () => {
      controller.abort();
      if (made !== null) URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [call, conversationId, hash]);
  return url;
}
