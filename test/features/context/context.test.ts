// What the user hides from the context or pins in it, end to end: the marks on disk, the request, the count.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hiddenResultText } from '../../../electron/conversation/apiMessages.ts';
import type { Message, SystemMessage } from '../../../shared/conversation/message.ts';
import type { ContextReport } from '../../../shared/features/context/methods.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import {
  assistantMessage,
  call,
  conversationOf,
  messageIdAt,
  toolMessage,
  userMessage,
} from '../../support/messageBuilder.ts';
import { askFor, conversationFolder, sidecar, writeConversation } from '../../support/storedConversation.ts';

const words = (name: string, lines = 800): string => `${name} has many words of its own.\n`.repeat(lines);

/** A conversation in which the model read a large file. */
async function readFileTalk(app: TestApp): Promise<string> {
  writeFileSync(path.join(app.folder, 'large.txt'), words('whale'));
  const id = await app.start();
  app.model.push([{ text: 'Looking.' }, { calls: [askFor('1', 'read_file', { path: 'large.txt' })] }], {
    text: 'It is about whales.',
  });
  await app.turn(id, 'What is in large.txt?');
  return id;
}

const body = async (app: TestApp, conversationId: string): Promise<string> =>
  JSON.stringify((await app.call('conversation.request', { conversationId })).body);

const resultOf = (app: TestApp, id: string): Message => {
  const found = app.rows(id).find((row) => row.role === 'tool');
  if (!found) throw new Error('no result');
  return found;
};

function marksOf(app: TestApp, id: string): Record<string, object> {
  return (sidecar(app, id, 'meta.json')?.marks ?? {}) as Record<string, object>;
}

function expectSum(report: ContextReport): void {
  expect(report.parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(report.used);
  const after = report.items.map((_item, index) =>
    report.items.slice(index + 1).reduce((sum, { tokens }) => sum + tokens, 0),
  );
  expect(report.items.map(({ tokensAfter }) => tokensAfter)).toEqual(after);
}

test(cite(
  'COMPACT-8',
  'a hidden result is a placeholder in the next request and in the count; undo restores the original bytes',
), { tags: ['all'] }, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await readFileTalk(app);
  const before = await body(app, id);
  const counted = await app.call('context.read', { conversationId: id });
  expectSum(counted);
  const { id: messageId } = resultOf(app, id);
  const item = counted.items.find((one) => one.messageId === messageId);
  expect(item).toMatchObject({ kind: 'results', label: 'Read large.txt', state: 'sent', pinned: false });
  expect(item?.saves).toBeGreaterThan(1_000);

  const log = readFileSync(app.messagesFile(id));
  const said = app.event('marks.changed', (event) => event.marks[messageId]?.hidden === true);
  const marked = await app.call('context.mark', { conversationId: id, messageId, hidden: true });
  expect(marked.before).toEqual({ hidden: null, pinned: null });
  await said;
  const hidden = await body(app, id);
  expect(hidden).toContain(hiddenResultText);
  expect(hidden).not.toContain('whale has many words');
  const less = await app.call('context.read', { conversationId: id });
  expectSum(less);
  expect(less.items.find((one) => one.messageId === messageId)).toMatchObject({ state: 'hidden' });
  const saved = counted.used - less.used;
  expect(saved).toBeGreaterThan((item?.saves ?? 0) * 0.98);
  expect(saved).toBeLessThan((item?.saves ?? 0) * 1.02);

  await app.call('context.mark', { conversationId: id, messageId, ...marked.before });
  expect(await body(app, id)).toBe(before);
  expect((await app.call('context.read', { conversationId: id })).used).toBe(counted.used);
  expect(sidecar(app, id, 'meta.json')?.marks).toEqual({});
  expect(readFileSync(app.messagesFile(id)).equals(log)).toBe(true);
});

test(cite('COMPACT-8', 'marks survive a restart, and the request is the same'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await readFileTalk(app);
  const { id: messageId } = resultOf(app, id);
  await app.call('context.mark', { conversationId: id, messageId, hidden: true });
  const question = app.rows(id).find((row) => row.role === 'user')?.id ?? '';
  await app.call('context.mark', { conversationId: id, messageId: question, pinned: true });
  const before = await body(app, id);
  await app.close();
  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder, otherwise: { text: 'on' } });
  expect(await body(again, id)).toBe(before);
  const opened = await again.call('conversation.open', { conversationId: id });
  expect(opened.marks).toMatchObject({ [messageId]: { hidden: true }, [question]: { pinned: true } });
  await again.turn(id, 'continue');
  expect(again.model.requests[0]?.text).toBe(before);
});

