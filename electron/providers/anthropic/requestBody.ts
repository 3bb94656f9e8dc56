// Builds the body of POST /v1/messages. Results must be the first blocks of the user message right after their calls
// ("`tool_use` ids were found without `tool_result` blocks immediately after"). Replies of the same model are replayed
// verbatim (`replay.ts`). Apart from cache breakpoints, each body is a prefix of the next.

import type { ApiContentPart, ApiMessage, ApiTool } from '../../../shared/conversation/apiMessage.ts';
import { isBlankText } from '../../../shared/conversation/sendable.ts';
import { schemaFor } from '../../lib/toolSchema/schemaRules.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import { attachmentNote, pdfPart } from '../attachmentParts.ts';
import { argumentsObject } from '../callArguments.ts';
import { parseClaudeModel } from './abilities.ts';
import { type AnthropicMessage, type Block, isThinking } from './blocks.ts';
import { dropUnpairedServerTools, replayedBlocks } from './replayed.ts';

/** `max_tokens` for unknown models; the API requires a value. */
const defaultOutput = 32_000;

/** Anthropic: "temperature: range: 0..1"; the default is 1. */
const maxTemperature = 1;
const minBudget = 1_024;
const budgets: Readonly<Partial<Record<string, number>>> = { low: 4_000, medium: 12_000, high: 24_000 };

/**
 * Places cache breakpoints: after the tools, the system prompt, and the last two user messages. The last serves the
 * next request, the one before it this request, since the server looks back only about twenty blocks from a breakpoint.
 * The API allows four. Only the breakpoints move; the rest of the body stays the same.
 */
const mark = { cache_control: { type: 'ephemeral' } } as const;
const markedMessages = 2;

/** Returns the list with a breakpoint on its last entry. */
function withBreakpoint<T extends object>(list: readonly T[]): T[] {
  return list.map((entry, at) => (at === list.length - 1 ? { ...entry, ...mark } : entry));
}

function withCacheBreakpoints(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  const userIndexes = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : [])).slice(-markedMessages);
  return messages.map((message, at) =>
    userIndexes.includes(at) ? { ...message, content: withBreakpoint(message.content) } : message,
  );
}

export interface AnthropicBody extends AnswerOptions {
  model: string;
  system?: Block[];
  messages: AnthropicMessage[];
  tools?: { name: string }[];
  tool_choice?: { type: 'none' };
  stream: true;
}

export interface BodyOptions {
  /** Whether the server offers Anthropic's web search. */
  search?: boolean;
}

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
/** Maximum web searches per reply. */
const maxSearches = 8;

/** `providerId`: only its own replies are replayed verbatim. */
export function anthropicBody(
  request: ModelRequest,
  providerId: string,
  { search = true }: BodyOptions = {},
): AnthropicBody {
  const messages = messagesOf(request, providerId);
  const how = answerOptions(request, messages);
  const { tools, ...choice } = toolsOf(request, search);
  return {
    model: request.model,
    ...how,
    ...(isBlankText(request.system) ? {} : { system: withBreakpoint([{ type: 'text', text: request.system }]) }),
    messages: withCacheBreakpoints(how.thinking?.type === 'disabled' ? withoutThinking(messages) : messages),
    ...(tools ? { tools: withBreakpoint(tools) } : {}),
    ...choice,
    stream: true,
  };
}

function messagesOf({ messages, model }: ModelRequest, providerId: string): AnthropicMessage[] {
  const out: AnthropicMessage[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = blocks(message, model, providerId);
    const last = out.at(-1);
    if (last?.role === role) last.content.push(...content);
    else out.push({ role, content });
  }
  return dropUnpairedServerTools(out);
}

/** Drops all thinking: with `disabled` the request cannot carry the binding, and the model would ignore it anyway. */
function withoutThinking(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  return messages.map((message) => ({ ...message, content: message.content.filter((block) => !isThinking(block)) }));
}

function blocks(message: ApiMessage, model: string, providerId: string): Block[] {
  switch (message.role) {
    case 'system':
      return [{ type: 'text', text: message.content }];
    case 'user':
      return typeof message.content === 'string'
        ? [{ type: 'text', text: message.content }]
        : message.content.map(userBlock);
    case 'tool':
      return [
        {
          type: 'tool_result',
          tool_use_id: message.tool_call_id,
          content: message.images
            ? [{ type: 'text', text: message.content }, ...message.images.map(userBlock)]
            : message.content,
          // "all content must be of type `text` if `is_error` is true"
          ...(message.content.startsWith('Error: ') && !message.images ? { is_error: true } : {}),
        },
      ];
    case 'assistant':
      return replayedBlocks(message, model, providerId) ?? plainBlocks(message);
  }
}

