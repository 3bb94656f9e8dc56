// Entry point of the search threads: one fills search.db and one answers from it, so that neither blocks the other.
// Started by conversationSearch.ts.

import { parentPort, workerData } from 'node:worker_threads';
import { reasonCode } from '../../lib/logEntry.ts';
import { createDataFolder } from '../dataFolder.ts';
import { diskOfThread } from '../encryption/encryptedDisk.ts';
import { nodeDisk } from '../files/disk.ts';
import { createCallSearcher } from './callSearcher.ts';
import { createIndexer } from './indexer.ts';
import { createSearcher } from './searcher.ts';
import {
  type FromIndexer,
  type FromSearcher,
  setCurrentConversation,
  type ToIndexer,
  type ToSearcher,
  type WorkerSetup,
} from './workerMessages.ts';

const port = parentPort;
const { role, dataDir, path, dataKey, isStale, skip, current } = workerData as WorkerSetup;
const disk = diskOfThread(nodeDisk, dataKey, dataDir, isStale);
const data = createDataFolder(dataDir, disk);
const say = (message: FromIndexer | FromSearcher): void => port?.postMessage(message);

if (role === 'index') {
  const indexer = createIndexer({
    path,
    locks: data.locks,
    disk,
    data,
    skip: new Set(skip),
    // A clone of an error would lose its code.
    log(level, message, code, { reason } = {}) {
      const known = reasonCode(reason);
      say({
        type: 'log',
        level,
        message,
        code,
        fields: reason === undefined ? {} : { reason: { code: known, name: known } },
      });
    },
    onStatus: (status) => say({ type: 'status', status }),
    onConversation: (conversationId) => setCurrentConversation(current, conversationId),
  });
  port?.on('message', (message: ToIndexer) => {
    if (message.type === 'changed') indexer.changed(message.conversationIds);
    else if (message.type === 'lookAround') indexer.lookAround();
    else if (message.type === 'damaged') indexer.damaged();
    else if (message.type === 'close') indexer.close();
    else {
      const { call } = message;
      const answered =
        message.type === 'settled'
          ? indexer.settled()
          : message.type === 'discard'
            ? indexer.discard()
            : indexer.forget(message.conversationId, message.messageId);
      void answered.then((answer) => say({ type: 'answer', call, answer }));
    }
  });
  await indexer.run();
  port?.close();
} else {
  const searcher = createSearcher(path, data);
  const calls = createCallSearcher(data);
  port?.on('message', (message: ToSearcher) => {
    if (message.type === 'query') say({ type: 'answer', call: message.call, answer: searcher.query(message.request) });
    else if (message.type === 'calls') {
      const answer = searcher.ask((database) => calls.query(database, message.request));
      say({ type: 'answer', call: message.call, answer });
    } else if (message.type === 'facets') {
      const answer = searcher.ask((database) => ({ kind: 'facets' as const, ...calls.facets(database) }));
      say({ type: 'answer', call: message.call, answer });
    } else {
      searcher.close();
      port.close();
    }
  });
}
