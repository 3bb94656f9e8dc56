// A dot that indicates activity. `still`: activity is unknown, so it does not move. All dots dim and light up together,
// by steps: an animation without end makes the browser draw every frame, and a key then waits for the next one.

import { useEffect } from 'react';
import { classes } from './classes.ts';

export function Pulse({ still = false }: { still?: boolean }) {
  useBeat(!still);
  const look = still ? 'border border-ink-3' : 'pulse bg-accent';
  return <span className={classes('inline-block size-2 shrink-0 rounded-full', look)} aria-hidden />;
}

/** Lets everything of the class `pulse` dim and light up while this component is mounted. */
export function useBeat(isActive: boolean): void {
  useEffect(() => {
    if (isActive) return startBeat();
  }, [isActive]);
}

const beatMs = 900;
let dots = 0;
let timer = 0;
let isTyping = false;

/** Dots keep still while the user types. Returns a function that takes one dot away. */
function startBeat(): () => void {
  if (dots++ === 0) {
    addEventListener('keydown', noteKey, { capture: true, passive: true });
    timer = window.setInterval(beat, beatMs);
  }
  return () => {
    if (--dots > 0) return;
    clearInterval(timer);
    removeEventListener('keydown', noteKey, { capture: true });
    document.documentElement.removeAttribute('data-dim');
  };
}

function noteKey(): void {
  isTyping = true;
}

function beat(): void {
  const { documentElement: root, hidden } = document;
  if (!isTyping && !hidden && root.dataset.motion !== 'less') root.toggleAttribute('data-dim');
  isTyping = false;
}
