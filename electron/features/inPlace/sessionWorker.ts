// Entry point of the thread that reads other apps' sessions, with its own stores on the same data folder, so that
// windows never wait. Started by interop/inPlace/inPlace.ts.

import { parentPort, workerData } from 'node:worker_threads';
import { describeThrown } from '../../../shared/core/errors.ts';
import { systemClock } from '../../lib/clock.ts';
import { createIdSource } from '../../lib/ids.ts';
import { createSecretMask } from '../../lib/secretMask.ts';
import { diskOfThread } from '../../stores/encryption/encryptedDisk.ts';
import { nodeDisk, unsyncedDisk } from '../../stores/files/disk.ts';
import { createRuntimeStore } from '../../stores/runtimeStore.ts';
import type { FromReader, ReaderSetup, SecretsToMask, ToReader } from './messages.ts';
import { createSessionReader } from './sessionReader.ts';

const { dataDir, dataKey } = workerData as ReaderSetup;
let hidden: SecretsToMask = { secrets: [], tokens: false };
const mask = createSecretMask(
  () => hidden.secrets,
  () => hidden.tokens,
);
const common = { dataDir, mask, clock: systemClock, ids: createIdSource(systemClock), log: () => {} };
const store = createRuntimeStore({ ...common, disk: diskOfThread(nodeDisk, dataKey, dataDir) });
const inPlaceStore = createRuntimeStore({ ...common, disk: diskOfThread(unsyncedDisk, dataKey, dataDir) });
const reader = createSessionReader({ saved: inPlaceStore, store });

type Answer = Extract<FromReader, { type: 'answer' }>['answer'];

const tell = (message: FromReader): void => parentPort?.postMessage(message);

async function answered(message: Exclude<ToReader, { type: 'close' }>): Promise<Answer> {
  switch (message.type) {
    case 'find':
      return reader.find(message.places);
    case 'settle':
      return reader.settle(message.program, message.sessions, message.all);
    case 'drop':
      return reader.drop(message.program);
    case 'stampOf':
      return reader.stampOf(message.session);
    case 'read':
      hidden = message.hidden;
      return reader.read(message.session, message.part);
    case 'readEnd':
      hidden = message.hidden;
      return reader.readEnd(message.session);
    case 'continue':
      hidden = message.hidden;
      return reader.continue(message.session);
  }
}

parentPort?.on('message', (message: ToReader) => void receive(message));

async function receive(message: ToReader): Promise<void> {
  if (message.type === 'close') {
    await Promise.all([store.close(), inPlaceStore.close()]);
    parentPort?.close();
    return;
  }
  const answer = await answered(message).catch((thrown) => {
    tell({ type: 'failed', reason: describeThrown(thrown) });
    return null;
  });
  tell({ type: 'answer', call: message.call, answer });
}
