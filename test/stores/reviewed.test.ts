// Regression tests for defects that a review demonstrated.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCalls } from '../../electron/chat/recovery/recover.ts';
import { checkData } from '../../electron/stores/check/check.ts';
import { sourceOfBytes } from '../../electron/stores/files/logSources.ts';
import { scanLog } from '../../electron/stores/log/logScan.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { diskError, faultDisk } from '../support/faultDisk.ts';
import { asNew, assistantMessage, call, conversationOf, messagesFile, userMessage } from '../support/messageBuilder.ts';
import { openConversation, openStore } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';

const named = (id: string, parentId: string | null, text = id): Message => ({
  ...userMessage(text),
  id,
  parentId,
  createdAt: '2026-01-01T00:00:00.000Z',
});

test(
  cite('STORE-3', 'a missing parent on one branch removes nothing from another that is opened after it'),
  async () => {
    const it = await openConversation();
    const records = [
      named('A', null),
      named('B', 'GONE'),
      named('C', 'B'),
      named('D', 'C'),
      named('D2', 'C'),
      named('E', 'D2'),
    ];
    writeFileSync(it.messagesPath, messagesFile(records));
    const ids = async () => okValue(await it.store.readBranch(it.conversationId)).messages.map(({ id }) => id);
    okValue(await it.store.updateMeta(it.conversationId, (meta) => ({ ...meta, head: { id: 'D', after: 'E' } })));
    expect(await ids()).toEqual(['A', 'B', 'C', 'D']);
    okValue(await it.store.updateMeta(it.conversationId, (meta) => ({ ...meta, head: null })));
    expect(await ids()).toEqual(['A', 'B', 'C', 'D2', 'E']);
  },
);

test(
  cite('STORE-10', 'if two messages share an ID in a long log, neither is removed in place of the other'),
  async () => {
    const it = await openConversation();
    const records = [
      named('R', null, 'r'.repeat(300_000)),
      named('X', 'R', 'harmless'),
      named('X', 'X', 'the secret'),
      named('Z', 'X'),
    ];
    const content = messagesFile(records);
    writeFileSync(it.messagesPath, content);
    expect(await it.store.forgetMessage(it.conversationId, 'X')).toMatchObject({ ok: false });
    expect(readFileSync(it.messagesPath, 'utf8')).toBe(content);
  },
);

test(cite('STORE-3', 'a file of very many entries that are not messages costs only a few sentences'), async () => {
  const it = await openConversation();
  writeFileSync(it.messagesPath, `[\n0\n${',0\n'.repeat(400_000)},${JSON.stringify(named('A', null))}\n]\n`);
  const before = process.memoryUsage().heapUsed;
  const branch = okValue(await it.store.readBranch(it.conversationId));
  expect(branch.notices.length).toBeLessThan(30);
  expect(branch.messages).toHaveLength(1);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1024 * 1024);
});

test(cite('STORE-3', 'bare words on one line are skipped in linear, not quadratic time'), {
  tags: ['all'],
}, async () => {
  const it = await openConversation();
  writeFileSync(it.messagesPath, `[${'0,'.repeat(1_500_000)}${JSON.stringify(named('A', null))}]`);
  expect(okValue(await it.store.readBranch(it.conversationId)).messages).toHaveLength(1);
});

test('an unreadable log of started calls marks no call as not started', async () => {
  const disk = faultDisk();
  const it = await openConversation({ disk });
  const reply = asNew(assistantMessage('', [call('c1', 'run_command')]));
  const { id } = okValue(await it.store.appendConversationMessage(it.conversationId, reply));
  const entry = {
    v: 1,
    type: 'tool_started',
    at: 't',
    messageId: id,
    toolCallId: 'c1',
    index: 0,
    name: 'run_command',
  } as const;
  okValue(await it.store.logExecution(it.conversationId, entry));
  disk.onCall = ({ path }) => (path.endsWith('.jsonl') ? { error: diskError('EIO') } : null);
  const { messages } = okValue(await it.store.readBranch(it.conversationId));
  const log = await it.store.readExecution(it.conversationId);
  expect(openCalls(messages, log)).toMatchObject([{ state: 'unknown' }]);
});

