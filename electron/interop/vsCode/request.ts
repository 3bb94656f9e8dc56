// Converts a VS Code request: the user's prompt and the reply's parts.

import type { ToolDetails } from '../../../shared/conversation/message.ts';
import { isJsonObject, type JsonObject, jsonObject } from '../../../shared/core/json.ts';
import type { Records } from '../web/records.ts';
import { createReplyParts, type ReplyDraft, type ReplyParts } from '../web/replyParts.ts';
import { arrayOrEmpty, asString, idText, jsonTextOf, objectItems, timeOf, withoutFields } from '../web/values.ts';

const program = 'vscode';

interface RequestedCall {
  name: string;
  arguments: string;
}

/** The extension's record of its calls, with the actual arguments and results. */
interface Rounds {
  callsById: Map<string, RequestedCall>;
  results: JsonObject;
}

/** Returns the id of the last message. */
export function addRequest(
  records: Records,
  session: string,
  row: JsonObject,
  at: number,
  parentId: string | null,
  before: unknown[],
): string | null {
  const name = idText(row.requestId) ?? `request ${at}`;
  const time = timeOf(row.timestamp);
  const text = questionOf(row.message);
  const extra = withoutFields(row, ['requestId', 'timestamp', 'response', 'result', 'modelId', 'isCanceled']);
  let parent = parentId;
  let lines: unknown[] | undefined = before;
  if (text !== '') {
    parent = records.add({ role: 'user', content: text }, parent, time, { name, kept: extra, before });
    lines = undefined;
  }
  const result = jsonObject(row.result);
  const rounds = roundsOf(jsonObject(result.metadata));
  const reply = createReplyParts(program, session, name);
  const unplaced = objectItems(row.response).filter((part) => !takePart(part, reply, rounds));
  const drafts = withUnseen(reply.end(), rounds, reply);
  const error = errorOf(result.errorDetails);
  if (error && drafts.length === 0) drafts.push({ content: null, reasoning: '', calls: [], results: [] });
  const model = idText(row.modelId);
  return records.addReply(drafts, parent, time, {
    name: `${name} reply`,
    kept: {
      ...(unplaced.length === 0 ? {} : { response: unplaced }),
      ...(row.result === undefined ? {} : { result: withoutRounds(result) }),
    },
    ...(lines ? { before: lines } : {}),
    each: model === null ? {} : { model },
    last: {
      ...(row.isCanceled === true ? { finishReason: 'interrupted' } : {}),
      ...(error ? { partType: 'error', error } : {}),
    },
  });
}

function questionOf(message: unknown): string {
  if (typeof message === 'string') return message;
  const { text, parts } = jsonObject(message);
  return (
    asString(text) ||
    objectItems(parts)
      .map((part) => asString(part.text))
      .join('')
  );
}

function errorOf(details: unknown): { code: string; message: string } | null {
  return isJsonObject(details) ? { code: 'LLM_ERROR', message: asString(details.message) } : null;
}

function roundsOf(metadata: JsonObject): Rounds {
  const callsById = new Map<string, RequestedCall>();
  for (const round of objectItems(metadata.toolCallRounds)) {
    for (const call of objectItems(round.toolCalls)) {
      const id = idText(call.id);
      if (id !== null)
        callsById.set(id, { name: idText(call.name) ?? 'tool', arguments: jsonTextOf(call.arguments ?? '') });
    }
  }
  return { callsById, results: jsonObject(metadata.toolCallResults) };
}

/** Drops calls and results, which our messages contain. */
function withoutRounds(result: JsonObject): JsonObject {
  const metadata = withoutFields(jsonObject(result.metadata), ['toolCallRounds', 'toolCallResults']);
  return { ...withoutFields(result, ['metadata']), ...(metadata ? { metadata } : {}) };
}

