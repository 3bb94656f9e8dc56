// Attachment thumbnail: the image itself, or an icon for its kind.

import { classes } from '../../ui/classes.ts';
import { drawable, useAttachment } from '../results/useAttachment.ts';
import { attachmentIcons, attachmentKind } from './attachmentKind.ts';

export interface AttachmentThumbProps {
  /** The conversation that stores its bytes; null: not stored yet. */
  conversationId: string | null;
  hash: string;
  mediaType: string;
  className?: string;
}

export function AttachmentThumb({ conversationId, hash, mediaType, className = 'size-9' }: AttachmentThumbProps) {
  const kind = attachmentKind(mediaType);
  const { url } = useAttachment(hash, drawable(mediaType) ? conversationId : null);
  const Icon = attachmentIcons[kind];
  return (
    <span
      aria-hidden
      className={classes('flex shrink-0 items-center justify-center overflow-hidden rounded-m bg-soft', className)}
    >
      {url === null ? (
        <Icon className="size-4 text-ink-3" strokeWidth={1.75} />
      ) : (
        <img src={url} alt="" className="size-full object-contain" />
      )}
    </span>
  );
}
