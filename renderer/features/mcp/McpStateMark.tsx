// A server's state as icon and text, never by color alone.

import {
  CircleCheck,
  CircleDashed,
  CircleX,
  FolderLock,
  Hand,
  KeyRound,
  Layers2,
  type LucideIcon,
  PowerOff,
} from 'lucide-react';
import type { McpServerInfo } from '../../../shared/features/mcp/methods.ts';
import { StateMark } from '../../ui/ListPage.tsx';
import { Pulse } from '../../ui/Pulse.tsx';
import { mcpWords } from './words.ts';

const words = mcpWords.states;

const marks: Record<Exclude<McpServerInfo['state'], 'starting'>, { icon: LucideIcon; tone: string }> = {
  disabled: { icon: PowerOff, tone: 'text-ink-3' },
  untrusted: { icon: FolderLock, tone: 'text-ink-3' },
  unapproved: { icon: Hand, tone: 'text-wait' },
  shadowed: { icon: Layers2, tone: 'text-ink-3' },
  idle: { icon: CircleDashed, tone: 'text-ink-3' },
  ready: { icon: CircleCheck, tone: 'text-ink-2' },
  needs_sign_in: { icon: KeyRound, tone: 'text-wait' },
  failed: { icon: CircleX, tone: 'text-fail' },
};

export function McpStateMark({ server }: { server: Pick<McpServerInfo, 'state' | 'changed'> }) {
  const { state, changed } = server;
  const text = state === 'unapproved' && changed ? words.changed : words[state];
  if (state !== 'starting') return <StateMark {...marks[state]} text={text} />;
  return (
    <span className="flex items-center gap-1.5 text-ink-2 text-small">
      <Pulse />
      {text}
    </span>
  );
}
