import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toApiMessages } from '../../electron/conversation/apiMessages.ts';
import { checkSequence } from '../../electron/conversation/sequence.ts';
import { checkData } from '../../electron/stores/check/check.ts';
import { wholeBytes } from '../../electron/stores/log/logReading.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { textOf } from '../../shared/core/sentence.ts';
import {
  type BadFile,
  badFiles,
  cutFiles,
  putBadFile,
  soundFile,
  soundIds,
  soundRecords,
} from '../support/badFiles.ts';
import { cite } from '../support/cite.ts';
import { asNew, userMessage } from '../support/messageBuilder.ts';
import { type OpenedConversation, openConversation, openStore, placeOf } from '../support/openStore.ts';
import { errorOf, okValue } from '../support/result.ts';
import { sample } from '../support/volume.ts';

async function openWith(bad: BadFile): Promise<OpenedConversation & { neighbourId: string }> {
  const conversation = await openConversation();
  const { conversationId: neighbourId } = okValue(await conversation.store.createConversation(conversation.projectId));
  okValue(await conversation.store.appendConversationMessage(neighbourId, asNew(userMessage('next door'))));
  putBadFile(bad, conversation.messagesPath);
  return { ...conversation, neighbourId };
}

const readBranch = async ({ store, conversationId }: OpenedConversation) =>
  okValue(await store.readBranch(conversationId));

const append = ({ store, conversationId }: OpenedConversation) =>
  store.appendConversationMessage(conversationId, asNew(userMessage('and on')));

const asides = ({ folder }: OpenedConversation, label = '[a-z]+') =>
  readdirSync(folder).filter((name) => new RegExp(`^messages\\.json\\.${label}-\\d{4}-`).test(name));

/** Every byte of the original is still in the folder: in its place, or next to it. */
function expectKept(original: Buffer, conversation: OpenedConversation): void {
  const { folder, messagesPath } = conversation;
  const now = readFileSync(messagesPath);
  const [torn] = asides(conversation, 'torn').map((name) => readFileSync(join(folder, name)));
  const copies = asides(conversation, 'original').map((name) => readFileSync(join(folder, name)));
  const begins = (head: Buffer) => now.subarray(0, head.length).equals(head);
  const closing = original.toString('latin1').lastIndexOf(']');
  const kept =
    copies.some((copy) => copy.equals(original)) ||
    (torn !== undefined &&
      original.subarray(original.length - torn.length).equals(torn) &&
      begins(original.subarray(0, original.length - torn.length))) ||
    begins(original) ||
    (closing >= 0 && begins(original.subarray(0, closing)));
  expect(kept, `of ${original.length} bytes some are lost`).toBe(true);
}

function expectNotices(notices: readonly string[], expected: readonly RegExp[]): void {
  expect(notices).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
}

function expectSendable(branch: readonly Message[]): void {
  const { messages } = toApiMessages(branch);
  if (messages.length > 0) expect(checkSequence(messages)).toEqual([]);
}

async function expectSound(bad: BadFile): Promise<void> {
  const conversation = await openWith(bad);
  const { messagesPath, dataDir, conversationId, store, neighbourId } = conversation;
  const original = lstatSync(messagesPath).isFile() ? readFileSync(messagesPath) : null;

  const opened = await readBranch(conversation);
  expect(opened.messages.map(({ id }) => id)).toEqual(bad.shown);
  const records = bad.records ?? soundRecords.filter(({ id }) => bad.shown.includes(id));
  expect(opened.messages).toEqual(records);
  expectNotices(
    opened.notices.map((notice) => textOf(notice)),
    bad.notices,
  );
  expectSendable(opened.messages);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  if (original) expect(readFileSync(messagesPath).equals(original)).toBe(true);
  expect(asides(conversation)).toEqual([]);

  const found = await checkData(dataDir, conversationId, { repair: true });
  const named = [...found.problems, ...found.notes].map(({ what }) => what);
  for (const pattern of bad.notices) expect(named).toContainEqual(expect.stringMatching(pattern));
  if (original) expect(readFileSync(messagesPath).equals(original), 'repair left it alone').toBe(true);

  const added = await append(conversation);
  if (bad.readOnly) {
    expect(errorOf(added).code).toBe('STORE_READ_ONLY');
    expect(`${opened.readOnly}`).toContain('newer version');
  } else {
    const stored = okValue(added);
    expect(stored.parentId).toBe(bad.shown.at(-1) ?? null);
    const now = readFileSync(messagesPath, 'utf8');
    expect(now.endsWith(`${JSON.stringify(stored)}\n]\n`)).toBe(true);
    // Damage far from the end of a large file is not looked for when a message is added.
    if (now.length < wholeBytes) expect((JSON.parse(now) as Message[]).at(-1)).toEqual(stored);
    expect((await readBranch(conversation)).messages.map(({ id }) => id)).toEqual([...bad.shown, stored.id]);
    const again = okValue(await append(conversation));
    expect(again.parentId).toBe(stored.id);
    expect(asides(conversation).length).toBeLessThanOrEqual(1);
    if (original) expectKept(original, conversation);
    else expect(asides(conversation, 'unreadable')).toHaveLength(1);
    const fresh = openStore({ dataDir }).store;
    const after = okValue(await fresh.readBranch(conversationId)).messages;
    expect(after.map(({ id }) => id)).toEqual([...bad.shown, stored.id, again.id]);
    expectSendable(after);
  }

  const neighbour = okValue(await store.readBranch(neighbourId));
  expect(neighbour).toMatchObject({ messages: [{ content: 'next door' }], notices: [] });
  const listed = okValue(await store.listConversations()).map((row) => row.id);
  expect(listed).toContain(neighbourId);
  if (bad.shown.length > 0) expect(listed).toContain(conversationId);
}

