// The whole text of a tool result, read page by page like a user.

import type { CallStore } from '../../electron/ports/store.ts';
import type { ResultPage } from '../../electron/ports/tool.ts';
import { okValue } from './result.ts';

export async function resultBytes(
  store: Pick<CallStore, 'readToolResult'>,
  conversationId: string,
  messageId: string,
): Promise<Buffer> {
  const parts: string[] = [];
  let offset: number | null = 0;
  while (offset !== null) {
    const page: ResultPage = okValue(await store.readToolResult(conversationId, messageId, offset, 1_000_000));
    parts.push(page.text);
    offset = page.nextOffset;
  }
  return Buffer.from(parts.join(''), 'utf8');
}