test('hiding removes a pin and pinning unhides; each returns what undoes it', async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await readFileTalk(app);
  const { id: messageId } = resultOf(app, id);
  const mark = (marks: { hidden?: boolean | null; pinned?: boolean | null }) =>
    app.call('context.mark', { conversationId: id, messageId, ...marks });
  const stored = () => marksOf(app, id)[messageId];
  const at = expect.any(String);
  expect(await mark({ pinned: true })).toEqual({ before: { hidden: null, pinned: null } });
  expect(stored()).toEqual({ pinned: true, at });
  const hidden = await mark({ hidden: true });
  expect(hidden).toEqual({ before: { hidden: null, pinned: true } });
  expect(stored()).toEqual({ hidden: true, at });
  await mark(hidden.before);
  expect(stored()).toEqual({ pinned: true, at });
  await mark({ hidden: true });
  expect(await mark({ pinned: true })).toEqual({ before: { hidden: true, pinned: null } });
  expect(stored()).toEqual({ pinned: true, at });
  await mark({ pinned: null });
  expect(stored()).toBeUndefined();
});

test("removing a mark keeps the message's other marks, and those of a later version", async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await readFileTalk(app);
  const { id: messageId } = resultOf(app, id);
  const file = path.join(conversationFolder(app.dataDir, id), 'meta.json');
  const meta = JSON.parse(readFileSync(file, 'utf8'));
  const kept = { archived: true, colour: 'blue' };
  writeFileSync(file, JSON.stringify({ ...meta, marks: { [messageId]: { ...kept, at: '2026-01-01' } }, later: 1 }));
  await app.call('context.mark', { conversationId: id, messageId, hidden: true });
  await app.call('context.mark', { conversationId: id, messageId, hidden: null });
  expect(sidecar(app, id, 'meta.json')).toMatchObject({ later: 1, marks: { [messageId]: { ...kept } } });
  expect(Object.keys(marksOf(app, id)[messageId] ?? {}).sort()).toEqual(['archived', 'at', 'colour']);
});

test('an unknown message ID is rejected, and nothing is written', async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await readFileTalk(app);
  const other = await app.start();
  app.model.push({ text: 'hello' });
  await app.turn(other, 'hi');
  const foreign = app.rows(other)[0]?.id ?? '';
  for (const messageId of ['01K0000000000000000000ZZZZ', foreign]) {
    const answer = await app.client.call('context.mark', { conversationId: id, messageId, hidden: true });
    expect(answer).toMatchObject({ ok: false, error: { code: 'MESSAGE_NOT_FOUND' } });
  }
  expect(sidecar(app, id, 'meta.json')?.marks).toEqual({});
  const unknown = await app.client.call('context.read', { conversationId: 'c'.repeat(26) });
  expect(unknown).toMatchObject({ ok: false, error: { code: 'CONVERSATION_NOT_FOUND' } });
});

function summary(text: string, compaction: Partial<NonNullable<SystemMessage['compaction']>>): SystemMessage {
  const unplaced = { v: 1, id: '', parentId: null, createdAt: '' };
  const whole = { firstKeptId: '', clearedIds: [], tokensBefore: 100, tokensAfter: 10, ...compaction };
  return { ...unplaced, role: 'system', partType: 'summary', content: text, compaction: whole };
}

/** Six turns; the first three are summarized. */
function summarised(): Message[] {
  const turn = (name: string): Message[] => [
    userMessage(`ask ${name}`),
    assistantMessage('', [call(name, 'read_file', `{"path":"${name}"}`)]),
    toolMessage(name, `text of ${name}`),
    assistantMessage(`told ${name}`),
  ];
  const first = ['one', 'two', 'three'].flatMap(turn);
  const second = ['four', 'five'].flatMap(turn);
  return conversationOf([...first, ...second, summary('It was about numbers.', { firstKeptId: messageIdAt(12) })]);
}

