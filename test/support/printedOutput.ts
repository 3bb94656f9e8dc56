// Passes a tool's output to a store like the chat: added in chunks, ended, stored as the result of its call.

import { mkdirSync, writeFileSync } from 'node:fs';
import { outputName, type PrintingCall } from '../../electron/stores/results/deadOutput.ts';
import type { NewMessage, ToolMessage } from '../../shared/conversation/message.ts';
import { asNew, assistantMessage, call, toolMessage, userMessage } from './messageBuilder.ts';
import type { OpenedConversation } from './openStore.ts';
import { okValue } from './result.ts';

export interface Printed {
  message: ToolMessage;
  /** The output shown while it was printed. */
  shown: string;
  fingerprint: string;
  /** The whole output, if it was small. */
  text: string | null;
}

export interface PrintedOptions {
  before?: string;
  after?: string;
  toolCallId?: string;
}

/** The message once the result is stored; the output is then discarded. */
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
 * Leaves a call's output in the folder of results as if the app had been killed; without a position, as an earlier
 * version left it. Returns the file's path.
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

/** A conversation whose last call was killed while printing: the ID of the message with the call, and the file. */
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

/** The result stored for such a call by the user's choice or the next message. */
export function interruptedResult(toolCallId: string, more: Partial<ToolMessage> = {}): NewMessage {
  const fields = {
    toolName: 'run_command',
    outcome: 'interrupted',
    content: 'Nobody knows whether it ended.',
  } as const;
  return { role: 'tool', tool_call_id: toolCallId, ...fields, ...more } as NewMessage;
}

/** Splits a buffer into chunks of the sizes that `next` returns. */
export function* piecesOf(whole: Buffer, next: () => number): Generator<Buffer> {
  for (let at = 0; at < whole.length; ) {
    const size = Math.max(1, next());
    yield whole.subarray(at, at + size);
    at += size;
  }
}

/** Pseudo-random numbers below a bound, the same in every run. */
export function steadyRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
