// The edge between the names and the time axis of a waterfall: drawn by the pointer or by arrows; a double click or Home gives
// it back to the names.

import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { strings } from '../../core/strings.ts';
import type { NamesWidth } from './useNamesWidth.ts';

/** Pixels of a press. */
const step = 16;

export function NamesEdge({ names: { width, least, most, draw } }: { names: NamesWidth }) {
  const from = useRef<{ x: number; width: number } | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width };
  };
  const onPointerMove = ({ clientX }: PointerEvent): void => {
    if (from.current) draw(from.current.width + clientX - from.current.x);
  };
  const onPointerEnd = (): void => {
    from.current = null;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to: Record<string, number | null> = { ArrowLeft: width - step, ArrowRight: width + step, Home: null };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    draw(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that is moved is no hr
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={strings.chains.names}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      title={strings.chains.namesHint}
      data-names-edge
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onDoubleClick={() => draw(null)}
      onKeyDown={onKeyDown}
      style={{ left: width }}
      className="group/edge absolute inset-y-0 z-10 w-3 cursor-col-resize touch-none focus-visible:-outline-offset-2"
    >
      <span className="absolute inset-y-1.5 left-1 w-px bg-line-strong group-hover/edge:w-0.5 group-hover/edge:bg-accent" />
    </div>
  );
}
