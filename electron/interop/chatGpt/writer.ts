// Writes a ChatGPT export with every branch. Nodes imported from ChatGPT are written back unchanged.

import { createHash } from 'node:crypto';
import { callsOf, type Message, maxCalls } from '../../../shared/conversation/message.ts';
import { isJsonObject, type JsonObject, jsonObject } from '../../../shared/core/json.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { messagesById } from '../branches.ts';
import type { ExportSource, HistoryWriter, WrittenFile } from '../history.ts';
import { createTextBuilder } from '../longText.ts';
import { savedOrigin } from '../web/origin.ts';
import { arrayOrEmpty, idText, objectItems } from '../web/values.ts';
import { nodesOfMessage } from './newNodes.ts';
import { loadAssetFiles } from './writtenAssets.ts';

const program = 'chatgpt';
const rootId = 'client-created-root';

export const chatGptWriter: HistoryWriter = { program, branches: true, write };

async function write(source: ExportSource): Promise<WrittenFile[]> {
  const nodes = createNodes();
  const assets = await loadAssetFiles(source);
  const tails = new Map<string, string | null>();
  const callNodes = new Map<string, string>();
  const callOf = await callsByResult(source.messages);
  const slice = createTimeSlice();
  let conversation: JsonObject = {};
  for (const record of source.messages) {
    const turn = slice();
    if (turn) await turn;
    const parent = record.parentId === null ? null : (tails.get(record.parentId) ?? null);
    const origin = savedOrigin(record, program);
    const restored = objectItems(origin?.kept.nodes);
    if (origin && restored.length > 0) {
      if (isJsonObject(origin.kept.conversation)) conversation = origin.kept.conversation;
      for (const row of origin.before) nodes.restore(row, parent);
      const text = typeof record.content === 'string' ? record.content : null;
      const resultText = record.role === 'tool' ? await source.result(record) : text;
      let tail = parent;
      let call = 0;
      for (const row of restored) {
        const filled = withText(row, record, resultText, call);
        if (isCall(filled)) callNodes.set(`${record.id} ${call++}`, String(filled.id));
        tail = nodes.restore(filled, tail);
      }
      for (const row of origin.after) nodes.restore(row, tail);
      tails.set(record.id, tail);
      continue;
    }
    const callKey = callOf.get(record.id);
    const text = record.role === 'tool' ? await source.result(record) : '';
    let tail = parent;
    for (const { id, message, call } of nodesOfMessage(
      record,
      text,
      (callKey && callNodes.get(callKey)) ?? null,
      assets,
    )) {
      tail = nodes.add(id, message, tail);
      if (call !== undefined) callNodes.set(`${record.id} ${call}`, tail);
    }
    tails.set(record.id, tail);
  }
  const head = source.headId === null ? null : (tails.get(source.headId) ?? null);
  const mapping = await nodes.mapping();
  const facts = {
    ...emptyConversation(source),
    ...conversation,
    title: source.title,
    current_node: head ?? nodes.last() ?? rootId,
    ...idsOf(source.id),
  };
  return [{ path: 'conversations.json', text: await fileText(facts, mapping) }, ...assets.values()];
}

/** One node per line. */
async function fileText(facts: JsonObject, mapping: ReadonlyMap<string, JsonObject>): Promise<string> {
  const slice = createTimeSlice();
  const text = createTextBuilder();
  text.add(`[\n${JSON.stringify(facts).slice(0, -1)},"mapping":{`);
  let comma = '';
  for (const [id, node] of mapping) {
    const turn = slice();
    if (turn) await turn;
    text.add(`${comma}\n${JSON.stringify(id)}:${JSON.stringify(node)}`);
    comma = ',';
  }
  text.add('\n}}\n]\n');
  return text.whole();
}

/** Maps each result to the call that it answers: the nearest ancestor with its id. */
async function callsByResult(messages: readonly Message[]): Promise<Map<string, string>> {
  const slice = createTimeSlice();
  const byId = await messagesById(messages);
  const callByResult = new Map<string, string>();
  for (const result of messages) {
    const turn = slice();
    if (turn) await turn;
    if (result.role !== 'tool' || result.partType === 'tool_run') continue;
    let ancestor = result.parentId === null ? undefined : byId.get(result.parentId);
    for (let steps = 0; ancestor && steps < maxCalls; steps++) {
      const at = callsOf(ancestor).findIndex(({ id }) => id === result.tool_call_id);
      if (at >= 0) {
        callByResult.set(result.id, `${ancestor.id} ${at}`);
        break;
      }
      ancestor = ancestor.parentId === null ? undefined : byId.get(ancestor.parentId);
    }
  }
  return callByResult;
}

