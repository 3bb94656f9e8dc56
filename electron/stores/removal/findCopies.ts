// Finds other places in a conversation that contain a distinctive part of a message: a secret is often quoted in the reply. It
// only reports them; nothing is changed.

import { callsOf, type Message, textOf } from '../../../shared/conversation/message.ts';
import type { LogSource } from '../files/fileWindow.ts';
import { readMessage } from '../log/logRecords.ts';
import { scanLog } from '../log/logScan.ts';

/** Minimum length of a token: a run with both letters and digits, as in keys. */
const shortestToken = 12;
const maxTokens = 50;
/** Texts up to this length are searched for whole. */
const maxWholeLength = 2_000;
const shortestWhole = 8;
const maxMatches = 100;

/** IDs in log order. Call before removing the message. */
export async function findCopies(source: LogSource, message: Message): Promise<string[]> {
  const parts = tellingParts(message);
  if (parts.length === 0) return [];
  const matchingIds: string[] = [];
  await scanLog(source, ({ value }) => {
    if (matchingIds.length >= maxMatches) return;
    const read = readMessage(value);
    if (!read.ok || read.message.id === message.id) return;
    const text = allText(read.message);
    if (parts.some((part) => text.includes(part))) matchingIds.push(read.message.id);
  });
  return matchingIds;
}

function tellingParts(message: Message): string[] {
  const text = allText(message);
  const parts = new Set<string>();
  const whole = textOf(message).trim();
  if (whole.length >= shortestWhole && whole.length <= maxWholeLength) parts.add(whole);
  for (const [token] of text.matchAll(/[\p{L}\p{N}_+/=.~-]+/gu)) {
    if (token.length < shortestToken || !/\p{N}/u.test(token) || !/\p{L}/u.test(token)) continue;
    parts.add(token);
    if (parts.size >= maxTokens) break;
  }
  return [...parts];
}

function allText(message: Message): string {
  const calls = callsOf(message).map((call) => call.function.arguments);
  const reasoning = message.role === 'assistant' ? [message.reasoning ?? ''] : [];
  return [textOf(message), ...reasoning, ...calls].join('\n');
}
