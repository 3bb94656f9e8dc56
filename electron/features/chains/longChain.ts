// The chain of a conversation of any length, streamed call by call. Reads the log twice in pages: first to pair results
// with calls, keeping only numbers and the call-related fields of results; then to emit the calls.

import { type ChainEntry, entryOf, type ResultFields, resultFields } from '../../../shared/conversation/chain.ts';
import { callsOf } from '../../../shared/conversation/message.ts';
import { createNumberPairing, isResult } from '../../../shared/conversation/pairing.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { type BranchPages, createCompactNumbering, forEachPage } from '../../lib/branchPages.ts';
import { createTextColumn } from '../../lib/columns.ts';
import type { ReadLaterOptions } from '../../ports/store.ts';

export interface LongChain {
  /** Emits entries in request order, each after the previous promise of `take` has settled. */
  each(take: (entry: ChainEntry) => Promise<void> | null): Promise<Result<void>>;
}

export interface ChainFollowing extends Pick<ReadLaterOptions, 'signal' | 'onProgress'> {
  onRecords?: ((records: number) => void) | undefined;
}

export async function readLongChain(
  store: BranchPages,
  conversationId: string,
  following: ChainFollowing = {},
): Promise<Result<LongChain>> {
  const pairing = createNumberPairing(createCompactNumbering());
  /** Per result: its call-related fields, as JSON. */
  const fields = createTextColumn();
  let records = 0;
  let lastId: string | null = null;
  const paired = await forEachPage(store, conversationId, following, async (messages) => {
    for (const message of messages) {
      pairing.add(message);
      if (isResult(message)) fields.push(JSON.stringify(resultFields(message), withoutNull));
    }
    records += messages.length;
    lastId = messages.at(-1)?.id ?? lastId;
    following.onRecords?.(records);
    return true;
  });
  if (!paired.ok) return paired;
  const { resultOf } = pairing.end();

  return ok({
    async each(take) {
      let call = 0;
      let remaining = records;
      let isSame = records === 0;
      const finished = await forEachPage(store, conversationId, { signal: following.signal }, async (messages) => {
        for (const message of messages.slice(0, remaining)) {
          for (const [index, toolCall] of callsOf(message).entries()) {
            const result = resultOf[call++] ?? -1;
            const resultFields = result < 0 ? null : (JSON.parse(fields.at(result)) as ResultFields);
            const pending = take(entryOf(message.id, index, toolCall, resultFields));
            if (pending) await pending;
          }
          remaining--;
          if (remaining === 0) isSame = message.id === lastId;
        }
        return remaining > 0;
      });
      if (!finished.ok) return finished;
      return isSame ? ok(undefined) : fail('MESSAGE_NOT_FOUND', moved);
    },
  });
}

/** Drops fields that are null for a call without a result, too. */
function withoutNull(_key: string, value: unknown): unknown {
  return value === null ? undefined : value;
}

const moved = say`Another branch was opened while the calls were being printed, so the list mixes branches. Run the command again.`;
