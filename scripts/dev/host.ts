// The browser host for `npm run dev`: runs from source, behind the window's Vite server. Unlike
// electron/browserEntry.ts, it still recognizes pages that were open before a restart.

import { once } from 'node:events';
import { createApp } from '../../electron/app.ts';
import { runBrowserHost } from '../../electron/host/browser/browserHost.ts';
import { openPage } from '../../electron/host/browser/openPage.ts';
import { createSessions, type Sessions } from '../../electron/host/browser/session.ts';
import { showCode } from '../../electron/host/browser/terminalCode.ts';
import { createShutdownSignal } from '../../electron/host/endingSignal.ts';
import { version } from '../../electron/host/version.ts';
import { stderrLog } from '../../electron/lib/log.ts';
import { takeEnvironment } from '../keyAside.mjs';
import type { FromHost, ToHost } from './messages.ts';

const env = takeEnvironment();
const err = (line: string): void => void process.stderr.write(`${line}\n`);
const ending = createShutdownSignal(process, err);
const [{ address, token, sessions: open }] = (await once(process, 'message')) as [ToHost];
// If the dev loop was killed, nothing else stops this process.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

const openSecrets = new Set(open);
const fresh = createSessions(token);
const sessions: Sessions = {
  ...fresh,
  open(presented) {
    const opened = fresh.open(presented);
    if (opened.ok) process.send?.({ session: opened.secret } satisfies FromHost);
    return opened;
  },
  accepts: (secret) => (secret !== undefined && openSecrets.has(secret)) || fresh.accepts(secret),
};

const code = await runBrowserHost({
  args: process.argv.slice(2),
  folder: process.cwd(),
  env,
  // The Vite server serves the window's files.
  rendererFolder: import.meta.dirname,
  front: { address, token, sessions },
  version,
  log: stderrLog,
  createApp,
  openPage,
  out: (line) => void process.stdout.write(`${line}\n`),
  err,
  showCode: (sentence, secret) => showCode([process.stderr, process.stdout], sentence, secret),
  ending,
});
process.exit(code);
