import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createSecretMask } from '../../electron/lib/secretMask.ts';
import { checkData } from '../../electron/stores/check/check.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { diskError, faultDisk } from '../support/faultDisk.ts';
import { hashTree } from '../support/hashTree.ts';
import { inTurns } from '../support/inTurns.ts';
import {
  asNew,
  assistantMessage,
  call,
  conversationOf,
  messagesFile,
  toolMessage,
  userMessage,
} from '../support/messageBuilder.ts';
import { type OpenedConversation, openConversation, openStore, placeOf } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { volume } from '../support/volume.ts';

const conflictName = 'messages.sync-conflict-20260131-120000-ABCDEFG.json';
const base = conversationOf<Message>([userMessage('base one'), userMessage('base two')]);
const grown = (tag: string, count: number, from: readonly Message[] = base): Message[] => {
  const records: Message[] = [];
  for (let n = 0; n < count; n++) {
    const parentId = records.at(-1)?.id ?? from.at(-1)?.id ?? null;
    records.push({ ...userMessage(`${tag} ${n}`), id: `${tag}${n}`, parentId, createdAt: '2026-02-01T00:00:00.000Z' });
  }
  return records;
};
const ours = [...base, ...grown('ours', 3)];
const theirs = [...base, ...grown('theirs', 3)];
const union = (...copies: Message[][]) => [...new Set(copies.flat().map(({ id }) => id))].toSorted();

async function openWith(files: Record<string, string>, options = {}): Promise<OpenedConversation> {
  const conversation = await openConversation(options);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(conversation.folder, name), content);
  return conversation;
}

const append = async ({ store, conversationId }: OpenedConversation, text = 'on') =>
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(text))));
const branch = async ({ store, conversationId }: OpenedConversation) => okValue(await store.readBranch(conversationId));
const rows = ({ messagesPath }: OpenedConversation) => JSON.parse(readFileSync(messagesPath, 'utf8')) as Message[];
const texts = (messages: readonly Message[]) => messages.map(({ content }) => content);
const json = (value: unknown) => JSON.stringify(value);

test(
  cite(
    'STORE-15',
    'a conflict file is reported on opening, merged by the next message and kept; our branch stays open',
  ),
  async () => {
    const it = await openWith({ 'messages.json': messagesFile(ours), [conflictName]: messagesFile(theirs) });
    const before = hashTree(it.folder);
    const opened = await branch(it);
    expect(opened.messages).toEqual(ours);
    expect(opened.notices.map(String)).toEqual([expect.stringContaining(conflictName)]);
    expect(hashTree(it.folder)).toEqual(before);
    const stored = await append(it);
    expect(stored.parentId).toBe('ours2');
    const now = readFileSync(it.messagesPath, 'utf8');
    // Appended in place: the existing part was not touched.
    expect(now.startsWith(messagesFile(ours).slice(0, -2))).toBe(true);
    const ids = [...ours, ...theirs.slice(2), stored].map(({ id }) => id);
    expect(rows(it).map(({ id }) => id)).toEqual(ids);
    const after = await branch(it);
    expect(after.messages).toEqual([...ours, stored]);
    expect(after.notices).toEqual([]);
    const kept = readdirSync(it.folder).filter((name) => name.startsWith(`${conflictName}.merged-`));
    expect(kept).toHaveLength(1);
    expect(readFileSync(join(it.folder, kept[0] as string), 'utf8')).toBe(messagesFile(theirs));
    const again = await append(it, 'again');
    expect(again.parentId).toBe(stored.id);
    expect(rows(it)).toHaveLength(10);
  },
);

test(cite('STORE-15', 'an open branch that is not the last one stays open, even if the merge is cut off'), async () => {
  const head = { id: 'ours0', after: 'ours2' };
  const files = {
    'messages.json': messagesFile(ours),
    [conflictName]: messagesFile(theirs),
    'meta.json': json({ v: 1, head }),
  };
  const it = await openWith(files);
  expect((await branch(it)).headId).toBe('ours0');
  expect((await append(it)).parentId).toBe('ours0');
});

