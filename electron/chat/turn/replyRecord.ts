// An accepted reply as the record to store: text and calls together, and what the provider needs back unchanged.

import type { AssistantMessage, Message, NewMessage } from '../../../shared/conversation/message.ts';
import type { IdSource } from '../../lib/ids.ts';
import { nameCalls } from './callIds.ts';
import type { ModelTurn } from './modelTurn.ts';

export function replyRecord(
  { messageId, reply, required, discarded, response }: ModelTurn & { kind: 'reply' },
  requestedModel: string,
  branch: readonly Message[],
  ids: IdSource,
  /** What the request was reckoned to take (`estimateTokens.ts`), to be held against what the provider counted. */
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
  return {
    id: messageId,
    role: 'assistant',
    content: reply.text === '' ? null : reply.text,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(reply.callsLeftOut ? { callsLeftOut: true } : {}),
    ...(reply.reasoning === '' ? {} : { reasoning: reply.reasoning }),
    ...(Object.keys(providerData).length > 0 ? { providerData } : {}),
    model: reply.model ?? requestedModel,
    ...(reply.usage || discarded ? { usage } : {}),
    ...(reply.finishReason === null ? {} : { finishReason: reply.finishReason }),
    ...(required ? { required } : {}),
    ...(response ? { response } : {}),
  } satisfies Omit<AssistantMessage, 'v' | 'parentId' | 'createdAt'>;
}
