// Writes a file for `opencode import`. All ids are new, since the original session may still exist. Results are written
// into their call's part, wherever their message was.

import type { AssistantMessage, Message, SystemMessage, ToolMessage } from '../../../shared/conversation/message.ts';
import { isBlankText } from '../../../shared/conversation/sendable.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { createCallIds } from '../../conversation/callNames.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { branchOf, pairAllCalls } from '../branches.ts';
import type { ExportSource, HistoryWriter, WrittenFile } from '../history.ts';
import { createTextBuilder } from '../longText.ts';
import { jsonObjectOrNull, objectsOf, textOrEmpty, wellFormedJson } from '../looseJson.ts';
import { createIds } from './newIds.ts';
import { importDataOf, noteParts, replyParts, tokensOf, userParts } from './writeParts.ts';

interface Written {
  info: JsonObject;
  parts: JsonObject[];
}

const unknownModel = { providerID: 'throughline', modelID: 'unknown' };

export const openCodeWriter: HistoryWriter = {
  program: 'opencode',
  branches: false,
  async write(source) {
    return sessionFiles(source, null);
  },
};

/** Followed by the sessions of its agents. */
async function sessionFiles(source: ExportSource, parent: string | null): Promise<WrittenFile[]> {
  const files = [await sessionFile(source, parent)];
  for (const agent of source.agents) files.push(...(await sessionFiles(agent.source, createIds(source.id).session)));
  return files;
}

async function sessionFile(source: ExportSource, parent: string | null): Promise<WrittenFile> {
  const ids = createIds(source.id);
  const messages = await branchOf(source);
  const writtenMessages = await messagesOf(messages, source);
  const renamed = new Map<string, string>();
  let [last, question] = [0, ''];
  const slice = createTimeSlice();
  const out: Written[] = [];
  for (const { info, parts } of writtenMessages) {
    const turn = slice();
    if (turn) await turn;
    const time = Math.max(created(info), last);
    last = time;
    const id = ids.next('msg', time);
    if (typeof info.id === 'string') renamed.set(info.id, id);
    if (info.role === 'user') question = id;
    const parentID =
      info.role === 'assistant' ? { parentID: renamed.get(textOrEmpty(info.parentID)) ?? (question || id) } : {};
    const location = { sessionID: ids.session, messageID: id };
    const withIds = (part: JsonObject): JsonObject => ({
      ...withAttachmentIds(part, location, () => ids.next('prt', time)),
      id: ids.next('prt', time),
      ...location,
    });
    out.push({ info: { ...info, ...parentID, id, sessionID: ids.session }, parts: parts.map(withIds) });
  }
  for (const { parts } of out) {
    for (const part of parts) {
      if (part.type !== 'compaction' || !('tail_start_id' in part)) continue;
      const tail = renamed.get(textOrEmpty(part.tail_start_id));
      if (tail === undefined) delete part.tail_start_id;
      else part.tail_start_id = tail;
    }
  }
  const json = createTextBuilder();
  const info = wellFormedJson(
    JSON.stringify({
      ...sessionInfo(source, messages, ids.session, out),
      ...(parent === null ? {} : { parentID: parent }),
    }),
  );
  json.add(`{"info": ${info},\n"messages": [\n`);
  for (const [at, message] of out.entries()) {
    const turn = slice();
    if (turn) await turn;
    json.add(`${at === 0 ? '' : ',\n'}${wellFormedJson(JSON.stringify(message))}`);
  }
  json.add('\n]}\n');
  return { path: `opencode-${ids.session}.json`, text: await json.whole() };
}

function created(info: JsonObject): number {
  const time = jsonObjectOrNull(info.time)?.created;
  return typeof time === 'number' && Number.isFinite(time) && time >= 0 ? time : 0;
}

function withAttachmentIds(part: JsonObject, location: JsonObject, next: () => string): JsonObject {
  const state = jsonObjectOrNull(part.state);
  if (!state || !Array.isArray(state.attachments)) return part;
  const attachments = objectsOf(state.attachments).map((file) => ({ ...file, id: next(), ...location }));
  return { ...part, state: { ...state, attachments } };
}

