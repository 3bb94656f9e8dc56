// A menu opens on press, and releasing over a row chooses that row. A menu may cover the pointer, for example when it grows
// before it is positioned again, so releasing where the press was chooses nothing.

import { type PointerEvent, useRef } from 'react';

/** Pixels that a hand moves during a click. */
const tolerance = 8;

interface Point {
  x: number;
  y: number;
}

/** `pressedAt`: for a menu that opens at the pointer. */
export function useReleaseGuard(pressedAt: Point | undefined): {
  onPress: (event: PointerEvent) => void;
  /** Props for the menu's content. */
  content: {
    onPointerDownCapture: () => void;
    onPointerUpCapture: (event: PointerEvent) => void;
  };
} {
  const pressed = useRef<Point | null>(pressedAt ?? null);
  return {
    onPress({ clientX, clientY }) {
      pressed.current = { x: clientX, y: clientY };
    },
    content: {
      onPointerDownCapture() {
        pressed.current = null;
      },
      onPointerUpCapture(event) {
        const from = pressed.current;
        pressed.current = null;
        if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) < tolerance) event.preventDefault();
      },
    },
  };
}
