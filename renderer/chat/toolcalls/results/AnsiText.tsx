// Terminal output in its colours, as roles of ours.

import { useMemo } from 'react';
import { ansiParts } from './ansi.ts';

const colors = [
  'var(--ink-3)',
  'var(--removed)',
  'var(--added)',
  'var(--wait)',
  'var(--code-function)',
  'var(--code-keyword)',
  'var(--accent)',
  'var(--ink)',
] as const;

export function AnsiText({ text }: { text: string }) {
  const parts = useMemo(() => ansiParts(text), [text]);
  return parts.map((part, index) => {
    const plain = part.color === undefined && !part.bold && !part.dim;
    return (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
        key={index}
        style={
          plain
            ? undefined
            : {
                color: part.color === undefined ? undefined : colors[part.color % 8],
                fontWeight: part.bold ? 600 : undefined,
                opacity: part.dim ? 0.75 : undefined,
              }
        }
      >
        {part.text}
      </span>
    );
  });
}
