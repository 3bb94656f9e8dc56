import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Message } from '../../shared/conversation/message.ts';
import { soundRecords as records } from '../support/badFiles.ts';
import { cite } from '../support/cite.ts';
import { inTurns } from '../support/inTurns.ts';
import { asNew, conversationOf, messagesFile, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { type OpenedConversation, openConversation } from '../support/openStore.ts';
import { errorOf, okValue } from '../support/result.ts';
import { volume } from '../support/volume.ts';

async function openWith(content: string | Buffer): Promise<OpenedConversation> {
  const conversation = await openConversation();
  writeFileSync(conversation.messagesPath, content);
  return conversation;
}

const readBranch = async ({ store, conversationId }: OpenedConversation) =>
  okValue(await store.readBranch(conversationId));

async function append({ store, conversationId }: OpenedConversation, text = 'and on'): Promise<Message> {
  return okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(text))));
}

const rows = ({ messagesPath }: OpenedConversation) => JSON.parse(readFileSync(messagesPath, 'utf8')) as unknown[];

test(
  cite('STORE-13', 'unknown fields survive, old records get defaults, and a newer format is read-only'),
  async () => {
    const old = { id: 'old', role: 'user', content: 'from before', future: { kept: [1, 2] } };
    const conversation = await openWith(`[\n${JSON.stringify(old)}\n]\n`);
    expect((await readBranch(conversation)).messages).toEqual([
      { ...old, v: 1, parentId: null, createdAt: '1970-01-01T00:00:00.000Z' },
    ]);
    await append(conversation);
    expect(rows(conversation)[0]).toEqual(old);

    const newer = await openWith(messagesFile([records[0] as Message, { ...(records[1] as Message), v: 2 }]));
    const opened = await readBranch(newer);
    expect(opened.messages).toHaveLength(2);
    expect(`${opened.readOnly}`).toContain('newer version');
    const refused = [userMessage('x'), toolMessage('c1', 'é'.repeat(30_000))].map((message) =>
      newer.store.appendConversationMessage(newer.conversationId, asNew(message)),
    );
    for (const result of await Promise.all(refused)) expect(errorOf(result).code).toBe('STORE_READ_ONLY');
    expect(readdirSync(newer.folder)).toEqual(['messages.json']);
    expect(existsSync(newer.resultsFolder)).toBe(false);
  },
);

test(cite('STORE-14', 'order comes from the log, whatever the times say'), async () => {
  const times = ['2030-01-01T00:00:00.000Z', 'not a time', '1970-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'];
  const jumping = records.map((record, index) => ({ ...record, createdAt: times[index] as string }));
  const conversation = await openWith(messagesFile(jumping));
  expect((await readBranch(conversation)).messages).toEqual(jumping);
});

test('a log is opened without any of its records being serialized again', async () => {
  const conversation = await openWith(messagesFile(records));
  const written = vi.spyOn(JSON, 'stringify');
  onTestFinished(() => written.mockRestore());
  expect((await readBranch(conversation)).messages).toHaveLength(records.length);
  expect(written.mock.calls.filter(([value]) => (value as Message | null)?.role)).toEqual([]);
});

test('a large file is read without blocking the program', { tags: ['all'] }, async () => {
  const many = conversationOf(
    Array.from({ length: volume({ short: 5_000, all: 20_000 }) }, (_, n) => userMessage(`${n} ${'x'.repeat(1500)}`)),
  );
  for (const content of [messagesFile(many), JSON.stringify(many, null, 1)]) {
    const conversation = await openWith(content);
    const branch = await inTurns(1_000, () => readBranch(conversation));
    expect(branch.messages).toHaveLength(many.length);
  }
});
