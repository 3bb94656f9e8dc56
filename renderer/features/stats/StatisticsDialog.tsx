// Statistics of a conversation: messages, tool calls, tools, time, tokens and cost. Counted when the dialog opens.

import { type ReactNode, useCallback } from 'react';
import type { ConversationStatistics } from '../../../shared/features/stats/methods.ts';
import { shortToolName } from '../../../shared/features/tools/toolInfo.ts';
import type { DialogProps } from '../../core/feature.ts';
import { formatDuration } from '../../core/format/duration.ts';
import { formatFullTime } from '../../core/format/time.ts';
import { LoadState, useAsyncValue } from '../../core/parts/LoadState.tsx';
import { useActions } from '../../core/state/context.tsx';
import { locale, strings, timeLocale } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { Modal } from '../../ui/Modal.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { costWords, formatCost } from '../costs/words.ts';
import { statsWords } from './words.ts';

const labels = statsWords;
const title = strings.commands.titles['conversation.statistics'];
const roles = ['user', 'assistant', 'tool', 'system'] as const;
const outcomes = ['ok', 'error', 'denied', 'cancelled', 'interrupted', 'open'] as const;
/** Outcomes that are hidden while their count is 0. */
const rareOutcomes: readonly string[] = ['cancelled', 'interrupted'];
const dayMs = 86_400_000;
const moment = new Intl.DateTimeFormat(timeLocale, { dateStyle: 'medium', timeStyle: 'short' });

export function StatisticsDialog({ conversationId, onClose }: DialogProps<'statistics'>) {
  const { call } = useActions();
  const ask = useCallback(
    (signal: AbortSignal) => call('stats.read', { conversationId }, signal),
    [call, conversationId],
  );
  const { value, error, load } = useAsyncValue(ask);
  return (
    <Modal title={title} onClose={onClose} className="max-w-[560px]">
      <section
        className="min-h-40 flex-1 overflow-y-auto p-5"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        aria-label={title}
      >
        <LoadState loaded={value !== null} error={error} onAgain={load} loading={labels.loading} />
        {value && <Statistics {...value} />}
      </section>
    </Modal>
  );
}

function Statistics({ messages, calls, tools, toolCount, first, last, spent }: ConversationStatistics) {
  return (
    <div className="grid gap-x-8 gap-y-5 narrow:grid-cols-2">
      <Part title={labels.messages} detail={formatCount(sumOf(messages))}>
        {roles.map((role) => (
          <Count key={role} name={labels.roles[role]} count={messages[role]} />
        ))}
      </Part>
      <Part title={labels.calls} detail={formatCount(sumOf(calls))}>
        {outcomes
          .filter((outcome) => calls[outcome] > 0 || !rareOutcomes.includes(outcome))
          .map((outcome) => (
            <Count key={outcome} name={labels.outcomes[outcome]} count={calls[outcome]} />
          ))}
      </Part>
      {tools.length > 0 && (
        <Part
          title={labels.tools}
          detail={toolCount > tools.length ? labels.ofTools(toolCount) : null}
          className="narrow:col-span-2"
        >
          {tools.map(({ name, count }) => (
            <ToolLine key={name} name={name} count={count} share={count / (tools[0]?.count ?? count)} />
          ))}
        </Part>
      )}
      <Part title={labels.time}>
        <Line name={labels.elapsed}>{elapsedText(first, last)}</Line>
        {first !== null && (
          <Line name={labels.first}>
            <Time at={first} />
          </Line>
        )}
        {last !== null && (
          <Line name={labels.last}>
            <Time at={last} />
          </Line>
        )}
      </Part>
      <Part title={labels.spent}>
        <Line name={labels.input} muted={!spent}>
          {spent ? formatCount(spent.input) : costWords.unknown}
        </Line>
        <Line name={labels.output} muted={!spent}>
          {spent ? formatCount(spent.output) : costWords.unknown}
        </Line>
        <Line name={labels.cost} muted={!spent}>
          {spent ? formatCost(spent) : costWords.unknown}
        </Line>
      </Part>
      <p className="text-ink-3 text-small narrow:col-span-2">{labels.scope}</p>
    </div>
  );
}

interface PartProps {
  title: string;
  detail?: string | null;
  className?: string;
  children: ReactNode;
}

function Part({ title, detail = null, className, children }: PartProps) {
  return (
    <section aria-label={title} className={classes('min-w-0', className)}>
      <div className="mb-1 flex items-baseline gap-3 border-line border-b pb-1">
        <h3 className="min-w-0 flex-1 truncate font-strong text-ui">{title}</h3>
        {detail !== null && <span className="tabular text-ink-3 text-small">{detail}</span>}
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 text-ui">{children}</dl>
    </section>
  );
}

function Line({ name, muted = false, children }: { name: string; muted?: boolean; children: ReactNode }) {
  return (
    <>
      <dt className={classes('min-w-0 truncate', muted ? 'text-ink-3' : 'text-ink-2')}>{name}</dt>
      <dd className={classes('tabular text-right', muted && 'text-ink-3')}>{children}</dd>
    </>
  );
}

function Count({ name, count }: { name: string; count: number }) {
  return (
    <Line name={name} muted={count === 0}>
      {formatCount(count)}
    </Line>
  );
}

/** `share`: relative to the calls of the most used tool. */
function ToolLine({ name, count, share }: { name: string; count: number; share: number }) {
  return (
    <>
      <dt className="grid min-w-0 grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-3 text-ink-2">
        <span className="truncate" title={visibleText(name)}>
          {visibleText(shortToolName(name))}
        </span>
        <span aria-hidden className="h-1.5 rounded-full bg-accent" style={{ width: `${Math.max(1, share * 100)}%` }} />
      </dt>
      <dd className="tabular text-right">{formatCount(count)}</dd>
    </>
  );
}

function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatFullTime(at, timeLocale)}>
      {Number.isNaN(Date.parse(at)) ? '–' : moment.format(Date.parse(at))}
    </time>
  );
}

function elapsedText(first: string | null, last: string | null): string {
  const elapsed = first === null || last === null ? Number.NaN : Date.parse(last) - Date.parse(first);
  if (Number.isNaN(elapsed)) return '–';
  return elapsed < 2 * dayMs ? formatDuration(elapsed) : labels.days(Math.floor(elapsed / dayMs));
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function formatCount(count: number): string {
  return count.toLocaleString(locale);
}