function before({ origin }: Message): JsonObject[] {
  return origin?.type === 'import' && origin.program === 'opencode' ? objectsOf(origin.before) : [];
}

async function messagesOf(messages: readonly Message[], source: ExportSource): Promise<Written[]> {
  const slice = createTimeSlice();
  const results = new Map<string, ToolMessage | null>();
  for (const { messageId, callIndex, result } of await pairAllCalls(messages)) {
    const turn = slice();
    if (turn) await turn;
    results.set(`${messageId} ${callIndex}`, result);
  }
  const writing: Writing = { source, providers: await providersOf(messages) };
  const newCallId = createCallIds().name;
  const writtenMessages: Written[] = [];
  const sessions = new Map(
    source.agents.map(({ source: agent, call }) => [`${call?.messageId} ${call?.index}`, createIds(agent.id).session]),
  );
  const agentsOf = (message: Message) => (index: number) => sessions.get(`${message.id} ${index}`) ?? null;
  const push = (info: JsonObject, parts: JsonObject[]): number => writtenMessages.push({ info, parts });
  for (const message of messages) {
    const turn = slice();
    if (turn) await turn;
    for (const line of before(message))
      if (jsonObjectOrNull(line.info)) push(jsonObjectOrNull(line.info) as JsonObject, objectsOf(line.parts));
    const info = jsonObjectOrNull(importDataOf(message)?.info);
    if (message.role === 'user') push(info ?? userInfo(message, writing), await userParts(message, source));
    else if (message.role === 'system' && message.partType === 'summary')
      summaryOf(message, info, messages, writing, push);
    else if (message.role === 'system' || message.partType === 'tool_run')
      push(userInfo(message, writing), noteParts(message));
    else if (message.role === 'assistant' && message.partType !== 'note') {
      const parts = await replyParts(
        message,
        { resultAt: (index) => results.get(`${message.id} ${index}`) ?? null, agentAt: agentsOf(message) },
        source,
        newCallId,
      );
      const goesOn = textOrEmpty(importDataOf(message)?.goesOn);
      const open = writtenMessages.at(-1);
      if (goesOn !== '' && open?.info.id === goesOn) open.parts.push(...parts);
      else push(info ?? replyInfo(message, writing), parts);
    }
  }
  return writtenMessages;
}

/** Provider of each model, from OpenCode's own replies. */
async function providersOf(messages: readonly Message[]): Promise<Map<string, string>> {
  const slice = createTimeSlice();
  const providers = new Map<string, string>();
  for (const message of messages) {
    const turn = slice();
    if (turn) await turn;
    const info = jsonObjectOrNull(importDataOf(message)?.info);
    if (info && textOrEmpty(info.modelID) !== '')
      providers.set(textOrEmpty(info.modelID), textOrEmpty(info.providerID));
  }
  return providers;
}

/** Context shared by all messages of a session. */
interface Writing {
  source: ExportSource;
  providers: ReadonlyMap<string, string>;
}

function modelOf({ source, providers }: Writing, model: string | undefined): { providerID: string; modelID: string } {
  const modelID = model ?? source.model ?? unknownModel.modelID;
  return { providerID: providers.get(modelID) || providerOf(modelID) || unknownModel.providerID, modelID };
}

/**
 * OpenCode's provider ids by model name; it cannot continue with an unknown provider. Source: models.dev, OpenCode's
 * provider list.
 */
const makers: readonly (readonly [RegExp, string])[] = [
  [/^claude-/, 'anthropic'],
  [/^(?:gpt-(?!oss)|o[1-9](?:-|$)|chatgpt-|codex-)/, 'openai'],
  [/^gemini-/, 'google'],
  [/^(?:mistral|ministral|magistral|codestral|devstral|pixtral)-/, 'mistral'],
  [/^deepseek-(?:chat|reasoner|v)/, 'deepseek'],
  [/^grok-/, 'xai'],
];

