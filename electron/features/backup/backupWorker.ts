// Entry point of the thread that makes and reads backups, so that hashing and encrypting never delay a window. Started by backups.ts.

import { parentPort } from 'node:worker_threads';
import { fail } from '../../../shared/core/errors.ts';
import { diskReason, nodeDisk } from '../../stores/files/disk.ts';
import { makeBackup, type Watch } from './makeBackup.ts';
import { inspectBackup, stageRestore } from './prepareRestore.ts';
import type { FromBackupWorker, ToBackupWorker } from './workerMessages.ts';

const progressMs = 200;
let cancel = new AbortController();
let active = 0;

const tell = (message: FromBackupWorker): void => parentPort?.postMessage(message);

function watching(): Watch {
  let bytes = 0;
  let lastAt = 0;
  return {
    signal: cancel.signal,
    onBytes(more) {
      bytes += more;
      if (Date.now() - lastAt < progressMs) return;
      lastAt = Date.now();
      tell({ type: 'progress', bytes });
    },
  };
}

type Work = Exclude<ToBackupWorker, { type: 'cancel' | 'close' }>;

async function answered(message: Work): Promise<Extract<FromBackupWorker, { type: 'answer' }>['answer']> {
  switch (message.type) {
    case 'make':
      return makeBackup(nodeDisk, message.request, watching());
    case 'inspect':
      return inspectBackup(nodeDisk, message.request, watching());
    case 'stage':
      return stageRestore(nodeDisk, message.request, watching());
  }
}

async function receive(message: ToBackupWorker): Promise<void> {
  if (message.type === 'cancel' || message.type === 'close') {
    cancel.abort();
    cancel = new AbortController();
    if (message.type === 'close' && active === 0) parentPort?.close();
    if (message.type === 'close') isClosing = true;
    return;
  }
  active++;
  const answer = await answered(message).catch((thrown) => fail('INTERNAL', diskReason(thrown)));
  active--;
  tell({ type: 'answer', call: message.call, answer });
  if (isClosing && active === 0) parentPort?.close();
}

let isClosing = false;
parentPort?.on('message', (message: ToBackupWorker) => void receive(message));
