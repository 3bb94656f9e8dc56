// A chunk of a long text: rendered near the view; elsewhere its source text, which is cheap but can be found, selected
// and copied. Keeps its height once rendered.

import { memo, startTransition, useEffect, useRef, useState } from 'react';
import type { Definitions } from './definitions.ts';
import { MarkdownChunk } from './MarkdownChunk.tsx';
import type { Chunk } from './reply.ts';
import { separateMarks } from './textPieces.ts';
import { holdsSelection, type Watch } from './useVisibilityWatch.ts';

interface FarChunkProps {
  chunk: Chunk;
  definitions: Definitions;
  /** Its last part is still streaming. */
  open: boolean;
  /** Rendered before its position is known. */
  first: boolean;
  watch: Watch | null;
}

const lineHeight = 27;

export const FarChunk = memo(function FarChunk({ chunk, definitions, open, first, watch }: FarChunkProps) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(first || open);
  const height = useRef<number | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element || !watch) return;
    return watch(element, (isNear) => {
      if (!isNear && holdsSelection(element)) return;
      if (!isNear) height.current = element.offsetHeight;
      // Renders in slices, so the window stays responsive.
      startTransition(() => setNear(isNear));
    });
  }, [watch]);
  const drawn = near || open || watch === null;
  const estimate = `${height.current ?? chunk.lines * lineHeight}px`;
  return (
    <div
      ref={place}
      className="chunk"
      data-far={drawn ? undefined : ''}
      style={
        watch === null
          ? undefined
          : {
              contentVisibility: 'auto',
              containIntrinsicSize: `auto ${estimate}`,
              ...(drawn ? {} : { height: estimate, overflow: 'hidden' }),
            }
      }
    >
      {drawn ? (
        <MarkdownChunk chunk={chunk} definitions={definitions} open={open} />
      ) : (
        chunk.parts.map((part) => <FarText key={part.key} pieces={part.pieces} />)
      )}
    </div>
  );
});

const FarText = memo(function FarText({ pieces }: { pieces: readonly string[] }) {
  // May be visible for one frame when it comes into view.
  return <div>{separateMarks(pieces.join(''))}</div>;
});
