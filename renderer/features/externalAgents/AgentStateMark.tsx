// An agent's state as icon and text, never by color alone.

import { CircleCheck, CircleDashed, CircleX, Download, Hand, KeyRound, type LucideIcon } from 'lucide-react';
import type { AgentStatus } from '../../../shared/features/externalAgents/externalAgent.ts';
import { StateMark } from '../../ui/ListPage.tsx';
import { Pulse } from '../../ui/Pulse.tsx';
import { agentWords } from './words.ts';

const labels = agentWords.states;

const marks: Record<Exclude<AgentStatus, 'starting'>, { icon: LucideIcon; tone: string }> = {
  missing: { icon: Download, tone: 'text-ink-3' },
  unapproved: { icon: Hand, tone: 'text-wait' },
  idle: { icon: CircleDashed, tone: 'text-ink-3' },
  ready: { icon: CircleCheck, tone: 'text-ink-2' },
  signed_out: { icon: KeyRound, tone: 'text-wait' },
  failed: { icon: CircleX, tone: 'text-fail' },
};

export function AgentStateMark({ status }: { status: AgentStatus }) {
  if (status !== 'starting') return <StateMark {...marks[status]} text={labels[status]} />;
  return (
    <span className="flex items-center gap-1.5 text-ink-2 text-small">
      <Pulse />
      {labels.starting}
    </span>
  );
}
