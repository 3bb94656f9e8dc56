import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { checkData } from '../../electron/stores/check/check.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { textOf } from '../../shared/core/sentence.ts';
import { startChildStore } from '../support/childStore.ts';
import { cite } from '../support/cite.ts';
import { diskError, faultDisk } from '../support/faultDisk.ts';
import { hashTree } from '../support/hashTree.ts';
import {
  asNew,
  assistantMessage,
  call,
  conversationOf,
  messagesFile,
  toolMessage,
  userMessage,
} from '../support/messageBuilder.ts';
import { openConversation, openStore } from '../support/openStore.ts';
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

test('valid data has neither problems nor notes, as a whole and individually', async () => {
  const { dataDir, conversationId, check } = await openSound();
  expect(await check()).toEqual({ problems: [], notes: [], repaired: [] });
  expect(await checkData(dataDir, conversationId, { repair: true })).toEqual({ problems: [], notes: [], repaired: [] });
});

test(cite('ACP-1', 'calls of an external agent that overlap are sound'), async () => {
  const { store, conversationId, check } = await openSound();
  const external = { agentId: 'odd', sessionId: 's1' };
  for (const message of [
    { ...assistantMessage('', [call('c2', 'search')]), external },
    { ...assistantMessage('', [call('c3', 'todo_write')]), external },
    toolMessage('c3', 'The plan.'),
    toolMessage('c2', 'found'),
  ]) {
    okValue(await store.appendConversationMessage(conversationId, asNew(message)));
  }
  okValue(await store.listConversations());
  expect(await check()).toEqual({ problems: [], notes: [], repaired: [] });
});

test(
  cite('STORE-4', 'For a long conversation, the list may know a count that reading its ends does not reveal.'),
  async () => {
    const { store, conversationId, dataDir, check } = await openSound();
    for (const text of ['a', 'b']) {
      okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(text.repeat(300_000)))));
      okValue(await store.listConversations());
    }
    expect(okValue(await store.listConversations())).toMatchObject([{ messageCount: 5 }]);
    expect(await check()).toEqual({ problems: [], notes: [], repaired: [] });

    // Its own late write of this row would mend the damage.
    await store.close();
    const index = new DatabaseSync(join(dataDir, 'index.db'));
    index.exec("UPDATE conversations SET updatedAt = '2001-01-01T00:00:00.000Z'");
    index.close();
    expect((await check(true)).notes).toMatchObject([{ what: expect.stringContaining('The list does not match') }]);
    // The damage may have been its count, too: it is unknown until the messages have been counted again.
    expect(okValue(await openStore({ dataDir }).store.listConversations())).toMatchObject([{ messageCount: null }]);
  },
);

test(
  cite('STORE-4', 'an unreadable folder is a problem, and a temporary file is a leftover after an hour'),
  async () => {
    const { dataDir, resultsFolder, folder } = await openSound();
    const disk = faultDisk();
    disk.onCall = ({ name, path }) =>
      name === 'readdir' && path === resultsFolder ? { error: diskError('EACCES') } : null;
    const { problems } = await checkData(dataDir, null, { repair: true }, { disk });
    expect(problems).toMatchObject([{ what: expect.stringContaining('could not be opened') }]);

    const path = join(folder, 'meta.json.tmp-0123456789ab');
    writeFileSync(path, 'x');
    for (const [minutes, notes] of [
      [50, 0],
      [70, 1],
    ] as const) {
      const at = new Date(Date.now() - minutes * 60_000);
      utimesSync(path, at, at);
      expect((await checkData(dataDir, null, { repair: false })).notes).toHaveLength(notes);
    }
  },
);

test("a crash's leftovers are notes: an open call, a torn end, a dead lock, a partial reply", {
  tags: ['all'],
}, async () => {
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
    [conversationId, expect.stringContaining('ends with an incomplete message')],
    [conversationId, expect.stringContaining('A reply was cut off')],
    [conversationId, expect.stringContaining('The call run_command (c2) has no result')],
    [conversationId, expect.stringContaining(`PID ${child.child.pid}`)],
  ]);
});

