// The edge between the names and the time axis of a waterfall.

import { DragEdge } from '../../ui/DragEdge.tsx';
import type { NamesWidth } from './useNamesWidth.ts';
import { chainWords } from './words.ts';

export function NamesEdge({ names: { width, least, most, draw } }: { names: NamesWidth }) {
  return (
    <span className="absolute inset-y-0 z-10 w-3" style={{ left: width }} data-names-edge>
      <DragEdge
        label={chainWords.names}
        hint={chainWords.namesHint}
        width={width}
        least={least}
        most={most}
        side="right"
        onDraw={draw}
        className="w-3 before:absolute before:inset-y-1.5 before:left-1 before:w-px before:bg-line-strong hover:before:w-0.5 hover:before:bg-accent"
      />
    </span>
  );
}
