// The browser host's door: the app on plain Node, for machines without a display and for a browser through a tunnel.

import { join } from 'node:path';
import { createApp } from './app.ts';
import { runBrowserHost } from './host/browser/browserHost.ts';
import { openAddress } from './host/browser/openAddress.ts';
import { endingSignal } from './host/endingSignal.ts';
import { version } from './host/version.ts';
import { stderrLog } from './lib/log.ts';

const err = (line: string): void => void process.stderr.write(`${line}\n`);

const code = await runBrowserHost({
  args: process.argv.slice(2),
  folder: process.cwd(),
  env: process.env,
  rendererFolder: join(import.meta.dirname, 'renderer'),
  version,
  log: stderrLog,
  createApp,
  openAddress,
  out: (line) => void process.stdout.write(`${line}\n`),
  err,
  ending: endingSignal(process, err),
});
process.exit(code);
