// Search from the command line and through the contract, with real processes and the whole app.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createDataFolder } from '../../../electron/stores/dataFolder.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { tryLock } from '../../../electron/stores/locks/locks.ts';
import type { SearchHit } from '../../../shared/features/search/methods.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { throughline } from '../../support/commandLine.ts';
import {
  assistantMessage,
  call,
  conversationOf,
  messagesFile,
  toolMessage,
  userMessage,
} from '../../support/messageBuilder.ts';
import { placeOf } from '../../support/openStore.ts';
import { askFor } from '../../support/storedConversation.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** A handwritten data folder with one project whose folder is `folder`. */
function writeData(): { data: string; folder: string; id: string } {
  const root = tempFolder();
  const data = path.join(root, 'data');
  const folder = path.join(root, 'project');
  mkdirSync(folder);
  const projectId = 'p'.repeat(26);
  const id = 'c'.repeat(26);
  const place = placeOf(data, projectId, id);
  mkdirSync(place.folder, { recursive: true });
  const project = { v: 1, id: projectId, name: 'project', folders: {}, createdAt: '2026-01-01T00:00:00.000Z' };
  writeFileSync(path.join(data, 'projects', projectId, 'project.json'), JSON.stringify(project));
  const messages = conversationOf([
    userMessage('Where is the needle?'),
    assistantMessage('', [call('c1', 'search_files', '{"pattern":"needle =>{"}')]),
    toolMessage('c1', 'src/a.ts: const needle = (x) =>{\u001b[31m', { toolName: 'search_files' }),
    userMessage('鯨はどこ'),
  ]);
  writeFileSync(place.messagesPath, messagesFile(messages));
  writeFileSync(place.metaPath, JSON.stringify({ v: 1, title: 'A haystack' }));
  return { data, folder, id };
}

test(cite('STORE-11', 'search prints matches, their place, and the marked text; it builds the index first'), {
  tags: ['all'],
}, async () => {
  const { data, id } = writeData();
  const plain = await throughline(['search', 'needle', '=>{', '--wait', '--data', data]);
  expect(plain).toMatchObject({ code: 0, stderr: '' });
  const short = id.slice(0, 8);
  expect(plain.stdout).toBe(
    [
      `${short}  2026-01-02 03:04  tool search_files result  A haystack`,
      '    src/a.ts: const »needle« = (x) »=>{« [31m',
      `${short}  2026-01-02 03:04  assistant search_files arguments  A haystack`,
      '    {"pattern":"»needle« »=>{«"}',
      '',
    ].join('\n'),
  );
  expect(existsSync(path.join(data, 'search.db'))).toBe(true);
  const json = await commandHere(['search', '鯨', '--json', '--data', data]);
  expect(JSON.parse(json.stdout)).toMatchObject({
    hits: [{ conversationId: id, role: 'user', part: 'content', place: 0, snippet: '鯨はどこ', ranges: [[0, 1]] }],
    more: false,
    complete: true,
    done: 1,
    total: 1,
  });
  const titles = await commandHere(['search', 'haystack', '--json', '--data', data]);
  expect(JSON.parse(titles.stdout).hits.map((hit: SearchHit) => hit.part)).toEqual(['title']);
  const one = await commandHere(['search', 'needle', '--limit', '1', '--data', data]);
  expect(one.stdout.split('\n')).toHaveLength(3);
  expect(one.stderr).toContain('--limit');
});

test(cite('PERF-4', 'while conversations are still being indexed it searches the others, and says how many'), {
  tags: ['all'],
}, async () => {
  const { data } = writeData();
  expect((await commandHere(['search', 'needle', '--data', data])).code).toBe(0);
  for (const name of ['d', 'e']) {
    const place = placeOf(data, 'p'.repeat(26), name.repeat(26));
    mkdirSync(place.folder, { recursive: true });
    writeFileSync(place.messagesPath, messagesFile(conversationOf([userMessage('One more needle.')])));
  }
  // Another process writes the index, and never finishes.
  const locks = createDataFolder(data, nodeDisk).locks;
  const held = tryLock(locks, 'search.index', 'a test', new Date());
  if (held.kind !== 'held') throw new Error(held.kind);
  try {
    const found = await throughline(['search', 'needle', '--limit', '500', '--data', data]);
    expect(found.stdout).toContain('»needle«');
    expect(found.stderr).toBe(
      '2 conversations are still being indexed and may have matches too. Search again, or use --wait.\n',
    );
  } finally {
    held.lock.release();
  }
  const whole = await commandHere(['search', 'needle', '--wait', '--json', '--data', data]);
  expect(JSON.parse(whole.stdout)).toMatchObject({ complete: true, done: 3, total: 3 });
});

