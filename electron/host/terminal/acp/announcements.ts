// Facts about a session besides its messages: the commands that a prompt can call with `/`, and how full the context is.

import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { externalAgentOf } from '../../../../shared/features/externalAgents/externalAgent.ts';
import type { ModelRef } from '../../../../shared/features/models/modelOptions.ts';
import type { SlashEntry } from '../../../../shared/features/slash/slash.ts';
import type { Core } from '../../../core.ts';

const maxCommands = 500;

/**
 * The user's own commands, skills and prompts, those of trusted folders and of servers, and compaction unless an external
 * agent answers, which manages its own context.
 */
export function availableCommands(entries: readonly SlashEntry[], model: ModelRef | null): SessionUpdate {
  const isWithAgent = externalAgentOf(model) !== null;
  const others = entries.filter(({ name }) => name !== 'compact').slice(0, maxCommands);
  return {
    sessionUpdate: 'available_commands_update',
    availableCommands: [
      ...(isWithAgent ? [] : [{ name: 'compact', description: 'Compacts the context now' }]),
      ...others.map(({ name, description, hint }) => ({
        name,
        description: description || name,
        ...(hint === '' ? {} : { input: { hint } }),
      })),
    ],
  };
}

/** With the cost so far. Null before the first reply. */
export async function usageOf(
  core: Pick<Core, 'context' | 'costs'>,
  conversationId: string,
): Promise<SessionUpdate | null> {
  const [context, costs] = await Promise.all([core.context.read(conversationId), core.costs.read(conversationId, 1)]);
  if (!context.ok || context.value.lastUsage === null) return null;
  const { used, window } = context.value;
  const sum = costs.ok ? costs.value.conversation : null;
  // An incomplete sum is no cost.
  const isKnown = sum !== null && sum.replies > 0 && sum.unknown === 0;
  return {
    sessionUpdate: 'usage_update',
    used,
    size: window.tokens,
    ...(isKnown ? { cost: { amount: sum.usd, currency: 'USD' } } : {}),
  };
}
