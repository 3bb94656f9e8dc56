// Reads ChatGPT exports: `conversations.json`, or many `conversations-000.json`, each an array of node trees.

import { maxAttachmentBytes } from '../../../shared/conversation/attachmentLimits.ts';
import { type ContentPart, outcomes } from '../../../shared/conversation/message.ts';
import { isJsonObject, type JsonObject, jsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { History, HistoryFile, HistoryProblem } from '../history.ts';
import { importedId } from '../importedId.ts';
import { countOrUndefined } from '../looseJson.ts';
import { createImportedBytes, type ImportedBytes } from '../web/importedBytes.ts';
import { createItemFormat, type ItemContext } from '../web/itemFormat.ts';
import { orderTree } from '../web/orderTree.ts';
import { createRecords, titleFrom } from '../web/records.ts';
import { arrayOrEmpty, asString, idText, objectItems, timeOf, withoutFields } from '../web/values.ts';
import { readableText, sourcesOf } from './citations.ts';
import { groupNodes, type NodeGroup } from './groupNodes.ts';
import { type ChatNode, readNode, textField } from './node.ts';

/**
 * Images and files in a ChatGPT export. Messages refer to them by asset pointer; file names in the export start with
 * the same id.
 */
const folders = ['.', 'dalle-generations'];

interface Assets {
  /** Null if it is not in the export. */
  find(pointer: string): Promise<Uint8Array | null>;
}

function createAssets(file: HistoryFile): Assets {
  let names: Promise<string[]> | null = null;

  async function allNames(): Promise<string[]> {
    const names: string[] = [];
    for (const folder of folders) {
      for (const name of await file.namesIn(folder)) names.push(folder === '.' ? name : `${folder}/${name}`);
    }
    return names;
  }

  return {
    async find(pointer) {
      const id = /^[\w-]+:\/\/([\w-]{4,100})/.exec(pointer)?.[1];
      if (id === undefined) return null;
      names ??= allNames();
      const name = (await names).find((each) => (each.split('/').at(-1) ?? '').startsWith(id));
      if (name === undefined) return null;
      const asset = await file.resolve(name);
      return asset ? asset.bytes(maxAttachmentBytes) : null;
    },
  };
}

const program = 'chatgpt';

export const chatGptFormat = createItemFormat({
  program,
  recognises: ({ keys }) => keys.has('mapping'),
  toHistory: readConversation,
});

/** Conversation-level fields, stored in `kept` of the first message. */
interface KeptNodes {
  nodes: JsonObject[];
  /** Hashes of the conversation's assets by pointer. */
  assets?: Record<string, string>;
  conversation?: JsonObject;
}

async function readConversation(value: unknown, context: ItemContext): Promise<History | HistoryProblem> {
  const { problem, slice, file } = context;
  if (!isJsonObject(value)) return problem(say`The entry that starts here is not a conversation.`);
  const session = idText(value.conversation_id) ?? idText(value.id);
  const title = titleFrom(value.title);
  if (!isJsonObject(value.mapping)) return problem(say`The conversation “${title}” has no messages.`);
  if (session === null) return problem(say`The conversation “${title}” has no ID.`);
  const problems: HistoryProblem[] = [];
  const chatNodes: ChatNode[] = [];
  for (const [id, node] of Object.entries(value.mapping)) {
    if (isJsonObject(node)) chatNodes.push(readNode(id, node));
    else problems.push(problem(say`The conversation “${title}” has a message that cannot be read: ${id}`));
    const turn = slice();
    if (turn) await turn;
  }
  const { nodes, cut } = orderTree(chatNodes);
  for (const { id } of cut) {
    problems.push(problem(say`The conversation “${title}” has a message that follows itself: ${id}`));
  }
  const { groups, groupOf } = groupNodes(nodes);
  const records = createRecords(program, session);
  const bytes = createImportedBytes();
  const assets = createAssets(file);
  const createdAt = timeOf(value.create_time);
  const recordOf = new Map<NodeGroup, string>();
  let conversation = withoutFields(value, ['mapping']);
  let model: string | null = idText(value.default_model_slug);
  for (const group of groups) {
    const parentId = group.parent ? (recordOf.get(group.parent) ?? null) : null;
    const hashes = new Map<string, string>();
    const fields = await fieldsOf(group, { session, bytes, assets, nodeNames: hashes });
    if (typeof fields.model === 'string') model = fields.model;
    const keptNodes: KeptNodes = {
      nodes: group.nodes.map((node) => keptNode(node, textOfFields(fields, node))),
      ...(hashes.size === 0 ? {} : { assets: Object.fromEntries(hashes) }),
      ...(conversation ? { conversation } : {}),
    };
    conversation = undefined;
    const time = group.nodes.map(({ message }) => timeOf(message.create_time)).find((each) => each !== null);
    const before = group.before.map(({ row }) => row);
    const id = records.add(fields, parentId, time ?? (parentId === null ? createdAt : null), {
      name: (group.nodes[0] as ChatNode).id,
      ids: group.nodes.map((node) => node.id),
      kept: keptNodes,
      before,
    });
    for (const { row } of group.after) records.addAfter(id, row);
    recordOf.set(group, id);
    const turn = slice();
    if (turn) await turn;
  }
  const head = groupOf(asString(value.current_node));
  return {
    program,
    session,
    title,
    folder: null,
    model,
    messages: records.messages,
    headId: (head && recordOf.get(head)) ?? records.messages.at(-1)?.id ?? null,
    agents: [],
    attachments: bytes.all,
    problems,
  };
}

interface NodeContext {
  session: string;
  bytes: ImportedBytes;
  assets: Assets;
  /** Collects the hash of every asset found. */
  nodeNames: Map<string, string>;
}

type Fields = Record<string, unknown> & { role: 'user' | 'assistant' | 'tool' };

async function fieldsOf(group: NodeGroup, making: NodeContext): Promise<Fields> {
  const [first] = group.nodes as [ChatNode];
  if (group.role === 'user') return { role: 'user', content: await userContent(first, making) };
  if (group.role === 'tool') return resultFields(group, making);
  const of = (kind: ChatNode['kind']) => group.nodes.filter((node) => node.kind === kind);
  const text = of('text')[0];
  const reasoning = of('thoughts')
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n\n');
  const calls = of('call').map((node) => ({
    id: callId(making.session, node),
    type: 'function',
    function: { name: node.tool, arguments: node.text },
  }));
  const last = group.nodes.at(-1) as ChatNode;
  const seconds = [...group.before, ...group.nodes]
    .map(({ metadata }) => countOrUndefined(metadata.finished_duration_sec))
    .find((each) => each !== undefined);
  const sources = text ? sourcesOf(text.metadata) : [];
  const model = group.nodes.map(({ metadata }) => idText(metadata.model_slug)).find((slug) => slug !== null);
  return {
    role: 'assistant',
    content: text ? readableText(text.text, text.metadata) : null,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(reasoning === '' ? {} : { reasoning }),
    ...(reasoning === '' || seconds === undefined ? {} : { reasoningMs: seconds * 1000 }),
    ...(sources.length === 0 ? {} : { sources }),
    ...(model ? { model } : {}),
    ...finishOf(last, calls.length > 0),
  };
}

function finishOf({ message, metadata }: ChatNode, hasCalls: boolean): { finishReason?: string } {
  const how = asString(jsonObject(metadata.finish_details).type);
  if (how === 'interrupted' || message.status === 'in_progress') return { finishReason: 'interrupted' };
  if (how === 'max_tokens') return { finishReason: 'length' };
  if (hasCalls) return { finishReason: 'tool_calls' };
  return how === 'stop' || message.end_turn === true ? { finishReason: 'stop' } : {};
}

function callId(session: string, { id }: { id: string }): string {
  return `call_${importedId(program, session, id)}`;
}

async function resultFields(group: NodeGroup, making: NodeContext): Promise<Fields> {
  const [first] = group.nodes as [ChatNode];
  const status = asString(jsonObject(first.metadata.aggregate_result).status);
  const failed = first.content.content_type === 'system_error' || status.startsWith('failed');
  const attachments: { hash: string; mediaType: string; name?: string }[] = [];
  for (const node of group.nodes) {
    for (const part of await imageParts(node, making)) {
      if (part.type === 'image') attachments.push({ hash: part.hash, mediaType: part.mediaType });
    }
  }
  return {
    role: 'tool',
    tool_call_id: callId(making.session, group.call ?? first),
    toolName: group.call?.tool ?? first.tool,
    content: group.nodes
      .map(({ text, metadata }) => readableText(text, metadata))
      .filter((text) => text !== '')
      .join('\n\n'),
    outcome: outcomes.find((each) => each === first.metadata.throughline_outcome) ?? (failed ? 'error' : 'ok'),
    ...(attachments.length === 0 ? {} : { attachments }),
  };
}

async function userContent(node: ChatNode, making: NodeContext): Promise<string | ContentPart[]> {
  const images = await imageParts(node, making);
  return images.length === 0 ? node.text : [...images, ...(node.text === '' ? [] : [textPart(node.text)])];
}

/** Also reads files. Images missing from the export become text. */
async function imageParts(node: ChatNode, { bytes, assets, nodeNames: named }: NodeContext): Promise<ContentPart[]> {
  const attached = objectItems(node.metadata.attachments);
  const names = new Map(attached.map((each) => [asString(each.id), asString(each.name)]));
  const visibleIds = new Set<string>();
  const parts: ContentPart[] = [];
  for (const part of arrayOrEmpty(node.content.parts)) {
    const pointer = idText(jsonObject(part).asset_pointer);
    if (pointer === null) continue;
    const name = names.get(/:\/\/([\w-]+)/.exec(pointer)?.[1] ?? '');
    const data = await assets.find(pointer);
    const image = data && bytes.image(data, name === '' ? undefined : name);
    parts.push(image ?? textPart(`[${name || pointer}]\n`));
    const asset = pointer.replace(/^.*:\/\//, '');
    visibleIds.add(asset);
    if (image) named.set(asset, image.hash);
  }
  // Files other than images are only listed in the metadata.
  for (const { id, name, mime_type: mediaType } of attached) {
    if (visibleIds.has(asString(id)) || !/^(?:text\/[\w.+-]+|application\/pdf)$/.test(asString(mediaType))) continue;
    const data = await assets.find(`file://${asString(id)}`);
    const file = data && bytes.file(data, asString(mediaType), asString(name) || asString(id));
    if (file) parts.push(file);
    if (file) named.set(asString(id), file.hash);
  }
  return parts;
}

function textPart(text: string): ContentPart {
  return { type: 'text', text };
}

/** The part of our text that the node itself contains. */
function textOfFields(fields: Fields, node: ChatNode): string | null {
  if (node.kind === 'call') return node.text;
  if (node.kind === 'thoughts') return null;
  return typeof fields.content === 'string' ? fields.content : null;
}

/** The node without the text already in our message. */
function keptNode(node: ChatNode, ownText: string | null): JsonObject {
  const field = ownText === null ? null : textField(node.content, ownText);
  if (field === null) return node.row;
  const content = withoutFields(node.content, [field]) ?? {};
  return { ...node.row, message: { ...node.message, content } };
}
