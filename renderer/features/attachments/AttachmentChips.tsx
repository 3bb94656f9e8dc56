// The draft's attachments: each with thumbnail, name, size, progress and problems. Delete or Backspace removes one;
// arrow keys move along the row.

import { CircleAlert, RotateCw, TriangleAlert, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { useSession } from '../../core/state/context.tsx';
import type { Upload } from '../../core/state/uploads.ts';
import { strings } from '../../core/strings.ts';
import { composerElement, focusAfter, focusComposer } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { AttachmentThumb } from './AttachmentThumb.tsx';
import { attachmentKind } from './attachmentKind.ts';

const words = strings.attachments;

export interface AttachmentChipsProps {
  /** The conversation that stores their bytes. */
  home: string | null;
  attachments: readonly AttachmentRef[];
  /** Per attachment, why the model will not receive it unchanged. */
  problems: readonly (UserTextData | null)[];
  uploads: readonly Upload[];
  onDetach: (hash: string) => void;
  onDrop: (uploadId: string) => void;
  onRetry: (uploadId: string) => void;
  /** Moves a text attachment back into the message. */
  onPutIn: (attachment: AttachmentRef) => void;
}

export function AttachmentChips(props: AttachmentChipsProps) {
  const { home, attachments, problems, uploads } = props;
  const row = useRef<HTMLUListElement>(null);
  if (attachments.length + uploads.length === 0) return null;
  const failed = attachments.flatMap(({ name }, at) => (problems[at] ? [{ name, problem: problems[at] }] : []));
  return (
    <div className="px-1 pt-1 pb-1.5">
      <ul ref={row} aria-label={words.list} className="flex max-h-44 flex-wrap gap-1.5 overflow-y-auto">
        {attachments.map((attachment, at) => (
          <Attached
            key={attachment.hash}
            home={home}
            attachment={attachment}
            doubtful={Boolean(problems[at])}
            row={row}
            onRemove={() => props.onDetach(attachment.hash)}
            onPutIn={() => props.onPutIn(attachment)}
          />
        ))}
        {uploads.map((upload) => (
          <Uploading
            key={upload.id}
            upload={upload}
            row={row}
            onRemove={() => props.onDrop(upload.id)}
            onRetry={() => props.onRetry(upload.id)}
          />
        ))}
      </ul>
      {failed.map(({ name, problem }) => (
        <p key={name} className="mt-1.5 flex items-start gap-1.5 px-1 text-small text-wait">
          <TriangleAlert className="mt-px size-3.5 shrink-0" strokeWidth={1.75} aria-hidden />
          <span className="wrap-anywhere min-w-0">
            <VisibleText text={strings.sentences.pair(name, strings.sentences.host(problem))} />
          </span>
        </p>
      ))}
    </div>
  );
}

const chip =
  'group/chip relative flex h-11 max-w-full items-center overflow-hidden rounded-l border bg-page pr-1 pl-1 text-ui focus-within:border-line-strong';

interface AttachedProps {
  home: string | null;
  attachment: AttachmentRef;
  doubtful: boolean;
  row: RefObject<HTMLUListElement | null>;
  onRemove: () => void;
  onPutIn: () => void;
}

/** Longer text would make the field slow. */
const maxInserted = 1_000_000;

function Attached({ home, attachment, doubtful, row, onRemove, onPutIn }: AttachedProps) {
  const { view } = useSession();
  const { hash, name, mediaType, bytes } = attachment;
  const kind = attachmentKind(mediaType);
  const open = (): void => {
    if (home !== null) view.setState({ dialog: { type: 'attachment', conversationId: home, attachment } });
  };
  return (
    <li className={`${chip} ${doubtful ? 'border-wait-line' : 'border-line'}`} data-attachment={name}>
      <button
        type="button"
        aria-label={words.open(name)}
        title={name}
        onClick={open}
        onKeyDown={(event) => handleChipKey(event, row, onRemove)}
        className="flex min-w-0 items-center gap-2 rounded-m pr-1 text-left"
      >
        <AttachmentThumb conversationId={home} hash={hash} mediaType={mediaType} />
        <span className="min-w-0">
          <span className="block max-w-44 truncate">
            <VisibleText text={name} />
          </span>
          <span className="tabular block text-ink-3 text-small">
            {words.kind[kind]} · {formatBytes(bytes)}
          </span>
        </span>
      </button>
      {kind === 'text' && bytes <= maxInserted && (
        <button
          type="button"
          onClick={onPutIn}
          className="ml-1 shrink-0 rounded-m px-1.5 py-1 text-ink-2 text-small hover:bg-hover hover:text-ink"
        >
          {words.putIn}
        </button>
      )}
      <IconButton icon={X} label={words.remove(name)} size="small" onClick={() => removeFrom(row, onRemove)} />
    </li>
  );
}

interface UploadingProps {
  upload: Upload;
  row: RefObject<HTMLUListElement | null>;
  onRemove: () => void;
  onRetry: () => void;
}

function Uploading({ upload, row, onRemove, onRetry }: UploadingProps) {
  const { name, bytes, done, error, canRetry } = upload;
  const percent = bytes === 0 ? 0 : Math.round((done / bytes) * 100);
  if (error !== null) {
    return (
      <li
        className="flex min-h-11 max-w-full items-center gap-2 rounded-l border border-fail-line bg-fail-soft py-1 pr-1 pl-2.5 text-fail text-ui"
        data-attachment={name}
      >
        <CircleAlert className="size-4 shrink-0" strokeWidth={1.75} aria-hidden />
        <span role="alert" className="wrap-anywhere min-w-0">
          {/* The host's sentence may already contain the name. */}
          <VisibleText text={error.includes(name) ? error : strings.sentences.pair(name, error)} />
        </span>
        {canRetry && <IconButton icon={RotateCw} label={words.retry} size="small" onClick={onRetry} />}
        <IconButton icon={X} label={words.remove(name)} size="small" onClick={() => removeFrom(row, onRemove)} />
      </li>
    );
  }
  return (
    <li className={`${chip} border-line`} data-attachment={name}>
      <span className="flex min-w-0 items-center gap-2 pr-1 pl-2">
        <span className="min-w-0">
          <span className="block max-w-44 truncate">
            <VisibleText text={name} />
          </span>
          <span className="tabular block text-ink-3 text-small">
            {formatBytes(done)} / {formatBytes(bytes)}
          </span>
        </span>
      </span>
      <IconButton icon={X} label={words.remove(name)} size="small" onClick={() => removeFrom(row, onRemove)} />
      <span
        role="progressbar"
        aria-label={words.uploading(name, percent)}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="absolute inset-x-0 bottom-0 h-0.5 bg-soft"
      >
        <span className="block h-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
    </li>
  );
}

/** Keeps the focus in the row, or returns it to the message field. */
function removeFrom(row: RefObject<HTMLUListElement | null>, remove: () => void): void {
  const at = buttonsOf(row).findIndex((button) => button.closest('li')?.contains(document.activeElement));
  focusAfter(remove, () => {
    const left = buttonsOf(row);
    return left[Math.min(Math.max(0, at), left.length - 1)] ?? composerElement();
  });
}

/** A held key removes at most one attachment, and none if the press began in the text. */
export function handleChipKey(event: KeyboardEvent, row: RefObject<HTMLUListElement | null>, remove: () => void): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const buttons = buttonsOf(row);
  const at = buttons.indexOf(event.currentTarget as HTMLElement);
  if (event.key === 'Delete' || event.key === 'Backspace') {
    if (!event.repeat) removeFrom(row, remove);
  } else if (event.key === 'ArrowLeft') buttons[at - 1]?.focus();
  else if (event.key === 'ArrowRight') (buttons[at + 1] ?? composerElement())?.focus();
  else if (event.key === 'Escape') focusComposer();
  else return;
  event.preventDefault();
}

/** The first button of each chip. */
function buttonsOf(row: RefObject<HTMLUListElement | null>): HTMLElement[] {
  const chips = [...(row.current?.querySelectorAll('li') ?? [])];
  return chips.flatMap((one) => one.querySelector<HTMLElement>('button') ?? []);
}
