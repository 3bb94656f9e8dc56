// Builds the request from stored records. The same branch, settings and tools yield the same request to the byte, even
// after a restart (SEQ-1).

import type { ApiMessage, ApiTool } from '../../../shared/conversation/apiMessage.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import type { ModelOptions } from '../../../shared/features/models/modelOptions.ts';
import { type ApiMessagesOptions, toApiMessages } from '../../conversation/apiMessages.ts';
import type { SettledMessages } from '../../conversation/growingMessages.ts';
import { type Memo, noMemo } from '../../conversation/memo.ts';
import { repairMessages } from '../../conversation/repairMessages.ts';
import { checkExtendedSequence, checkSequence, type Violation } from '../../conversation/sequence.ts';
import type { PositionedMessage } from '../../conversation/toApiMessages.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import type { Tool } from '../../ports/tool.ts';
import words from './systemPrompt.md?raw';

/**
 * The system prompt. It is the same for every conversation and never stored; anything additional, or changing over
 * time, enters the history as `environment` records instead.
 */
export const systemPrompt = words.trim();

export interface ContextInput {
  branch: readonly Message[];
  tools: readonly Tool[];
  model: string;
  /** Only for providers that require it with each request. */
  contextWindow?: number | undefined;
  /** How the model should answer. */
  modelOptions?: ModelOptions;
  /** Identifies the conversation to the provider's cache. */
  cacheKey?: string;
  options: ApiMessagesOptions;
  /** In development, a rule still broken after repair throws. */
  strict: boolean;
}

export interface BuiltContext {
  request: ModelRequest;
  /** Per message of the request, the ids of its source records. */
  sources: string[][];
  /** Each record as sent, before adjacent messages of one role are merged. */
  placed: PositionedMessage[];
  /** The start, which the next request shares. */
  settled: SettledMessages;
  /** Pinned records sent alongside the summary. */
  pinned: readonly Message[];
  /** Cache of values derived from these records and messages. */
  memo: Memo;
  /** Rules that repair left broken, for the log: a bug of ours. The request was then forced into a valid form. */
  violations: Violation[];
}

export function buildContext(input: ContextInput): BuiltContext {
  const made = toApiMessages(input.branch, input.options);
  const { memo = noMemo } = input.options;
  // An empty conversation is not a bug; a fixed sentence is sent for it. In development every message is checked each
  // time.
  const violations =
    made.messages.length === 0
      ? []
      : input.strict
        ? checkSequence(made.messages)
        : checkExtendedSequence(made.messages, made.settled.messages.length, made.settled.checked, memo);
  if (violations.length > 0 && input.strict) throw new Error(`A request breaks ${describeViolations(violations)}`);
  const { messages, sources } = made.messages.length === 0 || violations.length > 0 ? forced(made.messages) : made;
  return {
    request: {
      model: input.model,
      system: systemPrompt,
      messages,
      tools: input.tools.map(memo.by(toApiTool)),
      ...(input.contextWindow === undefined ? {} : { contextWindow: input.contextWindow }),
      ...(input.modelOptions && Object.keys(input.modelOptions).length > 0 ? { options: input.modelOptions } : {}),
      ...(input.cacheKey === undefined ? {} : { cacheKey: input.cacheKey }),
      ...(hasRefusedImages(input.branch, input.model) ? { withoutImages: true as const } : {}),
    },
    sources,
    placed: made.placed,
    settled: made.settled,
    pinned: input.options.pinnedBefore ?? [],
    memo,
    violations,
  };
}

function hasRefusedImages(branch: readonly Message[], model: string): boolean {
  return branch.some((message) => message.role === 'assistant' && message.error?.refusedImages === model);
}

export function describeViolations(violations: readonly Violation[]): string {
  return violations.map((violation) => `${violation.rule}: ${violation.message}`).join('; ');
}

function forced(broken: readonly ApiMessage[]): { messages: ApiMessage[]; sources: string[][] } {
  const messages = repairMessages(broken);
  return { messages, sources: messages.map(() => []) };
}

export function toApiTool(tool: Tool): ApiTool {
  return {
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: tool.parameters },
  };
}
