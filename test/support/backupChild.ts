// Makes or restores a backup in its own process and kills itself with SIGKILL before one of its calls to the file system. Arguments:
// `backup` or `restore`, data folder, file, and the number of the call (0: none). Prints the number of calls.

import { applyRestore, finishRestores } from '../../electron/features/backup/applyRestore.ts';
import { makeBackup } from '../../electron/features/backup/makeBackup.ts';
import { stageRestore } from '../../electron/features/backup/prepareRestore.ts';
import { ok } from '../../shared/core/errors.ts';
import { faultDisk } from './faultDisk.ts';

const [task = '', dataDir = '', file = '', killAt = '0'] = process.argv.slice(2);
const disk = faultDisk();
disk.onCall = ({ number }) => {
  if (number === Number(killAt)) process.kill(process.pid, 'SIGKILL');
  return null;
};
const watch = { signal: new AbortController().signal, onBytes: () => {} };
const merge = async () => ok(undefined);

async function run(): Promise<{ ok: boolean }> {
  if (task === 'backup') {
    return makeBackup(disk, { dataDir, version: '1.2.3', to: { file }, encryptFor: {} }, watch);
  }
  const before = await finishRestores({ disk, dataDir, merge });
  if (!before.ok) return before;
  const request = { dataDir, path: file, keys: {}, salvage: false, permissions: 'always' } as const;
  const staged = await stageRestore(disk, request, watch);
  return staged.ok ? applyRestore({ disk, dataDir, merge }, staged.value.folder) : staged;
}

const done = await run();
process.stdout.write(`${disk.calls.length}\n`);
process.exitCode = done.ok ? 0 : 1;
