import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Message } from '../../shared/conversation/message.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import type { Reply, RequestBody } from '../support/fakeReply.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { writeConversation } from '../support/storedConversation.ts';

const poison = 'POISON';

/** Rejects a request while the word is in one of its messages, and names that message. */
function refusing(body: RequestBody): Reply {
  const place = body.messages.findIndex((message) => JSON.stringify(message).includes(poison));
  if (place < 0) return { text: 'Fine.' };
  const field = JSON.stringify(body.messages[place]?.tool_calls ?? '').includes(poison)
    ? 'tool_calls[0].function.arguments'
    : 'content';
  const message = `Invalid value for 'messages[${place}].${field}'.`;
  return { status: 400, body: { error: { message, type: 'invalid_request_error', param: null, code: null } } };
}

async function resume(app: TestApp, conversationId: string): Promise<string> {
  const from = app.events.length;
  await app.call('run.resume', { conversationId });
  return (await app.event('run.ended', undefined, from)).end;
}

function lastError(app: TestApp, id: string) {
  const row = app.rows(id).findLast((message) => message.partType === 'error');
  return row?.role === 'assistant' ? row.error : undefined;
}

async function leaveOut(app: TestApp, conversationId: string, messageId: string) {
  return app.call('context.mark', { conversationId, messageId, hidden: true });
}

const places: { what: string; record: number; messages: Message[]; item: object }[] = [
  {
    what: 'a result',
    record: 2,
    messages: [
      userMessage('read it'),
      assistantMessage('', [call('c1', 'read_file', '{"path":"a"}')]),
      toolMessage('c1', `text with ${poison}`),
      assistantMessage('Read.'),
    ],
    item: { toolCallId: 'c1', field: 'content' },
  },
  {
    what: "a person's message",
    record: 2,
    messages: [userMessage('hello'), assistantMessage('Hello.'), userMessage(`say ${poison}`), assistantMessage('No.')],
    item: { field: 'content' },
  },
  {
    what: 'the arguments of a call',
    record: 1,
    messages: [
      userMessage('write it'),
      assistantMessage('', [call('c1', 'write_file', `{"path":"a","content":"${poison}"}`)]),
      toolMessage('c1', 'done', { toolName: 'write_file' }),
      assistantMessage('Written.'),
    ],
    item: { toolCallId: 'c1' },
  },
];

for (const { what, record, messages, item } of places) {
  test(
    cite(
      'SEQ-9',
      `${what} that the provider rejects, deep in the history, is reported; hiding it lets the run continue, and can be undone`,
    ),
    async () => {
      const model = await startFakeModelServer({ otherwise: refusing });
      const app = await startTestApp({ model });
      const filler = Array.from({ length: 40 }, (_, n) => [userMessage(`q${n}`), assistantMessage(`a${n}`)]).flat();
      const all = conversationOf([...messages, ...filler]);
      const id = await writeConversation(app, { messages: all });
      await app.call('conversation.open', { conversationId: id });
      expect(await app.turn(id, 'and now?')).toBe('error');
      const poisoned = all[record]?.id ?? '';
      expect(lastError(app, id)?.item).toMatchObject({ messageId: poisoned, ...item });
      const before = readFileSync(app.messagesFile(id), 'utf8');
      const sent = model.requests.at(-1)?.text;

      await app.close();
      const again = await startTestApp({ model, dataDir: app.dataDir, folder: app.folder });
      await again.call('conversation.open', { conversationId: id });
      const { before: marks } = await leaveOut(again, id, poisoned);
      expect(readFileSync(again.messagesFile(id), 'utf8')).toBe(before);
      expect(await resume(again, id)).toBe('done');
      expect(readFileSync(again.messagesFile(id), 'utf8').startsWith(before.slice(0, -3))).toBe(true);

      await again.call('context.mark', { conversationId: id, messageId: poisoned, ...marks });
      const { body } = await again.call('conversation.request', { conversationId: id, text: 'next' });
      const undone = JSON.stringify((body as RequestBody).messages);
      const former = (JSON.parse(sent ?? '{}') as RequestBody).messages;
      expect((body as RequestBody).messages.slice(0, former.length)).toEqual(former);
      expect(undone).toContain(poison);
      await again.close();
      await model.close();
    },
  );
}

