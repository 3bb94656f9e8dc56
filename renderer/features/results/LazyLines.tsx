// Many lines without many costs: they stand in chunks, a chunk is drawn when it comes near to what is seen, and what is out
// of sight is not laid out.

import { type ReactNode, useEffect, useRef, useState } from 'react';

const chunk = 100;
const lineHeight = 20;
/** Chunks that are drawn at once. */
const first = 2;
const near = '800px';

export interface LazyLinesProps<T> {
  lines: readonly T[];
  render: (line: T, index: number) => ReactNode;
}

export function LazyLines<T>({ lines, render }: LazyLinesProps<T>) {
  const many = lines.length > chunk * first;
  // The same chunks whatever comes behind them: what has the keyboard keeps it.
  return Array.from({ length: Math.ceil(lines.length / chunk) }, (_, number) => {
    const from = number * chunk;
    return (
      <Chunk
        key={from}
        lines={lines.slice(from, from + chunk)}
        from={from}
        render={render}
        many={many}
        atOnce={number < first}
      />
    );
  });
}

interface ChunkProps<T> extends LazyLinesProps<T> {
  from: number;
  /** There are others. */
  many: boolean;
  atOnce: boolean;
}

function Chunk<T>({ lines, from, render, many, atOnce }: ChunkProps<T>) {
  const element = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(atOnce);
  useEffect(() => {
    if (drawn || !element.current) return;
    // What scrolls is a box inside of the page: its own edges are what is near.
    const options = { rootMargin: near, scrollMargin: near };
    const observer = new IntersectionObserver(
      (seen) => seen.some((one) => one.isIntersecting) && setDrawn(true),
      options,
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [drawn]);
  const height = lines.length * lineHeight;
  const aside = many ? ({ contentVisibility: 'auto', containIntrinsicSize: `auto ${height}px` } as const) : undefined;
  return (
    <div ref={element} style={drawn ? aside : { height }}>
      {drawn && lines.map((line, index) => render(line, from + index))}
    </div>
  );
}
