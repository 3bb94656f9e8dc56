import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ExecutionEntry } from '../../electron/conversation/formats.ts';
import { createSettingsFile } from '../../electron/stores/settingsFile.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { defaultSettings } from '../../shared/features/settings/settings.ts';
import { cite } from '../support/cite.ts';
import { diskError, faultDisk } from '../support/faultDisk.ts';
import { asNew, assistantMessage, call, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { openConversation, openStore } from '../support/openStore.ts';
import { errorOf, okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';

const unknown = { future: { nested: ['kept', 1, null] } };

/** Every kind of message, with every field of the format and an unknown one. */
const everyKind: Message[] = [
  userMessage('text', { origin: { kind: 'fork', from: 'x' }, includeInContext: false }),
  {
    ...userMessage(''),
    content: [
      { type: 'text', text: 'see' },
      { type: 'image', hash: 'a'.repeat(64), mediaType: 'image/png', name: 'a.png' },
      { type: 'file', hash: 'b'.repeat(64), mediaType: 'text/plain', name: 'b.txt' },
      { type: 'mention', path: 'src/a.ts', hash: 'c'.repeat(64), range: { start: 1, end: 2 } },
    ],
  },
  assistantMessage('text', [call('c1', 'read_file', '{"path": "a", "n": 1.0}'), call('c1', 'x', '{"broken')], {
    reasoning: 'because',
    providerData: { signature: 'abc', items: [{ id: 'i' }] },
    model: 'm',
    usage: { inputTokens: 1, outputTokens: 2, cachedInputTokens: 3, reasoningTokens: 4 },
    finishReason: 'tool_calls',
  }),
  toolMessage('c1', 'result', {
    outcome: 'error',
    startedAt: '2026-01-01T00:00:00.000Z',
    duration: 12.5,
    waitedMs: 3,
    details: {
      bytes: 6,
      exitCode: null,
      signal: 'SIGTERM',
      timedOut: true,
      diff: '- a\n+ b',
      todos: { before: [], after: [{ content: 'x', status: 'pending' }] },
      ...unknown,
    },
    attachments: [{ hash: 'd'.repeat(64), mediaType: 'image/png' }],
    resolution: 'run_again',
  }),
  toolMessage('', 'run by a person', { partType: 'tool_run', details: { bytes: 15 } }),
  assistantMessage('partial', [], {
    partType: 'error',
    error: { code: 'LLM_ERROR', cause: 'LLM_TIMEOUT', status: 504, message: 'The server did not answer.' },
  }),
  {
    ...userMessage(''),
    role: 'system',
    content: 'Summary',
    partType: 'summary',
    compaction: { firstKeptId: 'x', clearedIds: ['y'], tokensBefore: 10, tokensAfter: 2 },
  } as Message,
  { ...userMessage(''), role: 'system', content: 'The date is now …', partType: 'environment' } as Message,
  userMessage('note', { partType: 'note' }),
];

test(cite('STORE-13', 'every kind of message comes back unchanged, with every field, known or not'), async () => {
  const { dataDir, store, conversationId } = await openConversation();
  const stored: Message[] = [];
  for (const message of everyKind) {
    const given = { ...asNew(message), ...unknown };
    const written = okValue(await store.appendConversationMessage(conversationId, given));
    expect(written).toEqual({
      ...given,
      v: 1,
      id: written.id,
      parentId: stored.at(-1)?.id ?? null,
      createdAt: written.createdAt,
    });
    expect(Object.keys(written).slice(0, 4)).not.toContain('content');
    stored.push(written);
  }
  for (const each of [store, openStore({ dataDir }).store]) {
    expect(okValue(await each.readBranch(conversationId)).messages).toEqual(stored);
    expect(okValue(await each.readMessage(conversationId, stored[3]?.id as string))).toEqual(stored[3]);
  }
});

test('a given ID and time are kept; a parent is not taken from the caller', async () => {
  const { store, conversationId } = await openConversation();
  const given = {
    ...asNew(userMessage('x')),
    id: 'MyId_1',
    createdAt: '2001-01-01T00:00:00.000Z',
    parentId: 'nobody',
    v: 9,
  };
  const stored = okValue(await store.appendConversationMessage(conversationId, given));
  expect(stored).toEqual({
    v: 1,
    id: 'MyId_1',
    parentId: null,
    createdAt: given.createdAt,
    role: 'user',
    content: 'x',
  });
});

test(cite('STORE-13', 'meta, draft and partial reply survive with what this version does not know'), async () => {
  const { dataDir, store, conversationId, metaPath } = await openConversation();
  const meta = okValue(
    await store.updateMeta(conversationId, (before) => ({
      ...before,
      ...unknown,
      title: 'Résumé 会話',
      model: { provider: 'p', model: 'm' },
      approvalMode: 'reads',
      allowedTools: ['read_file'],
      marks: { m1: { hidden: true, at: 't', ...unknown } },
    })),
  );
  const pending = { v: 1, draft: 'half\n', queue: [{ id: 'q', text: 'next', ...unknown }], ...unknown };
  okValue(await store.savePending(conversationId, pending));
  const partial = { v: 1, messageId: 'm9', parentId: null, text: 'so far', reasoning: 'r', startedAt: 't', ...unknown };
  okValue(await store.savePartial(conversationId, partial));
  const again = openStore({ dataDir }).store;
  expect(okValue(await again.readBranch(conversationId))).toMatchObject({ meta, notices: [] });
  expect(JSON.parse(readFileSync(metaPath, 'utf8'))).toEqual(meta);
  expect(await again.readPending(conversationId)).toEqual(pending);
  expect(await again.readPartial(conversationId)).toEqual(partial);
  // It only counts while no record has its ID.
  okValue(await again.appendConversationMessage(conversationId, { ...asNew(assistantMessage('whole')), id: 'm9' }));
  expect(await store.readPartial(conversationId)).toBe(null);
  okValue(await store.savePartial(conversationId, null));
  okValue(await store.savePartial(conversationId, null));
});

test('many simultaneous changes of meta, from two stores, are all kept', async () => {
  const { dataDir, store, conversationId } = await openConversation();
  const other = openStore({ dataDir }).store;
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? store : other).updateMeta(conversationId, (meta) => ({
        ...meta,
        title: `${meta.title} ${n}`,
      })),
    ),
  );
  const { meta } = okValue(await store.readBranch(conversationId));
  expect(meta.title.trim().split(' ').sort()).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`).sort());
});

test(
  cite('STORE-3', 'a damaged file next to the messages opens with defaults and is kept when it is next written'),
  async () => {
    for (const damage of ['not json', '[]', '\0'.repeat(20), '']) {
      const { store, conversationId, folder } = await openConversation();
      for (const name of ['meta.json', 'pending.json']) writeFileSync(join(folder, name), damage);
      const branch = okValue(await store.readBranch(conversationId));
      expect(branch.meta.title).toBe('');
      expect(branch.notices.map(String)).toEqual([
        expect.stringMatching(/^meta\.json could not be read/),
        expect.stringMatching(/^pending\.json could not be read/),
      ]);
      okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, title: 'new' })));
      okValue(await store.savePending(conversationId, { v: 1, draft: 'new', queue: [] }));
      const kept = readdirSync(folder).filter((name) => name.includes('.unreadable-'));
      expect(kept.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([damage, damage]);
      expect(okValue(await store.readBranch(conversationId))).toMatchObject({ meta: { title: 'new' }, notices: [] });
    }
  },
);

test('one bad field of meta loses only that field', async () => {
  const { store, conversationId, metaPath } = await openConversation();
  writeFileSync(metaPath, '{"title":"kept","marks":17,"head":"x","future":1}');
  const branch = okValue(await store.readBranch(conversationId));
  expect(branch.meta).toMatchObject({ title: 'kept', marks: {}, head: null, future: 1 });
  expect(branch.notices.map(String)).toEqual([
    expect.stringMatching(/^meta\.json: (head, marks|marks, head) could not be read/),
  ]);
});

test('a failed write of meta leaves the old one', async () => {
  const disk = faultDisk();
  const { store, conversationId, folder } = await openConversation({ disk });
  okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, title: 'old' })));
  for (const failing of ['write', 'sync', 'rename']) {
    disk.onCall = ({ name }) => (name === failing ? { error: diskError('ENOSPC'), half: true } : null);
    const error = errorOf(await store.updateMeta(conversationId, (meta) => ({ ...meta, title: 'new' })));
    expect(error.code).toBe('STORE_WRITE_FAILED');
    disk.onCall = () => null;
    expect(okValue(await store.readBranch(conversationId)).meta.title).toBe('old');
    expect(readdirSync(folder)).toEqual(['meta.json']);
  }
});

test('the execution log keeps its entries, whatever a crash left of its last line', async () => {
  const { dataDir, store, conversationId, projectId } = await openConversation();
  const path = join(dataDir, 'projects', projectId, 'state', 'logs', 'execution', `${conversationId}.jsonl`);
  const entry = (index: number): ExecutionEntry => ({
    v: 1,
    type: 'tool_started',
    at: '2026-01-01T00:00:00.000Z',
    messageId: 'm',
    toolCallId: 'c',
    index,
    name: 'run_command',
    pid: 123,
    processStartedAt: 's',
    ...unknown,
  });
  await Promise.all([0, 1, 2].map(async (n) => okValue(await store.logExecution(conversationId, entry(n)))));
  appendFileSync(path, '{"v":1,"type":"tool_st');
  const again = openStore({ dataDir }).store;
  expect(await again.readExecution(conversationId)).toEqual([0, 1, 2].map(entry));
  okValue(await again.logExecution(conversationId, entry(3)));
  expect(await again.readExecution(conversationId)).toEqual([0, 1, 2, 3].map(entry));
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(6);
});

test('an entry of the execution log is synced before it is acknowledged; a failure is reported', async () => {
  const disk = faultDisk();
  const { store, conversationId } = await openConversation({ disk });
  const entry = { v: 1, type: 'tool_started', at: 't', messageId: 'm', toolCallId: 'c', index: 0, name: 'n' } as const;
  okValue(await store.logExecution(conversationId, entry));
  expect(disk.calls.some((call) => call.name === 'datasync' && call.path.endsWith('.jsonl'))).toBe(true);
  disk.onCall = ({ name }) => (name === 'datasync' ? { error: diskError('EIO') } : null);
  expect(errorOf(await store.logExecution(conversationId, entry)).code).toBe('STORE_WRITE_FAILED');
});

test(
  cite('STORE-9', 'a reopened folder, by any of its names, is the same project; each machine has its own path'),
  async () => {
    const folder = join(tempFolder(), 'My Work');
    mkdirSync(folder);
    symlinkSync(folder, `${folder} link`);
    const { dataDir, store } = openStore({ hostName: 'here' });
    const opened = await Promise.all(
      [folder, `${folder}/`, join(folder, '.'), `${folder} link`].map((path) => store.openProject(path)),
    );
    const projects = opened.map(okValue);
    expect(new Set(projects.map((project) => project.id)).size).toBe(1);
    const expected = {
      id: projects[0]?.id,
      name: 'My Work',
      folder,
      folderExists: true,
      trusted: false,
      approvalMode: null,
    };
    expect(projects[0]).toEqual(expected);
    expect(await openStore({ dataDir, hostName: 'here' }).store.listProjects()).toEqual([expected]);
    expect(await openStore({ dataDir, hostName: 'elsewhere' }).store.listProjects()).toEqual([
      { ...expected, folder: null, folderExists: false },
    ]);
    renameSync(folder, `${folder} moved`);
    expect(okValue(await store.getProject(expected.id as string))).toMatchObject({ folder, folderExists: false });
    expect(errorOf(await store.openProject(folder)).code).toBe('PROJECT_NOT_FOUND');
    writeFileSync(folder, 'a file');
    expect(errorOf(await store.openProject(folder)).code).toBe('PROJECT_NOT_FOUND');
  },
);

test(cite('START-8', 'chats without a folder share one project'), async () => {
  const { dataDir, store } = openStore();
  const all = await Promise.all([1, 2, 3].map(() => store.openFolderlessProject()));
  all.push(await openStore({ dataDir }).store.openFolderlessProject());
  expect(new Set(all.map((result) => okValue(result).id)).size).toBe(1);
  expect(okValue(all[0] as (typeof all)[0])).toMatchObject({ name: 'Chats', folder: null, folderExists: false });
  mkdirSync(join(dataDir, '..', 'a'));
  okValue(await store.openProject(join(dataDir, '..', 'a')));
  expect(okValue(await store.openFolderlessProject()).id).toBe(okValue(all[0] as (typeof all)[0]).id);
});

test('a damaged project.json hides no conversation, and unknown fields of a valid one survive', async () => {
  const { dataDir, store, conversationId, projectId } = await openConversation();
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('hi'))));
  writeFileSync(join(dataDir, 'projects', projectId, 'project.json'), '{"torn":');
  const { store: again } = openStore({ dataDir });
  expect(await again.listProjects()).toMatchObject([{ id: projectId, folder: null }]);
  expect(okValue(await again.listConversations())).toHaveLength(1);
  expect(okValue(await again.readBranch(conversationId)).messages).toHaveLength(1);
});

test(cite('START-7', 'settings: defaults, changes, rejected values by name, and damaged ones set aside'), async () => {
  const dataDir = join(tempFolder(), 'new', 'data');
  const settings = createSettingsFile(dataDir);
  const path = join(dataDir, 'settings.json');
  expect(await settings.read()).toEqual({ settings: defaultSettings, notices: [] });
  okValue(await settings.update({ theme: 'dark', ...unknown }));
  okValue(await settings.update({ maxTurns: 7 }));
  const expected = { ...defaultSettings, theme: 'dark', maxTurns: 7, ...unknown };
  expect(await createSettingsFile(dataDir).read()).toEqual({ settings: expected, notices: [] });
  for (const [field, value] of [
    ['theme', 'mauve'],
    ['maxTurns', 0],
    ['providers.0.baseUrl', 'x'],
  ] as const) {
    const patch = field.startsWith('providers')
      ? { providers: [{ id: 'p', name: 'P', kind: 'openai', baseUrl: value }] }
      : { [field]: value };
    const error = errorOf(await settings.update(patch));
    expect(error.code).toBe('SETTINGS_INVALID');
    expect(error.message).toContain(`${field}: `);
    expect(error.details).toEqual({ field });
  }
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(expected);

  writeFileSync(path, '{"theme":"dark",');
  const damaged = await settings.read();
  expect(damaged.settings).toEqual(defaultSettings);
  expect(damaged.notices.map(String)).toEqual([expect.stringMatching(/^settings\.json could not be read/)]);
  expect(readFileSync(path, 'utf8')).toBe('{"theme":"dark",');
  okValue(await settings.update({ theme: 'light' }));
  const [aside] = readdirSync(dirname(path)).filter((name) => name.startsWith('settings.json.unreadable-'));
  expect(readFileSync(join(dataDir, aside as string), 'utf8')).toBe('{"theme":"dark",');
  expect(await settings.read()).toEqual({ settings: { ...defaultSettings, theme: 'light' }, notices: [] });
});
