import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { checkData } from '../../electron/stores/check/check.ts';
import { startChildStore } from '../support/childStore.ts';
import { hashTree } from '../support/hashTree.ts';
import { asNew, assistantMessage, call, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { openConversation } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';

const longAgo = new Date('2020-01-01T00:00:00.000Z');

async function openSound() {
  const conversation = await openConversation();
  const { store, conversationId } = conversation;
  for (const message of [userMessage('hi'), assistantMessage('', [call('c1', 'read_file')])]) {
    okValue(await store.appendConversationMessage(conversationId, asNew(message)));
  }
  const result = okValue(
    await store.appendConversationMessage(conversationId, asNew(toolMessage('c1', 'x'.repeat(60_000)))),
  );
  okValue(await store.listConversations());
  return {
    ...conversation,
    spill: join(conversation.resultsFolder, `${result.id}.json`),
    check: (repair = false) => checkData(conversation.dataDir, null, { repair }),
  };
}

test('sound data has neither problems nor notes, as a whole and one by one', async () => {
  const { dataDir, conversationId, check } = await openSound();
  expect(await check()).toEqual({ problems: [], notes: [], repaired: [] });
  expect(await checkData(dataDir, conversationId, { repair: true })).toEqual({ problems: [], notes: [], repaired: [] });
});

test('what a crash leaves is a note: an open call, a torn end, a dead lock, a partial reply', async () => {
  const it = await openSound();
  const { store, conversationId, messagesPath, dataDir } = it;
  okValue(
    await store.appendConversationMessage(conversationId, asNew(assistantMessage('', [call('c2', 'run_command')]))),
  );
  okValue(
    await store.savePartial(conversationId, {
      v: 1,
      messageId: 'm',
      parentId: null,
      text: 'so',
      reasoning: '',
      startedAt: 't',
    }),
  );
  writeFileSync(messagesPath, `${readFileSync(messagesPath, 'utf8').slice(0, -2)},{"v":1,"id":"to`);
  const child = startChildStore(dataDir, conversationId, 'hold');
  await child.until((lines) => lines[0] === 'held');
  expect((await it.check()).notes).toHaveLength(3);
  await child.kill();
  const report = await it.check();
  expect(report.problems).toEqual([]);
  expect(report.notes.map((note) => [note.conversationId, note.what])).toEqual([
    [conversationId, expect.stringContaining('incomplete message that was never confirmed')],
    [conversationId, expect.stringContaining('A reply was cut off')],
    [conversationId, expect.stringContaining('The call run_command (c2) has no result')],
    [conversationId, expect.stringContaining(`number ${child.child.pid}`)],
  ]);
});

test('a damaged line, a missing result and one of another size are problems that repair does not hide', async () => {
  const it = await openSound();
  writeFileSync(it.spill, 'short');
  const wrongSize = await it.check();
  expect(wrongSize.problems).toMatchObject([{ what: expect.stringContaining('has 5 bytes and should have 60000') }]);
  rmSync(it.spill);
  const text = readFileSync(it.messagesPath, 'utf8').replace(/\n,/, '\ngarbage\n,');
  writeFileSync(it.messagesPath, text);
  const report = await it.check(true);
  expect(report.problems.map((problem) => problem.what)).toEqual([
    expect.stringContaining('Line 3 of messages.json could not be read'),
    expect.stringContaining('is missing'),
  ]);
  expect(readFileSync(it.messagesPath, 'utf8')).toBe(text);
});

test('files that belong to nothing are problems; repair sets them aside and loses none', async () => {
  const it = await openSound();
  const { dataDir, folder, resultsFolder, projectId } = it;
  const stranger = join(resultsFolder, '..', 'gone00000000000000000000aa');
  mkdirSync(stranger);
  const strays = [
    join(resultsFolder, 'orphan.json'),
    join(stranger, 'm.json'),
    join(folder, 'meta.json.tmp-0123456789ab'),
    join(dataDir, 'settings.json.tmp-0123456789ab'),
  ];
  for (const path of strays) {
    writeFileSync(path, path);
    utimesSync(path, longAgo, longAgo);
  }
  // A young temporary file may belong to a write that is going on.
  writeFileSync(join(folder, 'pending.json.tmp-0123456789ab'), 'young');
  const found = await it.check();
  expect(found.problems).toHaveLength(4);
  expect(found.repaired).toEqual([]);
  expect(strays.every((path) => existsSync(path))).toBe(true);
  const repaired = await it.check(true);
  expect(repaired.repaired).toHaveLength(4);
  expect(strays.some((path) => existsSync(path))).toBe(false);
  const kept = Object.keys(hashTree(join(dataDir, 'set-aside'))).filter((path) => /\.(json|tmp-\w+)$/.test(path));
  expect(kept).toHaveLength(4);
  expect(existsSync(it.spill)).toBe(true);
  expect((await it.check()).problems).toEqual([]);
  expect(okValue(await it.store.listConversations())).toMatchObject([{ projectId, messageCount: 3 }]);
});

test('a wrong row and a damaged index are problems that repair mends', async () => {
  const it = await openSound();
  await it.store.close();
  const database = new DatabaseSync(it.store.indexPath);
  database.exec("UPDATE conversations SET title = 'wrong', messageCount = 99");
  database.close();
  expect((await it.check()).problems).toMatchObject([{ where: 'index.db', conversationId: it.conversationId }]);
  expect((await it.check(true)).repaired).toHaveLength(1);
  expect(await it.check()).toEqual({ problems: [], notes: [], repaired: [] });
  writeFileSync(it.store.indexPath, 'garbage '.repeat(2000));
  expect((await it.check()).problems).toMatchObject([{ where: 'index.db' }]);
  expect((await it.check(true)).repaired).toHaveLength(1);
  expect(await it.check()).toEqual({ problems: [], notes: [], repaired: [] });
});

test('an unknown conversation and unreadable files beside the messages are problems', async () => {
  const it = await openSound();
  expect((await checkData(it.dataDir, 'unknown', { repair: false })).problems).toHaveLength(1);
  writeFileSync(it.metaPath, '{');
  writeFileSync(join(it.dataDir, 'settings.json'), '{"maxTurns":"many"}');
  writeFileSync(join(it.dataDir, 'projects', it.projectId, 'project.json'), '');
  expect((await it.check()).problems.map((problem) => problem.where).sort()).toEqual([
    `projects/${it.projectId}/conversations/${it.conversationId}/meta.json`,
    `projects/${it.projectId}/project.json`,
    'settings.json',
  ]);
});
