// When to draw what comes from the host: at the browser's next frame, or after a quarter of a second while the window is
// hidden and has none. A key comes first: while the person types, what comes waits for the frame after the one that shows
// the key. Where frames take long, as on a busy machine, they come less often, so that keys find the time in between.

export type Schedule = (callback: () => void) => void;

/** The browser as far as frames need it; tests have one of their own. */
export interface FrameSource {
  hidden(): boolean;
  now(): number;
  requestFrame(callback: () => void): void;
  /** Calls back when the frame that is being made is on its way. */
  afterFrame(callback: () => void): void;
  setTimeout(callback: () => void, ms: number): void;
  /** Calls back for each key that is pressed. */
  onKey(callback: () => void): void;
  /** Calls back when the window is hidden: the frame that was asked for does not come until it is seen again. */
  onHidden(callback: () => void): void;
}

const hiddenMs = 250;
/** What comes is drawn after this time, whatever is typed. */
const maxWaitMs = 200;
/** After a frame this many times as long belongs to the person. */
const restFactor = 2;
/** What comes without end is drawn thirty times a second: more is not seen, and takes the time that keys need. */
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

/** The window's timer, as a function that gives back how to cancel it. */
export function later(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
