// Works on plugins in its own process and kills itself with SIGKILL before one of its calls to the file system. Arguments: `add`,
// `update`, `back` or `remove`, data folder, source or name, and the number of the call (0: none). Prints the number of calls.

import { createPlugins } from '../../electron/features/plugins/plugins.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { createInstalledPlugins } from '../../electron/stores/installedPlugins.ts';
import { createKeychain } from '../../electron/stores/keychain.ts';
import { faultDisk } from './faultDisk.ts';

const [task = '', dataDir = '', subject = '', killAt = '0'] = process.argv.slice(2);
const disk = faultDisk();
disk.onCall = ({ number }) => {
  if (number === Number(killAt)) process.kill(process.pid, 'SIGKILL');
  return null;
};

const installed = createInstalledPlugins(dataDir, { disk, clock: systemClock });
const plugins = createPlugins({
  installed,
  clock: systemClock,
  environment: process.env,
  ids: { randomId: () => 'p1' },
  readOnly: null,
  home: '/',
  version: '0',
  keychain: createKeychain({ service: 'test', memoryOnly: true }),
});

async function run(): Promise<{ ok: boolean }> {
  if (task === 'back') return plugins.back(subject);
  if (task === 'remove') return plugins.remove(subject);
  const proposal =
    task === 'add'
      ? await plugins.look({ type: 'local', file: subject, path: '' })
      : await plugins.lookForUpdate(subject);
  if (!proposal.ok || proposal.value === null) return proposal;
  return plugins.install(proposal.value.id);
}

const done = await run();
if (!done.ok) process.stderr.write(JSON.stringify(done));
process.stdout.write(`${disk.calls.length}\n`);
await plugins.close();
process.exitCode = done.ok ? 0 : 1;
