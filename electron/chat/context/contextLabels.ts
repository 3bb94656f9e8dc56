// A line that names a record for people: what a call did, the first words of a message.

import type { ContextKind } from '../../../shared/contract/resources.ts';
import { attachmentNames } from '../../../shared/conversation/attachments.ts';
import { callsOf, type Message, type ToolCall, textOf } from '../../../shared/conversation/message.ts';
import { pairResults } from '../../../shared/conversation/pairing.ts';
import { callSentence } from '../../../shared/toolInfo.ts';

/** Characters of a label, at most. */
const longest = 120;

/** Names the records by id; what is none of them was added by repair. */
export function contextLabels(records: readonly Message[]): (messageId: string, kind: ContextKind) => string {
  const byId = new Map(records.map((message) => [message.id, message]));
  const asked = callsByResult(records);
  return (messageId, kind) => {
    const message = byId.get(messageId);
    return message ? labelOf(message, kind, asked.get(messageId)) : 'Added so that the request is valid';
  };
}

function labelOf(message: Message, kind: ContextKind, asked: ToolCall | undefined): string {
  if (kind === 'mentions') return oneLine(mentionedPaths(message).join(', '));
  if (kind === 'calls')
    return oneLine(
      callsOf(message)
        .map((call) => sentence(call, false))
        .join('; '),
    );
  if (message.role === 'assistant' && message.partType === 'error' && textOf(message).trim() === '')
    return oneLine(`Failed: ${message.error?.message ?? 'a model call'}`);
  if (message.role === 'tool') return oneLine(asked ? sentence(asked, true) : message.toolName);
  return (
    oneLine(textOf(message)) ||
    oneLine(attachmentNames(message)) ||
    oneLine(
      callsOf(message)
        .map((call) => sentence(call, false))
        .join('; '),
    )
  );
}

/** The call that each result answers, by the id of the result's record. */
function callsByResult(records: readonly Message[]): Map<string, ToolCall> {
  return new Map(
    pairResults(records).slots.flatMap(({ call, result }) => (result ? [[result.id, call] as const] : [])),
  );
}

function sentence(call: ToolCall, done: boolean): string {
  return callSentence(call.function.name, call.function.arguments, done);
}

function mentionedPaths(message: Message): string[] {
  if (message.role !== 'user' || typeof message.content === 'string') return [];
  return message.content.flatMap((part) => {
    const named = part.type === 'mention' ? part.path : part.type === 'file' ? part.name : null;
    return typeof named === 'string' ? [named] : [];
  });
}

/** White space of any kind is one blank; what is long ends in an ellipsis, never inside a pair of surrogates. */
function oneLine(text: string): string {
  const line = text
    .slice(0, longest * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= longest) return line;
  return `${line
    .slice(0, longest - 1)
    .toWellFormed()
    .replace(/\ufffd$/u, '')}…`;
}