test(cite('COMPACT-2', 'a pinned record before the summary is sent alongside it, and no longer once unpinned'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ otherwise: { text: 'yes' } });
  const id = await writeConversation(app, { messages: summarised() });
  const before = await body(app, id);
  expect(before).toContain('It was about numbers.');
  expect(before).not.toContain('text of two');
  const pinned = await app.call('context.mark', { conversationId: id, messageId: messageIdAt(6), pinned: true });
  expect(sidecar(app, id, 'meta.json')?.marks).toMatchObject({
    [messageIdAt(6)]: { pinned: true, under: messageIdAt(20) },
  });
  const after = await body(app, id);
  expect(after).toContain('text of two');
  expect(after).not.toContain('text of three');
  const report = await app.call('context.read', { conversationId: id });
  expectSum(report);
  expect(report.items.find(({ messageId }) => messageId === messageIdAt(6))).toMatchObject({
    pinned: true,
    state: 'sent',
  });
  await app.call('conversation.open', { conversationId: id });
  await app.turn(id, 'continue');
  expect(app.model.requests[0]?.text).toBe(after);
  await app.call('context.mark', { conversationId: id, messageId: messageIdAt(6), ...pinned.before });
  expect(await body(app, id)).not.toContain('text of two');
});

test(
  cite('COMPACT-5', 'undoing a summary restores the earlier request; pins apply before the summary then in effect'),
  async () => {
    const app = await startTestApp();
    const messages = summarised();
    const id = await writeConversation(app, { messages });
    const whole = await writeConversation(app, { messages: messages.slice(0, -1) });
    const mark = (messageId: string, marks: { hidden?: boolean | null; pinned?: boolean | null }) =>
      app.call('context.mark', { conversationId: id, messageId, ...marks });
    await mark(messageIdAt(2), { pinned: true });
    const compacted = await body(app, id);
    const undo = await mark(messageIdAt(20), { hidden: true });
    const report = await app.call('context.read', { conversationId: id });
    expect(report.compactions).toMatchObject([{ messageId: messageIdAt(20), summarised: true, undone: true }]);
    const withoutIds = async (conversation: string) => JSON.parse(await body(app, conversation)).messages;
    expect(await withoutIds(id)).toEqual(await withoutIds(whole));
    await mark(messageIdAt(20), undo.before);
    expect(await body(app, id)).toBe(compacted);
    expect(compacted).toContain('text of one');
  },
);

test('a pin survives undoing a later summary, before the earlier one', async () => {
  const app = await startTestApp();
  const messages = summarised();
  const later = userMessage('and six?');
  const twice = conversationOf([...messages, later, summary('Numbers up to six.', { firstKeptId: messageIdAt(21) })]);
  const id = await writeConversation(app, { messages: twice });
  await app.call('context.mark', { conversationId: id, messageId: messageIdAt(2), pinned: true });
  expect(await body(app, id)).toContain('text of one');
  await app.call('context.mark', { conversationId: id, messageId: messageIdAt(22), hidden: true });
  const earlier = await body(app, id);
  expect(earlier).toContain('It was about numbers.');
  expect(earlier).toContain('text of one');
  await app.call('context.mark', { conversationId: id, messageId: messageIdAt(22), hidden: null });
  expect(await body(app, id)).toContain('text of one');
});

test('pinning on another branch is rejected, and so is pinning a summary', async () => {
  const app = await startTestApp();
  const messages = summarised();
  const aside = { ...userMessage('aside'), id: messageIdAt(40), parentId: messageIdAt(3) } as Message;
  const back = { ...userMessage('back again'), id: messageIdAt(41), parentId: messageIdAt(20) } as Message;
  const id = await writeConversation(app, { messages: conversationOf([...messages, aside, back]) });
  const pin = (messageId: string) => app.client.call('context.mark', { conversationId: id, messageId, pinned: true });
  expect(await pin(messageIdAt(40))).toMatchObject({ ok: false, error: { code: 'MESSAGE_NOT_FOUND' } });
  expect(await pin(messageIdAt(20))).toMatchObject({ ok: false, error: { code: 'PARAMS_INVALID' } });
  expect(await pin(messageIdAt(1))).toMatchObject({ ok: true });
});

test(
  cite('COMPACT-7', 'a pinned result is sent in full where results were cleared; unpinned it is a reference'),
  async () => {
    const app = await startTestApp();
    const plain = summarised().slice(0, -1);
    const messages = conversationOf([...plain, summary('', { clearedIds: [messageIdAt(2), messageIdAt(6)] })]);
    const id = await writeConversation(app, { messages });
    const cleared = await body(app, id);
    expect(cleared).not.toContain('text of one');
    expect(cleared).toContain(`read_tool_result with result \\"${messageIdAt(2)}\\"`);
    await app.call('context.mark', { conversationId: id, messageId: messageIdAt(2), pinned: true });
    const pinned = await body(app, id);
    expect(pinned).toContain('text of one');
    expect(pinned).not.toContain('text of two');
    const report = await app.call('context.read', { conversationId: id });
    expect(report.items.find(({ messageId }) => messageId === messageIdAt(6))).toMatchObject({ state: 'cleared' });
    expect(report.compactions).toMatchObject([{ summarised: false, cleared: 2, undone: false }]);
  },
);

