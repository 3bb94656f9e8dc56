// Quitting the desktop host: whatever triggers it, the app is closed first, and the process ends in time.

import type { App as ElectronApp } from 'electron';
import { closingMs, within } from '../within.ts';

/** Calls `close` once when the app is to quit and ends the process when it is done, at most two seconds later. */
export function closeBeforeQuit(app: ElectronApp, host: NodeJS.Process, close: () => Promise<void>): void {
  let closing = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    void within(closingMs, close()).then(() => app.exit(0));
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) host.on(signal, () => app.quit());
}
