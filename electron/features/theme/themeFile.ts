// theme.css in the data folder, edited by the user in any editor. Read on demand and watched from then on. An overlong
// or irregular file is no theme; removing or restoring it is a change like any other.

import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../shared/core/sentence.ts';
import type { ThemeFile } from '../../../shared/features/theme/methods.ts';
import { systemClock } from '../../lib/clock.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import { decodePlainText } from '../../lib/plainText.ts';
import type { Clock } from '../../ports/clock.ts';
import { createDataFolder } from '../../stores/dataFolder.ts';
import { atomicWrite, makeFolder, setAside } from '../../stores/files/atomicWrite.ts';
import { type Disk, diskReason, nodeDisk, readWholeFile } from '../../stores/files/disk.ts';
import { maxThemeLength, parseTheme } from './parseTheme.ts';
import { newThemeText } from './themeTokens.ts';

const settleMs = 60;
const pollMs = 2_000;

export interface WatchedTheme extends Theme {
  close(): void;
}

export function createThemeFile(
  dataDir: string,
  { disk = nodeDisk, clock = systemClock }: { disk?: Disk; clock?: Clock } = {},
): WatchedTheme {
  const { root, theme: place } = createDataFolder(dataDir, disk);
  const queue = createKeyedQueue();
  const listeners = new Set<(theme: ThemeFile) => void>();
  let publishedText: string | null = null;
  let watcher: FSWatcher | null = null;
  let poll: NodeJS.Timeout | null = null;
  let settle: NodeJS.Timeout | null = null;

  async function load(): Promise<ThemeFile> {
    const nothing = { place, exists: true, values: {}, problems: [] };
    // Files longer than any theme are not read.
    const size = await disk.stat(place).then(
      (stats) => stats.size,
      () => 0,
    );
    if (size > maxThemeLength * 4) return { ...nothing, problems: [{ line: 1, why: 'long', text: '' }] };
    const content = await readWholeFile(disk, place);
    if (content.kind === 'absent') return { ...nothing, exists: false };
    if (content.kind === 'unreadable') return { ...nothing, unread: toUserTextData(content.reason) };
    const text = decodePlainText(content.bytes);
    if (text === null) return { ...nothing, unread: toUserTextData(say`it is not text in UTF-8 or UTF-16`) };
    return { ...nothing, ...parseTheme(text) };
  }

  async function tell(): Promise<ThemeFile> {
    const theme = await load();
    const now = JSON.stringify(theme);
    if (publishedText !== null && publishedText !== now) for (const listener of [...listeners]) listener(theme);
    publishedText = now;
    return theme;
  }

  function soon(): void {
    settle ??= setTimeout(() => {
      settle = null;
      void queue.run(place, tell);
    }, settleMs).unref();
  }

  /** Watch the folder instead of the file, because editors replace files. Polls where watching is unavailable. */
  function follow(): void {
    if (watcher || poll) return;
    try {
      const started = watch(root, { persistent: false }, (_event, changed) => {
        if (changed === null || changed === basename(place)) soon();
      });
      started.on('error', () => {
        started.close();
        watcher = null;
        poll ??= setInterval(soon, pollMs).unref();
      });
      watcher = started;
    } catch {
      poll = setInterval(soon, pollMs).unref();
    }
  }

  async function changing<T>(change: () => Promise<T>): Promise<Result<T>> {
    try {
      await makeFolder(disk, dataDir);
      return ok(await change());
    } catch (thrown) {
      return fail(
        'STORE_WRITE_FAILED',
        say`${place} could not be written: ${diskReason(thrown)}. It was left unchanged.`,
      );
    }
  }

  return {
    read() {
      follow();
      return queue.run(place, tell);
    },
    create: () =>
      queue.run(place, () =>
        changing(async () => {
          if (!(await load()).exists) await atomicWrite(disk, place, newThemeText());
          return tell();
        }),
      ),
    reset: () =>
      queue.run(place, () =>
        changing(async () => {
          const backupPath = await setAside(disk, place, 'before', clock.now());
          return { kept: backupPath === null ? null : basename(backupPath), theme: await tell() };
        }),
      ),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      listeners.clear();
      watcher?.close();
      if (poll) clearInterval(poll);
      if (settle) clearTimeout(settle);
      watcher = null;
      poll = null;
      settle = null;
    },
  };
}

/** Port to the user's theme file. Never throws. */
export interface Theme {
  read(): Promise<ThemeFile>;
  /** Keeps an existing file. STORE_WRITE_FAILED. */
  create(): Promise<Result<ThemeFile>>;
  /** Sets the file aside. `kept` is its new name. STORE_WRITE_FAILED. */
  reset(): Promise<Result<{ kept: string | null; theme: ThemeFile }>>;
  /** Called when the file's content changes, also by another app. Returns a function that unsubscribes. */
  onChange(listener: (theme: ThemeFile) => void): () => void;
}
