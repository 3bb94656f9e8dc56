// The browser host's main module, loaded after its entry point.

import { join } from 'node:path';
import { takeEnvironment } from '../scripts/keyAside.mjs';
import { runBrowserHost } from './host/browser/browserHost.ts';
import { openPage } from './host/browser/openPage.ts';
import { showCode } from './host/browser/terminalCode.ts';
import { createDefectLog, createShutdownSignal } from './host/endingSignal.ts';
import { version } from './host/version.ts';
import { stderrLog } from './lib/log.ts';
import { serviceArgument } from './lib/serviceHost.ts';
import { openApp } from './openApp.ts';

const err = (line: string): void => void process.stderr.write(`${line}\n`);

const defects = createDefectLog();
const [first, ...rest] = process.argv.slice(2);
const isService = first === serviceArgument;
const ending = createShutdownSignal(process, err, defects);
const code = await runBrowserHost({
  args: isService ? rest : process.argv.slice(2),
  isService,
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
  ending: isService ? AbortSignal.any([ending, inputEnded()]) : ending,
  defects,
});
process.exit(code);

/** The service holds the other end, so this ends with it, even if it was killed. */
function inputEnded(): AbortSignal {
  const ended = new AbortController();
  process.stdin.once('close', () => ended.abort()).resume();
  return ended.signal;
}
