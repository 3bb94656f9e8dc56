// A reply as part of the next request: stored, read again, and sent with a result for each of its calls.

import { toApiMessages } from '../../electron/conversation/apiMessages.ts';
import type { ModelReply } from '../../electron/ports/provider.ts';
import type { ApiMessage } from '../../shared/conversation/apiMessage.ts';
import type { Message } from '../../shared/conversation/message.ts';

/** `question`, the reply, its results, and another question if nothing else follows. */
export function nextMessages(reply: ModelReply, question = 'Go on.'): ApiMessage[] {
  const records: object[] = [
    { role: 'user', content: question },
    {
      role: 'assistant',
      content: reply.text === '' ? null : reply.text,
      ...(reply.calls.length === 0
        ? {}
        : {
            tool_calls: reply.calls.map(({ id, name, arguments: text }, index) => ({
              id: id || `call_${index}`,
              type: 'function',
              function: { name, arguments: text },
            })),
          }),
      ...(reply.reasoning === '' ? {} : { reasoning: reply.reasoning }),
      providerData: reply.providerData,
    },
    ...reply.calls.map(({ id, name }, index) => ({
      role: 'tool',
      tool_call_id: id || `call_${index}`,
      toolName: name,
      outcome: 'ok',
      content: `result ${index}`,
    })),
    ...(reply.calls.length === 0 ? [{ role: 'user', content: 'And then?' }] : []),
  ];
  // Storage is JSON.
  const stored = JSON.parse(JSON.stringify(records)) as object[];
  const place = (index: number) => ({ v: 1, id: `m${index}`, parentId: index === 0 ? null : `m${index - 1}` });
  const branch = stored.map((record, index) => ({ ...place(index), createdAt: '', ...record }) as Message);
  return toApiMessages(branch).messages;
}
