// Context usage, among the panel switches; a click opens the context panel.

import { useKeys } from '../../core/commands/shortcuts.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useConversation, useSession } from '../../core/state/context.tsx';
import { useConversationAgent } from '../../core/state/externalAgent.ts';
import { togglePanel } from '../../core/state/panels.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { Tip } from '../../ui/Tip.tsx';
import { useAgentSession } from '../externalAgents/agentStore.ts';
import { type Fullness, fullness, percentOf, useContextView } from './contextStore.ts';

const words = lateStrings.context;
const texts: Record<Fullness, string> = { calm: 'text-ink-2', near: 'text-wait', over: 'text-fail' };
const bars: Record<Fullness, string> = { calm: 'bg-ink-3', near: 'bg-wait', over: 'bg-fail' };

export function ContextMeter({ open }: { open: boolean }) {
  const { view } = useSession();
  const { report } = useContextView();
  const keys = useKeys('panel.context');
  const there = useConversation((state) => !state.removed) ?? false;
  const isAgents = useConversationAgent() !== null;
  const agentContext = useAgentSession()?.context;
  const usage = isAgents ? agentContext && { used: agentContext.used, window: { tokens: agentContext.size } } : report;
  if (!there || !usage) return null;
  const { used, window } = usage;
  const share = percentOf(used, window.tokens);
  const state = fullness(used, window.tokens);
  const amount = words.used(used, window.tokens);
  return (
    <Tip label={amount} shortcut={keys}>
      <button
        type="button"
        data-context-meter={state}
        aria-label={strings.sentences.row([words.meter(share), amount])}
        aria-pressed={open}
        onClick={() => togglePanel(view, 'context')}
        className={classes(
          'flex h-7 shrink-0 items-center gap-1.5 rounded-m px-2 text-ui hover:bg-hover aria-pressed:bg-hover',
          texts[state],
        )}
      >
        <span aria-hidden className="hidden h-1.5 w-7 overflow-hidden rounded-full bg-line narrow:block">
          <span
            className={classes('block h-full rounded-full', bars[state])}
            style={{ width: `${Math.min(100, share)}%` }}
          />
        </span>
        <span className="tabular">{words.percent(share)}</span>
      </button>
    </Tip>
  );
}
