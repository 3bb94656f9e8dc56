// Renders many lines cheaply: in chunks that are rendered when they come near the viewport, and laid out only while visible.

import { type ReactNode, useEffect, useRef, useState } from 'react';

const chunk = 100;
const lineHeight = 20;
/** Number of chunks that are rendered immediately. */
const first = 2;
const near = '800px';

export interface LazyLinesProps<T> {
  lines: readonly T[];
  render: (line: T, index: number) => ReactNode;
}

export function LazyLines<T>({ lines, render }: LazyLinesProps<T>) {
  const many = lines.length > chunk * first;
  // Chunks keep their boundaries when lines are appended, so that a focused element stays.
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
  /** There are more chunks than the initial ones. */
  many: boolean;
  atOnce: boolean;
}

function Chunk<T>({ lines, from, render, many, atOnce }: ChunkProps<T>) {
  const element = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(atOnce);
  useEffect(() => {
    if (drawn || !element.current) return;
    // The scroll container is a box within the page, so its own margin counts too.
    const options = { rootMargin: near, scrollMargin: near };
    const observer = new IntersectionObserver(
      (entries) => entries.some((one) => one.isIntersecting) && setDrawn(true),
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
