// Permanently removing one message: its text is in no file afterwards, everything else is unchanged byte for byte, and
// requests stay valid; whatever crash comes in between.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { toApiMessages } from '../../electron/conversation/apiMessages.ts';
import { checkSequence } from '../../electron/conversation/sequence.ts';
import type { ConversationSearch } from '../../electron/ports/search.ts';
import { checkData } from '../../electron/stores/check/check.ts';
import type { Message, NewMessage } from '../../shared/conversation/message.ts';
import { removedText } from '../../shared/conversation/removed.ts';
import { cite } from '../support/cite.ts';
import { diskError, type FaultDisk, faultDisk } from '../support/faultDisk.ts';
import { filesWith } from '../support/liveFiles.ts';
import {
  asNew,
  assistantMessage,
  call,
  conversationOf,
  messagesFile,
  toolMessage,
  userMessage,
} from '../support/messageBuilder.ts';
import { searchOver } from '../support/openSearch.ts';
import { type OpenedConversation, openConversation, openStore } from '../support/openStore.ts';
import { interruptedResult, killedWhilePrinting, leavePrinted } from '../support/printedOutput.ts';
import { errorOf, okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { sample } from '../support/volume.ts';

const secret = 'hunter2-9f8e7d6c5b4a';

interface Searched extends OpenedConversation {
  search: ConversationSearch;
}

async function openSearched(): Promise<Searched> {
  const dataDir = join(tempFolder(), 'data');
  const search = searchOver(dataDir);
  return { ...(await openConversation({ dataDir, search })), search };
}

async function append(it: OpenedConversation, messages: readonly Message[]): Promise<Message[]> {
  const stored: Message[] = [];
  for (const message of messages) {
    stored.push(okValue(await it.store.appendConversationMessage(it.conversationId, asNew(message))));
  }
  return stored;
}

/** One of each kind; the secret is in the named one. */
function talk(where: string): Message[] {
  const at = (name: string): string => (name === where ? secret : `nothing of ${name}`);
  return [
    userMessage(`Log in with ${at('user')}`),
    assistantMessage(
      `I use ${at('text')}.`,
      [call('c1', 'read_file', `{"path":"${at('arguments')}"}`), call('c2', 'run', '{}')],
      {
        reasoning: at('reasoning'),
        providerData: { signature: at('providerData') },
      },
    ),
    toolMessage('c1', at('result'), { details: { path: at('details') } }),
    toolMessage('c2', `${'long '.repeat(20_000)}${at('spilled')}`),
    assistantMessage('Done.'),
    userMessage('Thank you'),
  ];
}

const places = [
  ['user', 0],
  ['text', 1],
  ['arguments', 1],
  ['reasoning', 1],
  ['providerData', 1],
  ['result', 2],
  ['details', 2],
  ['spilled', 3],
] as const;

test.each(sample(3, places))(
  cite('STORE-10', 'a secret in %s remains in no file once its message was permanently removed'),
  async (where, index) => {
    const it = await openSearched();
    const stored = await append(it, talk(where));
    const { id } = stored[index] as Message;
    okValue(
      await it.store.savePartial(it.conversationId, {
        v: 1,
        messageId: id,
        parentId: null,
        text: secret,
        reasoning: '',
        startedAt: 't',
      }),
    );
    okValue(
      await it.store.savePending(it.conversationId, {
        v: 1,
        draft: 'kept',
        queue: [
          { id, text: secret },
          { id: 'q', text: 'kept' },
        ],
      }),
    );
    writeFileSync(`${it.messagesPath}.tmp-0123456789ab`, secret);
    await it.store.listConversations();
    await it.search.bringUpToDate();
    expect(filesWith(it.dataDir, secret).length).toBeGreaterThan(2);
    const before = readFileSync(it.messagesPath, 'utf8').split('\n');
    const forgotten = okValue(await it.store.forgetMessage(it.conversationId, id));
    expect(forgotten).toMatchObject({ messageId: id, resultFile: index === 3, tombstone: { content: removedText } });
    await it.store.listConversations();
    await it.search.bringUpToDate();
    expect(filesWith(it.dataDir, secret)).toEqual([]);
    // Every other record byte for byte; this one keeps its place in the tree and its pairing.
    const after = readFileSync(it.messagesPath, 'utf8').split('\n');
    expect(after.toSpliced(index + 1, 1)).toEqual(before.toSpliced(index + 1, 1));
    const { role, parentId, createdAt } = stored[index] as Message;
    const tombstone = JSON.parse((after[index + 1] as string).replace(/^,/, ''));
    expect(tombstone).toMatchObject({ v: 1, id, role, parentId, createdAt, removed: { at: expect.any(String) } });
    const branch = okValue(await it.store.readBranch(it.conversationId)).messages;
    expect(branch.map((message) => message.id)).toEqual(stored.map((message) => message.id));
    const sent = toApiMessages(branch).messages;
    expect(checkSequence(sent)).toEqual([]);
    expect(JSON.stringify(sent)).not.toContain(secret);
    expect((await it.store.readPending(it.conversationId)).queue).toEqual([{ id: 'q', text: 'kept' }]);
    expect((await checkData(it.dataDir, null, { repair: false })).problems).toEqual([]);
    // Also for the next process that opens it.
    await it.store.close();
    expect(filesWith(it.dataDir, secret)).toEqual([]);
    okValue(
      await openStore({ dataDir: it.dataDir }).store.appendConversationMessage(
        it.conversationId,
        asNew(userMessage('on')),
      ),
    );
  },
);

test('a tombstone keeps what the conversation needs, and nothing else', async () => {
  const it = await openConversation();
  const [user, assistant, result] = await append(it, talk('nowhere'));
  for (const message of [user, assistant, result]) {
    okValue(await it.store.forgetMessage(it.conversationId, message?.id ?? ''));
  }
  const rows = JSON.parse(readFileSync(it.messagesPath, 'utf8')) as Message[];
  const removed = { at: expect.stringMatching(/^\d{4}-/) };
  const base = (message: Message | undefined) => ({
    v: 1,
    id: message?.id,
    parentId: message?.parentId,
    role: message?.role,
    createdAt: message?.createdAt,
    content: removedText,
    removed,
  });
  expect(rows.slice(0, 3)).toEqual([
    base(user),
    {
      ...base(assistant),
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'read_file', arguments: '{}' } },
        { id: 'c2', type: 'function', function: { name: 'run', arguments: '{}' } },
      ],
    },
    { ...base(result), tool_call_id: 'c1', toolName: 'read_file', outcome: 'ok' },
  ]);
  // A second time changes nothing.
  const bytes = readFileSync(it.messagesPath);
  okValue(await it.store.forgetMessage(it.conversationId, user?.id ?? ''));
  expect(readFileSync(it.messagesPath)).toEqual(bytes);
  expect(okValue(await it.store.listConversations())[0]?.title).toBe('Thank you');
});