/** The reply as plain text and calls, without provider-specific blocks. */
function plainBlocks({ content, tool_calls: calls = [] }: Extract<ApiMessage, { role: 'assistant' }>): Block[] {
  return [
    ...(content === null ? [] : [{ type: 'text', text: content }]),
    ...calls.map(({ id, function: { name, arguments: text } }) => {
      return { type: 'tool_use', id, name, input: argumentsObject(text) };
    }),
  ];
}

function userBlock(part: ApiContentPart): Block {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'image' && part.data !== undefined && imageTypes.includes(part.mediaType)) {
    return { type: 'image', source: { type: 'base64', media_type: part.mediaType, data: part.data } };
  }
  const pdf = pdfPart(part);
  if (pdf) {
    const source = { type: 'base64', media_type: 'application/pdf', data: pdf.data } as const;
    return { type: 'document', source, title: pdf.name };
  }
  return { type: 'text', text: attachmentNote(part) };
}

/** A history with calls needs tool definitions even if no tool is offered now; some gateways reject it otherwise. */
function toolsOf(
  { tools, messages, model, options }: ModelRequest,
  search: boolean,
): { tools?: { name: string }[]; tool_choice?: { type: 'none' } } {
  const type = search && options?.providerSearch ? parseClaudeModel(model)?.search : null;
  if (type) {
    // The provider's own search replaces a tool of the same name.
    const otherTools = tools.filter((tool) => tool.function.name !== searchName);
    // Newer search tools can also be called from code execution; allow only direct calls.
    const callers = type === 'web_search_20250305' ? {} : { allowed_callers: ['direct'] };
    const searching = { type, name: searchName, max_uses: maxSearches, ...callers };
    return { tools: [...otherTools.map(toolOf), searching] };
  }
  if (tools.length > 0) return { tools: tools.map(toolOf) };
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
  const names = [...new Set(calls.map((call) => call.function.name))].slice(0, 128);
  if (names.length === 0) return {};
  const removedTools = names.map((name) => ({
    name,
    description: 'No longer available.',
    input_schema: { type: 'object' },
  }));
  return { tools: removedTools, tool_choice: { type: 'none' } };
}

const searchName = 'web_search';

function toolOf({ function: { name, description, parameters } }: ApiTool) {
  return { name, description, input_schema: schemaFor(parameters, 'standard') };
}

/** Translates the conversation's model options to Messages API fields, as far as the model supports them. */
interface AnswerOptions {
  max_tokens: number;
  thinking?:
    | { type: 'adaptive'; display?: 'summarized'; block_binding?: { prefix_mismatch_behavior: 'drop_block' } }
    | { type: 'enabled'; budget_tokens: number }
    | { type: 'disabled' };
  output_config?: { effort: string };
  temperature?: number;
}

function answerOptions({ model, options = {} }: ModelRequest, messages: readonly AnthropicMessage[]): AnswerOptions {
  const { effort, temperature, maxOutputTokens, showThinking = true } = options;
  const claude = parseClaudeModel(model);
  const max = claude?.maxOutput ?? Number.POSITIVE_INFINITY;
  const output = { max_tokens: Math.min(maxOutputTokens ?? claude?.defaultOutput ?? defaultOutput, max) };
  if (!claude) return { ...output, ...(temperature === undefined ? {} : { temperature }) };
  const sampled = claude.sampling && temperature !== undefined && temperature <= maxTemperature ? { temperature } : {};
  const level = effort !== undefined && claude.efforts.includes(effort) ? { output_config: { effort } } : {};
  if (claude.thinks === 'adaptive') {
    // The API accepts only one of the two at a time: an explicit choice overrides the model's default.
    const isOff = effort === 'none' || (effort === undefined && 'temperature' in sampled);
    if (isOff && claude.off === 'leave_out') return { ...output, ...sampled };
    if (isOff && claude.off === 'disabled') return { ...output, thinking: { type: 'disabled' } };
    const binding = claude.bound ? { block_binding: { prefix_mismatch_behavior: 'drop_block' as const } } : {};
    const display = showThinking ? { display: 'summarized' as const } : {};
    return { ...output, thinking: { type: 'adaptive', ...display, ...binding }, ...level };
  }
  const budget = claude.thinks === 'budget' && effort !== undefined ? budgets[effort] : undefined;
  const available = Math.min(budget ?? 0, output.max_tokens - minBudget);
  if (available < minBudget || !mayThink(messages)) return { ...output, ...sampled, ...level };
  return { ...output, thinking: { type: 'enabled', budget_tokens: available }, ...level };
}

/**
 * Between tool calls and their results, a budget model cannot start thinking: "When `thinking` is enabled, a final
 * `assistant` message must start with a thinking block".
 */
function mayThink(messages: readonly AnthropicMessage[]): boolean {
  if (!messages.at(-1)?.content.some(({ type }) => type === 'tool_result')) return true;
  const first = messages.findLast(({ role }) => role === 'assistant')?.content[0];
  return first !== undefined && isThinking(first);
}
