// Resizable edge: drag it or use the arrow keys; double-click or Home restores the default width. Where the width has two
// natural ends, Home and End go there.

import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { classes } from './classes.ts';

/** Pixels per key press; with Shift. */
const step = 16;
const largeStep = 64;

export interface ResizeHandleProps {
  label: string;
  hint: string;
  /** Current width in pixels. */
  width: number;
  min: number;
  max: number;
  /** The edge's side. */
  side: 'left' | 'right';
  className: string;
  /** Home goes to the minimum, and End to the maximum. */
  keysToEnds?: boolean;
  /** Null: restore the default. */
  onDraw: (width: number | null) => void;
}

export function ResizeHandle({
  label,
  hint,
  width,
  min,
  max,
  side,
  className,
  keysToEnds = false,
  onDraw,
}: ResizeHandleProps) {
  const from = useRef<{ x: number; width: number } | null>(null);
  const sign = side === 'right' ? 1 : -1;
  const draw = (to: number): void => onDraw(Math.max(min, Math.min(max, to)));
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width };
  };
  const onPointerMove = ({ clientX }: PointerEvent): void => {
    if (from.current) draw(from.current.width + sign * (clientX - from.current.x));
  };
  const onPointerEnd = (): void => {
    from.current = null;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.shiftKey ? largeStep : step;
    const to: Record<string, number | null> = {
      ArrowLeft: width - sign * by,
      ArrowRight: width + sign * by,
      Home: keysToEnds ? min : null,
      ...(keysToEnds ? { End: max } : {}),
    };
    const next = to[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === null) onDraw(null);
    else draw(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that is moved is no hr
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(width)}
      aria-valuemin={min}
      aria-valuemax={Math.max(min, Math.round(max))}
      tabIndex={0}
      title={hint}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onDoubleClick={() => onDraw(null)}
      onKeyDown={onKeyDown}
      className={classes(
        'group/edge absolute inset-y-0 z-10 cursor-col-resize touch-none focus-visible:-outline-offset-2',
        className,
      )}
    />
  );
}