test('a message of an inactive branch, and one in the middle of a branch, are removed and the tree stays', async () => {
  const it = await openConversation();
  const [root, left, right, leaf] = conversationOf([
    userMessage('root'),
    assistantMessage(`left ${secret}`),
    assistantMessage('right'),
    userMessage(`middle ${secret}`),
    assistantMessage('end'),
  ]) as [Message, Message, Message, Message, Message];
  const all = conversationOf([root, left, { ...right, parentId: root.id }, leaf, assistantMessage('end')]);
  writeFileSync(it.messagesPath, messagesFile(all));
  const before = okValue(await it.store.readBranch(it.conversationId)).messages.map(({ id }) => id);
  expect(before).not.toContain(left.id);
  for (const { id } of [left, leaf]) okValue(await it.store.forgetMessage(it.conversationId, id));
  expect(filesWith(it.dataDir, secret)).toEqual([]);
  expect(okValue(await it.store.readBranch(it.conversationId)).messages.map(({ id }) => id)).toEqual(before);
  expect(okValue(await it.store.readMessage(it.conversationId, left.id)).content).toBe(removedText);
});

test("a missing message, or a newer version's, is rejected and nothing is changed", async () => {
  const it = await openConversation();
  await append(it, [userMessage('hi')]);
  const names = readdirSync(it.folder);
  expect(errorOf(await it.store.forgetMessage(it.conversationId, 'nosuchmessage')).code).toBe('MESSAGE_NOT_FOUND');
  const newer = conversationOf([userMessage('hi'), userMessage('from the future', { v: 9 })]);
  writeFileSync(it.messagesPath, messagesFile(newer));
  const bytes = readFileSync(it.messagesPath);
  expect(errorOf(await it.store.forgetMessage(it.conversationId, newer[0]?.id ?? '')).code).toBe('STORE_READ_ONLY');
  expect(readFileSync(it.messagesPath)).toEqual(bytes);
  expect(readdirSync(it.folder)).toEqual(names);
});