test(cite(
  ['STORE-4', 'STORE-15'],
  'a crash at any call of a merge loses no message of either copy, and the next writer completes it',
), { tags: ['all'], timeout: 120_000 }, async () => {
  for (const head of [null, { id: 'ours0', after: 'ours2' }]) {
    const wanted = head?.id ?? 'ours2';
    const files = {
      'messages.json': messagesFile(ours),
      [conflictName]: messagesFile(theirs),
      'meta (1).json': json({ v: 1, title: 'theirs', marks: { base: { hidden: true, at: '2026-01-01T00:00:00Z' } } }),
      ...(head ? { 'meta.json': json({ v: 1, head }) } : {}),
    };
    for (let stop = 1, more = true; more; stop++) {
      const disk = faultDisk();
      const it = await openWith(files, { disk });
      const begin = disk.calls.length;
      disk.onCall = ({ number }) =>
        number >= begin + stop ? { error: diskError('EIO'), half: number === begin + stop } : null;
      const stored = await it.store.appendConversationMessage(it.conversationId, asNew(userMessage('on')));
      more = disk.calls.length >= begin + stop;
      disk.onCall = () => null;
      const after = { ...it, store: openStore({ dataDir: it.dataDir }).store };
      // In any case it opens, and existing messages are there.
      const seen = await branch(after);
      const open = seen.messages.filter(({ content }) => content !== 'on');
      expect(open.at(-1)?.id, `stopped at ${stop}`).toBe(wanted);
      for (const id of ours.map((record) => record.id))
        expect(readFileSync(it.messagesPath, 'utf8')).toContain(`"${id}"`);
      const next = await append(after, 'next');
      const found = rows(after);
      const mine = stored.ok ? [stored.value.id] : [];
      const counted = found.filter(({ content }) => content !== 'on').map(({ id }) => id);
      expect(counted.toSorted(), `stopped at ${stop}`).toEqual([...union(ours, theirs), next.id].toSorted());
      for (const id of mine) expect(found.map((row) => row.id)).toContain(id);
      const path = (await branch(after)).messages.filter(({ content }) => content !== 'on').map(({ id }) => id);
      expect(path.at(-2), `stopped at ${stop}`).toBe(wanted);
      expect((await branch(after)).meta).toMatchObject({ title: 'theirs', marks: { base: { hidden: true } } });
      expect(readdirSync(it.folder).filter((name) => name.includes('.merged-'))).toHaveLength(2);
      expect((await branch(after)).meta).not.toHaveProperty('merging');
      await it.store.close();
      await after.store.close();
    }
  }
});

test(cite('STORE-15', 'the later of two marks applies; our title and model stay if we have them'), async () => {
  const mark = (at: string, hidden: boolean) => ({ hidden, at });
  const it = await openWith({
    'messages.json': messagesFile(ours),
    'meta.json': json({
      v: 1,
      title: 'ours',
      marks: {
        a: mark('2026-01-02T00:00:00Z', true),
        b: mark('2026-01-01T00:00:00Z', true),
        c: mark('2026-01-01T00:00:00Z', true),
      },
    }),
    'meta-LAPTOP.json': json({
      v: 1,
      title: 'theirs',
      model: { provider: 'p', model: 'm' },
      approvalMode: 'all',
      allowedTools: ['run_command'],
      future: 1,
      marks: {
        a: mark('2026-01-01T00:00:00Z', false),
        b: mark('2026-01-02T00:00:00+01:00', false),
        d: mark('x', true),
      },
    }),
  });
  await append(it);
  expect((await branch(it)).meta).toMatchObject({
    title: 'ours',
    model: { provider: 'p', model: 'm' },
    // A copy may come from someone else: it does not determine what runs without asking.
    approvalMode: null,
    future: 1,
    marks: { a: { hidden: true }, b: { hidden: false }, c: { hidden: true }, d: { hidden: true } },
  });
});

