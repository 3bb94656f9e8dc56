// The browser host's main module, loaded after its entry point.

import { join } from 'node:path';
import { takeEnvironment } from '../scripts/keyAside.mjs';
import { runBrowserHost } from './host/browser/browserHost.ts';
import { openPage } from './host/browser/openPage.ts';
import { showCode } from './host/browser/terminalCode.ts';
import { createDefectLog, createShutdownSignal } from './host/endingSignal.ts';
import { version } from './host/version.ts';
import { stderrLog } from './lib/log.ts';
import { openApp } from './openApp.ts';

const err = (line: string): void => void process.stderr.write(`${line}\n`);

const defects = createDefectLog();
const code = await runBrowserHost({
  args: process.argv.slice(2),
  folder: process.cwd(),
  env: takeEnvironment(),
  rendererFolder: join(import.meta.dirname, 'renderer'),
  version,
  log: stderrLog,
  createApp: openApp,
  openPage,
  out: (line) => void process.stdout.write(`${line}\n`),
  err,
  showCode: (sentence, code) => showCode([process.stderr, process.stdout], sentence, code),
  ending: createShutdownSignal(process, err, defects),
  defects,
});
process.exit(code);
