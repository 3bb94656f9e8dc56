// Schedules rendering of host events: on the next frame, or after 250 ms while hidden. Typing has priority: events wait
// for the frame after the key's. On slow machines, frames become less frequent to leave time for keys.

export type Schedule = (callback: () => void) => void;

/** The browser APIs that frames need; replaceable in tests. */
export interface FrameSource {
  hidden(): boolean;
  now(): number;
  requestFrame(callback: () => void): void;
  /** Called after the pending frame is painted. */
  afterFrame(callback: () => void): void;
  setTimeout(callback: () => void, ms: number): void;
  /** Called for every key press. */
  onKey(callback: () => void): void;
  /** Called when the window is hidden: pending frames then wait until it is visible. */
  onHidden(callback: () => void): void;
}

const hiddenMs = 250;
/** Maximum delay by typing. */
const maxWaitMs = 200;
/** Idle time after a frame, as a multiple of its duration. */
const restFactor = 2;
/** Caps endless updates at thirty frames a second: more is invisible and slows down typing. */
const minRestMs = 30;

export function createFrameSchedule(source: FrameSource = browserFrames()): Schedule {
  let waiting: (() => void)[] = [];
  let since = 0;
  let isAsked = false;
  let keyPressed = false;
  let restUntil = 0;
  source.onKey(() => {
    keyPressed = true;
  });
  source.onHidden(() => {
    if (isAsked) ask();
  });

  function ask(): void {
    isAsked = true;
    const rest = restUntil - source.now();
    if (source.hidden()) source.setTimeout(draw, hiddenMs);
    else if (rest > 0) source.setTimeout(ask, rest);
    else source.requestFrame(frame);
  }

  function frame(): void {
    const now = source.now();
    const mayWait = now - since < maxWaitMs && !source.hidden();
    const waits = mayWait && keyPressed;
    keyPressed = false;
    if (waits) {
      ask();
      return;
    }
    source.afterFrame(() => {
      const took = source.now() - now;
      restUntil = now + Math.max(minRestMs, took + Math.min(took * restFactor, maxWaitMs));
    });
    draw();
  }

  function draw(): void {
    isAsked = false;
    const due = waiting;
    waiting = [];
    for (const callback of due) callback();
  }

  return (callback) => {
    if (waiting.length === 0) since = source.now();
    waiting.push(callback);
    if (!isAsked) ask();
  };
}

function browserFrames(): FrameSource {
  const { port1, port2 } = new MessageChannel();
  return {
    hidden: () => document.visibilityState === 'hidden',
    now: () => performance.now(),
    requestFrame: (callback) => void requestAnimationFrame(callback),
    afterFrame(callback) {
      port1.onmessage = callback;
      port2.postMessage(null);
    },
    setTimeout: (callback, ms) => void setTimeout(callback, ms),
    onHidden: (callback) =>
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'hidden') callback();
      }),
    onKey: (callback) => addEventListener('keydown', callback, { capture: true, passive: true }),
  };
}

/** Sets a timer; returns a function that cancels it. */
export function startTimer(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
