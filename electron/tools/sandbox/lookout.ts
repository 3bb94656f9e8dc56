// Looks after what a program in the sandbox makes in guarded places: while it runs and when it has ended, what it may not make is
// moved aside, and what it changed is restored. Until then the app itself heeds nothing new of these places (`isUnchecked`).

import { type FSWatcher, watch } from 'node:fs';
import { join, relative } from 'node:path';
import type { SandboxViolation } from '../../../shared/conversation/sandbox.ts';
import type { LeadsOptions } from './gitLeads.ts';
import { type GuardedPlaces, guardedIn, isAsItWas, madeSince, uncheckedSince } from './guardedPlaces.ts';
import { isBelow } from './isBelow.ts';
import { restore, setAside } from './setAside.ts';

export interface Lookout {
  /** What was made so far, and what could not be looked at. */
  found(): SandboxViolation[];
  /** Whether a file of the folder may be the program's work. Absolute, as the folder was named. */
  isUnchecked(path: string): Promise<boolean>;
  /** After the last look. */
  end(): Promise<void>;
}

interface LookoutOptions {
  leads: LeadsOptions;
  /** As the folder was named, links not followed. */
  named: string;
  before: GuardedPlaces;
  held: readonly string[];
  opened: readonly string[];
  /** Where things are moved to. */
  quarantine: string;
}

const betweenMs = 2_000;
/** Between two looks, as a multiple of how long the last one took: a large project is looked at less often. */
const restFactor = 20;
/** The same where something has changed in a folder that is watched. */
const soonFactor = 3;
const soonMs = 40;

export function startLookout(options: LookoutOptions): Lookout {
  const { leads, named, before, held, opened, quarantine } = options;
  const { folder } = leads;
  const found = new Map<string, SandboxViolation>();
  const watchers: FSWatcher[] = [];
  let looking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let dueAt = Number.POSITIVE_INFINITY;
  let soonest = 0;
  let isOver = false;

  async function look(): Promise<void> {
    const after = await guardedIn(leads, before);
    const made = (await madeSince(before, after, folder)).filter(
      ({ path }) => !opened.some((each) => isBelow(path, each)),
    );
    for (const place of made) {
      const movedTo = await setAside(place, quarantine);
      if (movedTo === null) continue;
      if (place.before) await restore(place, place.before);
      found.set(`made ${place.path}`, { type: 'made', path: place.path, movedTo });
    }
    for (const path of uncheckedSince(before, after, folder)) {
      found.set(`unchecked ${path}`, { type: 'unchecked', path });
    }
  }

  /** One at a time. */
  function lookNow(): Promise<void> {
    looking ??= look()
      // A disk that fails now is not safer for it.
      .catch(() => void found.set(`unchecked ${folder}`, { type: 'unchecked', path: folder }))
      .finally(() => {
        looking = null;
      });
    return looking;
  }

  /** Nothing postpones a look: something may be written all the time. */
  function lookBy(at: number): void {
    if (isOver || looking !== null || at >= dueAt) return;
    if (timer) clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => void lookInTurn(), Math.max(0, at - performance.now())).unref();
  }

  async function lookInTurn(): Promise<void> {
    const start = performance.now();
    await lookNow();
    const took = performance.now() - start;
    dueAt = Number.POSITIVE_INFINITY;
    soonest = performance.now() + soonFactor * took;
    lookBy(performance.now() + Math.max(betweenMs, restFactor * took));
  }

  for (const place of watchedFolders(before, folder)) {
    try {
      const watcher = watch(place, { persistent: false }, () => lookBy(Math.max(soonest, performance.now() + soonMs)));
      watcher.on('error', () => watcher.close());
      watchers.push(watcher);
    } catch {
      // As many as the system allows; it is looked at in any case.
    }
  }
  lookBy(performance.now() + betweenMs);

  return {
    found: () => [...found.values()],
    async isUnchecked(path) {
      const inside = [named, folder].find((each) => isBelow(path, each));
      if (inside === undefined) return false;
      const real = join(folder, relative(inside, path));
      return !held.some((each) => isBelow(real, each)) && !(await isAsItWas(real, before));
    },
    async end() {
      isOver = true;
      if (timer) clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      await looking;
      await lookNow();
    },
  };
}

/** Where it counts at once what appears: the project's first folder, and that of its repository. */
function watchedFolders({ pinned }: GuardedPlaces, folder: string): string[] {
  return [folder, join(folder, '.git'), ...pinned].slice(0, 20);
}
