// A message that is only shown, with its words as they would be stored: keys that a person typed or a file holds are hidden
// there, and what is shown is byte for byte what would be sent.

import type { ContentPart, NewMessage } from '../../../shared/conversation/message.ts';
import type { ConversationStore } from '../../ports/store.ts';

export async function asWillBeStored(
  store: Pick<ConversationStore, 'asKept'>,
  message: NewMessage,
): Promise<NewMessage> {
  const kept = async (text: string): Promise<string> => (await store.asKept(text)).text;
  const { content } = message;
  if (typeof content === 'string') return { ...message, content: await kept(content) } as NewMessage;
  if (!Array.isArray(content)) return message;
  const parts: ContentPart[] = [];
  for (const part of content as ContentPart[]) {
    const fields: [string, unknown][] = [];
    for (const [key, value] of Object.entries(part)) {
      fields.push([key, typeof value === 'string' ? await kept(value) : value]);
    }
    parts.push(Object.fromEntries(fields) as ContentPart);
  }
  return { ...message, content: parts } as NewMessage;
}
