// The list that a command prints directly from the index of encrypted data: the same as the store's, or none at all.

import { appendFileSync, copyFileSync, renameSync, rmSync, statSync, truncateSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { databaseKeyFor, newDataKey } from '../../../electron/stores/encryption/dataKey.ts';
import { diskWithKey } from '../../../electron/stores/encryption/encryptedDisk.ts';
import { writeAll } from '../../../electron/stores/files/atomicWrite.ts';
import { openDatabase } from '../../../electron/stores/files/database.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { encryptedFiles } from '../../../electron/stores/list/encryptedFiles.ts';
import { readUnchangedList } from '../../../electron/stores/list/unchangedList.ts';
import { cite } from '../../support/cite.ts';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { openStore, placeOf } from '../../support/openStore.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** Two conversations in a folder's project and one without messages; listed once. */
async function listedOnce() {
  const key = newDataKey();
  const dataDir = join(tempFolder(), 'data');
  const disk = diskWithKey(nodeDisk, key, dataDir);
  const { store } = openStore({ dataDir, disk });
  const folder = tempFolder();
  const project = okValue(await store.openProject(folder));
  const ids: string[] = [];
  for (const text of ['alpha', 'beta', null]) {
    const { conversationId } = okValue(await store.createConversation(project.id));
    if (text === null) break;
    ids.push(conversationId);
    // Several writes each, so that the file has several segments.
    for (const more of ['', ' again', ' and again']) {
      okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(`${text}${more}`))));
    }
  }
  const [alpha = '', beta = ''] = ids;
  okValue(await store.updateMeta(beta, (meta) => ({ ...meta, title: 'Named', pinned: true })));
  const byStore = okValue(await store.listConversations()).map(({ id, title, pinned, messageCount }) => ({
    ...{ id, title, pinned, messageCount },
    project: folder,
  }));
  await store.close();
  return {
    ...{ dataDir, disk, key, byStore, alpha, beta, project },
    ...placeOf(dataDir, project.id, alpha),
    read: (own = key) => readUnchangedList(dataDir, hostname(), encryptedFiles(own)),
  };
}

type Opened = Awaited<ReturnType<typeof listedOnce>>;

test(cite('PERF-7', 'a list of encrypted data without changes since is read from the index alone'), async () => {
  const { read, byStore } = await listedOnce();
  expect(byStore).toHaveLength(2);
  expect(await read()).toMatchObject(byStore);
  expect(await read(newDataKey())).toBeNull();
});

const changes: [string, (opened: Opened) => unknown][] = [
  ['a log ends with a torn write', ({ messagesPath }) => appendFileSync(messagesPath, 'torn')],
  ['a log lost its last write', ({ messagesPath }) => sameTime(messagesPath, () => truncateSync(messagesPath, 200))],
  ['a log was replaced by an equal one', ({ messagesPath }) => replace(messagesPath)],
  ['a log is gone', ({ messagesPath }) => rmSync(messagesPath)],
  ['a conversation got its first meta.json', (opened) => change(opened, opened.alpha)],
  ['a title was changed', (opened) => change(opened, opened.beta)],
  ['a project’s file is gone', ({ dataDir, project }) => rmSync(join(dataDir, 'projects', project.id, 'project.json'))],
];

test.each(changes)(
  cite('PERF-7', 'nothing is read from the index of encrypted data when %s'),
  async (_what, makeChange) => {
    const opened = await listedOnce();
    expect(await opened.read()).not.toBeNull();
    await makeChange(opened);
    expect(await opened.read()).toBeNull();
  },
);

test('encrypted data that another process is writing is left to the store', async () => {
  const { dataDir, disk, read } = await listedOnce();
  const holder = openDatabase(join(dataDir, 'index.db'), { key: databaseKeyFor(disk), timeout: 0 });
  onTestFinished(() => holder.close());
  holder.exec('BEGIN IMMEDIATE; DELETE FROM conversations');
  expect(await read()).toHaveLength(2);
  holder.exec('COMMIT');
  expect(await read()).toBeNull();
});

/** Writes a title as another process does that has not updated the index. */
async function change({ disk, dataDir, project }: Opened, conversationId: string): Promise<void> {
  const file = await disk.open(placeOf(dataDir, project.id, conversationId).metaPath, 'w', 0o600);
  await writeAll(file, Buffer.from('{"v":1,"title":"Other"}'), 0);
  await file.close();
}

function replace(path: string): void {
  sameTime(path, () => {
    copyFileSync(path, `${path}.new`);
    renameSync(`${path}.new`, path);
  });
}

function sameTime(path: string, work: () => void): void {
  const { atime, mtime } = statSync(path);
  work();
  utimesSync(path, atime, mtime);
}
