// Builds the request from stored records. The same branch, settings and tools give the same request, byte for byte, even after
// a restart (SEQ-1).

import type { ApiMessage, ApiTool } from '../../../shared/conversation/apiMessage.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import type { ModelOptions } from '../../../shared/features/models/modelOptions.ts';
import { type ApiMessagesOptions, toApiMessages } from '../../conversation/apiMessages.ts';
import type { SettledMessages } from '../../conversation/growingMessages.ts';
import { type Memo, noMemo } from '../../conversation/memo.ts';
import { repairWire } from '../../conversation/repairWire.ts';
import { checkGrowing, checkSequence, type Violation } from '../../conversation/sequence.ts';
import type { PlacedMessage } from '../../conversation/wireMessages.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import type { Tool } from '../../ports/tool.ts';
import { systemPrompt } from './systemPrompt.ts';

export interface ContextInput {
  branch: readonly Message[];
  tools: readonly Tool[];
  model: string;
  /** Only for a provider that is told it with each request. */
  contextWindow?: number | undefined;
  /** How the model is to answer. */
  modelOptions?: ModelOptions;
  /** Names the conversation to the provider's cache. */
  cacheKey?: string;
  options: ApiMessagesOptions;
  /** In development a rule that is still broken after repair throws. */
  strict: boolean;
}

export interface BuiltContext {
  request: ModelRequest;
  /** For each message of the request the ids of the records that it was made of. */
  sources: string[][];
  /** Each record as it is sent, before neighbours of one role become one message. */
  placed: PlacedMessage[];
  /** Its beginning, which the next one begins with, too. */
  settled: SettledMessages;
  /** The pinned records that are sent beside the summary. */
  pinned: readonly Message[];
  /** What is remembered of these records and messages. */
  memo: Memo;
  /** Rules that repair left broken, for the log: a defect of ours. The request was then made valid by force. */
  violations: Violation[];
}

export function buildContext(input: ContextInput): BuiltContext {
  const made = toApiMessages(input.branch, input.options);
  const { memo = noMemo } = input.options;
  // A conversation without anything to send is no defect; what is sent for it is one sentence of ours.
  // In development every message is looked at each time.
  const violations =
    made.messages.length === 0
      ? []
      : input.strict
        ? checkSequence(made.messages)
        : checkGrowing(made.messages, made.settled.messages.length, made.settled.checked, memo);
  if (violations.length > 0 && input.strict) throw new Error(`A request breaks ${brokenRules(violations)}`);
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

export function brokenRules(violations: readonly Violation[]): string {
  return violations.map((violation) => `${violation.rule}: ${violation.message}`).join('; ');
}

function forced(broken: readonly ApiMessage[]): { messages: ApiMessage[]; sources: string[][] } {
  const messages = repairWire(broken);
  return { messages, sources: messages.map(() => []) };
}

export function toApiTool(tool: Tool): ApiTool {
  return {
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: tool.parameters },
  };
}