test('stored copies lose the message and nothing else; one that contained only it is deleted', async () => {
  const it = await openConversation();
  const all = conversationOf([userMessage('one'), assistantMessage(`two ${secret}`), userMessage('three')]);
  const { id } = all[1] as Message;
  writeFileSync(it.messagesPath, messagesFile(all));
  const at = '2026-01-02T03-04-05-000Z';
  const copies: Record<string, string> = {
    // Reformatted by another app.
    [`messages.json.original-${at}`]: JSON.stringify(all, null, 2),
    // The end of a write cut off by a crash: only this message.
    [`messages.json.torn-${at}`]: `,${JSON.stringify(all[1])}`.slice(0, -20),
    // A damaged line of it between valid ones.
    'messages (1).json': messagesFile(all).replace('"role":"assistant"', '"role":assistant'),
    // Names it as a parent only.
    [`messages.json.torn-${at}-2`]: `,${JSON.stringify(all[2])}`.slice(0, -2),
    [`partial.json.unreadable-${at}`]: `{"messageId":"${id}","text":"${secret}`,
    // IDs are not secret: the file lists what must not come back.
    'removed (1).json': JSON.stringify({ v: 1, ids: [id] }),
  };
  for (const [name, text] of Object.entries(copies)) writeFileSync(join(it.folder, name), text);
  writeFileSync(join(it.folder, 'messages-old.json'), Buffer.from(`\ufeff${JSON.stringify(all)}`, 'utf16le'));
  const forgotten = okValue(await it.store.forgetMessage(it.conversationId, id));
  expect(filesWith(it.dataDir, secret)).toEqual([]);
  expect(forgotten.copies).toEqual({ changed: 3, removed: 2 });
  const left = readdirSync(it.folder).toSorted();
  expect(left).toEqual(
    [
      'messages (1).json',
      'messages-old.json',
      'messages.json',
      `messages.json.original-${at}`,
      `messages.json.torn-${at}-2`,
      'removed (1).json',
      'removed.json',
    ].toSorted(),
  );
  const original = JSON.parse(readFileSync(join(it.folder, `messages.json.original-${at}`), 'utf8')) as Message[];
  expect(original.map(({ content }) => content)).toEqual(['one', removedText, 'three']);
  const damaged = JSON.parse(readFileSync(join(it.folder, 'messages (1).json'), 'utf8')) as Message[];
  expect(damaged.map(({ content }) => content)).toEqual(['one', 'three']);
});

test('a message that shares its ID with another is removed alone', async () => {
  const it = await openConversation();
  const [first, second] = conversationOf([userMessage('first'), userMessage(secret)]) as [Message, Message];
  writeFileSync(it.messagesPath, messagesFile([first, { ...second, id: first.id, parentId: first.id }, first]));
  expect(okValue(await it.store.readMessage(it.conversationId, `${first.id}-2`)).content).toBe(secret);
  okValue(await it.store.forgetMessage(it.conversationId, `${first.id}-2`));
  expect(filesWith(it.dataDir, secret)).toEqual([]);
  expect(okValue(await it.store.readMessage(it.conversationId, first.id)).content).toBe('first');
});

test('other places with the same text are reported and not changed', async () => {
  const it = await openConversation();
  const stored = await append(it, [
    userMessage(`The key is ${secret}, keep it.`),
    assistantMessage('I will.'),
    assistantMessage(`So I use ${secret}.`),
  ]);
  const forgotten = okValue(await it.store.forgetMessage(it.conversationId, stored[0]?.id ?? ''));
  expect(forgotten.alsoIn).toEqual([stored[2]?.id]);
  expect(filesWith(it.dataDir, secret)).toEqual([it.messagesPath]);
});

