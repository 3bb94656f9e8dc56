// A killed command's output is kept until a result of its call is stored, whatever is stored before that; then it is
// removed.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { NewMessage, ToolMessage } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { diskError, faultDisk } from '../support/faultDisk.ts';
import { asNew, assistantMessage, call, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { type OpenedConversation, openConversation, openStore } from '../support/openStore.ts';
import { interruptedResult, killedWhilePrinting, leavePrinted, printAndStore } from '../support/printedOutput.ts';
import { okValue } from '../support/result.ts';
import { createSteppedClock } from '../support/steppedClock.ts';

const printed = 'what make had printed\n'.repeat(5000);

/** The same data, opened by a later process. */
async function reopened(it: OpenedConversation, disk = faultDisk()): Promise<OpenedConversation> {
  await it.store.close();
  return { ...it, ...openStore({ dataDir: it.dataDir, disk }) };
}

async function append({ store, conversationId }: OpenedConversation, message: NewMessage): Promise<ToolMessage> {
  return okValue(await store.appendConversationMessage(conversationId, message)) as ToolMessage;
}

const byHand: NewMessage = {
  ...(asNew(toolMessage('run_x', 'clean')) as Extract<NewMessage, { role: 'tool' }>),
  partType: 'tool_run',
  arguments: '{}',
};

function expectTaken({ resultsFolder }: OpenedConversation, stored: ToolMessage, text = printed): void {
  expect(stored.content).toContain('What it had printed until then:\n');
  expect(readFileSync(join(resultsFolder, `${stored.id}.json`), 'utf8').endsWith(text)).toBe(true);
  expect(readdirSync(resultsFolder)).toEqual([`${stored.id}.json`]);
}

test.each([
  ['skip', interruptedResult('c1', { resolution: 'skip' })],
  ['mark done', interruptedResult('c1', { resolution: 'mark_done', outcome: 'ok' })],
])(
  cite(['STORE-2', 'STORE-6'], "a call run by the user does not take the waiting call's output: %s has it"),
  async (_choice, chosen) => {
    const killed = await openConversation();
    await killedWhilePrinting(killed, 'c1', printed);
    const it = await reopened(killed);
    await append(it, byHand);
    expectTaken(it, await append(it, chosen));
  },
);

test(
  cite(['STORE-2', 'STORE-6'], 'a message on another branch does not take the output of an open call on the first one'),
  async () => {
    const killed = await openConversation();
    const { askedIn, path } = await killedWhilePrinting(killed, 'c1', printed);
    const it = await reopened(killed);
    const { store, conversationId } = it;
    okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, head: { id: null, after: askedIn } })));
    await append(it, asNew(userMessage('said anew')));
    // A server may reuse its calls' IDs: that one printed much, too, and has its result.
    await append(it, asNew(assistantMessage('', [call('c1', 'run_command', '{}')])));
    const other = (await printAndStore(it, [printed], { toolCallId: 'c1' })).message;
    expect(existsSync(path)).toBe(true);
    const later = await reopened(it);
    const last = await append(later, asNew(userMessage('on')));
    expect(existsSync(path)).toBe(true);
    okValue(
      await later.store.updateMeta(conversationId, (meta) => ({ ...meta, head: { id: askedIn, after: last.id } })),
    );
    const stored = await append(later, interruptedResult('c1'));
    expect(stored.parentId).toBe(askedIn);
    expect(stored.content).toContain('What it had printed until then:\nwhat make');
    expect(readdirSync(it.resultsFolder).sort()).toEqual([`${other.id}.json`, `${stored.id}.json`].sort());
  },
);

test(
  cite(['STORE-5', 'STORE-6'], 'on a full disk the result has the part that fits and the reason, and the file stays'),
  async () => {
    const killed = await openConversation();
    const { path } = await killedWhilePrinting(killed, 'c1', printed);
    const disk = faultDisk();
    const it = await reopened(killed, disk);
    disk.onCall = ({ name, path: at }) =>
      name === 'write' && at.startsWith(it.resultsFolder) ? { error: diskError('ENOSPC') } : null;
    const stored = await append(it, interruptedResult('c1'));
    expect(stored.content).toContain('What it had printed until then:\nwhat make had printed\n');
    expect(stored.content.length).toBeGreaterThan(49_000);
    expect(stored.content).toContain('could be kept, because its file could not be written');
    expect(stored.details).toMatchObject({ truncated: true, spillError: expect.stringContaining('the disk is full') });
    disk.onCall = () => null;
    await append(it, asNew(userMessage('on')));
    const later = await reopened(it);
    await append(later, asNew(userMessage('and on')));
    expect(readFileSync(path, 'utf8')).toBe(printed);
  },
);

