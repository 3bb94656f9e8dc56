// The card after the last message of a turn: its changed files, each with its lines, and review and undo for all of them.

import { Files as FilesIcon, Undo2 } from 'lucide-react';
import { memo, useState } from 'react';
import type { Message } from '../../../shared/conversation/message.ts';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import { turnTotals, uncoveredChangesOf } from '../../core/calls/callChanges.ts';
import type { ChangingCall } from '../../core/calls/items.ts';
import { useConversation, useSession } from '../../core/state/context.tsx';
import { openFile, openReview } from '../../core/state/panels.ts';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { FileLine, LineCount } from './FileLine.tsx';
import { type TurnFile, turnFiles } from './turnFiles.ts';

const words = strings.undo;
const none: string[] = [];

export interface TurnChangesProps {
  /** The user's message that started the turn. */
  messageId: string;
  calls: ChangingCall[];
}

export const TurnChanges = memo(function TurnChanges({ messageId, calls }: TurnChangesProps) {
  const { view } = useSession();
  const undone = useConversation((state) => state.undone) ?? none;
  // The turn may still change more.
  const going = useConversation((state) => state.run !== null && isLastTurn(state.messages, messageId)) ?? false;
  const totals = turnTotals(calls, undone);
  const notCovered = uncoveredChangesOf(calls);
  if ((totals.files === 0 && notCovered.length === 0) || going) return null;
  const target = { type: 'turn' as const, messageId };
  const open = (direction: 'undo' | 'redo') => (): void =>
    view.setState({ dialog: { type: 'changes', target, direction } });
  const all = totals.undone === totals.calls;
  const state = all ? words.undoneAll : words.undoneSome(totals.undone, totals.calls);
  return (
    <section aria-label={words.turn} data-turn-changes className="rounded-l border border-line text-ink-2 text-ui">
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 py-0.5 pr-1 pl-2">
        <FilesIcon className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
        {totals.files > 0 && (
          <p className="tabular">
            {words.filesChanged(totals.files)}
            <LineCount added={totals.added} removed={totals.removed} />
            {totals.undone > 0 && ` · ${state}`}
            {totals.copied > 0 && ` · ${words.undoInOriginal}`}
          </p>
        )}
        {notCovered.length > 0 && <Uncovered sentences={notCovered} alone={totals.files === 0} />}
        {totals.calls > 0 && (
          <span className="ml-auto flex items-center">
            <Button size="small" tone="ghost" onClick={() => openReview(view, target)}>
              {words.review}
            </Button>
            {!all && (
              <Button size="small" tone="ghost" onClick={open('undo')}>
                {words.undoAll}
              </Button>
            )}
            {totals.undone > 0 && (
              <Button size="small" tone="ghost" onClick={open('redo')}>
                {words.redoAll}
              </Button>
            )}
          </span>
        )}
      </div>
      <Files files={turnFiles(calls, undone)} />
    </section>
  );
});

/** More than this fold behind a button. */
const maxFiles = 6;

function Files({ files }: { files: readonly TurnFile[] }) {
  const [isWhole, setWhole] = useState(false);
  if (files.length === 0) return null;
  const visibleFiles = isWhole || files.length <= maxFiles + 1 ? files : files.slice(0, maxFiles);
  return (
    <ul aria-label={words.files} className="border-line border-t py-1">
      {visibleFiles.map(({ file, call }) => (
        <FileItem key={file.path} file={file} call={call} />
      ))}
      {visibleFiles.length < files.length && (
        <li className="px-2 py-0.5">
          <Button size="small" tone="ghost" onClick={() => setWhole(true)}>
            {words.more(files.length - visibleFiles.length)}
          </Button>
        </li>
      )}
    </ul>
  );
}

function FileItem({ file, call }: TurnFile) {
  const { view } = useSession();
  const path = visibleText(file.path);
  return (
    <li className="group/file flex min-h-7 items-center gap-1 pr-1 pl-2 hover:bg-soft">
      {file.kind === 'deleted' ? (
        <span className="flex min-w-0 flex-1 gap-2 py-1">
          <FileLine file={file} />
        </span>
      ) : (
        <button
          type="button"
          title={words.openFile(path)}
          onClick={() => openFile(view, file.path)}
          className="flex min-w-0 flex-1 gap-2 rounded-s py-1 text-left hover:text-ink"
        >
          <FileLine file={file} />
        </button>
      )}
      {call && (
        <IconButton
          icon={Undo2}
          label={words.undoFile(path)}
          size="small"
          className="opacity-0 focus-visible:opacity-100 group-hover/file:opacity-100 pointer-coarse:opacity-100"
          onClick={() => {
            const target = { type: 'call' as const, messageId: call.messageId, index: call.index };
            view.setState({ dialog: { type: 'changes', target, direction: 'undo' } });
          }}
        />
      )}
    </li>
  );
}

/** The number of changes that undo does not cover; expands to which and why. */
function Uncovered({ sentences, alone }: { sentences: readonly UserTextData[]; alone: boolean }) {
  return (
    <details data-not-covered className="min-w-0 open:order-last open:basis-full">
      <summary className="rounded-s text-wait">{words.uncovered(sentences.length, alone)}</summary>
      <ul className="list-disc pt-1 pl-5">
        {sentences.map((sentence) => (
          <li key={englishOf(sentence)} className="wrap-anywhere">
            <VisibleText text={strings.sentences.host(sentence)} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function isLastTurn(messages: readonly Message[], messageId: string): boolean {
  return messages.findLast(({ role }) => role === 'user')?.id === messageId;
}