function createNodes() {
  const nodesById = new Map<string, JsonObject & { children: unknown[] }>();
  let first: string | null = null;
  let newest: string | null = null;
  const root = (): string => {
    if (first !== null) return first;
    first = rootId;
    nodesById.set(rootId, { id: rootId, message: null, parent: null, children: [] });
    return rootId;
  };

  return {
    /** Returns the node's id. */
    add(id: string, message: JsonObject, parent: string | null): string {
      let free = id;
      for (let suffix = 2; nodesById.has(free); suffix++) free = `${id}-${suffix}`;
      const parentId = parent ?? root();
      nodesById.set(free, { id: free, message, parent: parentId, children: [] });
      newest = free;
      return free;
    },
    /** Restores a node below its original parent if that exists. */
    restore(row: JsonObject, parent: string | null): string {
      const parentName = idText(row.parent);
      const id = idText(row.id) ?? `node-${nodesById.size}`;
      const follows =
        parentName !== null && nodesById.has(parentName)
          ? parentName
          : row.parent === null || parent === null
            ? null
            : parent;
      if (!nodesById.has(id)) {
        nodesById.set(id, { ...row, id, parent: follows, children: arrayOrEmpty(row.children) });
        if (follows === null) first ??= id;
        newest = id;
      }
      return id;
    },
    last: () => newest,
    /** Keeps the original order of children, followed by new ones. */
    async mapping(): Promise<ReadonlyMap<string, JsonObject>> {
      const slice = createTimeSlice();
      const children = new Map<string, Set<unknown>>();
      for (const [id, { parent }] of nodesById) {
        const turn = slice();
        if (turn) await turn;
        if (typeof parent !== 'string') continue;
        const siblings = children.get(parent);
        if (siblings) siblings.add(id);
        else children.set(parent, new Set([id]));
      }
      if (nodesById.size === 0) root();
      for (const [id, row] of nodesById) {
        const turn = slice();
        if (turn) await turn;
        const childIds = children.get(id) ?? new Set();
        row.children = [...new Set([...row.children.filter((child) => childIds.has(child)), ...childIds])];
      }
      return nodesById;
    },
  };
}

function isCall(row: JsonObject): boolean {
  const { author, recipient } = jsonObject(row.message);
  return jsonObject(author).role === 'assistant' && typeof recipient === 'string' && recipient !== 'all';
}

/** Restores the text that the reader removed. */
function withText(row: JsonObject, record: Message, text: string | null, call: number): JsonObject {
  const message = jsonObject(row.message);
  const content = jsonObject(message.content);
  const type = content.content_type;
  const field = type === 'text' || type === 'multimodal_text' ? 'parts' : 'text';
  if (content[field] !== undefined || (field === 'text' && type !== 'code' && type !== 'execution_output')) return row;
  const callArguments =
    isCall(row) && record.role === 'assistant' ? record.tool_calls?.[call]?.function.arguments : undefined;
  const newText = callArguments ?? text;
  if (newText === null) return row;
  return { ...row, message: { ...message, content: { ...content, [field]: field === 'parts' ? [newText] : newText } } };
}

function emptyConversation({ messages, model }: ExportSource): JsonObject {
  const secondsOf = (message: Message | undefined): number | null =>
    message ? new Date(message.createdAt).getTime() / 1000 : null;
  const hasTime = ({ createdAt }: Message): boolean => new Date(createdAt).getTime() > 0;
  return {
    title: '',
    create_time: secondsOf(messages.find(hasTime)),
    update_time: secondsOf(messages.findLast(hasTime)),
    moderation_results: [],
    plugin_ids: null,
    conversation_template_id: null,
    gizmo_id: null,
    is_archived: false,
    safe_urls: [],
    default_model_slug: model,
  };
}

/** Ids in ChatGPT's format. */
function idsOf(id: string): { conversation_id: string; id: string } {
  const mark = createHash('sha256').update(id).digest('hex');
  const uuid = `${mark.slice(0, 8)}-${mark.slice(8, 12)}-4${mark.slice(13, 16)}-8${mark.slice(17, 20)}-${mark.slice(20, 32)}`;
  return { conversation_id: uuid, id: uuid };
}
