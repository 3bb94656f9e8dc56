// Sums the costs of stored replies, including agents', for a turn or an agent's report.

import type { Message } from '../../shared/conversation/message.ts';

/** US dollars of the replies whose cost is known, and the number of the others; empty: no reply has usage. */
export function costsOf(messages: readonly Message[]): { usd?: number; unknown?: number } {
  let usd: number | undefined;
  let unknown = 0;
  const add = (amount: number | undefined, without: number): void => {
    if (amount !== undefined) usd = (usd ?? 0) + amount;
    unknown += without;
  };
  for (const message of messages) {
    if (message.role === 'assistant' && message.usage) {
      const { cost, discarded, inputTokens } = message.usage;
      if (cost) add(cost.usd, 0);
      else if (inputTokens !== undefined) add(undefined, 1);
      if (discarded) add(discarded.usd, discarded.unknown ?? 0);
    }
    const agent = message.role === 'tool' ? message.details?.agent?.usage : undefined;
    if (agent) add(agent.usd, agent.unknown ?? 0);
  }
  return { ...(usd === undefined ? {} : { usd }), ...(unknown > 0 ? { unknown } : {}) };
}
