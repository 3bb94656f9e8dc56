// Converts an accepted reply to the record to store: text and calls together, and what the provider requires back
// unchanged.

import {
  type AssistantMessage,
  callsOf,
  type Message,
  type NewMessage,
  type ToolCall,
} from '../../../shared/conversation/message.ts';
import { hasUnseenThinking } from '../../../shared/conversation/unseenThinking.ts';
import type { IdSource } from '../../lib/ids.ts';
import type { ModelReply } from '../../ports/provider.ts';
import type { ModelTurn } from './modelTurn.ts';

export function replyRecord(
  { messageId, reply, reasoningMs, unseenMs, required, discarded, response }: ModelTurn & { kind: 'reply' },
  requestedModel: string,
  branch: readonly Message[],
  ids: IdSource,
  /** Our estimate for the request (`estimateTokens.ts`), to compare with the provider's count. */
  counted = 0,
): NewMessage {
  const { calls, renamed } = nameCalls(reply, branch, () => ids.ulid());
  const providerData = {
    ...reply.providerData,
    ...(Object.keys(renamed).length > 0 ? { callIds: renamed } : {}),
  };
  const usage = {
    ...reply.usage,
    ...(reply.usage && counted > 0 ? { counted } : {}),
    ...(discarded ? { discarded } : {}),
  };
  const isUnseen = hasUnseenThinking({ reasoning: reply.reasoning, usage, providerData });
  const thoughtMs = isUnseen ? unseenMs : reply.reasoning === '' ? undefined : reasoningMs;
  return {
    id: messageId,
    role: 'assistant',
    content: reply.text === '' ? null : reply.text,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(reply.callsLeftOut ? { callsLeftOut: true } : {}),
    ...(reply.reasoning === '' ? {} : { reasoning: reply.reasoning }),
    ...(thoughtMs === undefined ? {} : { reasoningMs: thoughtMs }),
    ...(reply.droppedThinking ? { droppedThinking: reply.droppedThinking } : {}),
    ...(Object.keys(providerData).length > 0 ? { providerData } : {}),
    ...(reply.sources ? { sources: reply.sources } : {}),
    model: reply.model ?? requestedModel,
    ...(reply.usage || discarded ? { usage } : {}),
    ...(reply.finishReason === null ? {} : { finishReason: reply.finishReason }),
    ...(required ? { required } : {}),
    ...(response ? { response } : {}),
  } satisfies Omit<AssistantMessage, 'v' | 'parentId' | 'createdAt'>;
}

/**
 * Providers send missing, empty or repeated call ids. Each stored call has a unique one, so that it keeps its own
 * result; the provider's is stored in `providerData.callIds` (STREAM-3).
 */
interface NamedCalls {
  calls: ToolCall[];
  /** Original ids by position, for calls whose id was changed. */
  renamed: Record<string, string>;
}

function nameCalls(reply: ModelReply, branch: readonly Message[], newId: () => string): NamedCalls {
  const used = new Set(branch.flatMap((message) => callsOf(message).map((call) => call.id)));
  const renamed: Record<string, string> = {};
  const calls = reply.calls.map((call, index): ToolCall => {
    const usable = call.id.trim() !== '' && call.id.length <= 200 && !used.has(call.id);
    const id = usable ? call.id : `call_${newId().toLowerCase()}`;
    if (!usable) renamed[String(index)] = call.id;
    used.add(id);
    return { id, type: 'function', function: { name: call.name, arguments: call.arguments } };
  });
  return { calls, renamed };
}