test(cite('COMPACT-2', 'a pinned result survives a manual compaction, which can be undone in place'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' }, otherwise: { text: 'They spoke of files.' } });
  const id = await app.start();
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) {
    writeFileSync(path.join(app.folder, `${name}.txt`), words(name, 150));
    app.model.push({ calls: [askFor(name, 'read_file', { path: `${name}.txt` })] }, { text: `That was ${name}.` });
    await app.turn(id, `Read ${name}.txt`);
  }
  const pinned = resultOf(app, id).id;
  await app.call('context.mark', { conversationId: id, messageId: pinned, pinned: true });
  const whole = await body(app, id);
  const outcome = await app.call('context.compact', { conversationId: id });
  expect(outcome).toMatchObject({ result: 'done' });
  expect(outcome.tokensAfter).toBeLessThan(outcome.tokensBefore);
  const compacted = await body(app, id);
  expect(compacted).toContain('one has many words');
  expect(compacted).not.toContain('two has many words');
  const undone: string[] = [];
  for (;;) {
    const report = await app.call('context.read', { conversationId: id });
    expectSum(report);
    const last = report.compactions.findLast((compaction) => !compaction.undone);
    if (!last) break;
    undone.push(last.messageId);
    await app.call('context.mark', { conversationId: id, messageId: last.messageId, hidden: true });
  }
  expect(undone.length).toBeGreaterThan(0);
  expect(await body(app, id)).toBe(whole);
});

test('a mark made during a run applies from its next request', { tags: ['all'] }, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'ask' } });
  writeFileSync(path.join(app.folder, 'large.txt'), words('whale'));
  const id = await app.start();
  app.model.push(
    { calls: [askFor('1', 'run_command', { command: 'echo the first output' })] },
    { calls: [askFor('2', 'run_command', { command: 'echo the second output' })] },
    { text: 'done' },
  );
  const first = app.event('call.waiting');
  await app.call('run.send', { conversationId: id, text: 'run both' });
  const answer = async (approvalId: string) =>
    app.call('approval.answer', { conversationId: id, approvalId, decision: 'allow' });
  const second = app.event('call.waiting', ({ approval }) => JSON.stringify(approval.preview).includes('second'));
  await answer((await first).approval.approvalId);
  const waiting = await second;
  const messageId = resultOf(app, id).id;
  await app.call('context.mark', { conversationId: id, messageId, hidden: true });
  const ended = app.event('run.ended');
  await answer(waiting.approval.approvalId);
  await ended;
  expect(app.model.requests[1]?.text).toContain('the first output');
  const sent = app.model.requests[2]?.body.messages.filter(({ role }) => role === 'tool') ?? [];
  expect(sent.map(({ content }) => content)).toMatchObject([
    hiddenResultText,
    expect.stringContaining('second output'),
  ]);
});

test('the count starts without any message, and its labels are one line', async () => {
  const app = await startTestApp();
  const id = await app.start();
  const empty = await app.call('context.read', { conversationId: id });
  expectSum(empty);
  expect(empty.parts.map(({ kind }) => kind)).toEqual(['system', 'tools']);
  expect(empty).toMatchObject({ items: [], compactions: [], lastUsage: null });
  const long = `第一行\n第二行 ${'很长的一句话'.repeat(60)}😀`;
  const written = await writeConversation(app, {
    messages: conversationOf([userMessage(long), assistantMessage('好')]),
  });
  const report = await app.call('context.read', { conversationId: written });
  const [label] = report.items.map((item) => item.label);
  expect(label).toMatch(/^第一行 第二行 很长/);
  expect(label?.length).toBeLessThanOrEqual(120);
  expect(label?.isWellFormed()).toBe(true);
});

/** Marks as a crash may leave them: the summary's is on disk, and nothing after it. */
function writeMark(app: TestApp, id: string, messageId: string, hidden: boolean): void {
  const file = path.join(conversationFolder(app.dataDir, id), 'meta.json');
  const meta = JSON.parse(readFileSync(file, 'utf8'));
  const { [messageId]: _before, ...others } = meta.marks;
  const marks = hidden ? { ...others, [messageId]: { hidden: true, at: '2026-01-01T00:00:00.000Z' } } : others;
  writeFileSync(file, JSON.stringify({ ...meta, marks }));
}

