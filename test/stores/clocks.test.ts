import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { systemClock } from '../../electron/lib/clock.ts';
import { createIdSource } from '../../electron/lib/ids.ts';
import type { Clock } from '../../electron/ports/clock.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { asNew, userMessage } from '../support/messageBuilder.ts';
import { openConversation, openStore } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';

const times = ['2026-03-01', '2040-01-01', '1970-01-02', '2026-03-29', '1999-12-31', '2026-03-01'];

function clockAt(time: string): Clock {
  return { ...systemClock, now: () => new Date(time) };
}

test(cite('STORE-14', 'messages are in the order they were stored, however the clock jumps'), async () => {
  const { dataDir, conversationId, messagesPath } = await openConversation();
  const sent: Message[] = [];
  for (const time of times) {
    const clock = clockAt(time);
    // A program restarted with another clock: its IDs do not increase either.
    const { store } = openStore({ dataDir, clock, ids: createIdSource(clock) });
    for (const text of ['one', 'two']) {
      const message = asNew(userMessage(`${text} at ${sent.length}`));
      sent.push(okValue(await store.appendConversationMessage(conversationId, message)));
    }
    expect(okValue(await store.readBranch(conversationId)).messages).toEqual(sent);
    await store.close();
  }
  expect(sent.map(({ id }) => id)).not.toEqual(sent.map(({ id }) => id).toSorted());
  expect(sent.map(({ parentId }) => parentId)).toEqual([null, ...sent.map(({ id }) => id)].slice(0, -1));
  expect(sent.map(({ createdAt }) => createdAt.slice(0, 10))).toEqual(times.flatMap((time) => [time, time]));
  expect(JSON.parse(readFileSync(messagesPath, 'utf8'))).toEqual(sent);
  const { store } = openStore({ dataDir });
  expect(okValue(await store.readBranch(conversationId)).messages).toEqual(sent);
  const page = okValue(await store.readPage(conversationId, sent[7]?.id ?? null, 3));
  expect(page.messages).toEqual(sent.slice(4, 7));
});

test(cite('STORE-14', 'a clock that jumps within a run changes nothing but labels'), async () => {
  let at = 0;
  const clock: Clock = { ...systemClock, now: () => new Date(times[at++ % times.length] as string) };
  const { store, conversationId } = await openConversation({ clock, ids: createIdSource(clock) });
  const sent: Message[] = [];
  for (let n = 0; n < 12; n++) {
    sent.push(okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(`message ${n}`)))));
    okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, title: `title ${n}` })));
  }
  const branch = okValue(await store.readBranch(conversationId));
  expect(branch.messages).toEqual(sent);
  expect(branch.headId).toBe(sent.at(-1)?.id);
  expect(branch.meta.title).toBe('title 11');
  const [row] = okValue(await store.listConversations());
  expect(row).toMatchObject({ id: conversationId, title: 'title 11', messageCount: 12 });
});
