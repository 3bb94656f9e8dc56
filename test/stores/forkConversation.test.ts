// A fork is complete or does not exist, wherever the power fails, and is made in pieces.

import { cpSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSecretMask } from '../../electron/lib/secretMask.ts';
import { checkData } from '../../electron/stores/check/check.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { tryLock } from '../../electron/stores/locks/locks.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { inTurns } from '../support/inTurns.ts';
import { idAt, writeLongConversation } from '../support/longConversation.ts';
import { asNew, assistantMessage, call, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { openConversation, openStore, placeOf } from '../support/openStore.ts';
import { errorOf, okValue } from '../support/result.ts';
import { systemError } from '../support/systemError.ts';
import { tempFolder } from '../support/tempFolder.ts';

async function withResult() {
  const made = await openConversation();
  const add = async (message: Message) =>
    okValue(await made.store.appendConversationMessage(made.conversationId, asNew(message)));
  await add(userMessage('read'));
  const asked = await add(assistantMessage('', [call('a', 'read_file'), call('b', 'read_file')]));
  await add(toolMessage('b', 'small'));
  await add(toolMessage('a', 'x'.repeat(60_000)));
  await add(assistantMessage('Done.'));
  return { ...made, asked };
}

test('wherever the disk fails, there is no fork in the list and no trace of it is left; then it is created', async () => {
  const made = await withResult();
  await made.store.close();
  let step = 0;
  let failAt = 1;
  const refuse = (): void => {
    if (++step === failAt) throw systemError('ENOSPC');
  };
  let armed = false;
  const disk = new Proxy(nodeDisk, {
    get(target, name) {
      const own = Reflect.get(target, name) as unknown;
      if (typeof own !== 'function' || !['open', 'rename', 'mkdir'].includes(String(name))) return own;
      return (...args: unknown[]) => {
        const writes = name !== 'open' || args[1] !== 'r';
        if (armed && writes && typeof args[1] !== 'number') refuse();
        return (own as (...given: unknown[]) => unknown).apply(target, args);
      };
    },
  });
  const { store } = openStore({ dataDir: made.dataDir, disk });
  let forked: string | null = null;
  for (; forked === null && failAt < 40; failAt++) {
    [step, armed] = [0, true];
    const answer = await store.forkConversation(made.conversationId, made.asked.id, 'read (copy)');
    armed = false;
    if (answer.ok) forked = answer.value.conversationId;
    else expect(answer.error.code).toBe('STORE_WRITE_FAILED');
    const rows = okValue(await store.listConversations()).map(({ id }) => id);
    expect(rows).toHaveLength(forked === null ? 1 : 2);
    const folders = readdirSync(join(made.folder, '..'));
    expect(folders.sort()).toEqual([made.conversationId, ...(forked === null ? [] : [forked])].sort());
    expect(readdirSync(join(made.resultsFolder, '..')).sort()).toEqual(folders.sort());
  }
  expect(failAt).toBeGreaterThan(6);
  const { messages } = okValue(await store.readBranch(forked as string));
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool']);
  const spilled = messages.at(-1) as Message;
  const page = okValue(await store.readToolResult(forked as string, spilled.id, 59_990, 100));
  expect(page).toMatchObject({ text: 'x'.repeat(10), totalBytes: 60_000 });
});

test('a permanently removed message is not in the fork, and what names another file keeps its text', async () => {
  const { store, conversationId, dataDir, projectId, asked, messagesPath } = await withResult();
  const rows = JSON.parse(readFileSync(messagesPath, 'utf8')) as Message[];
  okValue(await store.forgetMessage(conversationId, (rows[0] as Message).id));
  const { conversationId: copy } = okValue(await store.forkConversation(conversationId, asked.id, 'x'));
  const text = readFileSync(placeOf(dataDir, projectId, copy).messagesPath, 'utf8');
  expect(JSON.parse(text)[0]).toMatchObject({ content: '[Removed for good]', origin: { type: 'fork' } });
  expect(text).not.toContain(`tool-results/${conversationId}/`);
  expect(errorOf(await store.forkConversation(conversationId, 'nowhere', 'x')).code).toBe('MESSAGE_NOT_FOUND');
});

test("a call's file changes are marked as copied: undo data stays where it was made", async () => {
  const { store, conversationId } = await openConversation();
  const add = async (message: Message) =>
    okValue(await store.appendConversationMessage(conversationId, asNew(message)));
  await add(userMessage('write'));
  await add(assistantMessage('', [call('a', 'write_file'), call('b', 'read_file')]));
  const changes = { files: [{ path: 'a.txt', kind: 'added' }] };
  await add(toolMessage('a', 'x', { details: { bytes: 1, changes } }));
  const last = await add(toolMessage('b', 'x', { details: { bytes: 1 } }));
  const { conversationId: copy } = okValue(await store.forkConversation(conversationId, last.id, 'x'));
  const details = async (id: string) =>
    okValue(await store.readBranch(id)).messages.flatMap((row) => (row.role === 'tool' ? [row.details] : []));
  expect(await details(copy)).toEqual([{ bytes: 1, changes: { ...changes, copied: true } }, { bytes: 1 }]);
  expect(await details(conversationId)).toEqual([{ bytes: 1, changes }, { bytes: 1 }]);
});

test('a long conversation is forked in pieces that block nothing', { tags: ['all'] }, async () => {
  const dataDir = join(tempFolder(), 'data');
  const { conversationId, projectId } = writeLongConversation(dataDir, { messages: 30_000, textLength: 500 });
  const { store } = openStore({ dataDir });
  const copied = await inTurns(1_000, () => store.forkConversation(conversationId, idAt(29_000), 'long'));
  const { conversationId: copy } = okValue(copied);
  const rows = JSON.parse(readFileSync(placeOf(dataDir, projectId, copy).messagesPath, 'utf8')) as Message[];
  expect(rows).toHaveLength(29_001);
  expect(rows.at(-1)?.id).toBe(idAt(29_000));
});

test("signed content is copied byte for byte, and the rest names the fork's results", async () => {
  const { store, conversationId, dataDir, projectId } = await openConversation();
  const named = `@state/logs/tool-results/${conversationId}/x.json`;
  const add = async (message: Message) =>
    okValue(await store.appendConversationMessage(conversationId, asNew(message)));
  const said = await add(userMessage(`look at ${named}`));
  const signed = { blocks: [{ type: 'thinking', thinking: `it is in ${named}`, signature: 'abc' }] };
  const thought = { reasoning: `it is in ${named}`, providerData: signed };
  const asked = await add(assistantMessage(`I read ${named}`, [call('a', 'read', `{"path":"${named}"}`)], thought));
  const copy = okValue(await store.forkConversation(conversationId, asked.id, 'x')).conversationId;
  const [first, second] = okValue(await store.readBranch(copy)).messages;
  const moved = named.replace(conversationId, copy);
  expect(first).toMatchObject({ id: said.id, content: `look at ${moved}` });
  expect(second).toMatchObject({ content: `I read ${moved}`, ...thought });
  expect((second as Message & { role: 'assistant' }).tool_calls?.[0]?.function.arguments).toBe(`{"path":"${moved}"}`);
  const text = readFileSync(placeOf(dataDir, projectId, copy).messagesPath, 'utf8');
  expect(text).toContain(JSON.stringify(signed));
});

test("a key set since is hidden in the fork's text, but not in signed content", async () => {
  const key = 'sk-added-since-0123456789abcdef';
  const { store, conversationId, dataDir } = await openConversation();
  const add = async (message: Message) =>
    okValue(await store.appendConversationMessage(conversationId, asNew(message)));
  await add(userMessage(`the key is ${key}`));
  const providerData = { blocks: [{ thinking: key, signature: 'abc' }] };
  const last = await add(assistantMessage('Done.', [], { providerData, reasoning: key }));
  await store.close();
  const mask = createSecretMask(
    () => [key],
    () => false,
  );
  const later = openStore({ dataDir, mask }).store;
  const copy = okValue(await later.forkConversation(conversationId, last.id, 'x')).conversationId;
  const [said, reply] = okValue(await later.readBranch(copy)).messages;
  expect(said?.content).not.toContain(key);
  expect(reply).toMatchObject({ providerData, reasoning: key });
});

test("a crash's leftovers of a fork are removed at the next start, with its results; one in progress is not", async () => {
  const made = await withResult();
  const { conversationId: copy } = okValue(await made.store.forkConversation(made.conversationId, made.asked.id, 'x'));
  const place = placeOf(made.dataDir, made.projectId, copy);
  await made.store.close();
  // As it is before its folder gets its name.
  renameSync(place.folder, `${place.folder}.copying`);
  const other = placeOf(made.dataDir, made.projectId, 'b'.repeat(26));
  cpSync(`${place.folder}.copying`, `${other.folder}.copying`, { recursive: true });
  // A check reports it as such, and leaves its results to the next start.
  const report = await checkData(made.dataDir, null, { repair: true });
  expect([report.problems, report.repaired]).toEqual([[], []]);
  expect(report.notes.filter(({ what }) => what.includes('is incomplete'))).toHaveLength(2);
  const { store } = openStore({ dataDir: made.dataDir });
  expect(okValue(await store.listConversations()).map(({ id }) => id)).toEqual([made.conversationId]);
  const locks = join(made.dataDir, 'locks');
  const held = tryLock(locks, other.conversationId, 'copying a conversation', new Date());
  await store.finishRemovals();
  const folders = join(made.folder, '..');
  expect(readdirSync(folders).sort()).toEqual([made.conversationId, `${other.conversationId}.copying`].sort());
  expect(readdirSync(join(made.resultsFolder, '..'))).toEqual([made.conversationId]);
  if (held.kind === 'held') held.lock.release();
  await store.finishRemovals();
  expect(readdirSync(folders)).toEqual([made.conversationId]);
  expect(okValue(await store.readBranch(made.conversationId)).messages).toHaveLength(5);
});

test('a power loss during a fork leaves nothing that the next start does not remove', async () => {
  const made = await withResult();
  await made.store.close();
  for (let cut = 1; cut < 40; cut++) {
    let step = 0;
    let armed = false;
    const disk = new Proxy(nodeDisk, {
      get(target, name) {
        const own = Reflect.get(target, name) as unknown;
        if (typeof own !== 'function' || !['open', 'rename', 'mkdir', 'rm'].includes(String(name))) return own;
        return (...args: unknown[]) => {
          const writes = name !== 'open' || args[1] !== 'r';
          const counts = armed && writes && typeof args[1] !== 'number';
          if (counts && ++step >= cut) return Promise.reject(new Error('the power went'));
          return (own as (...given: unknown[]) => unknown).apply(target, args);
        };
      },
    });
    const broken = openStore({ dataDir: made.dataDir, disk });
    armed = true;
    const answer = await broken.store.forkConversation(made.conversationId, made.asked.id, 'read (copy)');
    armed = false;
    await broken.store.close();
    if (answer.ok) {
      expect(cut).toBeGreaterThan(5);
      return;
    }
    const { store } = openStore({ dataDir: made.dataDir });
    await store.finishRemovals();
    expect(readdirSync(join(made.folder, '..'))).toEqual([made.conversationId]);
    expect(readdirSync(join(made.resultsFolder, '..'))).toEqual([made.conversationId]);
    await store.close();
  }
  throw new Error('it was never made');
});
