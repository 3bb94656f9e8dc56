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
import { classes } from '../../ui/classes.ts';
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

function stateWords({ state, changed }: Pick<McpServerInfo, 'state' | 'changed'>): string {
  return state === 'unapproved' && changed ? words.changed : words[state];
}

export function McpStateMark({ server }: { server: Pick<McpServerInfo, 'state' | 'changed'> }) {
  const { state } = server;
  const shown = stateWords(server);
  if (state === 'starting') {
    return (
      <span className="flex items-center gap-1.5 text-ink-2 text-small">
        <Pulse />
        {shown}
      </span>
    );
  }
  const { icon: Icon, tone } = marks[state];
  return (
    <span className={classes('flex items-center gap-1 text-small', tone)}>
      <Icon className="size-3.5 shrink-0" strokeWidth={2} aria-hidden />
      {shown}
    </span>
  );
}
