// Where the images of results stand on a wire whose results are text: in a row of the person's behind the last result of their
// reply. Strict templates let no person speak right behind a result, hence a few words of the model's between. Pure.

import type { ApiContentPart, ApiMessage } from '../../shared/conversation/apiMessage.ts';

/** A row of the body; `message`: the one of the request that it is of, of images the last that brought one. */
export type ImageRow = { message: number } & (
  | { kind: 'message' }
  | { kind: 'bridge' }
  | { kind: 'images'; images: ApiContentPart[] }
);

export const imagesFollowText = '(The images of these results follow.)';

/** The rows of a request, without its system prompt. */
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
