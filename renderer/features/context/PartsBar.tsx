// Breakdown of the context window: one bar with a mark at the compaction threshold, and a legend with numbers. No part
// is identified by color alone.

import type { ContextKind, ContextReport } from '../../../shared/features/context/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { classes } from '../../ui/classes.ts';

const words = lateStrings.context;

const colours: Record<ContextKind, string> = {
  system: 'bg-part-system',
  tools: 'bg-part-tools',
  environment: 'bg-part-environment',
  summary: 'bg-part-summary',
  user: 'bg-part-user',
  mentions: 'bg-part-mentions',
  assistant: 'bg-part-assistant',
  calls: 'bg-part-calls',
  results: 'bg-part-results',
};

export function PartsBar({ report }: { report: ContextReport }) {
  const { parts, used, window, compactAt } = report;
  const whole = Math.max(window.tokens, used);
  return (
    <>
      <div aria-hidden className="relative my-2 h-2.5">
        <div className="flex h-full gap-px overflow-hidden rounded-full bg-soft">
          {parts.map(({ kind, tokens }) => (
            <span
              key={kind}
              className={classes('h-full min-w-px', colours[kind])}
              style={{ width: `${(tokens / whole) * 100}%` }}
            />
          ))}
        </div>
        <span className="absolute -inset-y-0.5 w-px bg-ink-2" style={{ left: `${(compactAt / whole) * 100}%` }} />
      </div>
      <ul aria-label={words.partsLabel} className="grid grid-cols-1 gap-y-0.5">
        {parts.map(({ kind, tokens, count }) => (
          <li key={kind} data-part={kind} className="flex items-center gap-2 text-ui">
            <span aria-hidden className={classes('size-2 shrink-0 rounded-full', colours[kind])} />
            <span className="min-w-0 truncate">{words.parts[kind]}</span>
            {count > 1 && <span className="tabular text-ink-3 text-small">{words.number(count)}</span>}
            <span className="tabular ml-auto shrink-0 text-ink-2">{words.number(tokens)}</span>
          </li>
        ))}
        <li className="flex items-center gap-2 text-ink-3 text-ui">
          <span aria-hidden className="size-2 shrink-0 rounded-full border border-line-strong" />
          <span>{words.free}</span>
          <span className="tabular ml-auto shrink-0">{words.number(Math.max(0, window.tokens - used))}</span>
        </li>
      </ul>
    </>
  );
}

export function PartMark({ kind }: { kind: ContextKind }) {
  return <span aria-hidden className={classes('mt-1.5 size-2 shrink-0 rounded-full', colours[kind])} />;
}