test('no match, a short query or an invalid one is reported in one line', { tags: ['all'] }, async () => {
  const { data, folder } = writeData();
  const search = (...words: string[]) => commandHere(['search', ...words, '--data', data]);
  expect(await search('nowhere')).toMatchObject({ code: 0, stdout: '', stderr: 'No matches.\n' });
  expect(await search('ab')).toMatchObject({ code: 1, stdout: '' });
  expect((await search('ab')).stderr).toMatch(/^Enter at least three characters.*\n$/);
  expect(await search()).toMatchObject({ code: 2, stderr: 'search needs a TEXT\n' });
  expect(await search('needle', '--limit', 'x')).toMatchObject({ code: 2 });
  const elsewhere = await search('needle', '--project', folder);
  expect(elsewhere).toMatchObject({ code: 1, stdout: '' });
  expect(elsewhere.stderr).toContain('No conversations in');
});

test(cite('STORE-11', 'reindex rebuilds the list and the search and reports how many and how long'), {
  tags: ['all'],
}, async () => {
  const { data } = writeData();
  expect(await commandHere(['search', 'needle', '--data', data])).toMatchObject({ code: 0 });
  writeFileSync(path.join(data, 'search.db'), 'x'.repeat(10_000));
  writeFileSync(path.join(data, 'index.db'), 'x'.repeat(10_000));
  const made = await commandHere(['reindex', '--data', data]);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toMatch(/^Rebuilt in \d+\.\d s: 1 conversations in the list, 1 in the search index\.\n$/);
  for (const name of ['search.db', 'index.db']) {
    expect(readFileSync(path.join(data, name)).subarray(0, 15).toString()).toBe('SQLite format 3');
  }
  expect((await commandHere(['search', 'needle', '--data', data])).stdout).toContain('»needle«');
});

test(cite(
  'STORE-11',
  "the contract's search finds recent messages, calls and results, and reports how complete it is",
), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({
    replies: [{ calls: [askFor('c', 'todo_write', { todos: [{ content: 'buy needlework 鯨', status: 'pending' }] })] }],
    otherwise: { text: 'Done with the haystack.' },
  });
  const id = await app.start();
  expect(await app.turn(id, 'find =>{ in it')).toBe('done');
  const found = async (text: string) => {
    const answer = await app.call('search.query', { text });
    return answer.hits.map((hit) => [hit.conversationId, hit.part, hit.toolName]);
  };
  await expect.poll(() => found('needlework')).toContainEqual([id, 'arguments', 'todo_write']);
  expect(await found('鯨')).toContainEqual([id, 'arguments', 'todo_write']);
  await expect.poll(() => found('haystack')).toEqual([[id, 'content', null]]);
  expect(await found('=>{')).toEqual([[id, 'content', null]]);
  const rows = app.rows(id);
  const { hits } = await app.call('search.query', { text: 'needlework', limit: 1 });
  expect(rows.map((row) => row.id)).toContain(hits[0]?.messageId);
  const status = { complete: true, done: 1, total: 1 };
  expect(await app.call('search.query', { text: 'haystack' })).toMatchObject(status);
  const short = await app.client.call('search.query', { text: 'ab' });
  expect(short).toMatchObject({ ok: false, error: { code: 'PARAMS_INVALID', details: { reason: 'too_short' } } });
  // Renamed, deleted, and the index removed while the app runs.
  await app.call('conversation.rename', { conversationId: id, title: 'Needlepoint' });
  await expect.poll(() => found('needlepoint')).toEqual([[id, 'title', null]]);
  for (const suffix of ['', '-wal', '-shm']) rmSync(path.join(app.dataDir, `search.db${suffix}`), { force: true });
  await expect.poll(() => found('haystack')).toEqual([[id, 'content', null]]);
});