test(
  cite('STORE-15', 'a conflict file that is not a conversation, or a newer one, is reported, kept and does no harm'),
  async () => {
    for (const content of ['garbage', '', '[1,2]', messagesFile([{ ...(base[0] as Message), v: 9 }])]) {
      const it = await openWith({ 'messages.json': messagesFile(ours), 'messages 2.json': content });
      await append(it);
      await append(it);
      expect(rows(it)).toHaveLength(ours.length + 2);
      const held = readdirSync(it.folder).filter((name) => name.startsWith('messages 2.json'));
      expect(held).toHaveLength(1);
      expect(readFileSync(join(it.folder, held[0] as string), 'utf8')).toBe(content);
    }
  },
);

test(
  cite('STORE-15', 'messages permanently removed in one copy are removed from the other, and never come back'),
  async () => {
    const it = await openWith({ 'messages.json': messagesFile(ours), [conflictName]: messagesFile(theirs) });
    await append(it);
    okValue(await it.store.forgetMessage(it.conversationId, 'theirs1'));
    // The syncing program brings the old file again.
    writeFileSync(join(it.folder, 'messages (1).json'), messagesFile(theirs));
    await append(it);
    expect(JSON.stringify(rows(it))).not.toContain('theirs 1');
    // In the other direction: a copy in which one of ours was removed.
    const other = await openWith({ 'messages.json': messagesFile([...ours, ...theirs.slice(2)]) });
    writeFileSync(join(other.folder, 'removed (1).json'), json({ v: 1, ids: ['ours1'] }));
    await append(other);
    const row = rows(other).find(({ id }) => id === 'ours1');
    expect(row).toMatchObject({ content: '[Removed for good]' });
    expect(readFileSync(other.messagesPath, 'utf8')).not.toContain('ours 1');
  },
);

test(cite('STORE-15', 'a check names conflict files, and merges them when it repairs'), async () => {
  const it = await openWith({ 'messages.json': messagesFile(ours), [conflictName]: messagesFile(theirs) });
  const found = await checkData(it.dataDir, null, { repair: false });
  expect(found.notes).toMatchObject([
    { conversationId: it.conversationId, where: expect.stringContaining(conflictName) },
  ]);
  expect((await it.store.mergeConflicts(null)).map(String)).toEqual([
    expect.stringContaining('Merged 3 messages from'),
  ]);
  expect(rows(it)).toHaveLength(8);
  expect((await branch(it)).headId).toBe('ours2');
  expect(await it.store.mergeConflicts(null)).toEqual([]);
});

test(cite('STORE-15', 'a conversation in two projects is reported, and becomes one'), async () => {
  const it = await openWith({ 'messages.json': messagesFile(ours) });
  const project = okValue(await it.store.openProject(tempFolder()));
  const twin = placeOf(it.dataDir, project.id, it.conversationId);
  mkdirSync(twin.folder, { recursive: true });
  const spilled = { ...toolMessage('c', 'preview'), id: 'big', parentId: 'theirs2', createdAt: '' };
  const path = `@state/logs/tool-results/${it.conversationId}/big.json`;
  writeFileSync(
    twin.messagesPath,
    messagesFile([...theirs, { ...spilled, fullOutputPath: path, details: { bytes: 60_000 } }]),
  );
  mkdirSync(twin.resultsFolder, { recursive: true });
  writeFileSync(join(twin.resultsFolder, 'big.json'), 'x'.repeat(60_000));
  const found = await checkData(it.dataDir, null, { repair: false });
  expect(found.problems.map(({ what }) => what)).toContainEqual(expect.stringContaining('also in another project'));
  await it.store.mergeConflicts(null);
  const { store } = openStore({ dataDir: it.dataDir });
  const ids = [...ours, ...theirs.slice(2)].map(({ id }) => id);
  const left = [it, twin].filter(({ messagesPath }) => existsSync(messagesPath));
  expect(left).toHaveLength(1);
  const all = JSON.parse(readFileSync((left[0] as typeof twin).messagesPath, 'utf8')) as Message[];
  expect(all.map(({ id }) => id).toSorted()).toEqual([...ids, 'big'].toSorted());
  expect(okValue(await store.readToolResult(it.conversationId, 'big', 0, 10)).totalBytes).toBe(60_000);
  expect((await checkData(it.dataDir, null, { repair: false })).problems.map(({ what }) => what)).not.toContainEqual(
    expect.stringContaining('also in another project'),
  );
});