test.each(
  sample(
    15,
    badFiles.map((bad) => [bad.name, bad] as const),
  ),
)(cite('STORE-3', 'valid records are shown, damage is reported, the original is kept: %s'), (_name, bad) =>
  expectSound(bad),
);

test(cite(['STORE-2', 'STORE-3'], 'a file cut at every byte of its last two records opens with the valid part'), {
  tags: ['all'],
}, async () => {
  const conversation = await openConversation();
  const { folder, messagesPath } = conversation;
  for (const bad of cutFiles()) {
    const original = bad.content as Buffer;
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    writeFileSync(messagesPath, original);
    const opened = await readBranch(conversation);
    expect(opened.messages, bad.name).toEqual(soundRecords.slice(0, bad.shown.length));
    expectNotices(
      opened.notices.map((notice) => textOf(notice)),
      bad.notices,
    );
    expectSendable(opened.messages);
    expect(readFileSync(messagesPath).equals(original)).toBe(true);
    const stored = okValue(await append(conversation));
    expect(stored.parentId).toBe(bad.shown.at(-1));
    expect((JSON.parse(readFileSync(messagesPath, 'utf8')) as Message[]).at(-1)).toEqual(stored);
    expect(asides(conversation)).toHaveLength(bad.notices.length);
    expectKept(original, conversation);
  }
});

test(cite('STORE-3', 'after the next message a file of any other layout is in ours'), { tags: ['all'] }, async () => {
  for (const bad of badFiles.filter(({ notices, shown }) => notices.length === 0 && shown === soundIds)) {
    const conversation = await openWith(bad);
    const added = okValue(await append(conversation));
    const now = readFileSync(conversation.messagesPath, 'utf8');
    expect(JSON.parse(now)).toHaveLength(soundRecords.length + 1);
    expect(now.split('\n'), bad.name).toHaveLength(soundRecords.length + 4);
    expect(now.endsWith(`\n,${JSON.stringify(added)}\n]\n`)).toBe(true);
  }
});

test(cite('STORE-3', 'entries that are not messages stay in the file, which is appended to in place'), async () => {
  const [first, second] = soundFile.split('\n').slice(1, 3) as [string, string];
  const content = `[\n${first}\n,null\n,17\n,{"id":"x1","role":"pirate","__proto__":{"a":1}}\n${second}\n]\n`;
  const conversation = await openWith({ name: '', content, shown: [], notices: [] });
  expect((await readBranch(conversation)).notices).toHaveLength(3);
  okValue(await append(conversation));
  expect(readFileSync(conversation.messagesPath, 'utf8').startsWith(content.slice(0, -2))).toBe(true);
  expect(asides(conversation)).toEqual([]);
});

test(cite('STORE-3', 'a folder in its place is set aside with everything in it'), async () => {
  const bad = badFiles.find(({ name }) => name === 'a folder') as BadFile;
  const conversation = await openWith(bad);
  okValue(await append(conversation));
  expect(readFileSync(join(conversation.folder, asides(conversation)[0] as string, 'kept'), 'utf8')).toBe('kept');
});

test.each(
  sample(
    8,
    badFiles.filter(({ content }) => content !== undefined).map((bad) => [bad.name, bad] as const),
  ),
)(
  cite('STORE-3', 'a file replaced under the running app is read again before the next message: %s'),
  async (_name, bad) => {
    const conversation = await openConversation();
    okValue(await append(conversation));
    const replacement = join(conversation.folder, 'incoming');
    writeFileSync(replacement, bad.content ?? '');
    renameSync(replacement, conversation.messagesPath);
    const added = await append(conversation);
    if (bad.readOnly) {
      expect(errorOf(added).code).toBe('STORE_READ_ONLY');
      return;
    }
    expect(okValue(added).parentId).toBe(bad.shown.at(-1) ?? null);
    expectKept(Buffer.from(bad.content ?? ''), conversation);
  },
);

test(cite('STORE-3', 'a bad file in place of a project folder affects no other project'), async () => {
  const conversation = await openWith({ name: '', content: soundFile, shown: soundIds, notices: [] });
  writeFileSync(join(conversation.dataDir, 'projects', 'stray'), 'not a folder');
  const place = placeOf(conversation.dataDir, conversation.projectId, 'alsostray');
  writeFileSync(place.folder, 'not a folder');
  const { store } = openStore({ dataDir: conversation.dataDir });
  expect(okValue(await store.listConversations())).toHaveLength(2);
  expect(existsSync(place.folder)).toBe(true);
});