test.each(['the result', 'the message that asked'])(
  cite('STORE-10', "a killed command's output is removed with %s, even if a check has set it aside"),
  async (what) => {
    const it = await openConversation();
    const { askedIn } = await killedWhilePrinting(it, 'c1', `${secret}\n`.repeat(5000));
    const [day, results] = [join(it.dataDir, 'set-aside', '2026-01-02'), it.resultsFolder.slice(it.dataDir.length)];
    leavePrinted(join(day, results), 'c1', secret);
    const kept = leavePrinted(it.resultsFolder, 'another', 'of another call');
    let messageId = askedIn;
    if (what === 'the result') {
      const skipped = interruptedResult('c1', { resolution: 'skip' });
      messageId = okValue(await it.store.appendConversationMessage(it.conversationId, skipped)).id;
      // As after a crash before its file was removed.
      leavePrinted(it.resultsFolder, 'c1', secret);
    }
    expect(filesWith(it.dataDir, secret).length).toBeGreaterThan(1);
    expect(okValue(await it.store.forgetMessage(it.conversationId, messageId)).resultFile).toBe(true);
    expect(filesWith(it.dataDir, secret)).toEqual([]);
    expect(existsSync(kept)).toBe(true);
  },
);

test.each([
  ['the message that asked', 'asked', {}],
  ['its result', 'answered', {}],
  ['its result that names its call', 'answered', { named: true }],
  ['its result, at the second attempt', 'answered', { twice: true }],
] as const)(
  cite('STORE-10', "another call's output under the same ID stays when %s is removed"),
  async (_name, which, { named = false, twice = false }: { named?: boolean; twice?: boolean }) => {
    const disk = faultDisk();
    const it = await openConversation({ disk });
    // Some servers number each reply's calls from 0.
    const ask = () => assistantMessage('', [call('call_0', 'run_command'), call('call_1', 'run_command')]);
    const [asked] = (await append(it, [ask()])) as [Message];
    const place = { messageId: asked.id, index: 0 };
    const results = [
      toolMessage('call_1', 'done'),
      toolMessage('call_0', 'done', named ? { details: { call: place } } : {}),
    ];
    const [, answered] = (await append(it, results)) as [Message, Message];
    const [waiting] = (await append(it, [userMessage('again'), ask()])).slice(1) as [Message];
    const folders = [
      it.resultsFolder,
      join(it.dataDir, 'set-aside', '2026-01-02', it.resultsFolder.slice(it.dataDir.length)),
    ];
    const kept = folders.map((folder) =>
      leavePrinted(folder, 'call_0', 'of a call that waits', { messageId: waiting.id, index: 0 }),
    );
    for (const folder of folders) {
      leavePrinted(folder, 'call_0', secret, place);
      leavePrinted(folder, 'call_0', secret);
    }
    const { id } = { asked, answered }[which];
    if (twice) {
      // Its record is a tombstone by then, which does not name the call.
      disk.onCall = ({ name, path }) =>
        name === 'rm' && path.includes('.printed.') ? { error: diskError('EIO') } : null;
      expect(errorOf(await it.store.forgetMessage(it.conversationId, id)).code).toBe('STORE_WRITE_FAILED');
      expect(filesWith(it.dataDir, secret)).toHaveLength(4);
      disk.onCall = () => null;
    }
    expect(okValue(await it.store.forgetMessage(it.conversationId, id)).resultFile).toBe(true);
    expect(filesWith(it.dataDir, secret)).toEqual([]);
    expect(kept.map((path) => existsSync(path))).toEqual([true, true]);
  },
);

test('an attachment is removed with the message if nothing else names it', async () => {
  const it = await openConversation();
  const [mine, shared] = ['a'.repeat(64), 'b'.repeat(64)];
  const folder = join(it.dataDir, 'projects', it.projectId, 'state', 'attachments');
  mkdirSync(folder, { recursive: true });
  for (const hash of [mine, shared]) writeFileSync(join(folder, hash), secret);
  const image = (hash: string) => ({ type: 'image' as const, hash, mediaType: 'image/png' });
  const messages: NewMessage[] = [
    { role: 'user', content: [image(mine), image(shared)] },
    { role: 'user', content: [image(shared)] },
  ];
  const ids: string[] = [];
  for (const message of messages)
    ids.push(okValue(await it.store.appendConversationMessage(it.conversationId, message)).id);
  expect(okValue(await it.store.forgetMessage(it.conversationId, ids[0] ?? '')).attachments).toBe(1);
  expect(readdirSync(folder)).toEqual([shared]);
});

