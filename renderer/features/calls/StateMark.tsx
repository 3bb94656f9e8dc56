// A call's state as icon and text, never by color alone. Empty for a finished call, the normal case.

import {
  Ban,
  CircleDashed,
  CircleQuestionMark,
  CircleSlash,
  CircleX,
  Hand,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import type { BoxState } from '../../core/calls/callState.ts';
import { useConnected } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { Pulse } from '../../ui/Pulse.tsx';

const marks: Record<Exclude<BoxState, 'ok' | 'running'>, { icon: LucideIcon; tone: string }> = {
  queued: { icon: CircleDashed, tone: 'text-ink-3' },
  waiting: { icon: Hand, tone: 'text-wait' },
  error: { icon: CircleX, tone: 'text-fail' },
  denied: { icon: Ban, tone: 'text-ink-3' },
  cancelled: { icon: CircleSlash, tone: 'text-ink-3' },
  interrupted: { icon: CircleQuestionMark, tone: 'text-ink-3' },
};

/** `brief`: for tight spaces. */
export function StateMark({
  state,
  neverStarted,
  brief = false,
  grave = false,
  label,
}: {
  state: BoxState;
  neverStarted: boolean;
  brief?: boolean;
  /** A waiting call that is dangerous. */
  grave?: boolean;
  /** Overrides the state's text. */
  label?: string | null | undefined;
}) {
  if (state === 'ok') return <span className="sr-only">{strings.calls.states.ok}</span>;
  if (state === 'running') return <Running label={label ?? null} />;
  const { icon: Icon, tone } = grave ? { icon: TriangleAlert, tone: 'text-fail' } : marks[state];
  const interrupted = brief ? strings.calls.outcomeUnknownBrief : strings.calls.outcomeUnknown;
  const plain = state === 'interrupted' ? interrupted : strings.calls.states[state];
  const word = neverStarted ? strings.calls.neverStarted : (label ?? plain);
  return (
    <span className={classes('flex items-center gap-1 text-small', tone)}>
      <Icon className="size-3.5 shrink-0" strokeWidth={2} aria-hidden />
      <span className="max-w-72 truncate" title={label ?? undefined}>
        {word}
      </span>
    </span>
  );
}

function Running({ label }: { label: string | null }) {
  return (
    <span className="flex items-center gap-1.5 text-ink-3 text-small">
      <Pulse still={!useConnected()} />
      <span className={label === null ? 'sr-only' : 'max-w-72 truncate'}>{label ?? strings.calls.states.running}</span>
    </span>
  );
}
