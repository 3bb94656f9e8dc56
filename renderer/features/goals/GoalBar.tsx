// The goal of the conversation, above the composer: its state, its controls, and its rounds, which expand.

import { ChevronUp, Pause, Play, Square, Target, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useStore } from 'zustand/react';
import { goalSpent, isGoalOpen } from '../../../shared/features/goals/goal.ts';
import type { GoalInfo } from '../../../shared/features/goals/methods.ts';
import { formatUsd } from '../../core/format/amounts.ts';
import { useActions, useConversation, useConversationView, useSession } from '../../core/state/context.tsx';
import { createFetchedList } from '../../core/state/fetchedList.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Pulse } from '../../ui/Pulse.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { GoalRounds, resultText } from './GoalRounds.tsx';
import { goalWords } from './words.ts';

const labels = goalWords.bar;

export function GoalBar() {
  const id = useConversationView((view) => view.id);
  return id !== null && <GoalOf key={id} conversationId={id} />;
}

function GoalOf({ conversationId }: { conversationId: string }) {
  const { connection } = useSession();
  const [list] = useState(() =>
    createFetchedList<{ goal: GoalInfo | null }>({
      connection,
      load: () => connection.call('goals.read', { conversationId }),
      isStale: (event) => event.type === 'goals.changed' && event.conversationId === conversationId,
    }),
  );
  useEffect(() => list.want(), [list]);
  const goal = useStore(list.store, ({ value }) => value?.goal ?? null);
  const [dismissed, setDismissed] = useState<string | null>(null);
  if (goal === null || dismissed === goal.id) return null;
  return <Bar goal={goal} onDismiss={() => setDismissed(goal.id)} />;
}

function Bar({ goal, onDismiss }: { goal: GoalInfo; onDismiss: () => void }) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const waits = useConversation(({ calls }) => calls.some(({ approval, question }) => approval || question)) ?? false;
  const { status, wish, rounds, reason } = goal;
  const isRunning = status === 'running';
  const last = rounds.at(-1);
  const test = wish.test.type === 'command' ? wish.test.command : wish.test.question;
  const result = rounds.findLast((round) => round.result !== null)?.result ?? null;
  const lastResult = result && !result.passed ? labels.lastResult(resultText(result)) : '';
  const why =
    status === 'interrupted' ? labels.interruptedReason : reason === null ? lastResult : strings.sentences.host(reason);
  const state = isRunning && waits ? labels.waiting : labels.status[status];
  return (
    <section
      aria-label={labels.label}
      data-goal={status}
      className="mx-auto w-full max-w-[808px] px-3 pb-2 narrow:px-6"
    >
      {/* Only this part is announced. */}
      <span role="status" className="sr-only">
        {state}
      </span>
      <div className="overflow-hidden rounded-l border border-line bg-page">
        <div className="flex items-center gap-1 pr-1">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={listId}
            onClick={() => setOpen(!open)}
            className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-l pr-1 pl-3 text-left text-ui focus-visible:-outline-offset-2"
          >
            {isRunning && !waits ? (
              <span className="flex size-4 shrink-0 items-center justify-center">
                <Pulse />
              </span>
            ) : (
              <Target
                className={classes(
                  'size-4 shrink-0',
                  status === 'passed' ? 'text-ok' : waits ? 'text-wait' : 'text-ink-3',
                )}
                strokeWidth={1.75}
                aria-hidden
              />
            )}
            <span className="shrink-0">{state}</span>
            {last && <span className="tabular shrink-0 text-ink-3">{labels.round(last.number, wish.rounds)}</span>}
            <Spent goal={goal} />
            <code className="min-w-0 flex-1 truncate text-ink-3 text-small" title={visibleText(test)}>
              {visibleText(test)}
            </code>
            <ChevronUp
              className={classes('size-4 shrink-0 text-ink-3 transition-transform duration-120', open && 'rotate-180')}
              strokeWidth={1.75}
              aria-hidden
            />
          </button>
          {isGoalOpen(status) ? (
            <Controls goal={goal} />
          ) : (
            <IconButton icon={X} label={labels.dismiss} size="small" onClick={onDismiss} />
          )}
        </div>
        {(why !== '' || goal.isElsewhere) && (
          <p className="wrap-anywhere px-3 pb-2 text-ink-2 text-small">
            {goal.isElsewhere ? labels.elsewhere : visibleText(why)}
          </p>
        )}
        <div id={listId} hidden={!open}>
          {open && <GoalRounds rounds={rounds} isActive={isRunning} />}
        </div>
      </div>
    </section>
  );
}

function Spent({ goal: { rounds, wish } }: { goal: GoalInfo }) {
  const spent = goalSpent(rounds);
  if (spent === null && wish.budget === null) return null;
  const text = formatUsd(spent ?? 0);
  return (
    <span className="tabular hidden shrink-0 text-ink-3 narrow:inline">
      {wish.budget === null ? text : labels.spent(text, formatUsd(wish.budget))}
    </span>
  );
}

function Controls({ goal: { status, conversationId } }: { goal: GoalInfo }) {
  const { call, report } = useActions();
  const [busy, setBusy] = useState(false);
  const ask = async (method: 'goals.pause' | 'goals.resume' | 'goals.stop'): Promise<void> => {
    setBusy(true);
    const answer = await call(method, { conversationId });
    setBusy(false);
    if (!answer.ok) report(answer.error);
  };
  return (
    <>
      {status === 'running' ? (
        <IconButton
          icon={Pause}
          label={labels.pause}
          size="small"
          disabled={busy}
          onClick={() => void ask('goals.pause')}
        />
      ) : (
        <IconButton
          icon={Play}
          label={labels.resume}
          size="small"
          disabled={busy}
          onClick={() => void ask('goals.resume')}
        />
      )}
      <IconButton
        icon={Square}
        label={labels.stop}
        size="small"
        disabled={busy}
        onClick={() => void ask('goals.stop')}
      />
    </>
  );
}
