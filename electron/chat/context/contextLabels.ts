// Labels a record for display: what a call did, or the first words of a message. In English, with translatable parts
// where it is not third-party text.

import { attachmentNames } from '../../../shared/conversation/attachments.ts';
import { shortenArguments } from '../../../shared/conversation/callSummaries.ts';
import { environmentOf } from '../../../shared/conversation/environment.ts';
import {
  callsOf,
  type Message,
  type ToolCall,
  type ToolMessage,
  textOf,
} from '../../../shared/conversation/message.ts';
import { pairResults } from '../../../shared/conversation/pairing.ts';
import type { CallEnd, ContextKind, ContextNote } from '../../../shared/features/context/methods.ts';
import { nativeCallSentence } from '../../../shared/features/tools/familiarCall.ts';

/** Maximum characters of a label. */
const longest = 120;

/** Maximum characters of a call's arguments, and number of calls. */
const maxArgumentsLength = 400;
const maxCalls = 20;

export interface ContextNames {
  label(messageId: string, kind: ContextKind): string;
  words(messageId: string, kind: ContextKind): ContextNote | undefined;
}

/** Labels records by id; unknown ids were added by repair. */
export function createContextNames(records: readonly Message[]): ContextNames {
  const byId = new Map(records.map((message) => [message.id, message]));
  const callByResult = callsByResult(records);
  return {
    label(messageId, kind) {
      const message = byId.get(messageId);
      return message ? labelOf(message, kind, callByResult.get(messageId)) : 'Added to make the request valid';
    },
    words(messageId, kind) {
      const message = byId.get(messageId);
      return message ? wordsOf(message, kind, callByResult.get(messageId)) : { type: 'added' };
    },
  };
}

export function contextLabels(records: readonly Message[]): ContextNames['label'] {
  return createContextNames(records).label;
}

/** Chosen like `labelOf`. */
function wordsOf(message: Message, kind: ContextKind, call: ToolCall | undefined): ContextNote | undefined {
  if (kind === 'mentions') return undefined;
  const about = environmentOf(message);
  if (about !== null && about !== 'moment' && about !== 'changes') return { type: 'told', about };
  if (kind === 'calls') return callWords(callsOf(message), false);
  if (message.role === 'assistant' && message.partType === 'error' && textOf(message).trim() === '') {
    const { error } = message;
    return {
      type: 'failed',
      error: error ? { code: error.code, message: error.message, ...(error.said ? { said: error.said } : {}) } : null,
    };
  }
  if (message.role === 'tool') return call && callWords([call], wasDone(message, call), endOf(message));
  if (oneLine(textOf(message)) !== '' || oneLine(attachmentNames(message)) !== '') return undefined;
  return callsOf(message).length > 0 ? callWords(callsOf(message), false) : undefined;
}

function callWords(calls: readonly ToolCall[], done: boolean, ended: CallEnd | null = null): ContextNote {
  return {
    type: 'calls',
    done,
    ...(ended === null ? {} : { ended }),
    calls: calls.slice(0, maxCalls).map(({ function: { name, arguments: argumentsText } }) => ({
      name,
      arguments: shortenArguments(argumentsText, maxArgumentsLength),
    })),
  };
}

function labelOf(message: Message, kind: ContextKind, call: ToolCall | undefined): string {
  if (kind === 'mentions') return oneLine(mentionedPaths(message).join(', '));
  if (kind === 'calls')
    return oneLine(
      callsOf(message)
        .map((call) => sentence(call, false))
        .join('; '),
    );
  if (message.role === 'assistant' && message.partType === 'error' && textOf(message).trim() === '')
    return oneLine(`Failed: ${message.error?.message ?? 'a model call'}`);
  if (message.role === 'tool') return oneLine(call ? sentence(call, wasDone(message, call)) : message.toolName);
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

/** As in the call's box: a failed command did run, unless it was rejected before. */
function wasDone({ outcome, startedAt, details }: ToolMessage, call: ToolCall): boolean {
  if (outcome === 'ok') return true;
  const refused = startedAt === undefined && details?.notRun !== undefined;
  return outcome === 'error' && call.function.name === 'run_command' && !refused;
}

function endOf({ outcome, details }: ToolMessage): CallEnd | null {
  if (outcome === 'ok') return null;
  return outcome === 'interrupted' && details?.interrupted === 'not_started' ? 'not_started' : outcome;
}

/** Maps each result's record id to the call it answers. */
function callsByResult(records: readonly Message[]): Map<string, ToolCall> {
  return new Map(
    pairResults(records).slots.flatMap(({ call, result }) => (result ? [[result.id, call] as const] : [])),
  );
}

function sentence(call: ToolCall, done: boolean): string {
  return nativeCallSentence(call.function, done);
}

function mentionedPaths(message: Message): string[] {
  if (message.role !== 'user' || typeof message.content === 'string') return [];
  return message.content.flatMap((part) => {
    const named = part.type === 'mention' ? part.path : part.type === 'file' ? part.name : null;
    return typeof named === 'string' ? [named] : [];
  });
}

/** Collapses white space; ends long text in an ellipsis, without splitting a surrogate pair. */
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
