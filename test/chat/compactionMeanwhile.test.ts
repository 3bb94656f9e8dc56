// The user's actions while a summary is being written, and what the model gets to write it from.

import { expect, test } from 'vitest';
import type { ChatDeps } from '../../electron/chat/chatDeps.ts';
import { updateLatePins } from '../../electron/chat/context/recheckBranch.ts';
import type { ConversationMeta } from '../../electron/conversation/formats.ts';
import { contextOf } from '../../shared/conversation/context.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { ok } from '../../shared/core/errors.ts';
import type { TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { compactions, nextRequest, sentence, startOn, summaries } from '../support/compactingConversation.ts';
import { conversationOf, userMessage } from '../support/messageBuilder.ts';
import { startTokenCountingServer } from '../support/tokenCountingServer.ts';

/** Twelve long turns, and a manual compaction during which `during` happens. */
async function compactWhile(during: (app: TestApp, id: string) => Promise<unknown>) {
  const made: { app?: TestApp; id?: string } = {};
  const server = await startTokenCountingServer({
    window: 200_000,
    reply: () => ({ text: 'Good.' }),
    summary: async () => {
      if (made.app && made.id) await during(made.app, made.id);
      return { text: 'They spoke of many things.' };
    },
  });
  const app = await startOn(server, 'x');
  const id = await app.start();
  for (let turn = 1; turn <= 12; turn++) {
    await app.turn(id, `QUESTION-${turn}. ${sentence.repeat(80)} MIDDLE-${turn}. ${sentence.repeat(80)}`);
  }
  Object.assign(made, { app, id });
  const outcome = await app.call('context.compact', { conversationId: id });
  return { app, id, server, outcome };
}

const question = (app: TestApp, id: string, turn: number): string =>
  app.rows(id).find((row) => row.role === 'user' && String(row.content).startsWith(`QUESTION-${turn}.`))?.id ?? '';

const mark = (app: TestApp, id: string, turn: number, marks: { hidden?: boolean; pinned?: boolean }) =>
  app.call('context.mark', { conversationId: id, messageId: question(app, id, turn), ...marks });

test(cite('COMPACT-2', 'a pin set while the summary is written keeps its record'), {
  tags: ['all'],
}, async () => {
  const { app, id, outcome } = await compactWhile((open, conversation) =>
    mark(open, conversation, 2, { pinned: true }),
  );
  expect(outcome).toMatchObject({ result: 'done' });
  expect(summaries(app.rows(id))[0]?.compaction?.pinnedIds).toEqual([question(app, id, 2)]);
  const sent = await nextRequest(app, id);
  expect(sent).toContain('MIDDLE-2.');
  expect(sent).not.toContain('MIDDLE-3.');
});

test(cite('COMPACT-2', 'a pin set just as the summary is stored is sent alongside it'), async () => {
  const [first, second] = conversationOf([userMessage('one'), userMessage('two')]) as [Message, Message];
  const compaction = { firstKeptId: second.id, clearedIds: [], pinnedIds: [], tokensBefore: 2, tokensAfter: 1 };
  const summary: Message = {
    ...second,
    id: 'summary',
    role: 'system',
    partType: 'summary',
    content: 'So.',
    compaction,
  };
  const messages = [second, summary];
  let meta = { marks: { [first.id]: { pinned: true, at: '' } } } as unknown as ConversationMeta;
  const store = {
    readBranch: async () => ok({ messages, meta, projectId: 'p' }),
    updateMeta: async (_id: string, change: (now: ConversationMeta) => ConversationMeta) => {
      meta = change(meta);
      return ok(meta);
    },
  };
  const deps = { store, hub: { publishMeta: async () => {} } } as unknown as ChatDeps;
  await updateLatePins(deps, 'c', [first]);
  expect(contextOf(messages, meta.marks).pinnedBefore).toEqual([first.id]);
});

test(cite('COMPACT-8', 'a summary is not stored if a message that it covers was hidden meanwhile'), async () => {
  const { app, id, outcome } = await compactWhile((open, conversation) =>
    mark(open, conversation, 2, { hidden: true }),
  );
  expect(outcome).toMatchObject({ result: 'failed', message: expect.stringContaining('were hidden or undone') });
  expect(compactions(app.rows(id))).toEqual([]);
  const sent = await nextRequest(app, id);
  expect(sent).not.toContain('MIDDLE-2.');
  expect(sent).toContain('MIDDLE-3.');
});

test(cite('COMPACT-4', 'a manual summary covers the whole part if the model has enough context'), async () => {
  const { app, id, server, outcome } = await compactWhile(async () => {});
  expect(outcome).toMatchObject({ result: 'done' });
  const read = JSON.stringify(server.summaries[0]?.messages);
  const replaced = [1, 2, 3, 4, 5, 6, 7, 8].filter((turn) => !read.includes(`MIDDLE-${turn}.`));
  expect(replaced).toEqual([]);
  expect(read).not.toMatch(/left out here|characters …/);
  await app.turn(id, 'and on');
});
