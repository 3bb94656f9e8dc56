// Grows a chain of call summaries as a run stores records. `chain.read` reads the whole chain; this pairs what follows,
// as `pairing.ts` does. Idempotent for records already included.

import {
  type ChainSummary,
  callSummary,
  isManualCall,
  manualCallSummary,
  resultPart,
  turnOf,
} from './callSummaries.ts';
import type { ChainCall } from './chain.ts';
import { callsOf, type Message, type ToolMessage } from './message.ts';

export function extendChain(conversationId: string, chain: ChainSummary, message: Message): ChainSummary {
  const { calls, turns } = chain;
  if (message.role === 'user') {
    if (turns.some(({ messageId }) => messageId === message.id)) return chain;
    return { calls, turns: [...turns, { ...turnOf(message), first: calls.length }] };
  }
  if (isManualCall(message)) {
    if (calls.some(({ messageId }) => messageId === message.id)) return chain;
    return { calls: [...calls, manualCallSummary(conversationId, message)], turns };
  }
  if (message.role === 'tool') return withResult(chain, message);
  const messageCalls = callsOf(message);
  if (messageCalls.length === 0 || calls.some(({ messageId }) => messageId === message.id)) return chain;
  const rows = messageCalls.map(({ id, function: { name, arguments: argumentsText } }, index) => {
    const place = { conversationId, messageId: message.id, index, askedAt: message.createdAt };
    return callSummary({ ...place, callId: id, name, arguments: argumentsText }, null);
  });
  return { calls: [...calls, ...rows], turns };
}

function withResult(chain: ChainSummary, message: ToolMessage): ChainSummary {
  const { calls, turns } = chain;
  const asks = ({ callId, byHand }: ChainCall): boolean => !byHand && callId === message.tool_call_id;
  const asker = calls.findLast(asks)?.messageId;
  const at = calls.findIndex((call) => call.messageId === asker && asks(call) && call.resultId === null);
  if (at < 0 || calls.some(({ resultId }) => resultId === message.id)) return chain;
  const open = calls[at] as ChainCall;
  return { calls: calls.with(at, { ...open, ...resultPart(message) }), turns };
}
