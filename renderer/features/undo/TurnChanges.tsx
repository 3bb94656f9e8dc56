// A quiet line after the last message of a turn: the number of changed files, with review and undo for all of them.

import { Files } from 'lucide-react';
import { memo } from 'react';
import type { Message } from '../../../shared/conversation/message.ts';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import { turnTotals, uncoveredChangesOf } from '../../core/calls/callChanges.ts';
import type { ChangingCall } from '../../core/calls/items.ts';
import { useConversation, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { Button } from '../../ui/Button.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { LineCount } from './FileLine.tsx';

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
    <section
      aria-label={words.turn}
      data-turn-changes
      className="flex min-h-9 flex-wrap items-center gap-x-2 rounded-l border border-line py-0.5 pr-1 pl-3 text-ink-2 text-ui"
    >
      <Files className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
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
          <Button size="small" tone="ghost" onClick={() => view.setState({ dialog: { type: 'review', target } })}>
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
    </section>
  );
});

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