test(
  cite('SEQ-9', 'a pinned record sent alongside a summary is reported, not the question in the same message'),
  async () => {
    const model = await startFakeModelServer({ otherwise: refusing });
    const app = await startTestApp({ model });
    const said = conversationOf([
      userMessage(`keep ${poison} in mind`),
      assistantMessage('Yes.'),
      userMessage('go on'),
      assistantMessage('Done.'),
    ]);
    const [pinned, , kept, last] = said as [Message, Message, Message, Message];
    const compaction = {
      firstKeptId: kept.id,
      clearedIds: [],
      pinnedIds: [pinned.id],
      tokensBefore: 9,
      tokensAfter: 5,
    };
    const summary = {
      ...userMessage('So far.'),
      role: 'system',
      partType: 'summary',
      compaction,
    } as unknown as Message;
    const all = conversationOf([...said, { ...summary, parentId: last.id }]);
    const id = await writeConversation(app, { messages: all });
    await app.call('context.mark', { conversationId: id, messageId: pinned.id, pinned: true });
    await app.call('conversation.open', { conversationId: id });
    expect(await app.turn(id, 'and now?')).toBe('error');
    expect(lastError(app, id)?.item).toMatchObject({ messageId: pinned.id });
    await leaveOut(app, id, pinned.id);
    expect(await resume(app, id)).toBe('done');
    await app.close();
    await model.close();
  },
);

test(
  cite(
    'SEQ-9',
    'a call that is rejected even without its text is hidden with its results, one by one, and can be restored',
  ),
  async () => {
    const refusesCalls = (body: RequestBody): Reply => {
      const place = body.messages.findIndex((message) => (message.tool_calls ?? []).length > 0);
      if (place < 0) return { text: 'Fine.' };
      const message = `Function call is missing a thought_signature in messages[${place}].tool_calls[0].`;
      return { status: 400, body: { error: { message, type: 'invalid_request_error', param: null, code: null } } };
    };
    const model = await startFakeModelServer({ otherwise: refusesCalls });
    const app = await startTestApp({ model });
    const all = conversationOf([
      userMessage('read both'),
      assistantMessage('I read.', [call('c1', 'read_file', '{"path":"a"}'), call('c2', 'read_file', '{"path":"b"}')]),
      toolMessage('c1', 'A'),
      toolMessage('c2', 'B'),
      assistantMessage('Read.'),
    ]);
    const id = await writeConversation(app, { messages: all });
    await app.call('conversation.open', { conversationId: id });
    let end: string = await app.turn(id, 'and now?');
    const left: string[] = [];
    for (; end === 'error' && left.length < 9; end = await resume(app, id)) {
      const refused = lastError(app, id)?.item?.messageId ?? '';
      left.push(refused);
      await leaveOut(app, id, refused);
    }
    expect(end).toBe('done');
    expect(left).toEqual([all[1]?.id, all[2]?.id, all[3]?.id]);
    const { body } = await app.call('conversation.request', { conversationId: id, text: 'next' });
    expect(JSON.stringify((body as RequestBody).messages)).not.toContain('tool_calls');
    for (const messageId of left) await app.call('context.mark', { conversationId: id, messageId, hidden: null });
    const again = await app.call('conversation.request', { conversationId: id, text: 'next' });
    expect(JSON.stringify((again.body as RequestBody).messages)).toContain('I read.');
    await app.close();
    await model.close();
  },
);

test(cite('SEQ-9', 'a rejection that names nothing can be retried unchanged'), async () => {
  const app = await startTestApp({
    replies: [{ status: 400, body: { error: { message: 'Something is wrong.' } } }, { text: 'Fine.' }],
  });
  const id = await app.start();
  expect(await app.turn(id, 'go')).toBe('error');
  expect(lastError(app, id)?.item).toBeUndefined();
  expect(await resume(app, id)).toBe('done');
  expect(app.model.requests[1]?.text).toBe(app.model.requests[0]?.text);
});

test(cite('SEQ-8', 'an item that is too large is reported before sending, and without it the run continues'), {
  tags: ['all'],
}, async () => {
  // A model with a large context, so that it is not hidden to save space.
  const model = await startFakeModelServer({ replies: [{ text: 'Small enough.' }], window: 100_000_000 });
  const app = await startTestApp({ model });
  const huge = 'x'.repeat(11 * 1024 * 1024);
  const all = conversationOf([
    userMessage('read it'),
    assistantMessage('', [call('c1', 'read_file', '{"path":"a"}')]),
    toolMessage('c1', huge),
    assistantMessage('Read.'),
  ]);
  const id = await writeConversation(app, { messages: all });
  await app.call('conversation.open', { conversationId: id });
  expect(await app.turn(id, 'and now?')).toBe('error');
  expect(app.model.requests).toHaveLength(0);
  const error = lastError(app, id);
  expect(error).toMatchObject({ cause: 'REQUEST_TOO_LARGE', item: { messageId: all[2]?.id, toolCallId: 'c1' } });
  expect(error?.message).toContain('Nothing was sent');
  // With its key: the window shows it in the user's language.
  expect(error?.said).toBeDefined();
  await leaveOut(app, id, all[2]?.id ?? '');
  expect(await resume(app, id)).toBe('done');
  expect(app.model.requests).toHaveLength(1);
  await app.close();
  await model.close();
});
