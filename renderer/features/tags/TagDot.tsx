// The square of a tag, in its color (a round dot is an unread reply). Never the only sign of it: the name is next to it, or in the row's description.

import { tagHue } from '../../../shared/features/tags/tag.ts';

export function TagDot({ tag }: { tag: string }) {
  return (
    <span
      aria-hidden
      data-colours
      className="size-2 shrink-0 rounded-[2.5px]"
      style={{ background: `var(--tag-${tagHue(tag)})` }}
    />
  );
}
