// Schedules rendering of host events: on the next frame, or after 250 ms while hidden. Typing has priority: while the user
// types, events render right after a key's frame. On slow machines, frames become less frequent to leave time for keys.

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
/** Maximum delay by typing, and how long after a key the user counts as typing. */
const maxWaitMs = 200;
/** Idle time after a frame, as a multiple of its duration. */
const restFactor = 2;
/** Caps endless updates at thirty frames a second: more is invisible and slows down typing. */
const minRestMs = 30;

export function createFrameSchedule(source: FrameSource = browserFrames()): Schedule {
  let waiting: (() => void)[] = [];
  let since = 0;
  let isAsked = false;
  let lastKey = Number.NEGATIVE_INFINITY;
  let isKeyPending = false;
  let restUntil = 0;
  /** Counts draws: what was asked for an earlier one is out of date. */
  let turn = 0;
  source.onKey(() => {
    lastKey = source.now();
    if (isKeyPending || source.hidden()) return;
    isKeyPending = true;
    // Right after the key's frame is the time farthest from the next key.
    source.requestFrame(() => source.afterFrame(afterKey));
  });
  source.onHidden(() => {
    if (isAsked) ask();
  });

  function ask(): void {
    isAsked = true;
    const now = source.now();
    const typingUntil = Math.min(lastKey, since) + maxWaitMs;
    const rest = Math.max(restUntil, typingUntil) - now;
    const asked = turn;
    const ifDue = (callback: () => void) => (): void => {
      if (isAsked && asked === turn) callback();
    };
    if (source.hidden()) source.setTimeout(ifDue(draw), hiddenMs);
    else if (rest > 0) source.setTimeout(ifDue(ask), rest);
    else source.requestFrame(ifDue(frame));
  }

  function frame(): void {
    const now = source.now();
    if (isKeyPending && now - since < maxWaitMs) {
      ask();
      return;
    }
    source.afterFrame(() => rest(now, source.now() - now));
    draw();
  }

  function afterKey(): void {
    isKeyPending = false;
    const now = source.now();
    if (!isAsked || now < restUntil) return;
    draw();
    const rendered = source.now() - now;
    rest(now, rendered);
    source.requestFrame(() => {
      const painting = source.now();
      source.afterFrame(() => rest(painting, rendered + source.now() - painting));
    });
  }

  function rest(from: number, took: number): void {
    restUntil = from + Math.max(minRestMs, took + Math.min(took * restFactor, maxWaitMs));
  }

  function draw(): void {
    isAsked = false;
    turn++;
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
  let afterwards: (() => void)[] = [];
  port1.onmessage = () => {
    const due = afterwards;
    afterwards = [];
    for (const callback of due) callback();
  };
  return {
    hidden: () => document.visibilityState === 'hidden',
    now: () => performance.now(),
    requestFrame: (callback) => void requestAnimationFrame(callback),
    afterFrame(callback) {
      if (afterwards.push(callback) === 1) port2.postMessage(null);
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

/** Begins once the page has nothing else to do, soon in any case. Returns a function that ends it. */
export function whenIdle(begin: () => () => void): () => void {
  let end = (): void => {};
  const start = (): void => {
    end = begin();
  };
  if (typeof requestIdleCallback !== 'function') {
    const cancel = startTimer(0, start);
    return () => {
      cancel();
      end();
    };
  }
  const id = requestIdleCallback(start, { timeout: 2000 });
  return () => {
    cancelIdleCallback(id);
    end();
  };
}
