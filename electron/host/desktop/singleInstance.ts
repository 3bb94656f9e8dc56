// One desktop app per data folder. Electron's lock belongs to its user data folder, which is inside ours.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import { makeWritableFolder } from '../makeDataFolder.ts';
import type { DesktopStart } from './commandLine.ts';
import { type Outside, readOutside } from './outside.ts';
import { readWish, type StartWish } from './startWish.ts';

export type Instance = { kind: 'first' } | { kind: 'second' } | { kind: 'unusable'; message: string };

/**
 * Call before the app is ready. A later start on the same data calls `onSecond` here with what it brings from outside, and
 * exits. Its command line arrives, too, but Chromium may have changed it.
 */
export function claimSingleInstance(
  app: App,
  dataFolder: string,
  { outside, wish }: Pick<DesktopStart, 'outside' | 'wish'>,
  onSecond: (outside: Outside, wish: StartWish) => void,
): Instance {
  const userData = join(dataFolder, 'desktop');
  // Where its lock cannot be written, Electron reports that another instance has it.
  const message = makeWritableFolder(userData);
  if (message !== null) return { kind: 'unusable', message };
  app.setPath('userData', userData);
  app.setPath('sessionData', userData);
  if (!app.requestSingleInstanceLock({ ...outside, wish })) return { kind: 'second' };
  forgetTabs(userData);
  app.on('second-instance', (_event, _argv, _folder, data) => onSecond(readOutside(data), readWish(data)));
  return { kind: 'first' };
}

/** The storage of windows that are gone, which may hold what was typed before the data was encrypted. */
function forgetTabs(userData: string): void {
  try {
    rmSync(join(userData, 'Session Storage'), { recursive: true, force: true });
  } catch {
    // Chromium overwrites it in time.
  }
}
