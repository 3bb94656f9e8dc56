import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkData } from '../../electron/stores/check/check.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { type DiskCall, diskError, type Fault, faultDisk } from '../support/faultDisk.ts';
import { asNew, conversationOf, messagesFile, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { openConversation, openStore } from '../support/openStore.ts';
import { errorOf, okValue } from '../support/result.ts';

async function openFaulty() {
  const disk = faultDisk();
  const conversation = await openConversation({ disk });
  const { store, conversationId, messagesPath, folder } = conversation;
  return {
    ...conversation,
    disk,
    append: (text: string) => store.appendConversationMessage(conversationId, asNew(userMessage(text))),
    rows: () => JSON.parse(readFileSync(messagesPath, 'utf8')) as Message[],
    shown: async () => okValue(await store.readBranch(conversationId)).messages,
    names: () => readdirSync(folder).sort(),
    /** Makes the next matching call fail, once. */
    failOnce(fits: (call: DiskCall) => boolean, fault: Fault) {
      disk.onCall = (call) => {
        if (!fits(call)) return null;
        disk.onCall = () => null;
        return fault;
      };
    },
  };
}

const codes = ['ENOSPC', 'EIO', 'EFBIG', 'EROFS', 'EACCES'];

test.each(codes)(
  cite('STORE-5', 'a write that fails with %s is reported, stores nothing, and the next one works'),
  async (code) => {
    const it = await openFaulty();
    const first = okValue(await it.append('first'));
    okValue(await it.append('second'));
    for (const half of [false, true]) {
      const before = await it.shown();
      it.failOnce((call) => call.name === 'write' && call.path === it.messagesPath, { error: diskError(code), half });
      const error = errorOf(await it.append('never stored'));
      expect(error).toMatchObject({ code: 'STORE_WRITE_FAILED', message: expect.stringContaining(code) });
      expect(await it.shown()).toEqual(before);
      const next = okValue(await it.append('stored again'));
      expect(next.parentId).toBe(before.at(-1)?.id);
      expect(it.rows()).toEqual([...before, next]);
      expect(it.rows()[0]).toEqual(first);
    }
    expect(it.names().filter((name) => name.includes('.tmp-'))).toEqual([]);
  },
);

test(
  cite('STORE-5', 'after a failed sync its file is never trusted again: the next append writes a fresh one'),
  async () => {
    const it = await openFaulty();
    okValue(await it.append('first'));
    const { ino } = statSync(it.messagesPath);
    it.failOnce((call) => call.name === 'datasync', { error: diskError('EIO') });
    expect(errorOf(await it.append('doubtful')).code).toBe('STORE_WRITE_FAILED');
    // The bytes are in the file, yet nothing says that they are saved.
    expect(readFileSync(it.messagesPath, 'utf8')).toContain('doubtful');
    expect((await it.shown()).map((message) => message.content)).toEqual(['first']);
    okValue(await it.append('second'));
    expect(statSync(it.messagesPath).ino).not.toBe(ino);
    expect(it.rows().map((row) => row.content)).toEqual(['first', 'second']);
    const aside = it.names().find((name) => name.startsWith('messages.json.torn-')) as string;
    expect(readFileSync(join(it.folder, aside), 'utf8')).toContain('doubtful');
  },
);

test(cite('STORE-5', 'what another process stores after a doubtful write is kept, with its parent'), async () => {
  const it = await openFaulty();
  okValue(await it.append('first'));
  it.failOnce((call) => call.name === 'datasync', { error: diskError('EIO') });
  errorOf(await it.append('doubtful'));
  const other = openStore({ dataDir: it.dataDir }).store;
  okValue(await other.appendConversationMessage(it.conversationId, asNew(userMessage('elsewhere'))));
  okValue(await it.append('here'));
  expect(it.rows().map((row) => row.content)).toEqual(['first', 'doubtful', 'elsewhere', 'here']);
});

test(cite('STORE-5', "a conversation's first message may fail at any step; the next one works"), async () => {
  for (const failing of ['open', 'write', 'sync', 'rename']) {
    const it = await openFaulty();
    it.failOnce((call) => call.name === failing && call.path.startsWith(it.messagesPath) && call.number > 0, {
      error: diskError('ENOSPC'),
    });
    const first = await it.append('first');
    it.disk.onCall = () => null;
    const second = okValue(await it.append('second'));
    expect(it.rows().map((row) => row.content)).toEqual(first.ok ? ['first', 'second'] : ['second']);
    expect(second.parentId).toBe(first.ok ? first.value.id : null);
    expect(it.names()).toEqual(['messages.json']);
  }
});

test(
  cite('STORE-5', 'a first message whose folder could not be synced is not stored, though its file is there'),
  async () => {
    const it = await openFaulty();
    it.failOnce((call) => call.name === 'sync' && call.path === it.folder, { error: diskError('EIO') });
    expect(errorOf(await it.append('doubtful')).code).toBe('STORE_WRITE_FAILED');
    expect(it.rows()).toHaveLength(1);
    expect(await it.shown()).toEqual([]);
    const stored = okValue(await it.append('first'));
    expect(stored.parentId).toBe(null);
    expect(it.rows()).toEqual([stored]);
  },
);

test(cite('STORE-5', 'a reader during a write never sees unacknowledged data'), async () => {
  const it = await openFaulty();
  okValue(await it.append('first'));
  let seen: Message[] = [];
  it.disk.onCall = (call) => {
    if (call.name !== 'datasync') return null;
    it.disk.onCall = () => null;
    // The bytes are in the file; they are not synced before the reader has looked.
    return { wait: it.shown().then((messages) => (seen = messages)), error: diskError('EIO') };
  };
  errorOf(await it.append('doubtful'));
  expect(seen.map((message) => message.content)).toEqual(['first']);
});

test(cite('STORE-5', 'a rewrite that fails again and again leaves one file, the original'), async () => {
  const it = await openFaulty();
  writeFileSync(
    it.messagesPath,
    JSON.stringify(conversationOf([userMessage('sound one'), userMessage('sound two')]), null, 2),
  );
  for (const failing of ['rename', 'write', 'sync', 'copyFile']) {
    it.disk.onCall = ({ name, path }) =>
      name === failing && path.startsWith(it.messagesPath) && !path.includes('.original-')
        ? { error: diskError('ENOSPC') }
        : null;
    for (let n = 0; n < 2; n++) expect(errorOf(await it.append('x')).code).toBe('STORE_WRITE_FAILED');
    expect(it.names()).toEqual(['messages.json']);
  }
  it.disk.onCall = () => null;
  okValue(await it.append('on'));
  expect(it.rows().map((row) => row.content)).toEqual(['sound one', 'sound two', 'on']);
});

test(cite('STORE-5', 'while the disk stays full every message is rejected, and nothing is left behind'), async () => {
  const it = await openFaulty();
  okValue(await it.append('first'));
  it.disk.onCall = ({ name }) => (name === 'write' ? { error: diskError('ENOSPC'), half: true } : null);
  for (let n = 0; n < 4; n++) expect(errorOf(await it.append(`${n}`)).code).toBe('STORE_WRITE_FAILED');
  it.disk.onCall = () => null;
  expect((await it.shown()).map((message) => message.content)).toEqual(['first']);
  okValue(await it.append('last'));
  expect(it.rows().map((row) => row.content)).toEqual(['first', 'last']);
  expect(it.names().filter((name) => !name.startsWith('messages.json'))).toEqual([]);
  expect(it.names().filter((name) => name.includes('.tmp-'))).toEqual([]);
});

type Opened = Awaited<ReturnType<typeof openFaulty>>;

const sound = conversationOf<Message>([userMessage('sound one'), userMessage('sound two')]);

/** The prepared state, and the action: returns the acknowledged IDs. */
const scenes: Record<string, { before: string | null; act: (it: Opened) => Promise<string[]> }> = {
  'append, spill and rename': {
    before: null,
    act: (it) => appendAll(it, [userMessage('one'), toolMessage('c', 'x'.repeat(60_000)), userMessage('two')]),
  },
  'go on after a torn end': {
    before: messagesFile(sound).replace(/\]\n$/, ',{"v":1,"id":"torn","role":"user","con'),
    act: (it) => appendAll(it, [userMessage('one')]),
  },
  'rewrite a file of another layout': {
    before: JSON.stringify(sound, null, 2),
    act: (it) => appendAll(it, [userMessage('one'), userMessage('two')]),
  },
};

