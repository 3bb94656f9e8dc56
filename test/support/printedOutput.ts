// What a tool prints, given to a store the way the chat does it: added in pieces, ended, stored as the result of its call.

import type { ToolMessage } from '../../shared/conversation/message.ts';
import { asNew, toolMessage } from './messageBuilder.ts';
import type { OpenedConversation } from './openStore.ts';
import { okValue } from './result.ts';

export interface Printed {
  message: ToolMessage;
  /** What was shown while it was printed. */
  shown: string;
  fingerprint: string;
  /** All of it where it was small. */
  text: string | null;
}

export interface PrintedOptions {
  before?: string;
  after?: string;
  toolCallId?: string;
}

/** The message when the result is stored; the output is discarded after. */
export async function printAndStore(
  { store, conversationId }: Pick<OpenedConversation, 'store' | 'conversationId'>,
  pieces: Iterable<string | Buffer>,
  { before = '', after = '[exit code 0]', toolCallId = 'c1' }: PrintedOptions = {},
): Promise<Printed> {
  const shown: Buffer[] = [];
  const output = store.openOutput(conversationId, toolCallId, (bytes) => shown.push(Buffer.from(bytes)));
  for (const piece of pieces) await output.add(piece);
  const { text, fingerprint } = await output.end();
  const message = asNew(toolMessage(toolCallId, ''));
  const stored = await store.appendConversationMessage(conversationId, message, { output, before, after });
  await output.discard();
  return { message: okValue(stored) as ToolMessage, shown: Buffer.concat(shown).toString(), fingerprint, text };
}

/** A buffer in pieces of the sizes that `next` gives. */
export function* piecesOf(whole: Buffer, next: () => number): Generator<Buffer> {
  for (let at = 0; at < whole.length; ) {
    const size = Math.max(1, next());
    yield whole.subarray(at, at + size);
    at += size;
  }
}

/** Numbers below a bound that look random and are the same in every run. */
export function steadyRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
