// One contestant: its name and state, its answer, the files it changed, and the button to continue with it.

import { Check, CircleCheck, CircleQuestionMark, CircleX, Hand, type LucideIcon, Square } from 'lucide-react';
import { useCallback } from 'react';
import { useStore } from 'zustand/react';
import type { Compare } from '../../../shared/features/compare/compare.ts';
import type { ContestantState, ContestantStatus } from '../../../shared/features/compare/methods.ts';
import { formatDuration } from '../../core/format/duration.ts';
import { useConnected, useSession } from '../../core/state/context.tsx';
import { locale, strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Pulse } from '../../ui/Pulse.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { ElapsedTime } from '../calls/CallHeader.tsx';
import { formatCost } from '../costs/words.ts';
import { Answer } from './Answer.tsx';
import { ChangedFiles } from './ChangedFiles.tsx';
import { compareWords as words } from './words.ts';

export interface CompareColumnProps {
  /** The compared conversation. */
  conversationId: string;
  compare: Compare;
  status: ContestantStatus;
  name: string;
  isBusy: boolean;
  /** Its status has changed in a way that no event shows. */
  onChange: () => void;
  onAdopt: () => void;
  className?: string;
}

const marks: Record<Exclude<ContestantState, 'running' | 'preparing'>, { icon: LucideIcon; tone: string }> = {
  waiting: { icon: Hand, tone: 'text-wait' },
  interrupted: { icon: CircleQuestionMark, tone: 'text-ink-3' },
  failed: { icon: CircleX, tone: 'text-fail' },
  done: { icon: CircleCheck, tone: 'text-ink-3' },
};

const active: readonly ContestantState[] = ['preparing', 'running', 'waiting'];

export function isActive({ state }: ContestantStatus): boolean {
  return active.includes(state);
}

export function CompareColumn(props: CompareColumnProps) {
  const { conversationId, compare, status, name, isBusy, onChange, onAdopt, className } = props;
  const { actions } = useSession();
  const { conversationId: contestantId, exists, state, problem } = status;
  const isAdopted = compare.adopted === contestantId;
  const { call, report } = actions;
  const resume = useCallback(
    async (how: { overLimit?: boolean } = {}): Promise<boolean> => {
      const answer = await call('compare.resume', { conversationId, compareId: compare.id, contestantId, ...how });
      if (!answer.ok) report(answer.error);
      return answer.ok;
    },
    [call, report, conversationId, compare.id, contestantId],
  );
  const isDiscarded = compare.edits && exists && !status.worktree;
  const canResume =
    compare.adopted === undefined && !isDiscarded && (state === 'interrupted' || (state === 'failed' && !exists));
  return (
    <section
      aria-label={name}
      data-contestant={contestantId}
      data-asks
      data-state={state}
      className={classes('flex min-h-0 min-w-0 flex-col', className)}
    >
      <header className="border-line border-b px-4 py-2">
        <div className="flex min-h-7 items-center gap-2">
          <h3 className="min-w-0 flex-1 truncate font-strong text-ui" title={name}>
            {name}
          </h3>
          <StateWord status={status} />
          {isActive(status) && exists && (
            <IconButton
              data-needs="run.stop"
              icon={Square}
              size="small"
              label={strings.sentences.pair(words.stop, name)}
              onClick={() => void call('run.stop', { conversationId: contestantId })}
            />
          )}
        </div>
        <Facts status={status} />
      </header>
      <div
        className="min-h-0 flex-1 overflow-y-auto px-4 py-3 focus-visible:-outline-offset-2"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={strings.sentences.pair(words.columns, name)}
      >
        <div className="grid grid-cols-1 gap-4">
          {problem !== null && state !== 'failed' && (
            <p className="wrap-anywhere text-ui text-wait">
              <VisibleText text={strings.sentences.host(problem)} />
            </p>
          )}
          {problem !== null && state === 'failed' && !exists && (
            <p className="wrap-anywhere text-fail text-ui" role="alert">
              <VisibleText text={strings.sentences.host(problem)} />
            </p>
          )}
          {exists ? (
            <Answer conversationId={contestantId} headId={compare.headId} onResume={resume} />
          ) : (
            <p className="text-ink-3 text-ui">{words.nothing}</p>
          )}
          {isDiscarded && !isAdopted && <p className="text-ink-3 text-ui">{words.removed}</p>}
          {compare.edits && status.worktree && !isActive(status) && (
            <ChangedFiles
              conversationId={isAdopted ? conversationId : contestantId}
              {...(isAdopted ? {} : { onRemoved: onChange })}
              version={`${state} ${status.outputTokens} ${compare.adopted ?? ''}`}
            />
          )}
        </div>
      </div>
      <footer className="flex min-h-12 flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-2">
        {canResume && (
          <Button data-needs="compare.resume" size="small" onClick={() => void resume()}>
            {status.hasAnswer ? words.resume : words.start}
          </Button>
        )}
        {isAdopted ? (
          <p className="flex items-center gap-1.5 text-ink-2 text-ui">
            <Check className="size-4 text-accent" strokeWidth={2} aria-hidden />
            {words.adopted}
          </p>
        ) : (
          <Button
            data-needs="compare.adopt"
            size="small"
            disabled={isBusy || isActive(status) || !status.hasAnswer}
            title={words.adoptHint}
            aria-label={strings.sentences.pair(words.adopt, name)}
            onClick={onAdopt}
          >
            {words.adopt}
          </Button>
        )}
      </footer>
    </section>
  );
}

function StateWord({ status: { state } }: { status: ContestantStatus }) {
  const isConnected = useConnected();
  const word = words.states[state];
  if (state === 'running' || state === 'preparing') {
    return (
      <span className="flex shrink-0 items-center gap-1.5 text-ink-3 text-small">
        <Pulse still={!isConnected} />
        {word}
      </span>
    );
  }
  const { icon: Icon, tone } = marks[state];
  return (
    <span className={classes('flex shrink-0 items-center gap-1 text-small', tone)}>
      <Icon className="size-3.5" strokeWidth={2} aria-hidden />
      {word}
    </span>
  );
}

/** Time, cost and tokens on one line. */
function Facts({ status }: { status: ContestantStatus }) {
  const { side } = useSession();
  const startedAt = useStore(side.of(status.conversationId), ({ state }) => state?.run?.startedAt);
  const { usd, unknownCost, inputTokens, outputTokens, ms } = status;
  const tokens = inputTokens + outputTokens;
  const cost =
    usd === null ? (unknownCost ? words.unknownCost : '') : formatCost({ usd, unknown: unknownCost ? 1 : 0 });
  return (
    <p className="tabular flex min-h-4 flex-wrap items-center gap-x-2 text-ink-3 text-small">
      {startedAt ? <ElapsedTime startedAt={startedAt} /> : ms > 0 && <span>{formatDuration(ms)}</span>}
      {tokens > 0 && cost !== '' && <span>{cost}</span>}
      {tokens > 0 && <span>{words.tokens(tokens.toLocaleString(locale))}</span>}
    </p>
  );
}
