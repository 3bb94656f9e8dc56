// The searchable texts of a record, by kind. Pure.

import { attachmentNames } from '../../../shared/conversation/attachments.ts';
import { callsOf, type Message, textOf } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import type { SearchedPart } from '../../../shared/features/search/methods.ts';

export interface MessagePart {
  part: SearchedPart;
  callIndex: number | null;
  toolName: string | null;
  text: string;
}

/** `spilled`: the result's own file is indexed instead. */
export function partsOf(message: Message, spilled: boolean): MessagePart[] {
  if (isRemoved(message)) return [];
  const parts: MessagePart[] = [];
  const add = (part: SearchedPart, text: unknown, call: { index: number; name: string } | null = null): void => {
    if (typeof text !== 'string' || text === '') return;
    const toolName = call?.name ?? (message.role === 'tool' ? message.toolName : null);
    parts.push({ part, callIndex: call?.index ?? null, toolName, text });
  };
  if (message.role !== 'tool') add('content', [textOf(message), attachmentNames(message)].filter(Boolean).join('\n'));
  else if (!spilled) add('result', message.content);
  if (message.role === 'tool') add('arguments', message.arguments);
  for (const [index, call] of callsOf(message).entries()) {
    add('arguments', call.function.arguments, { index, name: call.function.name });
  }
  if (message.role === 'assistant') {
    add('reasoning', message.reasoning);
    add('error', message.error?.message);
  }
  return parts;
}
