// One desktop app for each data folder. Electron's lock belongs to the folder of its own files, which lies in ours.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import { describeThrown } from '../../../shared/errors.ts';

export type Instance = { kind: 'first' } | { kind: 'second' } | { kind: 'unusable'; message: string };

/** To be called before the app is ready. A later start on the same data calls `onSecond` here and ends itself. */
export function takeInstance(app: App, dataFolder: string, onSecond: () => void): Instance {
  const own = join(dataFolder, 'desktop');
  try {
    mkdirSync(own, { recursive: true, mode: 0o700 });
    app.setPath('userData', own);
    app.setPath('sessionData', own);
  } catch (thrown) {
    const message = `The data folder ${dataFolder} cannot be written: ${describeThrown(thrown)}. Nothing was changed.`;
    return { kind: 'unusable', message };
  }
  if (!app.requestSingleInstanceLock()) return { kind: 'second' };
  app.on('second-instance', onSecond);
  return { kind: 'first' };
}
