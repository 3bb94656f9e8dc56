// Attachments of a sent message: the command it used, and each mentioned file, folder and resource with lines and size,
// or why it was not attached. Opens the contents as they were sent.

import {
  CircleAlert,
  File,
  FileDiff,
  Folder,
  GitCommitHorizontal,
  MessagesSquare,
  Plug,
  SquareSlash,
  Waypoints,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CommandPart, ContentPart, MentionPart } from '../../../../shared/conversation/message.ts';
import { formatBytes } from '../../../core/format/amounts.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useActions, useConversationView } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { VisibleText } from '../../../ui/VisibleText.tsx';
import { visibleText } from '../../../ui/visibleText.ts';
import { type PaneText, TextPane } from '../../results/TextPane.tsx';

const words = lateStrings.mentions;

export function MentionChips({ messageId, content }: { messageId: string; content: readonly ContentPart[] }) {
  const [open, setOpen] = useState<{ part: number; title: string } | null>(null);
  const named = shownOnce(content);
  if (named.length === 0) return null;
  return (
    <ul aria-label={words.mentions} className="mt-1.5 flex max-w-[80%] flex-wrap justify-end gap-1.5">
      {named.map(({ sent, part }) => {
        const onOpen = (title: string): void => setOpen({ part, title });
        return sent.type === 'command' ? (
          <li key={part} className="min-w-0 max-w-full" data-command={sent.name}>
            <CommandChip command={sent} onOpen={onOpen} />
          </li>
        ) : (
          <li key={part} className="min-w-0 max-w-full" data-mention={sent.path}>
            <Chip mention={sent} onOpen={onOpen} />
          </li>
        );
      })}
      {open && <SentText messageId={messageId} {...open} onClose={() => setOpen(null)} />}
    </ul>
  );
}

interface Named {
  sent: MentionPart | CommandPart;
  part: number;
}

/** Merges repeated mentions of the same folder, or of the same lines of a file. */
function shownOnce(content: readonly ContentPart[]): Named[] {
  const seenPaths = new Set<string>();
  return content.flatMap((sent, part): Named[] => {
    if (sent.type === 'command') return typeof sent.name === 'string' ? [{ sent, part }] : [];
    if (sent.type !== 'mention' || typeof sent.path !== 'string') return [];
    const key = JSON.stringify([sent.path.replace(/(?<=[^/])\/+$/, ''), sent.range, sent.hash]);
    if (seenPaths.has(key)) return [];
    seenPaths.add(key);
    return [{ sent, part }];
  });
}

function CommandChip({ command, onOpen }: { command: CommandPart; onOpen: (title: string) => void }) {
  const { name, kind, from, bytes } = command;
  const called = visibleText(`/${name}`);
  const origin = visibleText(typeof from === 'string' ? from : '');
  const Icon = kind === 'mcp' ? Plug : SquareSlash;
  return (
    <button
      type="button"
      onClick={() => onOpen(strings.sentences.row([called, origin]))}
      aria-label={words.open(called)}
      title={origin}
      className={`${shape} ${quiet}`}
    >
      <Icon className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <span className="min-w-0 truncate">{called}</span>
      {typeof bytes === 'number' && <span className="tabular shrink-0 text-ink-3">{formatBytes(bytes)}</span>}
    </button>
  );
}

const shape = 'flex min-w-0 max-w-full items-center gap-1.5 rounded-m border px-2 py-0.5 text-small';
const quiet = 'border-line bg-page text-ink-2 hover:bg-hover hover:text-ink';

const icons = {
  file: File,
  folder: Folder,
  resource: Plug,
  diff: FileDiff,
  commit: GitCommitHorizontal,
  conversation: MessagesSquare,
  call: Waypoints,
};

function Chip({ mention, onOpen }: { mention: MentionPart; onOpen: (title: string) => void }) {
  const { path, range, bytes, problem, hash, kind, title } = mention;
  const lines = range ? words.lines(range.start, range.end) : null;
  const named = strings.sentences.row([path, lines ?? '']);
  if (problem !== undefined || hash === undefined) {
    return (
      <div className={`${shape} border-fail-line bg-fail-soft text-fail`}>
        <CircleAlert className="size-3.5 shrink-0" strokeWidth={1.75} aria-hidden />
        <span className="wrap-anywhere min-w-0">
          <VisibleText text={named} /> · {words.notAttached(strings.sentences.host(problem ?? ''))}
        </span>
      </div>
    );
  }
  const Icon = icons[kind ?? 'file'] ?? File;
  // For a folder, its listing was sent, whose size says little about the folder.
  const size = kind !== 'folder' && typeof bytes === 'number' ? formatBytes(bytes) : null;
  const details = [lines, size].filter((part) => part !== null);
  return (
    <button
      type="button"
      onClick={() => onOpen(named)}
      aria-label={words.open(named)}
      title={path}
      className={`${shape} ${quiet}`}
    >
      <Icon className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <span className="min-w-0 truncate">
        <VisibleText text={typeof title === 'string' && title !== '' ? title : path} />
      </span>
      {details.length > 0 && <span className="tabular shrink-0 text-ink-3">{details.join(' · ')}</span>}
    </button>
  );
}

interface SentTextProps {
  messageId: string;
  part: number;
  title: string;
  onClose: () => void;
}

function SentText({ messageId, part, title, onClose }: SentTextProps) {
  const { call } = useActions();
  const conversationId = useConversationView((view) => view.id) ?? '';
  const [preview, setPreview] = useState<PaneText | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    void call('mention.read', { conversationId, messageId, part }, controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      setPreview(answer.ok ? { ...answer.value, failed: false } : { text: answer.error.message, failed: true });
    });
    return () => controller.abort();
  }, [call, conversationId, messageId, part]);
  return (
    <Modal
      title={title}
      description={words.sent}
      onClose={onClose}
      className="max-w-[860px]"
      head={
        <div className="flex items-center justify-end gap-2 text-ink-3 text-small">
          <span className="truncate">{words.sent}</span>
          {preview && !preview.failed && <CopyButton text={preview.text} label={words.copy} />}
        </div>
      }
    >
      <TextPane label={words.sent} content={preview} loading={words.loading} />
    </Modal>
  );
}
