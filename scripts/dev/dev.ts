// The development loop: a Vite server for the window, and a host process behind it that restarts on change.

import { join } from 'node:path';
import { generateSecret } from '../../electron/host/browser/session.ts';
import { keysOf, takeEnvironment } from '../keyAside.mjs';
import { argumentsOf } from '../options.mjs';
import { runScript, Stop, say } from '../say.mjs';
import { createHostProcess } from './hostProcess.ts';
import { devUsage, readDevOptions } from './options.ts';
import { freePort, servePage } from './pageServer.ts';

const root = join(import.meta.dirname, '../..');
const keys = keysOf(takeEnvironment());

await runScript(async () => {
  const read = readDevOptions(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
  if (!read.ok) throw new Stop(read.message, 2);
  if (read.help) {
    say(devUsage);
    return 0;
  }
  const { inspect, start } = read;
  const hostPort = await freePort();
  const page = await servePage({ root, port: start.port, hostPort });
  const host = createHostProcess({
    root,
    keys,
    inspect,
    front: { address: page.address, token: generateSecret() },
    // Unfinished code must not touch your real conversations.
    args: argumentsOf({ ...start, port: hostPort, data: start.data ?? join(root, 'out', 'dev-data') }),
  });
  page.onHostChange(host.restart);
  host.restart();
  const signal = await new Promise<NodeJS.Signals>((done) => {
    for (const each of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(each, done);
  });
  // A second signal forces an immediate exit.
  await host.close(signal);
  await page.close();
  return 0;
});
