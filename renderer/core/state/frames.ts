// When to draw: at the browser's next frame, or after a quarter of a second while the window is hidden and has none.

export type Schedule = (callback: () => void) => void;

export function createFrameSchedule(): Schedule {
  return (callback) => {
    if (document.visibilityState === 'hidden') setTimeout(callback, 250);
    else requestAnimationFrame(callback);
  };
}

/** The window's timer, as a function that gives back how to cancel it. */
export function later(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
