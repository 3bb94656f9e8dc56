// A conversation of 100,000 messages: backed up while the app answers, in increments, and restored.

import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCore } from '../../../electron/core.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { backup, filesIn, logOf, messagesPath, smallData, writeFiles } from '../../support/backedUpFolder.ts';
import { cite } from '../../support/cite.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test(cite('SHIP-6', 'a long conversation is backed up and restored while the app answers; an increment is short'), {
  tags: ['all'],
}, async () => {
  const dataDir = join(tempFolder(), 'data');
  const texts = Array.from({ length: 100_000 }, (_, n) => `message ${n} ${'word '.repeat(40)}`);
  writeFiles(dataDir, { ...smallData(texts), 'notes.jsonl': '' });
  const core = createCore({ dataDir, env: {}, log: silentLog, person: false });
  const folder = tempFolder();
  let isDone = false;
  let turns = 0;
  const count = (): void => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const request = { to: { folder, keep: 5 }, encryptFor: {} };
  const complete = okValue(await core.backups.make(request));
  isDone = true;
  // The loop of the app turned freely: the thread did the work.
  expect(turns).toBeGreaterThan(1000);
  expect(complete.bytes).toBeGreaterThan(readFileSync(join(dataDir, messagesPath)).length);
  writeFiles(dataDir, { [messagesPath]: logOf([...texts, 'one more']) });
  appendFileSync(join(dataDir, 'notes.jsonl'), '{"n":1}\n');
  const increment = okValue(await core.backups.make(request));
  expect(increment.isIncrement).toBe(true);
  expect(increment.bytes).toBeLessThan(100_000);
  const files = filesIn(dataDir);
  await core.close();
  rmSync(dataDir, { recursive: true });
  const restoring = createCore({ dataDir, env: {}, log: silentLog, person: false });
  const summary = okValue(
    await restoring.backups.restore({ path: folder, keys: {}, salvage: false, permissions: 'always' }),
  );
  expect(summary).toMatchObject({ backups: 2, newConversations: 1, problemCount: 0 });
  expect(Object.keys(filesIn(dataDir))).toEqual(Object.keys(files));
  expect(filesIn(dataDir)[messagesPath]).toBe(files[messagesPath]);
  await restoring.close();
  expect(okValue(await backup(dataDir, { file: join(tempFolder(), 'again.tar') })).files).toBe(
    Object.keys(files).length,
  );
});
