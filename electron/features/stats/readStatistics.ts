// The statistics of a conversation, counted while its branch is read in pages. Keeps two small numbers for each call, so
// that the conversation may be far larger than memory.

import { isManualCall } from '../../../shared/conversation/callSummaries.ts';
import { callsOf, type Message, type Outcome } from '../../../shared/conversation/message.ts';
import { createNumberPairing, isResult } from '../../../shared/conversation/pairing.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { type ConversationStatistics, maxTools } from '../../../shared/features/stats/methods.ts';
import { type BranchPages, createCompactNumbering, forEachPage } from '../../lib/branchPages.ts';
import type { ReadLaterOptions } from '../../ports/store.ts';
import type { CostService } from '../costs/costService.ts';

export interface StatisticsSources {
  store: BranchPages;
  costs: Pick<CostService, 'read'>;
}

export async function readStatistics(
  { store, costs }: StatisticsSources,
  conversationId: string,
  how: Pick<ReadLaterOptions, 'signal' | 'onProgress'> = {},
): Promise<Result<ConversationStatistics>> {
  const counter = createCounter();
  const read = await forEachPage(store, conversationId, how, async (messages) => {
    for (const message of messages) counter.add(message);
    return true;
  });
  if (!read.ok) return read;
  // The days select only what is reported of other conversations.
  const report = await costs.read(conversationId, 1);
  if (!report.ok) return report;
  const { conversation: spent } = report.value;
  return ok({ ...counter.end(), spent: spent && spent.replies + spent.titles > 0 ? spent : null });
}

function createCounter() {
  const messages = { user: 0, assistant: 0, tool: 0, system: 0 };
  const calls = { ok: 0, error: 0, denied: 0, cancelled: 0, interrupted: 0, open: 0 };
  const tools = new Map<string, number>();
  const pairing = createNumberPairing(createCompactNumbering());
  /** One entry for each result, in order. */
  const outcomes: Outcome[] = [];
  let first: string | null = null;
  let last: string | null = null;

  function called(name: string): void {
    tools.set(name, (tools.get(name) ?? 0) + 1);
  }

  return {
    add(message: Message): void {
      messages[message.role]++;
      first ??= message.createdAt;
      last = message.createdAt;
      pairing.add(message);
      if (isManualCall(message)) {
        called(message.toolName);
        calls[message.outcome]++;
      } else if (isResult(message)) outcomes.push(message.outcome);
      else for (const call of callsOf(message)) called(call.function.name);
    },
    end(): Omit<ConversationStatistics, 'spent'> {
      for (const result of pairing.end().resultOf) calls[outcomes[result] ?? 'open']++;
      const ranked = [...tools].map(([name, count]) => ({ name, count })).sort((one, other) => other.count - one.count);
      return { messages, calls, tools: ranked.slice(0, maxTools), toolCount: tools.size, first, last };
    },
  };
}
