// Writes a rollout that `codex resume` accepts: the session row first, a time in every row, and a call id on each
// result. Items are the model's history, events the UI's. Rows imported from Codex are written back unchanged.

import { createHash } from 'node:crypto';
import { type Message, type SystemMessage, type ToolMessage, textOf } from '../../../shared/conversation/message.ts';
import { isBlankText } from '../../../shared/conversation/sendable.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { createCallIds, plainCallId } from '../../conversation/callNames.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { branchOf, pairAllCalls } from '../branches.ts';
import type { ExportSource, HistoryWriter, WrittenFile } from '../history.ts';
import { createTextBuilder } from '../longText.ts';
import { jsonObjectOrNull, objectsOf, textOrEmpty, timeOf, wellFormedJson } from '../looseJson.ts';
import { undoneTurnCount } from './rows.ts';
import { commandIn, toCodexCall } from './toolNames.ts';
import { type CallIds, importDataOf, itemsOf } from './writeItems.ts';

export const codexWriter: HistoryWriter = {
  program: 'codex',
  // Undone turns.
  branches: true,
  async write(source) {
    return rollouts(source, null);
  },
};

interface Parent {
  id: string;
  /** The root session of all threads. */
  root: string;
  depth: number;
}

/** Followed by the rollouts of its agents. */
async function rollouts(source: ExportSource, parent: Parent | null): Promise<WrittenFile[]> {
  const files = [await rollout(source, parent)];
  const id = codexId(source.id);
  const child = { id, root: parent?.root ?? id, depth: (parent?.depth ?? 0) + 1 };
  for (const agent of source.agents) files.push(...(await rollouts(agent.source, child)));
  return files;
}

