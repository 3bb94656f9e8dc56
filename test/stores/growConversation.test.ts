// An imported conversation gets its source's additions, next to what was said here, which stays unchanged.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { SourceConversation } from '../../electron/ports/store.ts';
import { checkData } from '../../electron/stores/check/check.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import type { RuntimeStore } from '../../electron/stores/runtimeStore.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { openConversation, openStore, placeOf } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';
import { systemError } from '../support/systemError.ts';

const conversationId = 'imported0';
const origin = { type: 'import', program: 'claude-code', session: 's' };

/** The first `count` records of the source. */
function source(count: number, messages: readonly Message[] = whole): SourceConversation {
  const some = messages.slice(0, count);
  return { conversationId, messages: some, headId: some.at(-1)?.id ?? null, attachments: new Map() };
}

const whole = conversationOf([
  userMessage('Look', { origin }),
  assistantMessage('', [call('a', 'read_file')], { origin }),
  toolMessage('a', 'x'.repeat(60_000), { origin }),
  assistantMessage('Done.', [], { origin }),
  userMessage('And now?', { origin }),
  assistantMessage('', [call('b', 'read_file')], { origin }),
  toolMessage('b', 'y'.repeat(60_000), { origin }),
  assistantMessage('Done again.', [], { origin }),
]);

async function imported(count: number, messages = whole) {
  const opened = await openConversation();
  okValue(
    await opened.store.importConversation({ ...source(count, messages), projectId: opened.projectId, title: '' }),
  );
  return { ...opened, ...placeOf(opened.dataDir, opened.projectId, conversationId) };
}

const contents = async (store: RuntimeStore) =>
  okValue(await store.readBranch(conversationId)).messages.map(({ content }) => String(content).slice(0, 12));

const grow = (store: RuntimeStore, given: SourceConversation) => store.growConversation(given, { dryRun: false });

test('additions follow what was there, are open, and are imported once', async () => {
  const { store, dataDir, messagesPath } = await imported(4);
  const before = readFileSync(messagesPath);
  expect(okValue(await store.growConversation(source(8), { dryRun: true }))).toEqual({ added: 4 });
  expect(readFileSync(messagesPath)).toEqual(before);
  expect(okValue(await grow(store, source(8)))).toEqual({ added: 4 });
  const branch = okValue(await store.readBranch(conversationId));
  expect(branch.messages.map(({ id, parentId }) => [id, parentId])).toEqual(
    whole.map(({ id, parentId }) => [id, parentId]),
  );
  const result = branch.messages[6] as Message;
  expect(okValue(await store.readToolResult(conversationId, result.id, 59_000, 2_000)).text).toBe('y'.repeat(1_000));
  expect(okValue(await grow(store, source(8)))).toEqual({ added: 0 });
  // A source that was truncated since removes nothing.
  expect(okValue(await grow(store, source(2)))).toEqual({ added: 0 });
  expect(okValue(await store.readBranch(conversationId)).messages).toHaveLength(8);
  expect((await checkData(dataDir, null, { repair: false })).problems).toEqual([]);
});

test("messages sent here stay open, and the source's additions are another branch", async () => {
  const { store } = await imported(4);
  okValue(await store.appendConversationMessage(conversationId, { role: 'user', content: 'Mine' }));
  expect(okValue(await grow(store, source(8)))).toEqual({ added: 4 });
  expect(await contents(store)).toEqual(['Look', 'null', 'x'.repeat(12), 'Done.', 'Mine']);
  expect(okValue(await store.readForks(conversationId)).forks).toHaveLength(1);
  okValue(await store.appendConversationMessage(conversationId, { role: 'user', content: 'Mine too' }));
  expect((await contents(store)).slice(-2)).toEqual(['Mine', 'Mine too']);
  expect(okValue(await grow(store, source(8)))).toEqual({ added: 0 });
});

