// OpenCode's store, read in place: the same as its export, agents with the call that started them, and never written.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { listSessions, readStoredSession } from '../../../electron/interop/openCode/database.ts';
import { diskFolder } from '../../support/tempFolder.ts';
import { sharedOf } from '../textFile.ts';

const tables = [
  'create table session (id text primary key, project_id text, parent_id text, slug text, directory text, path text, title text, version text, agent text, model text, cost real, permission text, revert text, time_created integer, time_updated integer)',
  'create table message (id text primary key, session_id text, time_created integer, data text)',
  'create table part (id text primary key, message_id text, data text)',
];

function storeIn(folder: string): { file: string; database: DatabaseSync } {
  const file = path.join(folder, 'opencode.db');
  const database = new DatabaseSync(file);
  database.exec(`pragma journal_mode = wal; ${tables.join(';')}`);
  const session = database.prepare(
    "insert into session values (?, 'global', ?, 's', '/home/ada', null, ?, '1', 'build', null, 0, null, null, 1, ?)",
  );
  session.run('ses_1', null, 'First', 1);
  session.run('ses_2', null, 'Second', 2);
  session.run('ses_3', 'ses_1', 'An agent', 3);
  const message = database.prepare('insert into message values (?, ?, ?, ?)');
  message.run('msg_1', 'ses_1', 1, JSON.stringify({ role: 'user', time: { created: 1 } }));
  message.run('msg_2', 'ses_1', 2, JSON.stringify({ role: 'assistant', time: { created: 2 }, modelID: 'm' }));
  message.run('msg_3', 'ses_1', 3, '{"half');
  message.run('msg_4', 'ses_3', 4, JSON.stringify({ role: 'user', time: { created: 4 } }));
  const part = database.prepare('insert into part values (?, ?, ?)');
  part.run('prt_1', 'msg_1', JSON.stringify({ type: 'text', text: 'Have an agent look' }));
  const state = {
    status: 'completed',
    input: {},
    output: 'Seen.',
    title: 't',
    metadata: { sessionId: 'ses_3' },
    time: { start: 1, end: 2 },
  };
  part.run('prt_2', 'msg_2', JSON.stringify({ type: 'tool', tool: 'task', callID: 'a', state }));
  part.run('prt_3', 'msg_4', JSON.stringify({ type: 'text', text: 'Look' }));
  return { file, database };
}

test.each(['closed', 'open, with rows that stand in its log alone'])('a store that is %s', async (how) => {
  const folder = diskFolder();
  const { file, database } = storeIn(folder);
  if (how === 'closed') database.close();
  const before = readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name)).toString('base64')]);
  expect(listSessions(file).map(({ id, title }) => [id, title])).toEqual([
    ['ses_2', 'Second'],
    ['ses_1', 'First'],
  ]);
  const history = await readStoredSession(file, 'ses_1', new AbortController().signal);
  expect(sharedOf(history?.messages ?? [])).toMatchObject([
    { role: 'user', content: 'Have an agent look' },
    { role: 'assistant', asked: [{ name: 'task' }] },
    { role: 'tool', content: 'Seen.' },
  ]);
  expect(history).toMatchObject({ title: 'First', folder: '/home/ada', problems: [{ file }] });
  expect(history?.agents).toMatchObject([
    { history: { title: 'An agent' }, call: { messageId: history?.messages[1]?.id, index: 0 } },
  ]);
  expect(await readStoredSession(file, 'ses_9', new AbortController().signal)).toBeNull();
  const after = readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name)).toString('base64')]);
  const isIndex = ([name]: string[]) => name?.endsWith('-shm') !== true;
  expect(after.filter(isIndex)).toEqual(before.filter(isIndex));
  expect(after.map(([name]) => name)).toEqual(before.map(([name]) => name));
  if (how !== 'closed') database.close();
});

test.each([
  "create view Session as select 'ses_1' as id, 'x' as title, '/' as directory, 1 as time_updated, null as parent_id",
  'create virtual table session using fts5(id, title, directory, time_updated, parent_id)',
])('computed rows are not read: %s', (made) => {
  const file = path.join(diskFolder(), 'opencode.db');
  const database = new DatabaseSync(file);
  database.exec(made);
  database.close();
  expect(() => listSessions(file)).toThrow('not in tables');
});
