// Closes the app on quit, whatever triggers it, and ends the process in time.

import type { App as ElectronApp } from 'electron';
import { closingMs, within } from '../within.ts';

/** Calls `close` once on quit, and ends the process when it is done, at most two seconds later. */
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