test('a reply that had fewer calls when imported is kept, and the complete one is next to it', async () => {
  const reply = (...calls: string[]) =>
    assistantMessage(
      '',
      calls.map((id) => call(id, 'read_file')),
      { origin },
    );
  const result = (id: string) => toolMessage(id, `of ${id}`, { origin });
  const early = conversationOf([userMessage('Look', { origin }), reply('a'), result('a')]);
  const [said, , first] = early as [Message, Message, Message];
  const late = conversationOf([
    said,
    { ...reply('a', 'b'), id: early[1]?.id ?? '' },
    first,
    result('b'),
    assistantMessage('Done.', [], { origin }),
  ]);
  const { store } = await imported(3, early);
  const before = okValue(await store.readBranch(conversationId)).messages;
  expect(okValue(await grow(store, source(5, late)))).toEqual({ added: 4 });
  expect(await contents(store)).toEqual(['Look', 'null', 'of a', 'of b', 'Done.']);
  const [, again] = okValue(await store.readBranch(conversationId)).messages;
  expect(again).toMatchObject({ tool_calls: [{ id: 'a' }, { id: 'b' }] });
  expect(
    okValue(
      await store.readMessages(
        conversationId,
        before.map(({ id }) => id),
      ),
    ),
  ).toEqual(before);
  expect(okValue(await grow(store, source(5, late)))).toEqual({ added: 0 });
  const more = conversationOf([...late, userMessage('More', { origin })]);
  expect(okValue(await grow(store, source(6, more)))).toEqual({ added: 1 });
  expect((await contents(store)).slice(-2)).toEqual(['Done.', 'More']);
});

test('a missing result is added once it exists', async () => {
  const open = conversationOf([...whole.slice(0, 2), toolMessage('a', '', { outcome: 'interrupted', origin })]);
  const { store } = await imported(3, open);
  const done = conversationOf([...whole.slice(0, 2), toolMessage('a', 'It came.', { origin })]);
  expect(okValue(await grow(store, source(3, done)))).toEqual({ added: 1 });
  expect((await contents(store)).at(-1)).toBe('It came.');
});

test('permanently removed messages do not come back', async () => {
  const { store } = await imported(4);
  okValue(await store.forgetMessage(conversationId, whole[3]?.id ?? ''));
  expect(okValue(await grow(store, source(5)))).toEqual({ added: 1 });
  expect((await contents(store)).slice(-2)).toEqual(['[Removed for', 'And now?']);
});

test('wherever the disk fails, the earlier open branch stays; then the rest is imported', async () => {
  const made = await imported(4);
  await made.store.close();
  const written = /open|rename|mkdir|write|datasync|sync/;
  let [step, failAt, armed] = [0, 1, false];
  const counted = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const own = Reflect.get(target, name) as unknown;
        if (typeof own !== 'function') return own;
        return (...args: unknown[]) => {
          const reads = name === 'open' && typeof args[1] === 'number';
          if (armed && written.test(String(name)) && !reads && ++step === failAt) throw systemError('ENOSPC');
          const done = (own as (...all: unknown[]) => unknown).apply(target, args);
          return name === 'open' ? (done as Promise<object>).then(counted) : done;
        };
      },
    });
  let isIn = false;
  for (; !isIn && failAt < 80; failAt++) {
    const { store } = openStore({ dataDir: made.dataDir, disk: counted(nodeDisk) });
    [step, armed] = [0, true];
    const answer = await grow(store, source(8));
    armed = false;
    isIn = answer.ok;
    if (!isIn) expect((await contents(store)).at(-1)).toBe('Done.');
    await store.close();
  }
  expect(isIn).toBe(true);
  expect(failAt).toBeGreaterThan(6);
  const { store } = openStore({ dataDir: made.dataDir });
  expect((await contents(store)).at(-1)).toBe('Done again.');
  expect((await checkData(made.dataDir, null, { repair: false })).problems).toEqual([]);
});
