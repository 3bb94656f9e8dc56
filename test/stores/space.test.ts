// Disk usage, and freeing unneeded space: the numbers match the disk, and needed data stays.

import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkData } from '../../electron/stores/check/check.ts';
import { startChildStore } from '../support/childStore.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { hashTree } from '../support/hashTree.ts';
import { inTurns } from '../support/inTurns.ts';
import { asNew, conversationOf, messagesFile, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { type OpenedConversation, openConversation, openStore, placeOf } from '../support/openStore.ts';
import { errorOf, okValue } from '../support/result.ts';

const hash = 'a'.repeat(64);
const at = '2026-01-02T03-04-05-000Z';

/** Old enough that no write in progress can own the file. */
function age(...paths: string[]): void {
  for (const path of paths) utimesSync(path, new Date('2026-01-01'), new Date('2026-01-01'));
}

function sizeOf(folder: string): number {
  return (readdirSync(folder, { recursive: true }) as string[])
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
}

const projectOf = (it: OpenedConversation): string => join(it.dataDir, 'projects', it.projectId);

async function withResult(it: OpenedConversation, id = it.conversationId): Promise<string> {
  okValue(await it.store.appendConversationMessage(id, asNew(userMessage('hi'))));
  return okValue(await it.store.appendConversationMessage(id, asNew(toolMessage('c', 'x'.repeat(60_000))))).id;
}

async function spaceOf(it: OpenedConversation) {
  const report = okValue(await it.store.space());
  const project = report.projects.find(({ projectId }) => projectId === it.projectId);
  if (!project) throw new Error('the project is not in the report');
  return { report, project };
}

test(cite('STORE-17', 'each file of a project is counted once, by its purpose'), async () => {
  const it = await openConversation();
  await withResult(it);
  const result = statSync(join(it.resultsFolder, readdirSync(it.resultsFolder)[0] ?? '')).size;
  writeTree(projectOf(it), {
    [`state/attachments/${hash}`]: 'an image',
    [`state/undo/${it.conversationId}/a.txt`]: 'before',
    [`state/logs/execution/${it.conversationId}.jsonl`]: '{}\n',
    [`conversations/${it.conversationId}/messages.json.torn-${at}`]: 'torn',
  });
  writeTree(it.dataDir, { [`set-aside/2026-01-02/projects/${it.projectId}/state/x.json`]: 'aside' });
  const { project, report } = await spaceOf(it);
  expect(project).toMatchObject({
    results: result,
    attachments: 8,
    undo: 6,
    logs: 3,
    copies: 4 + 5,
    deleted: 0,
    total: sizeOf(projectOf(it)) + 5,
  });
  expect(project.messages).toBe(statSync(it.messagesPath).size);
  expect(report.total).toBe(sizeOf(it.dataDir));
});

test(cite('STORE-17', 'what can be freed is listed, freed only by its kind, and nothing else is touched'), async () => {
  const it = await openConversation();
  const kept = await withResult(it);
  const { conversationId: id } = it;
  const young = join(it.folder, 'meta.json.tmp-0123456789ab');
  const attached = { sent: 'a'.repeat(64), drafted: 'b'.repeat(64), unnamed: 'c'.repeat(64), young: 'd'.repeat(64) };
  const content = [{ type: 'image' as const, hash: attached.sent, mediaType: 'image/png' }];
  okValue(await it.store.appendConversationMessage(id, { role: 'user', content }));
  writeTree(projectOf(it), {
    [`state/logs/tool-results/${id}/01K0000000NOMESSAGE.json`]: 'orphan',
    [`state/logs/tool-results/${id}/01K0000000YOUNG.json`]: 'its message may be on its way',
    'state/logs/tool-results/nosuchconversation/01K.json': 'of nobody',
    ...Object.fromEntries(Object.values(attached).map((name) => [`state/attachments/${name}`, 'attached'])),
    [`conversations/${id}/pending.json`]: `{"attachments":[{"hash":"${attached.drafted}"}]}`,
    [`conversations/${id}/messages.json.tmp-0123456789ab`]: 'never ended',
    [`conversations/${id}/messages.json.original-${at}`]: 'kept copy',
  });
  writeFileSync(young, 'a write that goes on');
  age(
    join(it.resultsFolder, '01K0000000NOMESSAGE.json'),
    join(it.resultsFolder, '..', 'nosuchconversation', '01K.json'),
    join(it.resultsFolder, `${kept}.json`),
    ...[attached.sent, attached.drafted, attached.unnamed].map((name) =>
      join(projectOf(it), 'state', 'attachments', name),
    ),
    join(it.folder, 'messages.json.tmp-0123456789ab'),
    join(it.folder, `messages.json.original-${at}`),
  );
  const { project } = await spaceOf(it);
  expect(project.free).toEqual({ results: 6 + 9, attachments: 8, temporary: 11, deletions: 0, copies: 9 });
  const before = hashTree(projectOf(it));
  expect(okValue(await it.store.freeSpace(it.projectId, 'results'))).toEqual({ files: 2, bytes: 15 });
  expect(okValue(await it.store.freeSpace(it.projectId, 'attachments'))).toEqual({ files: 1, bytes: 8 });
  expect(okValue(await it.store.freeSpace(it.projectId, 'temporary'))).toEqual({ files: 1, bytes: 11 });
  const gone = Object.keys(before).filter((path) => !(path in hashTree(projectOf(it))));
  expect(gone.toSorted()).toEqual(
    [
      `conversations/${id}/messages.json.tmp-0123456789ab`,
      `state/logs/tool-results/${id}/01K0000000NOMESSAGE.json`,
      'state/logs/tool-results/nosuchconversation/01K.json',
      `state/attachments/${attached.unnamed}`,
    ].toSorted(),
  );
  expect(okValue(await it.store.readToolResult(id, kept, 0, 4)).totalBytes).toBe(60_000);
  expect(okValue(await it.store.freeSpace(it.projectId, 'copies'))).toEqual({ files: 1, bytes: 9 });
  expect((await spaceOf(it)).project.free).toEqual({
    results: 0,
    attachments: 0,
    temporary: 0,
    deletions: 0,
    copies: 0,
  });
  expect(readdirSync(it.folder)).toContain('meta.json.tmp-0123456789ab');
  expect(errorOf(await it.store.freeSpace('nosuchproject', 'copies')).code).toBe('PROJECT_NOT_FOUND');
});

test('while a new chat waits to be sent, recent attachments do not count as leftovers', async () => {
  const it = await openConversation();
  const folder = join(projectOf(it), 'state', 'attachments');
  writeTree(projectOf(it), {
    [`state/attachments/${'b'.repeat(64)}`]: 'lately',
    [`state/attachments/${'c'.repeat(64)}`]: 'long ago',
  });
  age(join(folder, 'c'.repeat(64)));
  const recently = new Date(Date.now() - 3600_000);
  utimesSync(join(folder, 'b'.repeat(64)), recently, recently);
  const waiting = okValue(await it.store.createConversation(it.projectId));
  expect((await spaceOf(it)).project.free.attachments).toBe(8);
  okValue(await it.store.appendConversationMessage(it.conversationId, asNew(userMessage('hi'))));
  okValue(await it.store.appendConversationMessage(waiting.conversationId, asNew(userMessage('hi'))));
  expect((await spaceOf(it)).project.free.attachments).toBe(8 + 6);
});

test('while a process writes a conversation, none of its results counts as a leftover', { tags: ['all'] }, async () => {
  const it = await openConversation();
  await withResult(it);
  const spilled = join(it.resultsFolder, '01K0000000SPILLED.json');
  writeFileSync(spilled, 'about to get its message');
  age(spilled);
  const child = startChildStore(it.dataDir, it.conversationId, 'hold');
  await child.until((lines) => lines.includes('held'));
  expect((await spaceOf(it)).project.free.results).toBe(0);
  await child.kill();
  expect((await spaceOf(it)).project.free.results).toBe(24);
});

test(cite('STORE-17', 'a deletion uses space until it is final; an unfinished one can be freed'), {
  tags: ['all'],
}, async () => {
  const it = await openConversation();
  await withResult(it);
  okValue(await it.store.deleteConversation(it.conversationId));
  const undoable = await spaceOf(it);
  expect(undoable.project).toMatchObject({ messages: 0, free: { deletions: 0, results: 0 } });
  expect(undoable.project.deleted).toBeGreaterThan(0);
  expect(undoable.report.restorable).toMatchObject([{ conversationId: it.conversationId, title: 'hi' }]);
  okValue(await it.store.restoreConversation(it.conversationId));
  const child = startChildStore(it.dataDir, it.conversationId, 'delete and stay');
  await child.until((lines) => lines.includes('deleted'));
  await child.kill();
  const { project } = await spaceOf(it);
  expect(project.free.deletions).toBe(project.deleted + project.results);
  expect(okValue(await it.store.freeSpace(it.projectId, 'deletions')).bytes).toBe(project.free.deletions);
  expect(readdirSync(join(it.folder, '..'))).toEqual([]);
  expect(readdirSync(join(it.resultsFolder, '..'))).toEqual([]);
});

test(cite('STORE-17', 'results and attachments live exactly as long as their conversation'), async () => {
  const it = await openConversation();
  const result = await withResult(it);
  writeTree(projectOf(it), { [`state/attachments/${hash}`]: 'an image' });
  okValue(
    await it.store.appendConversationMessage(it.conversationId, {
      role: 'user',
      content: [{ type: 'image', hash, mediaType: 'image/png' }],
    }),
  );
  for (const what of ['results', 'attachments', 'temporary', 'deletions', 'copies'] as const) {
    okValue(await it.store.freeSpace(it.projectId, what));
  }
  await checkData(it.dataDir, null, { repair: true });
  await it.store.close();
  const later = openStore({ dataDir: it.dataDir }).store;
  await later.finishRemovals();
  const paths = [join(it.resultsFolder, `${result}.json`), join(projectOf(it), 'state', 'attachments', hash)];
  expect(paths.map((path) => readFileSync(path).length)).toEqual([60_000, 8]);
  okValue(await later.deleteConversation(it.conversationId));
  expect(paths.map((path) => readFileSync(path).length)).toEqual([60_000, 8]);
  await later.close();
  expect(sizeOf(join(projectOf(it), 'state'))).toBe(0);
});

test('two thousand conversations are counted without blocking the event loop', { timeout: 60_000 }, async () => {
  const it = await openConversation();
  const text = messagesFile(conversationOf([userMessage('hi')]));
  for (let n = 0; n < 2000; n++) {
    const { folder } = placeOf(it.dataDir, it.projectId, `conversation${n}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'messages.json'), text);
  }
  const { project } = await inTurns(1_000, () => spaceOf(it));
  expect(project.messages).toBe(2000 * Buffer.byteLength(text));
});

test(cite('STORE-17', 'attachments and undo data move with their conversation, and those of others stay'), async () => {
  const it = await openConversation();
  const [mine, shared] = ['b'.repeat(64), 'c'.repeat(64)];
  const other = okValue(await it.store.createConversation(it.projectId)).conversationId;
  writeTree(projectOf(it), {
    [`state/attachments/${mine}`]: 'mine',
    [`state/attachments/${shared}`]: 'shared',
    [`state/undo/${it.conversationId}/m1/a.txt`]: 'before',
  });
  const image = (hash: string) => ({ type: 'image' as const, hash, mediaType: 'image/png' });
  for (const id of [it.conversationId, other]) {
    const content = id === other ? [image(shared)] : [image(mine), image(shared)];
    okValue(await it.store.appendConversationMessage(id, { role: 'user', content }));
  }
  mkdirSync(join(it.dataDir, '..', 'work'));
  const project = okValue(await it.store.openProject(join(it.dataDir, '..', 'work')));
  okValue(await it.store.moveConversation(it.conversationId, project.id));
  const state = (id: string): string[] =>
    readdirSync(join(it.dataDir, 'projects', id, 'state'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .toSorted();
  expect(state(project.id)).toEqual(['a.txt', mine, shared]);
  expect(state(it.projectId)).toEqual([shared]);
});
