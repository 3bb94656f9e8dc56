// Explains why a request exceeds the model's context, and what would help: the largest message, or the tools, which
// start every request.

import { contextOf } from '../../../shared/conversation/context.ts';
import type { ErrorInfo } from '../../../shared/conversation/message.ts';
import { sentenceFields } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { estimateTextTokens, toolText } from '../../conversation/estimateTokens.ts';
import type { ContextSnapshot } from './compact.ts';
import { contextLabels } from './contextLabels.ts';

/** Returns the error to store. `limit`: the maximum tokens. */
export function tooLargeError(snapshot: ContextSnapshot, limit: number): ErrorInfo {
  const { window, used } = snapshot.size;
  const tools = toolsTooLargeAdvice(snapshot, limit);
  const largest = tools.length > 0 ? null : largestRecord(snapshot);
  const sentences = [
    say`The next request needs about ${count(used)} tokens, but the model’s context holds only ${count(window.tokens)}. It was not sent. Everything is saved.`,
    ...tools,
    ...(largest ? [say`The largest part is “${largest.name}”, with ${count(largest.tokens)} tokens.`] : []),
    ...(tools.length > 0
      ? []
      : [say`Hide it from the model, choose a model with a larger context, or start a new conversation.`]),
    window.source === 'settings'
      ? say`If the model’s context is larger, raise its “Context window (tokens)” in Settings (“contextWindows”).`
      : say`If the model has room for more, set its “Context window (tokens)” in Settings (“contextWindows”).`,
  ];
  return {
    code: 'CONTEXT_STILL_TOO_LARGE',
    ...sentenceFields(say.all(sentences)),
    ...(largest ? { item: largest.item } : {}),
  };
}

/** Above this share of the limit, the constant start of every request leaves too little for a conversation. */
const maxFrameShare = 0.8;
/** A small set that suffices for working with files. */
const fewTools = ['read_file', 'list_files', 'search_files'];

/** Returns advice if the tools are what does not fit; empty otherwise. */
export function toolsTooLargeAdvice(snapshot: ContextSnapshot, limit: number): Sentence[] {
  const { size, built } = snapshot;
  const frame = size.system + size.tools;
  if (built.request.tools.length === 0 || frame <= limit * maxFrameShare) return [];
  const reckoned = built.request.tools.map((tool) => ({
    name: tool.function.name,
    tokens: estimateTextTokens(toolText(tool)),
  }));
  const all = reckoned.reduce((sum, { tokens }) => sum + tokens, 0);
  const few = reckoned.filter(({ name }) => fewTools.includes(name));
  const share = few.reduce((sum, { tokens }) => sum + tokens, 0) / Math.max(1, all);
  const withFew = Math.round(size.used - size.tools * (1 - share));
  const withNone = size.used - size.tools;
  return [
    say`The largest part is the descriptions of ${reckoned.length} tools, with ${count(size.tools)} tokens.`,
    few.length > 0 && few.length < reckoned.length && withFew <= limit
      ? say`With only ${few.map(({ name }) => name).join(', ')}, it would need about ${count(withFew)}.`
      : say`Without tools, it would need about ${count(withNone)}.`,
    say`Choose a preset with fewer tools (Settings, Presets), turn off MCP servers, let the model search for their tools (“deferToolsAbove”), or choose a model with a larger context.`,
  ];
}

interface Largest {
  name: string;
  tokens: number;
  item: NonNullable<ErrorInfo['item']>;
}

function largestRecord({ branch, built, size }: ContextSnapshot): Largest | null {
  const records = [...built.pinned, ...contextOf(branch.messages, branch.meta.marks).keptMessages];
  const recordById = new Map(records.map((record) => [record.id, record]));
  const largest = size.items
    .filter(({ messageId, kind }) => recordById.has(messageId) && kind !== 'calls')
    .toSorted((one, other) => other.tokens - one.tokens)[0];
  const record = largest && recordById.get(largest.messageId);
  if (!largest || !record) return null;
  const call = record.role === 'tool' ? { toolCallId: record.tool_call_id } : {};
  return {
    name: contextLabels(records)(largest.messageId, largest.kind),
    tokens: largest.tokens,
    item: { messageId: record.id, ...call },
  };
}

function count(tokens: number): string {
  return tokens.toLocaleString('en-US');
}
