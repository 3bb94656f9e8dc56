// Undoes the first hunk of a file in its own process, and kills itself at a chosen moment. Arguments: data folder,
// conversation, the user's message, the file, and after how many of the store's file system calls since the file
// changed the kill comes.

import { readFileSync } from 'node:fs';
import { createCore } from '../../electron/core.ts';
import { silentLog } from '../../electron/lib/log.ts';
import { faultDisk } from './faultDisk.ts';

const [dataDir = '', conversationId = '', messageId = '', file = '', after = '1'] = process.argv.slice(2);
const before = readFileSync(file, 'utf8');
const disk = faultDisk();
let calls = 0;
disk.onCall = () => {
  if (readFileSync(file, 'utf8') !== before && ++calls === Number(after)) process.kill(process.pid, 'SIGKILL');
  return null;
};
const core = createCore({ dataDir, env: {}, log: silentLog, person: false, disk });
const target = { type: 'turn', messageId } as const;
const place = { conversationId, target, path: 'plain.txt' };
const diff = await core.reviews.service.diff(place, { ignoreWhitespace: false, whole: false, from: 0 });
if (!diff.ok || diff.value.type !== 'text') throw new Error(JSON.stringify(diff));
const selection = { removed: [[5, 5] as [number, number]], added: [[5, 5] as [number, number]] };
const { version } = diff.value;
const done = await core.reviews.service.undo(place, { version, ignoreWhitespace: false, selection });
if (!done.ok) throw new Error(done.error.message);
await core.close();
process.exit(0);