/** Returns false if our messages cannot represent the part. */
function takePart(part: JsonObject, reply: ReplyParts, rounds: Rounds): boolean {
  if (part.kind === undefined || part.kind === 'markdownContent') {
    const content = part.kind === undefined ? part.value : jsonObject(part.content).value;
    if (typeof content !== 'string') return false;
    reply.text(content);
    return true;
  }
  if (part.kind === 'thinking') {
    reply.thinking(
      Array.isArray(part.value) ? part.value.filter((each) => typeof each === 'string').join('') : asString(part.value),
    );
    return true;
  }
  if (part.kind === 'inlineReference') {
    reply.text(`\`${idText(part.name) ?? idText(jsonObject(part.inlineReference).path) ?? 'reference'}\``);
    return false;
  }
  if (part.kind !== 'toolInvocationSerialized' && part.kind !== 'toolInvocation') return false;
  takeCall(part, reply, rounds);
  return false;
}

function takeCall(part: JsonObject, reply: ReplyParts, { callsById, results }: Rounds): void {
  const callId = idText(part.toolCallId);
  const call = callId === null ? undefined : callsById.get(callId);
  const name = call?.name ?? idText(part.toolId) ?? 'tool';
  const id = reply.call(callId, name, call?.arguments ?? argumentsOf(part));
  const resultContent =
    callId !== null && Object.hasOwn(results, callId) ? resultText(results[callId]) : detailsText(part);
  const state = jsonObject(jsonObject(part.toolSpecificData).terminalCommandState);
  const details: ToolDetails = typeof state.exitCode === 'number' ? { exitCode: state.exitCode } : {};
  const denied = part.isConfirmed === false || jsonObject(part.isConfirmed).type === 0;
  if (resultContent === null && !denied && part.isComplete !== true) return;
  reply.result({
    callId: id,
    toolName: name,
    content: resultContent ?? '',
    outcome: denied ? 'denied' : 'ok',
    ...(Object.keys(details).length === 0 ? {} : { details }),
  });
}

function argumentsOf(part: JsonObject): string {
  const toolData = jsonObject(part.toolSpecificData);
  const command = jsonObject(toolData.commandLine);
  const line =
    idText(command.userEdited) ?? idText(command.toolEdited) ?? idText(command.original) ?? idText(toolData.command);
  if (line !== null) return JSON.stringify({ command: line });
  return toolData.rawInput === undefined ? '{}' : jsonTextOf(toolData.rawInput);
}

function resultText(result: unknown): string {
  return arrayOrEmpty(jsonObject(result).content)
    .map((part) => (typeof jsonObject(part).value === 'string' ? asString(jsonObject(part).value) : jsonTextOf(part)))
    .join('\n');
}

/** The visible result in VS Code, if the extension kept none. */
function detailsText(part: JsonObject): string | null {
  const { output } = jsonObject(part.resultDetails);
  if (output === undefined) return idText(jsonObject(jsonObject(part.toolSpecificData).terminalCommandOutput).text);
  if (typeof output === 'string') return output;
  return objectItems(output)
    .map((each) => asString(each.value))
    .join('\n');
}

/** Inserts calls that VS Code did not show before the reply's final text. */
function withUnseen(drafts: ReplyDraft[], { callsById, results }: Rounds, reply: ReplyParts): ReplyDraft[] {
  const seenIds = new Set(drafts.flatMap(({ calls }) => calls.map(({ id }) => id)));
  const unseen = [...callsById].filter(([id]) => !seenIds.has(id));
  if (unseen.length === 0) return drafts;
  const last = drafts.at(-1);
  const finalDrafts = last && last.calls.length === 0 ? drafts.splice(-1) : [];
  for (const [id, { name, arguments: text }] of unseen) {
    reply.call(id, name, text);
    if (Object.hasOwn(results, id)) {
      reply.result({ callId: id, toolName: name, content: resultText(results[id]), outcome: 'ok' });
    }
  }
  return [...drafts, ...finalDrafts];
}