function providerOf(model: string): string | undefined {
  return makers.find(([names]) => names.test(model))?.[1];
}

/** Keeps the original id until all are renamed: the tail of a compaction may refer to it. */
function userInfo({ id, createdAt }: Message, writing: Writing): JsonObject {
  const time = { created: Date.parse(createdAt) || 0 };
  return { role: 'user', time, agent: 'build', model: modelOf(writing, undefined), id };
}

function replyInfo(message: AssistantMessage, writing: Writing): JsonObject {
  const time = Date.parse(message.createdAt) || 0;
  const failed = message.partType === 'error';
  const error = { name: 'UnknownError', data: { message: message.error?.message ?? 'unknown' } };
  const stopped = message.finishReason === 'stopped';
  const aborted = { name: 'MessageAbortedError', data: { message: 'Aborted' } };
  const folder = writing.source.folder ?? '/';
  return {
    id: message.id,
    role: 'assistant',
    mode: 'build',
    agent: 'build',
    path: { cwd: folder, root: folder },
    cost: 0,
    tokens: tokensOf(message),
    ...modelOf(writing, message.model),
    time: { created: time, completed: time },
    ...(failed ? { error } : stopped ? { error: aborted } : { finish: message.tool_calls ? 'tool-calls' : 'stop' }),
  };
}

/** A compaction request with the summary as its reply. The preserved messages start at `tail_start_id`. */
function summaryOf(
  message: SystemMessage,
  info: JsonObject | null,
  messages: readonly Message[],
  writing: Writing,
  push: (info: JsonObject, parts: JsonObject[]) => number,
): void {
  // Only results were cleared, without a summary.
  if (isBlankText(message.content)) return;
  if (info) {
    const parts = objectsOf(importDataOf(message)?.parts);
    push(
      info,
      parts.map((part) => (part.type === 'text' && !('text' in part) ? { ...part, text: message.content } : part)),
    );
    return;
  }
  const time = Date.parse(message.createdAt) || 0;
  const at = messages.indexOf(message);
  const first = messages.findIndex(({ id }) => id === message.compaction?.firstKeptId);
  const tail = first >= 0 && first < at ? { tail_start_id: messages[first]?.id } : {};
  push(userInfo({ ...message, id: `${message.id} asked` }, writing), [{ type: 'compaction', auto: false, ...tail }]);
  const reply = { role: 'assistant' as const, model: writing.source.model ?? unknownModel.modelID };
  const request = {
    ...replyInfo({ ...message, ...reply } as unknown as AssistantMessage, writing),
    mode: 'compaction',
    agent: 'compaction',
    summary: true,
  };
  push(request, [{ type: 'text', text: message.content, time: { start: time, end: time } }]);
}

/** Session fields, kept with the first message. */
function sessionKept(messages: readonly Message[]): JsonObject | null {
  for (const message of messages) {
    const sessionLine = before(message).find((line) => jsonObjectOrNull(line.session));
    if (sessionLine) return jsonObjectOrNull(sessionLine.session);
  }
  return null;
}

function timeAt(previous: Written | undefined): number {
  return previous ? created(previous.info) : 0;
}

function sessionInfo(
  source: ExportSource,
  messages: readonly Message[],
  id: string,
  out: readonly Written[],
): JsonObject {
  const keptSession = sessionKept(messages);
  const title = source.title || textOrEmpty(keptSession?.title) || 'Imported from Throughline';
  const { revert: _revert, share: _share, parentID: _parent, ...rest } = keptSession ?? { cost: 0, agent: 'build' };
  return {
    slug: 'imported',
    projectID: 'global',
    version: source.version,
    time: { created: timeAt(out[0]), updated: timeAt(out.at(-1)) },
    ...rest,
    id,
    directory: source.folder ?? keptSession?.directory ?? '/',
    title,
  };
}