test('a damaged line, a missing result and one of another size are problems that repair does not hide', async () => {
  const it = await openSound();
  writeFileSync(it.spill, 'short');
  const wrongSize = await it.check();
  expect(wrongSize.problems).toMatchObject([{ what: expect.stringContaining('has 5 bytes instead of 60000') }]);
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

test(cite('STORE-3', 'a record before its parent is reported, and so is one whose parent is missing'), async () => {
  const it = await openSound();
  const [first, second, third, ...rest] = readFileSync(it.messagesPath, 'utf8').split('\n');
  writeFileSync(it.messagesPath, [first, third?.slice(1), `,${second}`, ...rest].join('\n'));
  const { problems } = await it.check(true);
  expect(problems.map(({ what }) => what)).toContainEqual(expect.stringContaining('comes before its parent'));
  writeFileSync(it.messagesPath, [first, third?.slice(1), ...rest].join('\n'));
  const gone = await it.check(true);
  expect(gone.problems.map(({ what }) => what)).toContainEqual(
    expect.stringContaining('has a parent that does not exist'),
  );
});

test.each([
  ['a short log', 5],
  ['a log that is read from its end', 2000],
] as const)(
  cite('STORE-3', 'opening %s reports records that do not come after their parent, once'),
  async (_name, count) => {
    const { dataDir, conversationId, messagesPath, store } = await openConversation();
    await store.close();
    const text = messagesFile(conversationOf<Message>(Array.from({ length: count }, (_, n) => userMessage(`${n} `))));
    const lines = text.split('\n');
    const put = async (changed: string[]): Promise<readonly string[]> => {
      writeFileSync(messagesPath, changed.join('\n'));
      const { store: opened } = openStore({ dataDir });
      const { notices } = okValue(await opened.readBranch(conversationId, 'whole'));
      okValue(await opened.readForks(conversationId));
      const later = okValue(await opened.readBranch(conversationId, { tail: 1 })).notices;
      await opened.close();
      return [...new Set([...notices, ...later].map((notice) => textOf(notice)))];
    };
    const says = [expect.stringContaining('appear before the message they follow')];
    expect(await put(lines)).toEqual([]);
    // Two swapped records, then one whose parent is missing.
    expect(await put(lines.with(2, lines[3] as string).with(3, lines[2] as string))).toEqual(says);
    expect(await put(lines.toSpliced(3, 1))).toEqual(says);
  },
);

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
  // A recent temporary file may belong to a write in progress.
  writeFileSync(join(folder, 'pending.json.tmp-0123456789ab'), 'young');
  const found = await it.check();
  expect(found.problems).toHaveLength(2);
  expect(found.notes.filter(({ what }) => what.includes('temporary file'))).toHaveLength(2);
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

test('a wrong row and a damaged index are noted, and repaired on request', async () => {
  const it = await openSound();
  await it.store.close();
  const database = new DatabaseSync(it.store.indexPath);
  database.exec("UPDATE conversations SET title = 'wrong', messageCount = 99");
  database.close();
  expect((await it.check()).notes).toMatchObject([{ where: 'index.db', conversationId: it.conversationId }]);
  expect((await it.check(true)).repaired).toHaveLength(1);
  expect(await it.check()).toEqual({ problems: [], notes: [], repaired: [] });
  writeFileSync(it.store.indexPath, 'garbage '.repeat(2000));
  expect(await it.check()).toMatchObject({ problems: [], notes: [{ where: 'index.db' }] });
  expect((await it.check(true)).repaired).toHaveLength(1);
  expect(await it.check()).toEqual({ problems: [], notes: [], repaired: [] });
});

test(
  cite('STORE-11', 'an index whose creation was cut off is a note, not a problem, and the next list rebuilds it'),
  async () => {
    const it = await openSound();
    await it.store.close();
    for (const left of ['', 'tables']) {
      for (const ending of ['', '-wal', '-shm']) rmSync(`${it.store.indexPath}${ending}`, { force: true });
      // As a kill leaves it: an empty file, or one without tables.
      if (left === '') writeFileSync(it.store.indexPath, '');
      else new DatabaseSync(it.store.indexPath).exec('PRAGMA journal_mode = WAL; VACUUM');
      writeFileSync(join(it.dataDir, 'learnt.json'), '{');
      writeFileSync(join(it.dataDir, 'search.db'), 'half');
      const cut = await it.check();
      expect(cut).toMatchObject({ problems: [], notes: [{ where: 'index.db' }] });
      const { store } = openStore({ dataDir: it.dataDir });
      expect(okValue(await store.listConversations())).toHaveLength(1);
      await store.close();
      expect(await it.check()).toEqual({ problems: [], notes: [], repaired: [] });
    }
  },
);

test('an unknown conversation and unreadable files next to the messages are problems', async () => {
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

test(cite('STORE-4', 'locks of killed processes are one note, with their number and the first of them'), async () => {
  const { dataDir, check } = await openSound();
  const locks = join(dataDir, 'locks');
  const ownerOf = (lock: string): string => join(locks, `${lock}.owner.json`);
  const owner = { pid: 99_999_999, purpose: 'running a turn', at: '2026-01-02T03:04:05Z' };
  const said = 'another process (PID 99999999, running a turn, since 2026-01-02T03:04:05Z)';
  writeFileSync(ownerOf('lock1'), JSON.stringify(owner));
  expect((await check()).notes).toEqual([
    {
      conversationId: 'lock1',
      what: `The lock of ${said} is free: that process ended without releasing it.`,
      where: join('locks', 'lock1.owner.json'),
    },
  ]);
  const all = ['lock1', 'lock2', 'lock3', 'lock4', 'lock5'];
  for (const lock of all) writeFileSync(ownerOf(lock), JSON.stringify(owner));
  const named = all.slice(0, 3).map((lock) => `${lock}, of ${said}`);
  const what = `5 locks are free: their processes ended without releasing them: ${named.join('; ')}; and 2 more.`;
  expect((await check()).notes).toEqual([{ conversationId: null, what, where: 'locks' }]);
  await check(true);
  expect(all.filter((lock) => existsSync(ownerOf(lock)))).toEqual([]);
  expect((await check()).notes.filter(({ where }) => where === 'locks')).toEqual([]);
});