/** Sessions are identified by UUIDs. */
function codexId(id: string): string {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id;
  const hex = createHash('sha256').update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function rollout(source: ExportSource, parent: Parent | null): Promise<WrittenFile> {
  const isSingleFile = isOneFile(source);
  const messages = isSingleFile ? source.messages : await branchOf(source);
  const ids = await callIdsOf(messages, source);
  const session = sessionOf(source, messages, parent);
  const written: JsonObject[] = [session.row];
  const slice = createTimeSlice();
  const keeps = (rawRow: unknown): boolean =>
    rawRow !== session.from && (isSingleFile || undoneTurnCount(rawRow) === 0);
  const add = (more: readonly JsonObject[]): void => {
    for (const line of more) written.push(line);
  };
  for (const message of messages) {
    const turn = slice();
    if (turn) await turn;
    const from = fromCodex(message);
    add(objectsOf(from?.before).filter(keeps));
    if (!ids.isEarly(message.id)) add(await rowsOf(message, messages, source, ids));
    for (const result of ids.earlyOf(message.id)) add(await rowsOf(result, messages, source, ids));
    add(objectsOf(from?.after).filter(keeps));
  }
  const paginated = jsonObjectOrNull(session.row.payload)?.history_mode === 'paginated';
  const renamed = threadNames(source);
  const lines = createTextBuilder();
  for (const [at, line] of written.entries()) {
    const turn = slice();
    if (turn) await turn;
    const json = wellFormedJson(JSON.stringify(numbered(line, paginated ? at : null)));
    lines.add(`${renamed(json)}\n`);
  }
  return { path: pathOf(source, messages), text: await lines.whole() };
}

function numbered({ ordinal: _ordinal, ...line }: JsonObject, at: number | null): JsonObject {
  return at === null ? line : { timestamp: line.timestamp, ordinal: at, ...line };
}

function fromCodex({ origin }: Message): JsonObject | null {
  return origin?.type === 'import' && origin.program === 'codex' ? origin : null;
}

/** Undone turns are in the file together with the row that undoes them, so that the original file can be reproduced. */
function isOneFile({ messages, headId }: ExportSource): boolean {
  return messages.every((message, at) => {
    const from = fromCodex(message);
    if (!from) return false;
    const follows = at === 0 ? message.parentId === null : message.parentId === messages[at - 1]?.id;
    const isHead = at < messages.length - 1 || message.id === headId;
    return (
      (follows || objectsOf(from.before).some(undoneTurnCount)) &&
      (isHead || objectsOf(from.after).some(undoneTurnCount))
    );
  });
}

function sessionOf(
  source: ExportSource,
  messages: readonly Message[],
  parent: Parent | null,
): { row: JsonObject; from: unknown } {
  const id = codexId(source.id);
  const firstRow = firstKept(messages);
  const keptSession = jsonObjectOrNull(firstRow?.payload);
  const timestamp = firstRow?.timestamp ?? firstTime(messages);
  const payload = {
    timestamp,
    originator: 'throughline',
    cli_version: source.version,
    ...keptSession,
    ...sourceOf(parent, keptSession),
    id,
    ...(keptSession && !('session_id' in keptSession) ? {} : { session_id: parent?.root ?? id }),
    cwd: source.folder ?? keptSession?.cwd ?? '/',
  };
  return { row: { ...firstRow, timestamp, type: 'session_meta', payload }, from: firstRow };
}

/** The session row, kept with the first message. */
function firstKept(messages: readonly Message[]): JsonObject | undefined {
  for (const message of messages) {
    const sessionRow = objectsOf(fromCodex(message)?.before).find((candidate) => candidate.type === 'session_meta');
    if (sessionRow) return sessionRow;
  }
  return undefined;
}

/** An agent exported with its parent refers to it; exported alone, it is independent. */
function sourceOf(parent: Parent | null, keptSession: JsonObject | null): JsonObject {
  if (parent === null)
    return 'source' in (keptSession ?? {}) && !jsonObjectOrNull(jsonObjectOrNull(keptSession?.source)?.subagent)
      ? {}
      : { source: 'cli' };
  const spawn = jsonObjectOrNull(jsonObjectOrNull(jsonObjectOrNull(keptSession?.source)?.subagent)?.thread_spawn);
  const thread_spawn = { ...spawn, parent_thread_id: parent.id, depth: parent.depth };
  return {
    source: { subagent: { thread_spawn } },
    parent_thread_id: parent.id,
    thread_source: 'subagent',
  };
}

/** Agents get new ids; replaces them in references. */
function threadNames({ agents }: ExportSource): (json: string) => string {
  const names = agents.flatMap(({ source: { id, messages } }): [string, string][] => {
    const session = textOrEmpty(messages.map(fromCodex).find((from) => from !== null)?.session);
    return /^[\w-]{8,64}$/.test(session) ? [[session, codexId(id)]] : [];
  });
  return (json) => names.reduce((now, [before, after]) => now.replaceAll(before, after), json);
}

/** Codex rejects rows without a valid time; times in our log are unvalidated. */
function validTime(rawTime: unknown): string {
  return timeOf(rawTime) ?? new Date(0).toISOString();
}

function firstTime(messages: readonly Message[]): string {
  return validTime(messages[0]?.createdAt);
}

/** Relative path; the file name has the time of the first message. */
function pathOf({ id }: ExportSource, messages: readonly Message[]): string {
  const time = firstTime(messages).slice(0, 19);
  const [day = '', clock = ''] = time.split('T');
  return `sessions/${day.replaceAll('-', '/')}/rollout-${day}T${clock.replaceAll(':', '-')}-${codexId(id)}.jsonl`;
}

/** Ensures unique ids and one answer per call. Ids from Codex may be anything. */
async function callIdsOf(messages: readonly Message[], { agents }: ExportSource): Promise<CallIds> {
  const slice = createTimeSlice();
  const nameCall = createCallIds().name;
  const calls = new Map<string, string>();
  const results = new Map<string, string>();
  const commands = new Map<string, string>();
  const early = new Map<string, ToolMessage[]>();
  const threads = new Map(
    agents.flatMap(({ source, call }) => (call ? [[`${call.messageId} ${call.index}`, codexId(source.id)]] : [])),
  );
  const threadsByCall = new Map<string, string>();
  const positions = new Map<string, number>();
  for (const [at, { id }] of messages.entries()) {
    const turn = slice();
    if (turn) await turn;
    positions.set(id, at);
  }
  const isEarly = new Set<string>();
  for (const { messageId, callIndex, call, result } of await pairAllCalls(messages)) {
    const turn = slice();
    if (turn) await turn;
    const asking = messages[positions.get(messageId) ?? -1];
    // Notes from the app have no calls.
    if (!asking || asking.partType === 'note') continue;
    const id = nameCall(fromCodex(asking) ? call.id : plainCallId(call.id));
    calls.set(`${messageId} ${callIndex}`, id);
    if (!result) continue;
    results.set(result.id, id);
    const thread = threads.get(`${messageId} ${callIndex}`);
    if (thread !== undefined) threadsByCall.set(result.id, thread);
    if ((positions.get(result.id) ?? 0) < (positions.get(messageId) ?? 0)) {
      early.set(messageId, [...(early.get(messageId) ?? []), result]);
      isEarly.add(result.id);
    }
    const line = commandIn(toCodexCall(call.function));
    if (line !== null) commands.set(result.id, line);
  }
  return {
    ofCall: (messageId, index) => calls.get(`${messageId} ${index}`) ?? '',
    ofResult: (messageId) => results.get(messageId) ?? null,
    commandOf: (messageId) => commands.get(messageId) ?? null,
    threadOf: (messageId) => threadsByCall.get(messageId) ?? null,
    isEarly: (messageId) => isEarly.has(messageId),
    earlyOf: (messageId) => early.get(messageId) ?? [],
  };
}

async function rowsOf(
  message: Message,
  messages: readonly Message[],
  source: ExportSource,
  ids: CallIds,
): Promise<JsonObject[]> {
  const keptData = importDataOf(message);
  if (keptData?.event) return [jsonObjectOrNull(keptData.event) as JsonObject];
  if (message.role === 'system' && message.partType === 'summary') return compactedRows(message, messages, source, ids);
  const items = await itemsOf(message, source, ids);
  const timestamp = validTime(message.createdAt);
  const responseItem = (payload: JsonObject): JsonObject => ({ timestamp, type: 'response_item', payload });
  if (keptData?.row) return items.map((item) => ({ ...jsonObjectOrNull(keptData.row), payload: item }));
  if (Array.isArray(keptData?.rows) && items.length === objectsOf(keptData.rows).filter(isEmptied).length) {
    let at = 0;
    return objectsOf(keptData.rows).map((line) => (isEmptied(line) ? { ...line, payload: items[at++] } : line));
  }
  const events =
    message.role === 'tool'
      ? [...(await commandEvents(message, source, ids)), ...agentEvents(message, source, ids)]
      : eventsOf(message);
  return [...events.map((payload) => ({ timestamp, type: 'event_msg', payload })), ...items.map(responseItem)];
}

function isEmptied(line: JsonObject): boolean {
  return line.type === 'response_item' && !('payload' in line);
}

/** Events for the UI, which ignores items. */
function eventsOf(message: Message): JsonObject[] {
  const text = textOf({ content: message.role === 'tool' ? null : message.content });
  if (message.role === 'user')
    return [{ type: 'user_message', message: text, images: [], local_images: [], text_elements: [] }];
  if (message.role !== 'assistant') return [];
  const thought = message.reasoning ?? '';
  if (message.partType === 'note') return [{ type: 'warning', message: text }];
  return [
    ...(isBlankText(thought) ? [] : [{ type: 'agent_reasoning', text: thought }]),
    ...(isBlankText(text) ? [] : [{ type: 'agent_message', message: text }]),
    ...(message.partType === 'error'
      ? [{ type: 'error', message: message.error?.message ?? '', codex_error_info: null }]
      : []),
  ];
}

/** A command's outcome, which only events record. */
async function commandEvents(message: ToolMessage, source: ExportSource, ids: CallIds): Promise<JsonObject[]> {
  const id = ids.ofResult(message.id);
  const line = ids.commandOf(message.id);
  const code = message.details?.exitCode;
  if (id === null || line === null || typeof code !== 'number') return [];
  const output = await source.result(message);
  const duration = message.duration ?? 0;
  return [
    {
      type: 'exec_command_end',
      call_id: id,
      turn_id: '',
      command: ['bash', '-lc', line],
      cwd: source.folder ?? '/',
      parsed_cmd: [{ type: 'unknown', cmd: line }],
      stdout: '',
      stderr: '',
      aggregated_output: output,
      exit_code: code,
      duration: { secs: Math.floor(duration / 1000), nanos: Math.round((duration % 1000) * 1e6) },
      formatted_output: '',
      status: code === 0 ? 'completed' : 'failed',
    },
  ];
}

/** The thread that a call started, which only events record. */
function agentEvents(message: ToolMessage, source: ExportSource, ids: CallIds): JsonObject[] {
  const thread = ids.threadOf(message.id);
  if (thread === null) return [];
  const sender = codexId(source.id);
  const item = {
    type: 'CollabAgentToolCall',
    id: ids.ofResult(message.id),
    tool: 'spawn_agent',
    status: message.outcome === 'ok' ? 'completed' : 'failed',
    sender_thread_id: sender,
    receiver_thread_ids: [thread],
    receiver_agents: [{ thread_id: thread }],
    prompt: '',
    model: source.model ?? '',
    reasoning_effort: 'medium',
    agents_states: {},
  };
  return [{ type: 'item_completed', thread_id: sender, turn_id: '', item }];
}

/** The history from here on: the summary, its extra messages, and the messages that it preserved. */
async function compactedRows(
  message: SystemMessage,
  messages: readonly Message[],
  source: ExportSource,
  ids: CallIds,
): Promise<JsonObject[]> {
  const keptRow = jsonObjectOrNull(importDataOf(message)?.row);
  if (keptRow) {
    const payload = jsonObjectOrNull(keptRow.payload) ?? {};
    return [{ ...keptRow, payload: 'message' in payload ? payload : { message: message.content, ...payload } }];
  }
  // Only results were cleared, without a summary.
  if (isBlankText(message.content)) return [];
  const at = messages.indexOf(message);
  const { firstKeptId, pinnedIds = [], besideIds = [] } = message.compaction ?? { firstKeptId: message.id };
  const firstKeptIndex = messages.findIndex(({ id }) => id === firstKeptId);
  const from = firstKeptIndex < 0 ? at : Math.min(firstKeptIndex, at);
  const extraIds = new Set([...pinnedIds, ...besideIds]);
  const preserved = messages.filter(
    (one, index) => index < at && (index >= from || (extraIds.has(one.id) && one.role === 'user')),
  );
  const items: JsonObject[] = [];
  for (const one of preserved) items.push(...(await itemsOf(one, source, ids)));
  const summaryItem = { type: 'message', role: 'user', content: [{ type: 'input_text', text: message.content }] };
  const payload = { message: message.content, replacement_history: [summaryItem, ...items] };
  return [{ timestamp: validTime(message.createdAt), type: 'compacted', payload }];
}
