// One desktop app per data folder. Electron's lock belongs to its user data folder, which is inside ours.

import { join } from 'node:path';
import type { App } from 'electron';
import { makeWritableFolder } from '../makeDataFolder.ts';

export type Instance = { kind: 'first' } | { kind: 'second' } | { kind: 'unusable'; message: string };

/** Call before the app is ready. A later start on the same data calls `onSecond` here and exits. */
export function claimSingleInstance(app: App, dataFolder: string, onSecond: () => void): Instance {
  const userData = join(dataFolder, 'desktop');
  // Where its lock cannot be written, Electron reports that another instance has it.
  const message = makeWritableFolder(userData);
  if (message !== null) return { kind: 'unusable', message };
  app.setPath('userData', userData);
  app.setPath('sessionData', userData);
  if (!app.requestSingleInstanceLock()) return { kind: 'second' };
  app.on('second-instance', onSecond);
  return { kind: 'first' };
}