async function appendAll(it: Opened, messages: readonly Message[]): Promise<string[]> {
  const acknowledged: string[] = [];
  for (const message of messages) {
    const stored = await it.store.appendConversationMessage(it.conversationId, asNew(message));
    if (stored.ok) acknowledged.push(stored.value.id);
    await it.store.updateMeta(it.conversationId, (meta) => ({ ...meta, title: 'new title' }));
  }
  return acknowledged;
}

async function openScene(before: string | null): Promise<Opened> {
  const it = await openFaulty();
  if (before !== null) writeFileSync(it.messagesPath, before);
  return it;
}

/** The calls of a scene without faults. */
async function callsOf(name: string): Promise<number> {
  const scene = scenes[name] as (typeof scenes)[string];
  const it = await openScene(scene.before);
  const from = it.disk.calls.length;
  await scene.act(it);
  return it.disk.calls.length - from;
}

test.each(Object.keys(scenes))(
  cite('STORE-4', 'a crash before any call to the file system leaves the old state or the new, never a mix: %s'),
  { tags: ['all'] },
  async (name) => {
    const { before, act } = scenes[name] as (typeof scenes)[string];
    const had = before === null ? [] : sound.map((message) => message.id);
    const total = await callsOf(name);
    expect(total).toBeGreaterThan(15);
    for (let stop = 1; stop <= total; stop++) {
      const it = await openScene(before);
      const begin = it.disk.calls.length;
      // From one call on nothing reaches the disk: for the files this is a crash (a write may get halfway).
      it.disk.onCall = ({ number }) =>
        number >= begin + stop ? { error: diskError('EIO'), half: number === begin + stop } : null;
      const acknowledged = await act(it);
      it.disk.onCall = () => null;
      const after = openStore({ dataDir: it.dataDir }).store;
      const branch = okValue(await after.readBranch(it.conversationId));
      const expected = [...had, ...acknowledged];
      const ids = branch.messages.map((message) => message.id);
      expect(ids.slice(0, expected.length), `stopped at ${stop}`).toEqual(expected);
      expect(['', 'new title']).toContain(branch.meta.title);
      for (const message of branch.messages) {
        if (message.role !== 'tool' || !message.fullOutputPath) continue;
        expect(okValue(await after.readToolResult(it.conversationId, message.id, 0, 10)).totalBytes).toBe(60_000);
      }
      const next = okValue(await after.appendConversationMessage(it.conversationId, asNew(userMessage('on'))));
      expect(
        it
          .rows()
          .slice(0, expected.length)
          .map((row) => row.id),
      ).toEqual(expected);
      expect(it.rows().at(-1)).toEqual(next);
      await after.close();
      await it.store.close();
    }
  },
);

test(
  cite('STORE-4', 'a crash while a conversation is removed leaves it complete, or gone from every list'),
  async () => {
    for (let stop = 1; ; stop++) {
      const it = await openFaulty();
      okValue(await it.append('one'));
      okValue(await it.store.appendConversationMessage(it.conversationId, asNew(toolMessage('c', 'x'.repeat(60_000)))));
      const begin = it.disk.calls.length;
      it.disk.onCall = ({ number }) => (number >= begin + stop ? { error: diskError('EIO') } : null);
      const removed = await it.store.deleteConversation(it.conversationId);
      // The disk stays broken until the process exits: nothing can be cleaned up.
      await it.store.close();
      it.disk.onCall = () => null;
      const after = openStore({ dataDir: it.dataDir }).store;
      const listed = okValue(await after.listConversations()).map((row) => row.id);
      if (listed.length > 0) {
        expect(removed.ok).toBe(false);
        expect(okValue(await after.readBranch(it.conversationId)).messages).toHaveLength(2);
      } else {
        await checkData(it.dataDir, null, { repair: true });
        expect(readdirSync(join(it.folder, '..'))).toEqual([]);
        expect(existsSync(it.resultsFolder)).toBe(false);
      }
      if (removed.ok) return;
    }
  },
);
