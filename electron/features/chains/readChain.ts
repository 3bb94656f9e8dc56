// The chain of a conversation, read from its log in pages. Keeps only what a row needs, so a conversation may be far
// larger than memory. Returned in pieces, because all rows at once would be too large.

import { type ChainSummary, chainSummarySteps, recordSummary } from '../../../shared/conversation/callSummaries.ts';
import { chainTextLimit } from '../../../shared/conversation/chain.ts';
import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ChainPiece } from '../../../shared/features/chains/methods.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { ConversationReader } from '../../ports/store.ts';

export interface ChainReader {
  /** The piece after `cursor`; null for the first. */
  read(conversationId: string, cursor: string | null): Promise<Result<ChainPiece>>;
}

const pageRecords = 400;
const pieceCalls = 1_000;
/** Beyond this many calls, rows show less text. */
const manyCalls = 4_000;
const fewCharacters = 120;
/** Maximum chains in progress. */
const maxKept = 4;
/** Identifies the reading and the next call. */
const wholeCursor = /^\d{1,15}\.\d{1,15}$/;

export function createChainReader(store: Pick<ConversationReader, 'readPage'>): ChainReader {
  const keptSummaries = new Map<string, { conversationId: string; whole: ChainSummary }>();
  let count = 0;

  async function readAll(conversationId: string): Promise<Result<ChainSummary>> {
    const light: Message[] = [];
    const slice = createTimeSlice();
    let calls = 0;
    for (let before: string | null = null; ; ) {
      const page: Awaited<ReturnType<ConversationReader['readPage']>> = await store.readPage(
        conversationId,
        before,
        pageRecords,
      );
      if (!page.ok) return page;
      const { messages, hasEarlier } = page.value;
      for (const message of messages.toReversed()) {
        calls += callsOf(message).length;
        const record = recordSummary(message, calls < manyCalls ? chainTextLimit : fewCharacters);
        if (record) light.push(record);
        const turn = slice();
        if (turn) await turn;
      }
      before = messages[0]?.id ?? null;
      if (!hasEarlier || before === null) break;
    }
    const steps = chainSummarySteps(conversationId, light.reverse());
    for (;;) {
      const step = steps.next();
      if (step.done) return ok(step.value);
      const turn = slice();
      if (turn) await turn;
    }
  }

  return {
    async read(conversationId, cursor) {
      if (cursor === null) {
        const whole = await readAll(conversationId);
        return whole.ok ? ok(piece(`${count++}`, { conversationId, whole: whole.value }, 0)) : whole;
      }
      const [key = '', from = ''] = cursor.split('.');
      const entry = wholeCursor.test(cursor) ? keptSummaries.get(key) : undefined;
      if (entry?.conversationId !== conversationId)
        return fail('PARAMS_INVALID', say`The list of calls is out of date. Reload it.`, { reason: 'cursor' });
      return ok(piece(key, entry, Number(from)));
    },
  };

  function piece(key: string, entry: { conversationId: string; whole: ChainSummary }, from: number): ChainPiece {
    const { whole } = entry;
    const end = from + pieceCalls;
    const isLast = end >= whole.calls.length;
    keptSummaries.delete(key);
    if (!isLast) keptSummaries.set(key, entry);
    for (const old of keptSummaries.keys()) if (keptSummaries.size > maxKept) keptSummaries.delete(old);
    return {
      calls: whole.calls.slice(from, end),
      turns: from === 0 ? whole.turns : [],
      total: whole.calls.length,
      cursor: isLast ? null : `${key}.${end}`,
    };
  }
}