test('an old copy of the file restored by another program does not bring the message back', async () => {
  const it = await openConversation();
  const stored = await append(it, talk('user'));
  const old = readFileSync(it.messagesPath);
  okValue(await it.store.forgetMessage(it.conversationId, stored[0]?.id ?? ''));
  writeFileSync(it.messagesPath, old);
  const branch = okValue(await it.store.readBranch(it.conversationId));
  expect(JSON.stringify(branch)).not.toContain(secret);
  await append(it, [userMessage('on')]);
  await it.store.listConversations();
  await it.store.close();
  expect(filesWith(it.dataDir, secret)).toEqual([]);
});

test(cite(
  'STORE-4',
  'a crash at any call of a removal leaves the message or its mark, and the next append completes it',
), {
  tags: ['all'],
  timeout: 120_000,
}, async () => {
  const outcomes = { old: 0, shown: 0, done: 0 };
  for (let stop = 1; ; stop++) {
    const disk = faultDisk();
    const it = await openConversation({ disk });
    const stored = await append(it, talk('spilled'));
    const at = stored[3] as Message;
    const lines = readFileSync(it.messagesPath, 'utf8').split('\n');
    const begin = disk.calls.length;
    crashAt(disk, begin + stop, stop % 2 === 0);
    const forgotten = await it.store.forgetMessage(it.conversationId, at.id);
    await it.store.close();
    disk.onCall = () => null;
    const { store } = openStore({ dataDir: it.dataDir });
    const intent = existsSync(join(it.folder, 'removed.json'));
    const shown = okValue(await store.readMessage(it.conversationId, at.id));
    expect(shown.content === removedText).toBe(intent);
    const sound = readFileSync(it.messagesPath, 'utf8').split('\n');
    expect(sound.toSpliced(4, 1)).toEqual(lines.toSpliced(4, 1));
    okValue(await store.appendConversationMessage(it.conversationId, asNew(userMessage('on'))));
    await store.listConversations();
    await store.close();
    if (intent) expect(filesWith(it.dataDir, secret)).toEqual([]);
    outcomes[!intent ? 'old' : filesWith(it.dataDir, secret).length > 0 ? 'shown' : 'done']++;
    rmSync(dirname(it.dataDir), { recursive: true, force: true });
    if (forgotten.ok) break;
  }
  expect(outcomes.old).toBeGreaterThan(3);
  expect(outcomes.done).toBeGreaterThan(15);
});

/** From that call on nothing works; `half`: a write at that moment gets halfway. */
function crashAt(disk: FaultDisk, first: number, half: boolean): void {
  disk.onCall = ({ number }) => {
    if (number < first) return null;
    return { error: diskError('EIO'), half: half && number === first };
  };
}

test('a start completes what a crash interrupted, without opening the conversation', { tags: ['all'] }, async () => {
  const disk = faultDisk();
  const it = await openConversation({ disk });
  const stored = await append(it, talk('spilled'));
  disk.onCall = ({ name, path }) =>
    name === 'rename' && path.includes('messages.json') ? { error: diskError('ENOSPC') } : null;
  const failed = errorOf(await it.store.forgetMessage(it.conversationId, stored[3]?.id ?? ''));
  expect(failed).toMatchObject({ code: 'STORE_WRITE_FAILED', message: expect.stringContaining('disk is full') });
  expect(JSON.stringify(okValue(await it.store.readBranch(it.conversationId)))).not.toContain(secret);
  const page = okValue(await it.store.readToolResult(it.conversationId, stored[3]?.id ?? '', 0, 1000));
  expect(page.text).toBe(removedText);
  await it.store.close();
  const { notes } = await checkData(it.dataDir, null, { repair: false });
  expect(notes.map(({ what }) => what)).toContainEqual(expect.stringContaining('The permanent removal of message '));
  const { store } = openStore({ dataDir: it.dataDir });
  expect(filesWith(it.dataDir, secret)).not.toEqual([]);
  await store.finishRemovals();
  expect(filesWith(it.dataDir, secret)).toEqual([]);
});
