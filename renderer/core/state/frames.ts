// When to draw: at the browser's next frame, or after a quarter of a second while the window is hidden and has none.

export type Schedule = (callback: () => void) => void;

export function createFrameSchedule(): Schedule {
  return (callback) => {
    if (document.visibilityState === 'hidden') setTimeout(callback, 250);
    else requestAnimationFrame(callback);
  };
}
