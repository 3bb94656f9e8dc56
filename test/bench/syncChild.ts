// One device of the sync benchmark, in its own process: syncs its data folder with a store in a folder, sealed as always, and reports
// what it took. Its keys are the same in each run.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createSyncEngine } from '../../electron/features/sync/engine/syncEngine.ts';
import { createDeviceRecord, deviceKeysOf, deviceObject } from '../../electron/features/sync/keys/deviceKeys.ts';
import { spaceKeysOf } from '../../electron/features/sync/keys/spaceKeys.ts';
import { createSealer } from '../../electron/features/sync/seal/createSealer.ts';
import { limitBufferPool } from '../../electron/host/compileCache.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { asNew, userMessage } from '../support/messageBuilder.ts';
import { createFolderRemote } from '../support/sync/folderRemote.ts';
import { benchStore, mustBeOk } from './openedStore.ts';

export interface SyncReport {
  ms: number;
  /** Until the list had this many conversations, and the newest was there. */
  usableMs: number;
  /** Until the list had all that are to come. */
  listedMs: number;
  /** Resident bytes before, at the peak, and after each quarter of the time. */
  idle: number;
  peak: number;
  resident: number[];
  requests: number;
  bytes: number;
  /** Of one more message. */
  nextRequests: number;
  nextMs: number;
  nextBytes: number;
}

// As the entry points do.
limitBufferPool();
const [folder = '', device = '', work = ''] = process.argv.slice(2);
const usableCount = 50;
const sampleMs = 500;

const remote = createFolderRemote(join(folder, 'store'));
const dataDir = join(folder, device);
const store = benchStore(dataDir);
const secret = (text: string): Uint8Array => createHash('sha256').update(text).digest();
const [keys, deviceKeys] = [await spaceKeysOf(secret('space')), await deviceKeysOf(secret(device))];
const { signal } = new AbortController();
const sealer = createSealer({ store: remote, keys, deviceKeys, revoked: () => new Set(), signal });
const record = Buffer.from(JSON.stringify(createDeviceRecord(keys, deviceKeys, device)), 'utf8');
const recordName = deviceObject(keys.space, deviceKeys.device);
mustBeOk(await remote.put(recordName, await sealer.seal(recordName, record), signal));
const engine = createSyncEngine({
  ...{ store, remote, sealer, space: keys.space, dataDir, disk: nodeDisk, clock: systemClock },
  timers: { set: () => null, clear: () => {} },
  coming: () => {
    if (listedMs === 0) listedMs = performance.now() - began;
  },
});

let usableMs = 0;
let listedMs = 0;
let changes = 0;
const samples: number[] = [];
const sampling = setInterval(() => samples.push(process.memoryUsage.rss()), sampleMs);
const idle = process.memoryUsage.rss();
const began = performance.now();
store.onChange(() => {
  if (usableMs === 0 && ++changes >= usableCount) usableMs = performance.now() - began;
});
mustBeOk(await engine.syncNow());
const ms = performance.now() - began;
clearInterval(sampling);
const resident = [1, 2, 3, 4].map((quarter) => samples[Math.ceil((samples.length * quarter) / 4) - 1] ?? idle);
const { requests, bytesPut, bytesGot } = remote;
const bytes = bytesPut + bytesGot;
let [nextRequests, nextMs, nextBytes] = [0, 0, 0];
if (work === 'append') {
  const [id = ''] = await store.conversationIds();
  mustBeOk(await store.appendConversationMessage(id, asNew(userMessage('one more'))));
  const before = { requests: remote.requests, bytes: remote.bytesPut };
  const from = performance.now();
  mustBeOk(await engine.syncNow());
  nextMs = performance.now() - from;
  nextRequests = remote.requests - before.requests;
  nextBytes = remote.bytesPut - before.bytes;
}
await engine.stop();
await store.close();
const report: SyncReport = {
  ms,
  usableMs,
  listedMs,
  idle,
  resident,
  peak: process.resourceUsage().maxRSS * 1024,
  requests,
  bytes,
  nextRequests,
  nextMs,
  nextBytes,
};
process.stdout.write(JSON.stringify(report));
