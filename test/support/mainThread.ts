// A page's main-thread work, read from a browser trace: its tasks in wall-clock and CPU time, and how long each key
// took to become visible. In CPU time, other load on the machine does not count.

import type { Browser, Page } from 'playwright';

interface Task {
  /** Milliseconds since the trace started. */
  at: number;
  /** Milliseconds of CPU time. */
  took: number;
  /** Milliseconds of wall-clock time. */
  lasted: number;
  /** Its most expensive part, as named by the browser. */
  mostly: string;
}

interface Key {
  /** Wall-clock milliseconds from the key press to the end of the main thread's work on the frame that shows it. */
  seen: number;
  /** Milliseconds of the main thread's CPU time until then. */
  took: number;
}

export interface MainThread {
  /** The longest first. */
  tasks: Task[];
  keys: Key[];
  frames: number;
}

interface TraceEvent {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: {
    name?: string;
    data?: { type?: string; duration?: number; timeStamp?: number; functionName?: string; url?: string };
  };
}

const categories = ['toplevel', 'devtools.timeline', 'loading', 'latencyInfo'];

/** Traces the page's main thread while `action` runs. */
export async function mainThreadWhile(
  browser: Browser,
  page: Page,
  action: () => Promise<unknown>,
  options: { categories?: readonly string[] } = {},
): Promise<MainThread> {
  await browser.startTracing(page, { categories: [...categories, ...(options.categories ?? [])] });
  let trace: Buffer;
  try {
    await action();
  } finally {
    trace = await browser.stopTracing();
  }
  return readTrace(trace);
}

function readTrace(trace: Buffer): MainThread {
  const { traceEvents: events } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent): string => `${pid}.${tid}`;
  const mains = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(thread),
  );
  const began = events.reduce((first, { ts }) => (ts > 0 ? Math.min(first, ts) : first), Number.POSITIVE_INFINITY);
  const ours = events.filter((event) => mains.has(thread(event)));
  const whole = ours.filter(({ ph }) => ph === 'X');
  const tasks = whole.filter(({ name }) => /RunTask/.test(name)).sort((one, other) => one.ts - other.ts);
  const parts = whole.filter(({ name }) => !/RunTask/.test(name)).sort((one, other) => one.ts - other.ts);
  return {
    tasks: tasks
      .map((task) => ({
        at: (task.ts - began) / 1000,
        took: (task.tdur ?? 0) / 1000,
        lasted: (task.dur ?? 0) / 1000,
        mostly: (task.tdur ?? 0) > 8000 ? mostly(task, parts) : '',
      }))
      .sort((one, other) => other.took - one.took),
    keys: keysOf(events, tasks),
    frames: ours.filter(({ name }) => name === 'PrePaint').length,
  };
}

/** Parts of a task that are in no other part but script's, the longest first. */
function mostly(task: TraceEvent, parts: readonly TraceEvent[]): string {
  const end = task.ts + (task.dur ?? 0);
  const inside = parts.filter(({ pid, tid, ts }) => pid === task.pid && tid === task.tid && ts >= task.ts && ts < end);
  const sums = new Map<string, number>();
  for (const { name, args, tdur = 0 } of inside) {
    const label = [name, args?.data?.type, args?.data?.functionName].filter(Boolean).join(' ');
    sums.set(label, (sums.get(label) ?? 0) + tdur / 1000);
  }
  return [...sums]
    .sort((one, other) => other[1] - one[1])
    .slice(0, 5)
    .map(([name, ms]) => `${name} ${ms.toFixed(0)}`)
    .join(', ');
}

/**
 * From the browser's receipt of a key until the main thread submitted the frame with its effect: the first frame
 * produced after the page got the event.
 */
function keysOf(events: readonly TraceEvent[], tasks: readonly TraceEvent[]): Key[] {
  const sorted = events.toSorted((one, other) => one.ts - other.ts);
  const pressed = sorted.filter(({ name, ph }) => name === 'InputLatency::KeyDown' && ph === 'b');
  const heard = sorted.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown');
  const frames = sorted.filter(({ name }) => name === 'PrePaint');
  return heard.flatMap((event) => {
    const begun = pressed.findLast(({ ts }) => ts <= event.ts)?.ts ?? event.ts;
    const frame = frames.find(({ pid, tid, ts }) => pid === event.pid && tid === event.tid && ts > event.ts);
    const handed = tasks.find(({ ts, dur = 0 }) => frame && ts <= frame.ts && ts + dur >= frame.ts);
    if (!handed) return [];
    const end = handed.ts + (handed.dur ?? 0);
    const meanwhile = tasks.filter(({ ts, dur = 0 }) => ts < end && ts + dur > begun);
    // For a task that started before the key press, only the remainder delays it.
    const left = ({ ts, dur = 0, tdur = 0 }: TraceEvent): number => Math.min(tdur, ts + dur - Math.max(ts, begun));
    return { seen: (end - begun) / 1000, took: meanwhile.reduce((sum, task) => sum + left(task) / 1000, 0) };
  });
}
