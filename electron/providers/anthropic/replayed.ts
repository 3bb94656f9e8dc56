// Replays a reply block for block to the model that wrote it, as long as the conversation still has the same content.
// If it changed (hidden, edited, masked, calls dropped), or for another model, the reply is sent as plain text without
// thinking. Where thinking is bound to preceding content (`block_binding`), the provider itself drops everything
// invalid from the change on and reports it, so this module need not.

import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { isBlankText } from '../../../shared/conversation/sendable.ts';
import { callName } from '../../conversation/callNames.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import { argumentsObject } from '../callArguments.ts';
import { objectOrNull } from '../http/replyReader.ts';
import { replayableData } from '../replayableData.ts';
import { type AnthropicMessage, type Block, isThinking, visibleText } from './blocks.ts';

type Reply = Extract<ApiMessage, { role: 'assistant' }>;

/** Returns null if the reply cannot be replayed verbatim. */
export function replayedBlocks(message: Reply, model: string, providerId: string): Block[] | null {
  const stored = keptBlocks(message, model, providerId);
  if (!stored) return null;
  const text = visibleText(stored);
  if ((isBlankText(text) ? null : text) !== message.content) return null;
  const calls = message.tool_calls ?? [];
  if (stored.filter(isCall).length !== calls.length) return null;
  let at = 0;
  const blocks: Block[] = [];
  for (const block of stored) {
    if (!isCall(block)) {
      blocks.push(block);
      continue;
    }
    const call = calls[at++];
    const { name, input } = block;
    if (!call || typeof name !== 'string' || callName(name) !== call.function.name) return null;
    if (JSON.stringify(input) !== JSON.stringify(argumentsObject(call.function.arguments))) return null;
    // The tool result refers to the call by its id in this conversation.
    blocks.push({ ...block, id: call.id, name: call.function.name });
  }
  const sent = acceptableBlocks(blocks);
  while (sent.length > 0 && isThinking(sent.at(-1) as Block)) sent.pop();
  return sent.length > 0 ? sent : null;
}

function keptBlocks(message: Reply, model: string, providerId: string): Block[] | null {
  const content = replayableData(message.providerData, 'anthropic', providerId, model)?.content;
  if (!Array.isArray(content)) return null;
  const blocks = content.map(objectOrNull);
  return blocks.every(isBlock) ? blocks : null;
}

function isBlock(value: Record<string, unknown> | null): value is Block {
  return typeof value?.type === 'string' && value.type !== '';
}

function isCall({ type }: Block): boolean {
  return type === 'tool_use';
}

/**
 * Drops blocks that the provider sends but rejects on replay: empty text ("text content blocks must be non-empty"),
 * thinking cut off before its signature, server tools without `input`.
 */
export function acceptableBlocks(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    switch (block.type) {
      case 'text':
        return isBlankText(block.text) ? [] : [block];
      case 'thinking':
        return isFilled(block.signature) && typeof block.thinking === 'string' ? [block] : [];
      case 'redacted_thinking':
        return isFilled(block.data) ? [block] : [];
      default:
        return [isServerUse(block) && !objectOrNull(block.input) ? { ...block, input: {} } : block];
    }
  });
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** `server_tool_use` and `mcp_tool_use` run on the provider; their results are part of a reply. */
function isServerUse({ type }: Block): boolean {
  return type.endsWith('_tool_use');
}

function isServerResult({ type }: Block): boolean {
  return type.endsWith('_tool_result');
}

/**
 * Drops server tool uses without a result and results without a use; the two may be in different replies. Only the last
 * reply may have an unpaired use, alongside client calls: the provider continues it once those are answered.
 */
export function dropUnpairedServerTools(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  const all = messages.flatMap(({ content }) => content);
  if (!all.some((block) => isServerUse(block) || isServerResult(block))) return [...messages];
  const answeredIds = new Set(all.filter(isServerResult).map((block) => block.tool_use_id));
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  const used = new Set<unknown>();
  return messages.map((message, at) => {
    const goesOn = at === last && message.content.some(isCall);
    const content = message.content.filter((block) => {
      if (isServerResult(block)) return used.has(block.tool_use_id);
      if (!isServerUse(block)) return true;
      used.add(block.id);
      return goesOn || answeredIds.has(block.id);
    });
    return content.length === message.content.length ? message : { ...message, content };
  });
}

/** Counts this model's replies that are sent without their thinking because their content changed. */
export function countDroppedThinking({ messages, model }: ModelRequest, providerId: string): number {
  return messages.filter((message) => {
    if (message.role !== 'assistant') return false;
    const stored = keptBlocks(message, model, providerId);
    return stored?.some(isThinking) && !replayedBlocks(message, model, providerId);
  }).length;
}
