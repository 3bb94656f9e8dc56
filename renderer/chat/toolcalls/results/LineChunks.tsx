// Many lines without many costs: they stand in chunks, and a chunk that is out of sight is not laid out.

import type { ReactNode } from 'react';

const chunk = 100;
const lineHeight = 20;

export function LineChunks<T>({
  lines,
  render,
}: {
  lines: readonly T[];
  render: (line: T, index: number) => ReactNode;
}) {
  if (lines.length <= chunk * 2) return lines.map(render);
  return Array.from({ length: Math.ceil(lines.length / chunk) }, (_, number) => {
    const from = number * chunk;
    const part = lines.slice(from, from + chunk);
    return (
      <div key={from} style={{ contentVisibility: 'auto', containIntrinsicSize: `auto ${part.length * lineHeight}px` }}>
        {part.map((line, index) => render(line, from + index))}
      </div>
    );
  });
}
