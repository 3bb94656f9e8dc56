// Places images from tool results in APIs whose results are text only: in a user message after the reply's last result.
// Strict chat templates reject a user message right after a result, hence a short assistant bridge in between. Pure.

import type { ApiContentPart, ApiMessage } from '../../shared/conversation/apiMessage.ts';

/**
 * A message of the body; `message`: index of the request message it comes from; for images, the last one that has any.
 */
export type ImageRow = { message: number } & (
  | { kind: 'message' }
  | { kind: 'bridge' }
  | { kind: 'images'; images: ApiContentPart[] }
);

export const imagesFollowText = '(The images of these results follow.)';

/** Excludes the system prompt. */
export function imageRows(messages: readonly ApiMessage[]): ImageRow[] {
  const rows: ImageRow[] = [];
  let images: ApiContentPart[] = [];
  let owner = 0;
  messages.forEach((message, index) => {
    rows.push({ kind: 'message', message: index });
    if (message.role !== 'tool') return;
    if (message.images && message.images.length > 0) {
      images.push(...message.images);
      owner = index;
    }
    if (images.length === 0 || messages[index + 1]?.role === 'tool') return;
    rows.push({ kind: 'bridge', message: owner }, { kind: 'images', message: owner, images });
    images = [];
  });
  return rows;
}
