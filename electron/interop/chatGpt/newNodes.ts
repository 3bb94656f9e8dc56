// Creates nodes for messages that did not come from ChatGPT. Data without a ChatGPT equivalent is stored in `metadata`
// under our own keys, which other readers ignore.

import {
  type AssistantMessage,
  type ContentPart,
  callsOf,
  type Message,
  type ToolMessage,
  textOf,
  type UserMessage,
} from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { imagesOf, validParts } from '../web/validParts.ts';
import { assetId, pointerOf } from './writtenAssets.ts';

export interface NewNode {
  id: string;
  message: JsonObject;
  /** For calls: the index among the message's calls. */
  call?: number;
}

/** Names of the exported asset files. */
export type AssetNames = Pick<ReadonlyMap<string, unknown>, 'has'>;

/** `text`: a tool message's whole result. `callNode`: the node of its call. */
export function nodesOfMessage(record: Message, text: string, callNode: string | null, assets: AssetNames): NewNode[] {
  if (record.partType === 'note') return [];
  switch (record.role) {
    case 'user':
      return [userNode(record, assets)];
    case 'assistant':
      return assistantNodes(record);
    case 'tool':
      return record.partType === 'tool_run'
        ? userRunNodes(record, text, assets)
        : [resultNode(record, text, callNode, assets)];
    case 'system':
      return [];
  }
}

function node(
  record: Message,
  id: string,
  role: string,
  content: JsonObject,
  more: JsonObject = {},
  metadata: JsonObject = {},
): NewNode {
  const at = new Date(record.createdAt).getTime();
  const { name = null, ...rest } = more;
  const message = {
    id,
    author: { role, name, metadata: {} },
    create_time: Number.isNaN(at) || at === 0 ? null : at / 1000,
    update_time: null,
    content,
    status: 'finished_successfully',
    end_turn: null,
    weight: 1,
    metadata: { ...metadata, throughline_record: record.id },
    recipient: 'all',
    channel: null,
    ...rest,
  };
  return { id, message };
}

function userNode(record: UserMessage, assets: AssetNames): NewNode {
  const parts = validParts(record.content).map((part) => orPlaceholder(part, assets));
  const text = textOf({ content: typeof record.content === 'string' ? record.content : parts });
  const pictures = parts.flatMap((part) => (part.type === 'image' ? [part] : []));
  const files = parts.flatMap((part) => (part.type === 'image' || part.type === 'file' ? [part] : []));
  const attachments = files.map((part) => ({
    id: assetId(part.hash),
    name: part.name ?? 'image',
    mime_type: part.mediaType,
    ...(part.bytes === undefined ? {} : { size: part.bytes }),
  }));
  const content =
    pictures.length === 0
      ? { content_type: 'text', parts: [text] }
      : { content_type: 'multimodal_text', parts: [...pictures.map(pointerOf), ...(text === '' ? [] : [text])] };
  return node(record, record.id, 'user', content, {}, attachments.length === 0 ? {} : { attachments });
}

/** Replaces a missing asset with its name. */
function orPlaceholder(part: ContentPart, assets: AssetNames): ContentPart {
  if ((part.type !== 'image' && part.type !== 'file') || assets.has(assetId(part.hash))) return part;
  return { type: 'text', text: `[${part.name ?? part.mediaType}]\n` };
}

function assistantNodes(record: AssistantMessage): NewNode[] {
  const nodes: NewNode[] = [];
  const slug = record.model === undefined ? {} : { model_slug: record.model };
  const calls = record.partType === 'error' ? [] : callsOf(record);
  const add = (kind: string, content: JsonObject, more: JsonObject = {}, metadata: JsonObject = {}): NewNode => {
    const id = nodes.length === 0 ? record.id : `${record.id}-${kind}`;
    const newNode = node(record, id, 'assistant', content, more, { ...slug, ...metadata });
    nodes.push(newNode);
    return newNode;
  };
  if (record.reasoning) {
    const seconds = record.reasoningMs === undefined ? {} : { finished_duration_sec: record.reasoningMs / 1000 };
    add('thoughts', { content_type: 'thoughts', thoughts: [{ summary: '', content: record.reasoning }] }, {}, seconds);
  }
  if (record.content !== null && record.content !== '') {
    const isLast = calls.length === 0;
    const more = isLast ? { end_turn: true, channel: 'final' } : { channel: 'commentary' };
    add('text', { content_type: 'text', parts: [record.content] }, more, isLast ? finishOf(record) : {});
  }
  calls.forEach((call, at) => {
    const content = { content_type: 'code', language: 'unknown', text: call.function.arguments };
    add(`call-${at}`, content, { recipient: recipientOf(call.function.name), channel: 'commentary' }).call = at;
  });
  return nodes;
}

/** `all` would address the user. */
function recipientOf(name: string): string {
  if (name === '') return 'tool';
  return name === 'all' ? 'functions.all' : name;
}

function finishOf({ finishReason }: AssistantMessage): JsonObject {
  const type = finishReason === 'length' ? 'max_tokens' : finishReason;
  return type === undefined ? {} : { finish_details: { type } };
}

function resultNode(record: ToolMessage, text: string, callNode: string | null, assets: AssetNames): NewNode {
  const metadata = {
    throughline_outcome: record.outcome,
    ...(callNode === null ? {} : { throughline_call: callNode }),
  };
  const pictures = imagesOf(record)
    .filter(({ hash }) => assets.has(assetId(hash)))
    .map(pointerOf);
  const content =
    pictures.length === 0
      ? { content_type: 'text', parts: [text] }
      : { content_type: 'multimodal_text', parts: [...pictures, ...(text === '' ? [] : [text])] };
  return node(record, record.id, 'tool', content, { name: record.toolName || 'tool' }, metadata);
}

/** Represents a command that the user ran as a model's call, the only kind that the format supports. */
function userRunNodes(record: ToolMessage, text: string, assets: AssetNames): NewNode[] {
  const content = { content_type: 'code', language: 'unknown', text: record.arguments ?? '' };
  const callNode = node(record, `${record.id}-call`, 'assistant', content, { recipient: recipientOf(record.toolName) });
  const answer = resultNode(record, text, callNode.id, assets);
  (answer.message.metadata as JsonObject).throughline_record = `${record.id}-result`;
  return [callNode, answer];
}
