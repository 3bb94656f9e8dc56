// The rounds of a goal, newest first: result, cost, changed files, and the way back to before each.

import { Undo2 } from 'lucide-react';
import type { GoalResult, GoalRound } from '../../../shared/features/goals/goal.ts';
import { formatUsd } from '../../core/format/amounts.ts';
import { useConversation, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { goalWords } from './words.ts';

const labels = goalWords.rounds;

/** `isActive`: the goal is running, so nothing can be undone. */
export function GoalRounds({ rounds, isActive }: { rounds: readonly GoalRound[]; isActive: boolean }) {
  return (
    <ol
      aria-label={labels.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
      tabIndex={0}
      className="max-h-[min(16rem,32dvh)] divide-y divide-line overflow-y-auto border-line border-t text-ui focus-visible:-outline-offset-2"
    >
      {rounds.toReversed().map((round) => (
        <Round key={round.number} round={round} isActive={isActive} />
      ))}
    </ol>
  );
}

function Round({ round, isActive }: { round: GoalRound; isActive: boolean }) {
  const { view } = useSession();
  const running = useConversation((state) => state.run !== null) ?? false;
  const { number, messageId, result, usd, files, fileCount } = round;
  const details = [
    ...(result ? whyFailed(result) : []),
    ...(fileCount > 0 ? [labels.files(fileCount)] : []),
    ...(usd === null ? [] : [formatUsd(usd)]),
  ];
  return (
    <li className="flex items-start gap-2 py-1.5 pr-1 pl-3">
      <span className="tabular w-6 shrink-0 text-ink-3">{number}</span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-2">
          <span className={classes(result?.passed && 'text-ok', result && !result.passed && 'text-fail')}>
            {stateText(round)}
          </span>
          <span className="tabular text-ink-3" title={files.map(visibleText).join('\n')}>
            {strings.sentences.row(details)}
          </span>
        </p>
        {result && result.summary !== '' && (
          <p className="truncate text-ink-3 text-small" title={visibleText(result.summary)}>
            {visibleText(result.summary)}
          </p>
        )}
      </div>
      {messageId !== null && (
        <IconButton
          icon={Undo2}
          label={labels.goBack}
          size="small"
          disabled={running || isActive}
          onClick={() => view.setState({ dialog: { type: 'rewind', messageId } })}
        />
      )}
    </li>
  );
}

function whyFailed({ passed, timedOut, exitCode }: GoalResult): string[] {
  if (timedOut) return [labels.timedOut];
  return passed || exitCode === null ? [] : [labels.exitCode(exitCode)];
}

export function resultText(result: GoalResult): string {
  const summary = result.summary === '' ? [] : [visibleText(result.summary)];
  return strings.sentences.row([...whyFailed(result), ...summary]);
}

function stateText({ result, end }: GoalRound): string {
  if (result) return result.passed ? labels.passed : labels.failed;
  return labels.ends[end ?? 'running'];
}
