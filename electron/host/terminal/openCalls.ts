// Names a conversation's open calls in the terminal. A call in the last reply goes by its position, which never
// changes; a call in an earlier reply by `MESSAGE:INDEX`.

import type { OpenCallInfo } from '../../../shared/conversation/event.ts';
import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { callSentence } from '../../../shared/features/tools/toolInfo.ts';

export interface NamedCall extends OpenCallInfo {
  callId: string;
  /** What the user types to select it. */
  name: string;
  sentence: string;
}

interface OpenCallList {
  messages: readonly Message[];
  openCalls: readonly OpenCallInfo[];
}

/** One line per call, with its facts. */
export function openCallLines(openCalls: OpenCallList): string[] {
  return namedCalls(openCalls).map(({ name, sentence, state, callId, process, isTask }) => {
    const ran = state === 'not_started' ? 'not started' : 'started, outcome unknown';
    const task = isTask ? '; its server continued it as a task' : '';
    const still = process ? `; it may still be running (process ${process.pid})` : '';
    return `  ${name}. ${sentence} (${ran}${task}${still}; ${callId})`;
  });
}

/** The calls, and the command that resolves one. */
export function openCallsText(conversationId: string, openCalls: OpenCallList): string {
  const fetch = openCalls.openCalls.some(({ isTask }) => isTask) ? '--get-result | ' : '';
  const how = `throughline resolve ${conversationId.slice(0, 8)} CALL ${fetch}--run-again | --skip | --mark-done`;
  return `Interrupted calls:\n${openCallLines(openCalls).join('\n')}\nResolve with: ${how}\n`;
}

function namedCalls({ messages, openCalls }: OpenCallList): NamedCall[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const last = lastReply(messages);
  return openCalls.flatMap((entry) => {
    const owner = byId.get(entry.messageId);
    const call = owner && callsOf(owner)[entry.index];
    if (!call) return [];
    const name = owner === last ? String(entry.index + 1) : `${entry.messageId}:${entry.index}`;
    return [{ ...entry, callId: call.id, name, sentence: sentenceOf(call) }];
  });
}

/** CALL_NOT_OPEN lists the open calls. */
export function chooseCall(openCalls: OpenCallList, reference: string): Result<NamedCall> {
  const open = namedCalls(openCalls);
  const exactMatches = open.filter((call) => [call.callId, `${call.messageId}:${call.index}`].includes(reference));
  const matches = exactMatches.length === 0 ? open.filter(({ name }) => name === reference) : exactMatches;
  if (matches.length === 1 && matches[0]) return ok(matches[0]);
  const why =
    matches.length > 1 ? `"${reference}" matches more than one open call` : notOpen(openCalls.messages, reference);
  if (open.length === 0) return fail('CALL_NOT_OPEN', `${why}. This conversation has no open calls.`);
  return fail('CALL_NOT_OPEN', `${why}; nothing was changed. Open calls:\n${openCallLines(openCalls).join('\n')}`);
}

function notOpen(messages: readonly Message[], name: string): string {
  const last = lastReply(messages);
  const calls = last ? callsOf(last) : [];
  const answeredCall = calls.find((call, index) => String(index + 1) === name || call.id === name);
  return answeredCall
    ? `Call ${name} (${sentenceOf(answeredCall)}) is not open: it already has its result`
    : `There is no open call "${name}"`;
}

/** The last reply with calls. */
function lastReply(messages: readonly Message[]): Message | undefined {
  return messages.findLast((message) => callsOf(message).length > 0);
}

function sentenceOf({ function: { name, arguments: text } }: ReturnType<typeof callsOf>[number]): string {
  return callSentence(name, text, false);
}