test(
  cite('COMPACT-5', 'a crash right after undoing or redoing a summary loses no pin: no further write is needed'),
  async () => {
    const app = await startTestApp();
    const twice = conversationOf([
      ...summarised(),
      userMessage('and six?'),
      summary('Numbers up to six.', { firstKeptId: messageIdAt(21) }),
    ]);
    const id = await writeConversation(app, { messages: twice });
    const pin = (messageId: string) => app.call('context.mark', { conversationId: id, messageId, pinned: true });
    await pin(messageIdAt(2));
    writeMark(app, id, messageIdAt(22), true);
    const undone = await body(app, id);
    expect(undone).toContain('It was about numbers.');
    expect(undone).toContain('text of one');
    // One is before the earlier summary, the other between the two.
    await pin(messageIdAt(6));
    await pin(messageIdAt(14));
    writeMark(app, id, messageIdAt(22), false);
    const again = await body(app, id);
    expect(again).toContain('Numbers up to six.');
    for (const text of ['text of one', 'text of two', 'text of four']) expect(again).toContain(text);
    expect(again).not.toContain('text of five');
  },
);

test(cite('COMPACT-8', 'hidden folder instructions do not reappear after one or two compactions'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ otherwise: { text: 'They spoke.' } });
  writeFileSync(path.join(app.folder, 'AGENTS.md'), 'Use tabs always.');
  const projectId = (await app.call('app.open', {})).startProjectId ?? '';
  await app.call('project.trust', { projectId, trusted: true });
  const id = await app.start();
  const talk = async () => {
    for (let turn = 0; turn < 6; turn++) await app.turn(id, `${turn}. ${words('whale', 60)}`);
  };
  await talk();
  const said = app.rows(id).find((row) => row.role === 'system' && row.environment?.about === 'instructions')?.id ?? '';
  await app.call('context.mark', { conversationId: id, messageId: said, hidden: true });
  for (let round = 0; round < 2; round++) {
    expect(await app.call('context.compact', { conversationId: id })).toMatchObject({ result: 'done' });
    await talk();
    expect(await body(app, id)).not.toContain('Use tabs always.');
  }
  await app.call('context.mark', { conversationId: id, messageId: said, hidden: null });
  expect(await body(app, id)).toContain('Use tabs always.');
});

test(cite('COMPACT-9', "a second summary covers the first one's range, too, and says so to the model"), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ otherwise: { text: 'They spoke.' } });
  const id = await app.start();
  for (let round = 0; round < 2; round++) {
    for (let turn = 0; turn < 5; turn++) await app.turn(id, `${turn}. ${words('whale', 60)}`);
    expect(await app.call('context.compact', { conversationId: id })).toMatchObject({ result: 'done' });
  }
  const rows = app.rows(id);
  const [first, second] = rows.filter((row) => row.role === 'system' && row.partType === 'summary');
  const kept = rows.findIndex((row) => row.id === (second as SystemMessage).compaction?.firstKeptId);
  const gone = rows.slice(0, kept).filter((row) => row.role !== 'system').length;
  expect(rows.indexOf(first as Message)).toBeLessThan(kept);
  expect(await body(app, id)).toContain(`it stands for ${gone} messages`);
});

test('a damaged compaction record is counted as far as it is readable', async () => {
  const app = await startTestApp();
  for (const compaction of [
    {},
    'x',
    { clearedIds: 'all', tokensBefore: 'many', tokensAfter: null },
    { clearedIds: 7 },
  ]) {
    const damaged = { ...summary('It was about numbers.', {}), compaction } as unknown as Message;
    const id = await writeConversation(app, { messages: conversationOf([...summarised().slice(0, -1), damaged]) });
    const report = await app.call('context.read', { conversationId: id });
    expectSum(report);
    expect(report.compactions).toMatchObject([{ summarised: true, cleared: 0, tokensBefore: 0, tokensAfter: 0 }]);
  }
});

test('a summary of unsendable characters replaces nothing', async () => {
  const app = await startTestApp();
  const blank = summary('\u0000 \u0000', { firstKeptId: messageIdAt(12) });
  const id = await writeConversation(app, { messages: conversationOf([...summarised().slice(0, -1), blank]) });
  expect(await body(app, id)).toContain('text of one');
});
