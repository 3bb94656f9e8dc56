// A session as other machines read it: the lines of its conversation and its agents, as sharing writes them, but nothing is masked,
// since only the user's own machines can open them.

import { ok, type Result } from '../../../shared/core/errors.ts';
import type { ConversationStore } from '../../ports/store.ts';
import { prepareConversation } from '../sharing/publish/prepareConversation.ts';
import type { SessionLine } from '../sync/engine/sessionPieces.ts';

const unmasked = {
  scan: () => null,
  clean: (text: string) => text,
  cleanDeep: async <T>(value: T) => value,
  secrets: async () => [],
  homePaths: () => 0,
};

export async function sessionLines(
  store: ConversationStore,
  conversationId: string,
  version: string,
  signal: AbortSignal,
): Promise<Result<AsyncIterable<SessionLine>>> {
  const choice = { conversationId, from: null, results: true, attachments: true };
  const prepared = await prepareConversation(store, unmasked, choice, version, signal);
  return prepared.ok ? ok(linesOf(prepared.value.lines())) : prepared;
}

async function* linesOf(values: AsyncIterable<unknown>): AsyncGenerator<SessionLine> {
  for await (const value of values) {
    const { type } = value as { type: string };
    // The whole is known by the list of its pieces.
    if (type === 'conversations' || type === 'end') continue;
    yield { text: Buffer.from(`${JSON.stringify(value)}\n`, 'utf8'), isApart: type !== 'message' };
  }
}
