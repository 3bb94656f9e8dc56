// Attachments of a sent message: images as thumbnails that open full size, other files as chips that open.

import { useMemo } from 'react';
import { type AttachmentRef, attachmentsOf } from '../../../shared/conversation/attachments.ts';
import type { ContentPart } from '../../../shared/conversation/message.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { useConversationView, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { drawable, useAttachment } from '../results/useAttachment.ts';
import { AttachmentThumb } from './AttachmentThumb.tsx';
import { attachmentKind } from './attachmentKind.ts';

const words = strings.attachments;

export function SentAttachments({ content }: { content: readonly ContentPart[] }) {
  const { view } = useSession();
  const conversationId = useConversationView((now) => now.id);
  const all = useMemo(() => attachmentsOf(content), [content]);
  if (all.length === 0) return null;
  const open = (attachment: AttachmentRef): void => {
    const { hash, mediaType, name: label } = attachment;
    if (drawable(mediaType)) view.setState({ dialog: { type: 'image', hash, mediaType, label } });
    else if (conversationId !== null) view.setState({ dialog: { type: 'attachment', conversationId, attachment } });
  };
  return (
    <ul aria-label={words.sentList} className="mb-1.5 flex max-w-[80%] flex-wrap items-end justify-end gap-1.5">
      {all.map((attachment, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file may appear twice
        <li key={at} className="min-w-0 max-w-full" data-sent={attachment.name}>
          {drawable(attachment.mediaType) ? (
            <Picture conversationId={conversationId} attachment={attachment} onOpen={() => open(attachment)} />
          ) : (
            <Chip attachment={attachment} onOpen={() => open(attachment)} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface ChipProps {
  attachment: AttachmentRef;
  onOpen: () => void;
}

/** Fits the whole image whatever its proportions, and reserves its height before it loads. */
function Picture({ conversationId, attachment, onOpen }: ChipProps & { conversationId: string | null }) {
  const { hash, name, mediaType } = attachment;
  const { url } = useAttachment(hash, conversationId);
  return (
    <button
      type="button"
      aria-label={words.open(name)}
      title={name}
      onClick={onOpen}
      className={classes(
        'flex h-28 max-w-full items-center justify-center overflow-hidden rounded-l border border-line bg-soft hover:border-line-strong',
        url === null ? 'w-28' : 'min-w-14',
      )}
    >
      {url === null ? (
        <AttachmentThumb conversationId={null} hash={hash} mediaType={mediaType} />
      ) : (
        <img src={url} alt="" className="h-full max-w-56 object-contain" />
      )}
    </button>
  );
}

function Chip({ attachment, onOpen }: ChipProps) {
  const { hash, name, mediaType, bytes } = attachment;
  return (
    <button
      type="button"
      aria-label={words.open(name)}
      title={name}
      onClick={onOpen}
      className="flex h-11 max-w-full items-center gap-2 rounded-l border border-line bg-page pr-3 pl-1 text-left text-ui hover:bg-hover"
    >
      <AttachmentThumb conversationId={null} hash={hash} mediaType={mediaType} />
      <span className="min-w-0">
        <span className="block max-w-52 truncate">
          <VisibleText text={name} />
        </span>
        <span className="tabular block text-ink-3 text-small">
          {words.kind[attachmentKind(mediaType)]}
          {bytes > 0 && ` · ${formatBytes(bytes)}`}
        </span>
      </span>
    </button>
  );
}
