// Converts message content blocks to our types. Pure.

import type { ContentPart, ToolCall, Usage } from '../../../shared/conversation/message.ts';
import { isBlankText } from '../../../shared/conversation/sendable.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { jsonObjectOrNull, objectsOf } from '../looseJson.ts';
import { referencedHash } from './bytes.ts';
import { countOrNull, definedFields, nonEmptyText, textOrNull } from './values.ts';

/** Plain text becomes one block. */
export function blocksOf(content: unknown): JsonObject[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objectsOf(content);
}

/** Null if there is no text. */
export function visibleText(blocks: readonly JsonObject[]): string | null {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [textOrNull(block.text) ?? ''] : [])).join('\n\n');
  return isBlankText(texts) ? null : texts;
}

export function thoughtText(blocks: readonly JsonObject[]): string {
  return blocks
    .flatMap((block) => (block.type === 'thinking' ? [textOrNull(block.thinking) ?? ''] : []))
    .filter((thought) => !isBlankText(thought))
    .join('\n\n');
}

export function isCall(block: JsonObject): boolean {
  return block.type === 'tool_use' && typeof block.id === 'string' && typeof block.name === 'string';
}

export function callOf(block: JsonObject): ToolCall {
  const { input } = block;
  const args = typeof input === 'string' ? input : JSON.stringify(input ?? {});
  return { id: block.id as string, type: 'function', function: { name: block.name as string, arguments: args } };
}

/** The blocks that the writer would produce from text and calls; if they are identical, nothing more is kept. */
export function plainBlocks(
  replyText: string | null,
  calls: readonly { id: string; name: string; input: unknown }[],
): JsonObject[] {
  const used = calls.map(({ id, name, input }): JsonObject => ({ type: 'tool_use', id, name, input }));
  return replyText === null ? used : [{ type: 'text', text: replyText }, ...used];
}

/** Parts of a user line or a result; ignores unknown block types. */
export function partsOf(blocks: readonly JsonObject[]): ContentPart[] {
  return blocks.flatMap((block): ContentPart[] => {
    if (block.type === 'text') return typeof block.text === 'string' ? [{ type: 'text', text: block.text }] : [];
    const from = jsonObjectOrNull(block.source);
    const [hash, mediaType] = [referencedHash(from?.data), nonEmptyText(from?.media_type)];
    if (hash === null || mediaType === null) return [];
    if (block.type === 'image') return [{ type: 'image', hash, mediaType }];
    return block.type === 'document'
      ? [{ type: 'file', hash, mediaType, name: nonEmptyText(block.title) ?? 'document' }]
      : [];
  });
}

/** Input includes cache reads and writes, as in `Usage`. */
export function usageOf(raw: unknown, costUsd: unknown): Usage | null {
  const usage = jsonObjectOrNull(raw);
  const [input, output] = [countOrNull(usage?.input_tokens), countOrNull(usage?.output_tokens)];
  if (!usage || (input === null && output === null)) return null;
  const [cached, written] = [
    countOrNull(usage.cache_read_input_tokens),
    countOrNull(usage.cache_creation_input_tokens),
  ];
  const hour = countOrNull(jsonObjectOrNull(usage.cache_creation)?.ephemeral_1h_input_tokens) ?? 0;
  const thinking = countOrNull(jsonObjectOrNull(usage.output_tokens_details)?.thinking_tokens);
  const searches = countOrNull(jsonObjectOrNull(usage.server_tool_use)?.web_search_requests);
  return definedFields({
    inputTokens: (input ?? 0) + (cached ?? 0) + (written ?? 0),
    outputTokens: output ?? 0,
    cachedInputTokens: cached ?? undefined,
    cacheWriteTokens: written === null ? undefined : Math.max(0, written - hour),
    cacheWriteHourTokens: hour || undefined,
    reasoningTokens: thinking === null ? undefined : Math.min(thinking, output ?? 0),
    webSearches: searches || undefined,
    reportedCost: countOrNull(costUsd) ?? undefined,
    raw: usage,
  });
}