test('a very long first message still becomes the title', async () => {
  const it = await openConversation();
  const text = `Why is the sky blue? ${'x'.repeat(400_000)}`;
  writeFileSync(
    it.messagesPath,
    messagesFile(conversationOf<Message>([userMessage(text), assistantMessage('Because.')])),
  );
  expect(okValue(await it.store.listConversations())).toMatchObject([{ title: 'Why is the sky blue?' }]);
});

test(cite('STORE-9', 'a project whose file is damaged still belongs to its folder, and is written again'), async () => {
  const folder = tempFolder();
  const { store, dataDir } = openStore();
  const project = okValue(await store.openProject(folder));
  const { conversationId } = okValue(await store.createConversation(project.id));
  const content = `[Environment]\nDate: 2026-01-01\nProject folder: ${project.folder}`;
  okValue(await store.appendConversationMessage(conversationId, { role: 'system', partType: 'environment', content }));
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('hi'))));
  await store.close();
  writeFileSync(join(dataDir, 'projects', project.id, 'project.json'), '');
  const again = openStore({ dataDir }).store;
  expect(okValue(await again.openProject(folder)).id).toBe(project.id);
  const file = join(dataDir, 'projects', project.id, 'project.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ id: project.id });
});

test(cite('STORE-3', 'a missing messages.json is noticed: in the list, on opening and by a check'), async () => {
  const it = await openConversation();
  okValue(await it.store.appendConversationMessage(it.conversationId, asNew(userMessage('hi'))));
  okValue(await it.store.listConversations());
  writeFileSync(`${it.messagesPath}.original-2026-01-01T00-00-00-000Z`, readFileSync(it.messagesPath));
  rmSync(it.messagesPath);
  expect(okValue(await it.store.listConversations())).toMatchObject([{ id: it.conversationId }]);
  expect(okValue(await it.store.readBranch(it.conversationId)).notices.join()).toContain('messages.json is missing');
  const { problems } = await checkData(it.dataDir, null, { repair: false });
  expect(problems.map(({ what }) => what).join()).toContain('messages.json is missing');
});

test.each([
  { name: 'half a line', end: ',{"v":1,"id":"C","role":"us', ids: ['A', 'B'], appendAt: 'behind B' },
  { name: 'a whole line', end: `,${JSON.stringify(named('C', 'B'))}`, ids: ['A', 'B', 'C'], appendAt: 'at the end' },
  {
    name: 'a whole line that is very long',
    end: `,${JSON.stringify(named('C', 'B', 'x'.repeat(2_000_000)))}`,
    ids: ['A', 'B', 'C'],
    appendAt: null,
  },
  { name: 'a line feed', end: '', ids: ['A', 'B'], appendAt: 'at the end' },
])(
  cite('STORE-3', 'a log that became shorter after it was measured is read to its current end: after $name'),
  async ({ end, ids, appendAt }) => {
    const sound = messagesFile([named('A', null), named('B', 'A')]).slice(0, -2);
    const content = Buffer.from(sound + end);
    const file = sourceOfBytes(content);
    let reads = 0;
    const read: typeof file.read = (...place) => {
      if (++reads > 100) throw new Error('it is read for ever');
      return file.read(...place);
    };
    const found: string[] = [];
    const shape = await scanLog({ size: content.length + 5_000_000, read }, ({ value }) => {
      found.push((value as Message).id);
    });
    expect(found).toEqual(ids);
    // The next message is never written after missing bytes.
    expect(shape.appendAt).toBe(appendAt && (appendAt === 'at the end' ? content.length : sound.length));
  },
);