/** A conversation that is in another project too, whose files are not used but merged. */
async function openTwin(records: readonly Message[], options = {}) {
  const it = await openWith({ 'messages.json': messagesFile(base) }, options);
  const twin = placeOf(it.dataDir, 'z'.repeat(26), it.conversationId);
  mkdirSync(twin.folder, { recursive: true });
  writeFileSync(twin.messagesPath, messagesFile(records));
  return { it, twin };
}

test.each([
  ['folder cannot be listed', 'readdir', ''],
  ['removed.json cannot be read', 'open', 'removed.json'],
  ['meta.json cannot be read', 'open', 'meta.json'],
])(
  cite('STORE-15', 'a conversation in two projects whose other %s stays there until it can be merged'),
  async (_name, call, file) => {
    const disk = faultDisk();
    const { it, twin } = await openTwin(theirs, { disk });
    writeFileSync(join(twin.folder, 'removed.json'), json({ v: 1, ids: [], unfinished: [] }));
    writeFileSync(join(twin.folder, 'meta.json'), json({ v: 1 }));
    const failing = join(twin.folder, file);
    disk.onCall = ({ name, path }) => (name === call && path === failing ? { error: diskError('EIO') } : null);
    const [said] = await it.store.mergeConflicts(null);
    expect(`${said}`).toContain('was not merged');
    expect(`${said}`).toContain('EIO');
    expect(existsSync(twin.messagesPath)).toBe(true);
    expect(rows(it)).toEqual(base);
    disk.onCall = () => null;
    expect((await it.store.mergeConflicts(null)).map(String)).toEqual([
      expect.stringContaining('Merged 3 messages from'),
    ]);
    expect(rows(it)).toEqual(theirs);
    expect(existsSync(twin.folder)).toBe(false);
  },
);

test.each(['state/attachments', 'state/logs/tool-results', 'conversations/there/removed.json'])(
  cite(
    'STORE-15',
    'a conversation in two projects stays there, however often it is tried, while %s of it is behind a link',
  ),
  async (linked) => {
    const [hash, elsewhere] = ['a'.repeat(64), 'i'.repeat(26)];
    const placed = (id: string, parentId: string) => ({ id, parentId, createdAt: '' });
    const parts = [{ type: 'file' as const, hash, mediaType: 'text/plain', name: 'a.txt', bytes: 4 }];
    const fullOutputPath = `@state/logs/tool-results/${elsewhere}/big.json`;
    const { it, twin } = await openTwin([
      ...theirs,
      { ...userMessage(''), ...placed('see', 'theirs2'), content: parts },
      { ...toolMessage('c', 'preview', { fullOutputPath, details: { bytes: 4 } }), ...placed('big', 'see') },
    ]);
    const attachment = ({ folder }: { folder: string }) => join(folder, '../../state/attachments', hash);
    const result = join(twin.resultsFolder, '..', elsewhere, 'big.json');
    for (const path of [attachment(twin), result]) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, 'text');
    }
    writeFileSync(join(twin.folder, 'removed.json'), json({ v: 1, ids: [], unfinished: [] }));
    const path = join(twin.folder, '../..', linked.replace('there', it.conversationId));
    const aside = join(tempFolder(), 'aside');
    renameSync(path, aside);
    symlinkSync(aside, path);
    for (const _ of [1, 2]) {
      expect((await it.store.mergeConflicts(null)).map(String)).toEqual([expect.stringContaining('symbolic link')]);
      expect(existsSync(twin.messagesPath)).toBe(true);
    }
    rmSync(path);
    renameSync(aside, path);
    await it.store.mergeConflicts(null);
    expect(existsSync(twin.folder)).toBe(false);
    expect(rows(it).map(({ id }) => id)).toEqual([...theirs.map(({ id }) => id), 'see', 'big']);
    expect(readFileSync(attachment(it), 'utf8')).toBe('text');
    expect(readFileSync(join(it.resultsFolder, 'big.json'), 'utf8')).toBe('text');
  },
);

