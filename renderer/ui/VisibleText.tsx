// Text with hidden characters made visible. See visibleText.ts.

import { Fragment } from 'react';
import { visibleParts } from './visibleText.ts';

export function VisibleText({ text }: { text: string }) {
  return visibleParts(text).map((part, index) =>
    part.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
      <span key={index} className="rounded-s bg-wait-soft px-0.5 text-wait" data-unseen>
        {part.text}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
      <Fragment key={index}>{part.text}</Fragment>
    ),
  );
}
