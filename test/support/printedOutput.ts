// What a tool prints, given to a store the way the chat does it: added in pieces, ended, stored as the result of its call.

import { mkdirSync, writeFileSync } from 'node:fs';
import { outputName, type PrintingCall } from '../../electron/stores/results/deadOutput.ts';
import type { NewMessage, ToolMessage } from '../../shared/conversation/message.ts';
import { asNew, assistantMessage, call, toolMessage, userMessage } from './messageBuilder.ts';
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
  const output = store.openOutput(conversationId, { toolCallId }, (bytes) => shown.push(Buffer.from(bytes)));
  for (const piece of pieces) await output.add(piece);
  const { text, fingerprint } = await output.end();
  const message = asNew(toolMessage(toolCallId, ''));
  const stored = await store.appendConversationMessage(conversationId, message, { output, before, after });
  await output.discard();
  return { message: okValue(stored) as ToolMessage, shown: Buffer.concat(shown).toString(), fingerprint, text };
}

/**
 * What a call had printed when the app was killed, as it is left in the folder of results; without a place as an earlier
 * version left it. The path of the file.
 */
export function leavePrinted(
  resultsFolder: string,
  toolCallId: string,
  text: string,
  place?: PrintingCall['place'],
): string {
  mkdirSync(resultsFolder, { recursive: true });
  const path = outputName(resultsFolder, { toolCallId, ...(place && { place }) }, 1_000_000);
  writeFileSync(path, text);
  return path;
}

/** A conversation whose last call was killed while it printed: the id of the record that asked, and the file. */
export async function killedWhilePrinting(
  { store, conversationId, resultsFolder }: OpenedConversation,
  toolCallId: string,
  text: string,
): Promise<{ askedIn: string; path: string }> {
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('go'))));
  const asking = asNew(assistantMessage('', [call(toolCallId, 'run_command', '{"command":"make"}')]));
  const asked = okValue(await store.appendConversationMessage(conversationId, asking));
  return { askedIn: asked.id, path: leavePrinted(resultsFolder, toolCallId, text) };
}

/** The result that a person's choice, or the next message, stores for such a call. */
export function interruptedResult(toolCallId: string, more: Partial<ToolMessage> = {}): NewMessage {
  const fields = {
    toolName: 'run_command',
    outcome: 'interrupted',
    content: 'Nobody knows whether it ended.',
  } as const;
  return { role: 'tool', tool_call_id: toolCallId, ...fields, ...more } as NewMessage;
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
