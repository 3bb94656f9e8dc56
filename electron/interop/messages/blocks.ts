// Messages with content blocks, as in Anthropic's Messages API and Cline: calls are blocks of a reply, results are
// blocks of the next user message. Source: Anthropic's API reference, "Messages", content block types.

import type { ContentPart, Outcome, ToolCall } from '../../../shared/conversation/message.ts';
import { isJsonObject, type JsonObject, jsonObject } from '../../../shared/core/json.ts';
import type { ImportedBytes } from '../web/importedBytes.ts';
import { asString, idText, jsonTextOf, objectItems } from '../web/values.ts';

const callTypes = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use']);
const blockTypes = new Set([...callTypes, 'thinking', 'redacted_thinking', 'document', 'search_result']);

/** Counts unsupported blocks by type. */
export type UnknownParts = Map<string, number>;

export interface BlockReply {
  content: string | null;
  reasoning: string;
  calls: ToolCall[];
  /** Results of provider-side tools, which are part of the reply. */
  results: BlockResult[];
  /** Blocks that the fields above cannot represent: signed thinking and unknown types. */
  kept: JsonObject[];
}

export interface BlockResult {
  callId: string | null;
  content: string;
  outcome: Outcome;
  attachments: { hash: string; mediaType: string; name?: string }[];
}

/** Whether the content uses blocks that Chat Completions does not have. */
export function hasBlocks(message: JsonObject): boolean {
  return objectItems(message.content).some(
    (block) =>
      blockTypes.has(asString(block.type)) || isResult(block) || (block.type === 'image' && isJsonObject(block.source)),
  );
}

/** `name`: base of ids for calls without one. */
export function replyFromBlocks(
  blocks: readonly JsonObject[],
  name: string,
  bytes: ImportedBytes,
  unknown: UnknownParts,
): BlockReply {
  const texts: string[] = [];
  const thoughts: string[] = [];
  const reply: BlockReply = { content: null, reasoning: '', calls: [], results: [], kept: [] };
  for (const block of blocks) {
    const type = asString(block.type);
    if (callTypes.has(type)) {
      const id = idText(block.id) ?? `${name}_${reply.calls.length}`;
      const fn = { name: asString(block.name) || 'unnamed', arguments: jsonTextOf(block.input ?? {}) };
      reply.calls.push({ id, type: 'function', function: fn });
    } else if (isResult(block)) reply.results.push(resultOf(block, bytes));
    else if (type === 'thinking') {
      thoughts.push(asString(block.thinking));
      if (block.signature !== undefined) reply.kept.push(block);
    } else if (typeof block.text === 'string') texts.push(block.text);
    else {
      if (type !== 'redacted_thinking') {
        note(unknown, type);
        texts.push(`[${type || 'part'}]`);
      }
      reply.kept.push(block);
    }
  }
  reply.reasoning = thoughts.filter((one) => one !== '').join('\n\n');
  reply.content = texts.length === 0 ? null : texts.join('');
  return reply;
}

export function resultsIn(blocks: readonly JsonObject[], bytes: ImportedBytes): BlockResult[] {
  return blocks.filter(isResult).map((block) => resultOf(block, bytes));
}

/** A user message's content except results. */
export function partsOf(blocks: readonly JsonObject[], bytes: ImportedBytes, unknown: UnknownParts): ContentPart[] {
  return blocks.filter((block) => !isResult(block)).map((block) => partOf(block, bytes, unknown));
}

function isResult({ type }: JsonObject): boolean {
  return typeof type === 'string' && type.endsWith('tool_result');
}

function partOf(block: JsonObject, bytes: ImportedBytes, unknown: UnknownParts): ContentPart {
  if (typeof block.text === 'string') return { type: 'text', text: block.text };
  const source = jsonObject(block.source);
  const type = asString(block.type);
  if (typeof source.url === 'string') return { type: 'text', text: `[${source.url}]` };
  if (typeof source.data === 'string') {
    const title = idText(block.title) ?? type;
    const data = Buffer.from(source.data, source.type === 'text' ? 'utf8' : 'base64');
    const part =
      type === 'image' ? bytes.image(data) : bytes.file(data, asString(source.media_type) || 'text/plain', title);
    if (part) return part;
  }
  note(unknown, type);
  return { type: 'text', text: `[${type || 'part'}]` };
}

function resultOf(block: JsonObject, bytes: ImportedBytes): BlockResult {
  const parts = objectItems(block.content);
  const attachments = parts.flatMap((part) => {
    const data = part.type === 'image' ? jsonObject(part.source).data : undefined;
    const image = typeof data === 'string' ? bytes.image(Buffer.from(data, 'base64')) : null;
    return image ? [{ hash: image.hash, mediaType: image.mediaType }] : [];
  });
  const texts = parts.flatMap((part) => (part.type === 'image' && isJsonObject(part.source) ? [] : [wordsOf(part)]));
  // Cline reports success in the parts of its result.
  const failed = block.is_error === true || parts.some(({ success }) => success === false);
  return {
    callId: idText(block.tool_use_id),
    content: Array.isArray(block.content) ? texts.join('\n') : wordsOf(block.content),
    outcome: failed ? 'error' : 'ok',
    attachments,
  };
}

function wordsOf(value: unknown): string {
  if (!isJsonObject(value)) return value === undefined || value === null ? '' : jsonTextOf(value);
  return idText(value.text) ?? idText(value.result) ?? (value.text === '' ? '' : jsonTextOf(value));
}

function note(unknown: UnknownParts, type: string): void {
  unknown.set(type || 'part', (unknown.get(type || 'part') ?? 0) + 1);
}