test(
  cite(
    'STORE-15',
    'a copied data folder is merged: new conversations completely, known ones combined; the copy is only read',
  ),
  async () => {
    const it = await openConversation();
    const first = await append(it, 'shared');
    const copied = join(tempFolder(), 'copy');
    await it.store.close();
    cpSync(it.dataDir, copied, { recursive: true });
    const here = { ...it, ...openStore({ dataDir: it.dataDir }) };
    const there = { ...it, ...placeOf(copied, it.projectId, it.conversationId), ...openStore({ dataDir: copied }) };
    await append(here, 'here');
    await append(there, 'there');
    const asked = asNew(assistantMessage('', [call('c', 'read_file')]));
    okValue(await there.store.appendConversationMessage(it.conversationId, asked));
    okValue(
      await there.store.appendConversationMessage(it.conversationId, asNew(toolMessage('c', 'y'.repeat(60_000)))),
    );
    const project = okValue(await there.store.openProject(tempFolder()));
    okValue(await there.store.trustProject(project.id, true));
    const { conversationId: newId } = okValue(await there.store.createConversation(project.id));
    okValue(await there.store.appendConversationMessage(newId, asNew(userMessage('new one'))));
    okValue(await there.store.updateMeta(newId, (meta) => ({ ...meta, title: 'its title' })));
    const started = {
      v: 1,
      type: 'tool_started' as const,
      at: 't',
      messageId: 'm',
      toolCallId: 'c',
      index: 0,
      name: 'n',
    };
    okValue(await there.store.logExecution(newId, started));
    await there.store.close();
    const before = hashTree(copied);
    const reports = okValue(await here.store.mergeFrom(copied, { removals: () => true, folders: () => true }));
    expect(
      reports.map(({ conversationId, isNew, result }) => [conversationId, isNew, okValue(result).added]).toSorted(),
    ).toEqual(
      [
        [it.conversationId, false, 3],
        [newId, true, 1],
      ].toSorted(),
    );
    expect(hashTree(copied)).toEqual(before);
    expect(texts(rows(here)).slice(0, 3)).toEqual(['shared', 'here', 'there']);
    expect(texts((await branch(here)).messages)).toEqual(['shared', 'here']);
    const result = rows(here).at(-1) as Message;
    expect(okValue(await here.store.readToolResult(it.conversationId, result.id, 0, 10)).totalBytes).toBe(60_000);
    const opened = okValue(await here.store.readBranch(newId));
    expect(opened).toMatchObject({
      projectId: project.id,
      meta: { title: 'its title' },
      messages: [{ content: 'new one' }],
    });
    // Trust in a folder there does not apply here.
    expect(okValue(await here.store.getProject(project.id))).toMatchObject({ trusted: false });
    expect(await here.store.readExecution(newId)).toMatchObject([started]);
    expect(
      okValue(await here.store.listConversations())
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([it.conversationId, newId].toSorted());
    const again = okValue(await here.store.mergeFrom(copied, { removals: () => true, folders: () => true }));
    expect(again.map(({ result: merged }) => okValue(merged).added)).toEqual([0, 0]);
    expect((await checkData(it.dataDir, null, { repair: false })).problems).toEqual([]);
    expect((await append(here)).parentId).toBe(rows(here)[1]?.id);
    expect(first.parentId).toBe(null);
  },
);

test(
  cite('STORE-15', 'a merged project has its name from the first moment, and one without its file gets it'),
  async () => {
    const there = openStore();
    const folder = join(tempFolder(), 'its folder');
    mkdirSync(folder);
    const project = okValue(await there.store.openProject(folder));
    const { conversationId } = okValue(await there.store.createConversation(project.id));
    okValue(await there.store.appendConversationMessage(conversationId, asNew(userMessage('hi'))));
    await there.store.close();
    const disk = faultDisk();
    const here = openStore({ disk });
    okValue(await here.store.openFolderlessProject());
    // From the writing of its file on nothing works, as after the program's exit.
    let isOver = false;
    disk.onCall = ({ name, path }) => {
      isOver ||=
        name === 'open' &&
        path.startsWith(join(here.dataDir, 'projects', project.id)) &&
        /project\.json\.tmp/.test(path);
      return isOver ? { error: diskError('EIO') } : null;
    };
    await here.store.mergeFrom(there.dataDir, { removals: () => true, folders: () => true });
    expect(isOver).toBe(true);
    const next = openStore({ dataDir: here.dataDir }).store;
    const names = async () => (await next.listProjects()).map(({ name }) => name).toSorted();
    expect(await names()).toEqual(['Chats']);
    okValue(await next.mergeFrom(there.dataDir, { removals: () => true, folders: () => false }));
    expect(await names()).toEqual(['Chats', 'its folder']);
    // A folder without its file, as left by an interruption there.
    const left = openStore();
    mkdirSync(join(left.dataDir, 'projects', project.id), { recursive: true });
    okValue(await left.store.mergeFrom(there.dataDir, { removals: () => true, folders: () => false }));
    expect(await left.store.listProjects()).toMatchObject([{ id: project.id, name: 'its folder' }]);
  },
);

test(
  cite('STORE-15', 'one conversation folder can be merged alone; anything else is rejected and changes nothing'),
  async () => {
    const it = await openWith({ 'messages.json': messagesFile(ours) });
    const alone = join(tempFolder(), `${it.conversationId} (copy)`);
    mkdirSync(alone);
    writeFileSync(join(alone, 'messages.json'), messagesFile(theirs));
    writeFileSync(join(alone, 'messages 2.json'), messagesFile([...base, ...grown('third', 2)]));
    const [report] = okValue(await it.store.mergeFrom(alone, { removals: () => false, folders: () => false }));
    expect(report).toMatchObject({ conversationId: it.conversationId, isNew: false, result: { value: { added: 5 } } });
    expect((await branch(it)).messages).toEqual(ours);
    const before = hashTree(it.dataDir, (path) => path.startsWith('index.db') || path.startsWith('locks'));
    for (const path of [tempFolder(), join(alone, 'messages.json'), join(alone, 'nothing'), it.dataDir]) {
      expect((await it.store.mergeFrom(path, { removals: () => false, folders: () => false })).ok).toBe(false);
    }
    expect(hashTree(it.dataDir, (path) => path.startsWith('index.db') || path.startsWith('locks'))).toEqual(before);
  },
);

test(cite(['STORE-15', 'STORE-16'], 'our key in another copy is not merged'), async () => {
  const key = 'zq-key-0123456789';
  const mask = createSecretMask(
    () => [key],
    () => false,
  );
  const secret = { ...userMessage(`it is ${key}`), id: 'secret', parentId: base[1]?.id ?? null, createdAt: '' };
  const it = await openWith(
    { 'messages.json': messagesFile(ours), [conflictName]: messagesFile([...base, secret]) },
    { mask },
  );
  await append(it);
  expect(rows(it).find(({ id }) => id === 'secret')?.content).toBe('it is [key removed]');
});

test(cite(
  'STORE-15',
  'copies of tens of thousands of messages are merged without holding them in memory or blocking the program',
), { tags: ['all'], timeout: 120_000 }, async () => {
  const common = volume({ short: 3_000, all: 15_000, long: 50_000 });
  const filler = 'x'.repeat(1500);
  const many = conversationOf(Array.from({ length: common }, (_, n) => userMessage(`${n} ${filler}`)));
  const it = await openWith({
    'messages.json': messagesFile([...many, ...grown('ours', 1000, many)]),
    [conflictName]: messagesFile([...many, ...grown('theirs', common / 2, many)]),
  });
  many.length = 0;
  const stored = await inTurns(1_000, () => append(it));
  expect(stored.parentId).toBe('ours999');
  expect(readFileSync(it.messagesPath, 'utf8').split('\n')).toHaveLength(common + 1000 + common / 2 + 1 + 3);
});

test(
  cite('STORE-15', 'a copy that replaces our file by a rename, with ours as the conflict file, is merged the same way'),
  async () => {
    const it = await openWith({ 'messages.json': messagesFile(ours) });
    await branch(it);
    renameSync(it.messagesPath, join(it.folder, conflictName));
    writeFileSync(it.messagesPath, messagesFile(theirs));
    const stored = await append(it);
    expect(stored.parentId).toBe('theirs2');
    expect(
      rows(it)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([...union(ours, theirs), stored.id].toSorted());
  },
);
