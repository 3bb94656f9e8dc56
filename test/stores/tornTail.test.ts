import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { asNew, assistantMessage, call, conversationOf, messagesFile, userMessage } from '../support/messageBuilder.ts';
import { openConversation, openStore } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';

const records = conversationOf([
  userMessage('Look at the résumé 👩‍👩‍👧.'),
  assistantMessage('', [call('c1', 'read_file', '{"path":"a"}'), call('c2', 'read_file', '{"path":"b"}')]),
  userMessage('and {"id":"x","role":"user"} in text'),
]);

/** Reads and appends in a copy of the data folder, with a fresh store. */
async function recover(dataDir: string, conversationId: string, messagesPath: string, torn: Buffer) {
  writeFileSync(messagesPath, torn);
  const folder = join(messagesPath, '..');
  const { store } = openStore({ dataDir });
  const opened = okValue(await store.readBranch(conversationId));
  const unchanged = readFileSync(messagesPath).equals(torn) && readdirSync(folder).length === 1;
  const added = okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('after the crash'))));
  const aside = readdirSync(folder).filter((name) => name.startsWith('messages.json.'));
  await store.close();
  return { opened, unchanged, added, aside, rows: JSON.parse(readFileSync(messagesPath, 'utf8')) as Message[] };
}

test(cite('STORE-2', 'a file cut at any byte of its last two lines opens with the valid part and can continue'), {
  tags: ['all'],
}, async () => {
  const { dataDir, conversationId, messagesPath, folder } = await openConversation();
  const whole = Buffer.from(messagesFile(records), 'utf8');
  const lastRecordAt = whole.lastIndexOf('\n,{') + 1;
  const lastRecordEnd = whole.lastIndexOf('}') + 1;
  for (let length = lastRecordAt; length <= whole.length; length++) {
    const torn = whole.subarray(0, length);
    const { opened, unchanged, added, aside, rows } = await recover(dataDir, conversationId, messagesPath, torn);
    const expected = length < lastRecordEnd ? records.slice(0, 2) : records;
    const isTorn = length > lastRecordAt && length < lastRecordEnd;
    expect(opened.messages, `cut at ${length}`).toEqual(expected);
    expect(unchanged, `opening changed something at ${length}`).toBe(true);
    expect(opened.notices).toHaveLength(isTorn ? 1 : 0);
    expect(added.parentId).toBe(expected.at(-1)?.id);
    expect(rows).toEqual([...expected, added]);
    expect(aside).toHaveLength(isTorn ? 1 : 0);
    if (isTorn) {
      const kept = readFileSync(join(folder, aside[0] as string));
      expect(kept.equals(torn.subarray(lastRecordAt)), `torn bytes at ${length}`).toBe(true);
      expect(aside[0]).toMatch(/^messages\.json\.torn-\d{4}-\d\d-\d\dT/);
    }
    clean(folder);
  }
});

function clean(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
}

test('a torn first message leaves an empty conversation that continues', { tags: ['all'] }, async () => {
  const { dataDir, conversationId, messagesPath, folder } = await openConversation();
  const whole = Buffer.from(messagesFile(records.slice(0, 1)), 'utf8');
  for (let length = 1; length < whole.lastIndexOf('}'); length += 7) {
    const { opened, rows, added } = await recover(dataDir, conversationId, messagesPath, whole.subarray(0, length));
    expect(opened.messages).toEqual([]);
    expect(rows).toEqual([added]);
    clean(folder);
  }
});

test.each([
  ['zero bytes', Buffer.alloc(4096)],
  ['zero bytes and a bracket', Buffer.concat([Buffer.alloc(700), Buffer.from('\n]\n')])],
  ['half a character', Buffer.from(`,${JSON.stringify(userMessage('é'))}`, 'utf8').subarray(0, -20)],
  ['a comma', Buffer.from(',')],
  ['many open braces', Buffer.from(',{"a":'.repeat(3000))],
])('a tail of %s is set aside and the rest continues', async (_name, tail) => {
  const { dataDir, conversationId, messagesPath, folder } = await openConversation();
  const whole = Buffer.from(messagesFile(records), 'utf8');
  const torn = Buffer.concat([whole.subarray(0, -2), tail]);
  const { opened, unchanged, rows, added, aside } = await recover(dataDir, conversationId, messagesPath, torn);
  expect(opened.messages).toEqual(records);
  expect(unchanged).toBe(true);
  expect(opened.notices).toHaveLength(1);
  expect(rows).toEqual([...records, added]);
  expect(readFileSync(join(folder, aside[0] as string)).includes(tail)).toBe(true);
});

test('a store that has the conversation open notices that its end was cut off', async () => {
  const { store, conversationId, messagesPath } = await openConversation();
  const sent: Message[] = [];
  for (const text of ['one', 'two', 'three']) {
    sent.push(okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(text)))));
  }
  truncateSync(messagesPath, readFileSync(messagesPath).length - 20);
  expect(okValue(await store.readBranch(conversationId)).messages).toEqual(sent.slice(0, 2));
  const next = okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('four'))));
  expect(JSON.parse(readFileSync(messagesPath, 'utf8'))).toEqual([...sent.slice(0, 2), next]);
});
