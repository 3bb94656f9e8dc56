// The scripted host for window tests: a contract server over a memory transport, joined to a session. The test controls
// time: deferred work runs when the test says so.

import { createScriptedHost, type ScriptedHost, type ScriptedHostOptions } from '../../e2e/gallery/scriptedHost.ts';
import { createSession } from '../../renderer/app/createSession.ts';
import type { Link, LinkOutcome } from '../../renderer/core/connection/link.ts';
import type { Memory } from '../../renderer/core/memory.ts';
import type { Session } from '../../renderer/core/state/session.ts';

export { snapshotFixture } from '../../e2e/gallery/appFixture.ts';
export { conversationFixture, script } from '../../e2e/gallery/conversationFixture.ts';

export interface Timers {
  later(ms: number, callback: () => void): () => void;
  /** Delays of the pending timers in milliseconds, in order of creation. */
  waiting(): number[];
  /** Runs everything that is pending now. */
  run(): void;
}

export function manualTimers(): Timers {
  let queue: { ms: number; callback: () => void }[] = [];
  return {
    later(ms, callback) {
      const entry = { ms, callback };
      queue.push(entry);
      return () => {
        queue = queue.filter((known) => known !== entry);
      };
    },
    waiting: () => queue.map((entry) => entry.ms),
    run() {
      const now = queue;
      queue = [];
      for (const { callback } of now) callback();
    },
  };
}

export function pageMemory(kept = new Map<string, string>()): Memory {
  return {
    get: (name) => kept.get(name) ?? null,
    set(name, value) {
      if (value === null) kept.delete(name);
      else kept.set(name, value);
    },
  };
}

export interface JoinedSession {
  host: ScriptedHost;
  session: Session;
  timers: Timers;
  kept: Map<string, string>;
  /** Outcomes of the next connection attempts, instead of the host. */
  outcomes: LinkOutcome['kind'][];
  attempts(): number;
}

/** `tab`: the tab's storage, for the next page in the same tab. */
export function joinSession(
  options: ScriptedHostOptions,
  kept = new Map<string, string>(),
  tab = new Map<string, string>(),
  /** The conversation in the page's URL. */
  named: string | null = null,
): JoinedSession {
  const host = createScriptedHost(options);
  const timers = manualTimers();
  const outcomes: LinkOutcome['kind'][] = [];
  let attempts = 0;
  const link: Link = {
    async open() {
      attempts++;
      const kind = outcomes.shift() ?? 'open';
      if (kind === 'open') return { kind, transport: host.connect() };
      return kind === 'refused' ? { kind, wants: 'newPage' } : { kind };
    },
  };
  const session = createSession({
    link,
    memory: pageMemory(kept),
    tab: pageMemory(tab),
    schedule: queueMicrotask,
    later: timers.later,
    named: () => named,
  });
  return { host, session, timers, kept, outcomes, attempts: () => attempts };
}

/** Lets everything in flight on the memory transport arrive. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 50; i++) await Promise.resolve();
}