test(cite(['STORE-2', 'STORE-6'], 'if the output cannot be read now, it stays'), async () => {
  const killed = await openConversation();
  const { path } = await killedWhilePrinting(killed, 'c1', printed);
  const disk = faultDisk();
  const it = await reopened(killed, disk);
  disk.onCall = ({ name, path: at }) => (name === 'open' && at === path ? { error: diskError('EMFILE') } : null);
  const stored = await append(it, interruptedResult('c1'));
  expect(stored.content).toMatch(/What it had printed until then could not be read: .*EMFILE/);
  const later = await reopened(it);
  await append(later, asNew(userMessage('on')));
  expect(existsSync(path)).toBe(true);
});

test(cite('STORE-4', "a call's output is removed with the result of its second run"), async () => {
  const killed = await openConversation();
  await killedWhilePrinting(killed, 'c1', printed);
  const it = await reopened(killed);
  const again = { ...asNew(toolMessage('c1', 'made')), resolution: 'run_again' } as NewMessage;
  await append(it, again);
  expect(readdirSync(it.resultsFolder)).toEqual([]);
});

test(cite('STORE-6', "the result of a call run again and killed again has the last run's output"), async () => {
  const killed = await openConversation();
  await killedWhilePrinting(killed, 'c1', printed);
  const last = 'what it printed the second time\n'.repeat(5000);
  leavePrinted(killed.resultsFolder, 'c1', last);
  const it = await reopened(killed);
  expectTaken(it, await append(it, interruptedResult('c1')), last);
});

test.each(['interrupted', 'ok'] as const)(
  cite('STORE-4', 'a crash between a result (%s) and the removal of its output leaves nothing behind for good'),
  async (outcome) => {
    const killed = await openConversation();
    const { path } = await killedWhilePrinting(killed, 'c/"1"\n', printed);
    const disk = faultDisk();
    const it = await reopened(killed, disk);
    disk.onCall = ({ name }) => (name === 'unlink' ? { error: diskError('EIO') } : null);
    await append(it, interruptedResult('c/"1"\n', { outcome }));
    expect(existsSync(path)).toBe(true);
    const later = await reopened(it);
    await append(later, asNew(userMessage('on')));
    expect(existsSync(path)).toBe(false);
  },
);

test(cite(['STORE-2', 'STORE-6'], "a killed command's short output is in its result, without a file"), async () => {
  const killed = await openConversation();
  await killedWhilePrinting(killed, 'c1', 'line 10\n');
  const it = await reopened(killed);
  const stored = await append(it, interruptedResult('c1'));
  expect(stored.content).toBe('Nobody knows whether it ended.\n\nWhat it had printed until then:\nline 10\n');
  expect(stored.fullOutputPath).toBeUndefined();
  expect(readdirSync(it.resultsFolder)).toEqual([]);
});

test(
  cite(['STORE-2', 'STORE-6'], 'short output of a command that runs for more than a second is in a file'),
  async () => {
    const clock = createSteppedClock();
    const it = await openConversation({ clock });
    const { store, conversationId, resultsFolder } = it;
    const place = { messageId: 'm', index: 0 };
    const output = store.openOutput(conversationId, { toolCallId: 'c1', place }, () => {});
    const files = () => (existsSync(resultsFolder) ? readdirSync(resultsFolder) : []);
    const fileText = () => files().map((name) => readFileSync(join(resultsFolder, name), 'utf8'));
    await output.add('line 1\n');
    expect(files()).toEqual([]);
    await clock.advance(1_000);
    await expect.poll(fileText).toEqual(['line 1\n']);
    await clock.advance(1_000);
    await output.add('line 2\n');
    await expect.poll(fileText).toEqual(['line 1\nline 2\n']);
    await output.add('line 3\n');
    expect((await output.end()).text).toBe('line 1\nline 2\nline 3\n');
    await output.discard();
    expect(files()).toEqual([]);

    // Output that becomes large later is complete, too.
    const large = store.openOutput(conversationId, { toolCallId: 'c2', place }, () => {});
    await large.add('a\n');
    await clock.advance(1_000);
    await expect.poll(fileText).toEqual(['a\n']);
    await large.add(printed);
    await large.end();
    expect(fileText()).toEqual([`a\n${printed}`]);
    await large.discard();
  },
);
