// Providers send call ids that are missing, empty, or used before. Each stored call has an id of its own, so that each
// keeps its own result; the provider's is kept in `providerData.callIds` (STREAM-3).

import { callsOf, type Message, type ToolCall } from '../../../shared/conversation/message.ts';
import type { ModelReply } from '../../ports/provider.ts';

export interface NamedCalls {
  calls: ToolCall[];
  /** Original ids by position, for the calls whose id was changed. */
  renamed: Record<string, string>;
}

export function nameCalls(reply: ModelReply, branch: readonly Message[], newId: () => string): NamedCalls {
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
