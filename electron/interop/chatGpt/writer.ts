// Writes a ChatGPT export with every branch. Nodes imported from ChatGPT are written back unchanged.

import { createHash } from 'node:crypto';
import { callsOf, type Message, maxCalls } from '../../../shared/conversation/message.ts';
import { isJsonObject, type JsonObject, jsonObject } from '../../../shared/core/json.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { GivenHistory, HistoryWriter, WrittenFile } from '../history.ts';
import { messagesById } from '../linearOf.ts';
import { createLongText } from '../longText.ts';
import { keptOrigin } from '../web/origin.ts';
import { listOf, nameIn, rowsOf } from '../web/values.ts';
import { newNodes } from './newNodes.ts';
import { assetFiles } from './writtenAssets.ts';

const program = 'chatgpt';
const rootId = 'client-created-root';

export const chatGptWriter: HistoryWriter = { program, branches: true, write };

async function write(given: GivenHistory): Promise<WrittenFile[]> {
  const nodes = createNodes();
  const assets = await assetFiles(given);
  const tails = new Map<string, string | null>();
  const callNodes = new Map<string, string>();
  const callOf = await callsByResult(given.messages);
  const slice = createTimeSlice();
  let conversation: JsonObject = {};
  for (const record of given.messages) {
    const turn = slice();
    if (turn) await turn;
    const parent = record.parentId === null ? null : (tails.get(record.parentId) ?? null);
    const own = keptOrigin(record, program);
    const restored = rowsOf(own?.kept.nodes);
    if (own && restored.length > 0) {
      if (isJsonObject(own.kept.conversation)) conversation = own.kept.conversation;
      for (const row of own.before) nodes.restore(row, parent);
      const text = typeof record.content === 'string' ? record.content : null;
      const whole = record.role === 'tool' ? await given.result(record) : text;
      let tail = parent;
      let call = 0;
      for (const row of restored) {
        const filled = withWords(row, record, whole, call);
        if (isCall(filled)) callNodes.set(`${record.id} ${call++}`, String(filled.id));
        tail = nodes.restore(filled, tail);
      }
      for (const row of own.after) nodes.restore(row, tail);
      tails.set(record.id, tail);
      continue;
    }
    const asked = callOf.get(record.id);
    const text = record.role === 'tool' ? await given.result(record) : '';
    let tail = parent;
    for (const { id, message, call } of newNodes(record, text, (asked && callNodes.get(asked)) ?? null, assets)) {
      tail = nodes.add(id, message, tail);
      if (call !== undefined) callNodes.set(`${record.id} ${call}`, tail);
    }
    tails.set(record.id, tail);
  }
  const head = given.headId === null ? null : (tails.get(given.headId) ?? null);
  const mapping = await nodes.mapping();
  const facts = {
    ...emptyConversation(given),
    ...conversation,
    title: given.title,
    current_node: head ?? nodes.last() ?? rootId,
    ...idsOf(given.id),
  };
  return [{ path: 'conversations.json', text: await fileText(facts, mapping) }, ...assets.values()];
}

/** One node per line. */
async function fileText(facts: JsonObject, mapping: ReadonlyMap<string, JsonObject>): Promise<string> {
  const slice = createTimeSlice();
  const text = createLongText();
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
  const found = new Map<string, string>();
  for (const result of messages) {
    const turn = slice();
    if (turn) await turn;
    if (result.role !== 'tool' || result.partType === 'tool_run') continue;
    let above = result.parentId === null ? undefined : byId.get(result.parentId);
    for (let steps = 0; above && steps < maxCalls; steps++) {
      const at = callsOf(above).findIndex(({ id }) => id === result.tool_call_id);
      if (at >= 0) {
        found.set(result.id, `${above.id} ${at}`);
        break;
      }
      above = above.parentId === null ? undefined : byId.get(above.parentId);
    }
  }
  return found;
}

function createNodes() {
  const made = new Map<string, JsonObject & { children: unknown[] }>();
  let first: string | null = null;
  let newest: string | null = null;
  const root = (): string => {
    if (first !== null) return first;
    first = rootId;
    made.set(rootId, { id: rootId, message: null, parent: null, children: [] });
    return rootId;
  };

  return {
    /** Returns the node's id. */
    add(id: string, message: JsonObject, parent: string | null): string {
      let free = id;
      for (let again = 2; made.has(free); again++) free = `${id}-${again}`;
      const above = parent ?? root();
      made.set(free, { id: free, message, parent: above, children: [] });
      newest = free;
      return free;
    },
    /** Restores a node below its original parent if that exists. */
    restore(row: JsonObject, parent: string | null): string {
      const named = nameIn(row.parent);
      const id = nameIn(row.id) ?? `node-${made.size}`;
      const follows =
        named !== null && made.has(named) ? named : row.parent === null || parent === null ? null : parent;
      if (!made.has(id)) {
        made.set(id, { ...row, id, parent: follows, children: listOf(row.children) });
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
      for (const [id, { parent }] of made) {
        const turn = slice();
        if (turn) await turn;
        if (typeof parent !== 'string') continue;
        const known = children.get(parent);
        if (known) known.add(id);
        else children.set(parent, new Set([id]));
      }
      if (made.size === 0) root();
      for (const [id, row] of made) {
        const turn = slice();
        if (turn) await turn;
        const own = children.get(id) ?? new Set();
        row.children = [...new Set([...row.children.filter((child) => own.has(child)), ...own])];
      }
      return made;
    },
  };
}

function isCall(row: JsonObject): boolean {
  const { author, recipient } = jsonObject(row.message);
  return jsonObject(author).role === 'assistant' && typeof recipient === 'string' && recipient !== 'all';
}

/** Restores the text that the reader removed. */
function withWords(row: JsonObject, record: Message, text: string | null, call: number): JsonObject {
  const message = jsonObject(row.message);
  const content = jsonObject(message.content);
  const type = content.content_type;
  const field = type === 'text' || type === 'multimodal_text' ? 'parts' : 'text';
  if (content[field] !== undefined || (field === 'text' && type !== 'code' && type !== 'execution_output')) return row;
  const asked = isCall(row) && record.role === 'assistant' ? record.tool_calls?.[call]?.function.arguments : undefined;
  const words = asked ?? text;
  if (words === null) return row;
  return { ...row, message: { ...message, content: { ...content, [field]: field === 'parts' ? [words] : words } } };
}

function emptyConversation({ messages, model }: GivenHistory): JsonObject {
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
  const made = `${mark.slice(0, 8)}-${mark.slice(8, 12)}-4${mark.slice(13, 16)}-8${mark.slice(17, 20)}-${mark.slice(20, 32)}`;
  return { conversation_id: made, id: made };
}
