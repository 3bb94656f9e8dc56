// Background commands, through the contract and a scripted model.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { createCore } from '../../electron/core.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { silentLog } from '../../electron/lib/log.ts';
import type { ToolMessage } from '../../shared/conversation/message.ts';
import type { BackgroundCommand } from '../../shared/features/processes/methods.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { isRunning } from '../support/isRunning.ts';
import { goneWithin, numberIn } from '../support/processes.ts';
import { askFor, conversationFolder } from '../support/storedConversation.ts';
import { tempFolder } from '../support/tempFolder.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const unasked: TestAppOptions = { settings: { approvalMode: 'all' } };

/** Makes one call in its own turn; returns its result. */
async function called(app: TestApp, id: string, name: string, args: object): Promise<ToolMessage> {
  app.model.push({ calls: [askFor(`c${app.model.requests.length}`, name, args)] }, { text: 'ok' });
  expect(await app.turn(id, name)).toBe('done');
  return app.rows(id).findLast((row) => row.role === 'tool') as ToolMessage;
}

function inBackground(app: TestApp, id: string, command: string, more: object = {}): Promise<ToolMessage> {
  return called(app, id, 'run_command', { command, background: true, ...more });
}

/** As on a fast machine: waits for the command's immediate output, for at least as long as the app does. */
async function unhurried<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const real = systemClock.wait;
  const slow = vi
    .spyOn(systemClock, 'wait')
    .mockImplementation((wanted, signal) => real(wanted >= ms ? 30 * wanted : wanted, signal));
  try {
    return await work();
  } finally {
    slow.mockRestore();
  }
}

async function listed(app: TestApp): Promise<BackgroundCommand[]> {
  return (await app.call('process.list', {})).commands;
}

test(cite('SEC-6', 'a command that uses a withheld variable gets the notice too'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ ...unasked, env: { APP_KEY: 'hunter2' } });
  const id = await app.start();
  const started = await unhurried(1_000, () => inBackground(app, id, 'echo "|$APP_KEY|"'));
  expect(started.content).toMatch(
    /^Started bg_1 in the background \(process \d+\)\.\n\[Not passed on because they look like secrets: APP_KEY\..*\]\n\|\|\n\[/,
  );
  const plain = await unhurried(1_000, () => inBackground(app, id, 'echo APPKEY'));
  expect(plain.content).toMatch(/^Started bg_2 in the background \(process \d+\)\.\nAPPKEY\n\[/);
});

test(cite('AGENT-2', 'it returns immediately, continues, accepts input, is read further, and is ended'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp(unasked);
  const id = await app.start();
  const script = 'echo ready; echo $$ > pid; while read line; do echo "got $line"; done';
  const started = await unhurried(1_000, () => inBackground(app, id, script));
  expect(started).toMatchObject({ outcome: 'ok', details: { background: { id: 'bg_1', state: 'running' } } });
  expect(started.content).toMatch(
    /^Started bg_1 in the background \(process \d+\)\.\nready\n\[From byte 0 of 6\. bg_1 is running\. New output begins at offset 6\.\]$/,
  );
  const pid = await numberIn(path.join(app.folder, 'pid'));
  expect(await listed(app)).toMatchObject([{ id: 'bg_1', conversationId: id, pid, state: 'running', tail: 'ready\n' }]);

  const written = await called(app, id, 'write_command', { id: 'bg_1', text: 'one\ntwo\n' });
  expect(written.content).toMatch(/^Wrote 8 bytes to bg_1\. bg_1 is running\./);
  const read = await called(app, id, 'read_command', { id: 'bg_1', offset: 6, wait_seconds: 10 });
  expect(read.content).toMatch(/^got one\n(got two\n)?\[From byte 6 of/);

  const ended = await called(app, id, 'end_command', { id: 'bg_1' });
  await goneWithin(pid, 0);
  expect(ended.content).toMatch(
    /^Its last output:\nready\ngot one\ngot two\n\[.* bg_1 was ended\. This is the end\.\]$/,
  );
  expect(await listed(app)).toMatchObject([{ id: 'bg_1', state: 'ended', endedBy: 'request' }]);
  const late = await called(app, id, 'write_command', { id: 'bg_1', text: 'x' });
  expect(late).toMatchObject({ outcome: 'error', details: { errorCode: 'BACKGROUND_ENDED' } });
  const again = await called(app, id, 'read_command', { id: 'bg_1', offset: -8 });
  expect(again.content).toContain('got two\n[From byte 14 of 22. bg_1 was ended. This is the end.]');
});

test('a command that exits immediately is reported as such, and one whose input is closed reads to its end', {
  tags: ['all'],
}, async () => {
  const app = await startTestApp(unasked);
  const id = await app.start();
  const failed = await unhurried(0, () => inBackground(app, id, 'echo no >&2; exit 3'));
  expect(failed.content).toContain('no\n[From byte 0 of 3. bg_1 ended with exit code 3. This is the end.]');
  expect(failed.details).toMatchObject({ exitCode: 3 });
  await inBackground(app, id, 'cat; echo done');
  await called(app, id, 'write_command', { id: 'bg_2', text: 'text without a line end', close: true });
  const read = await called(app, id, 'read_command', { id: 'bg_2', wait_seconds: 10 });
  expect(read.content).toMatch(/^text without a line end/);
  // Its last output arrives a moment before its exit.
  await expect.poll(async () => (await listed(app)).map(({ state }) => state)).toEqual(['ended', 'ended']);
  const whole = await called(app, id, 'read_command', { id: 'bg_2', offset: 23, wait_seconds: 10 });
  expect(whole.content).toBe('done\n[From byte 23 of 28. bg_2 ended with exit code 0. This is the end.]');
});

test('a command with a time limit ends when the time is up', { tags: ['all'] }, async () => {
  const app = await startTestApp(unasked);
  const id = await app.start();
  await inBackground(app, id, 'sleep 600', { timeout_seconds: 1 });
  const read = await called(app, id, 'read_command', { id: 'bg_1', wait_seconds: 10 });
  expect(read.content).toContain('bg_1 was ended: timed out.');
});

test(cite('AGENT-2', "a conversation does not see another's commands"), { tags: ['all'] }, async () => {
  const app = await startTestApp(unasked);
  const [one, two] = [await app.start(), await app.start()];
  await inBackground(app, one, 'echo secret of one; sleep 600');
  for (const [name, more] of [
    ['read_command', {}],
    ['write_command', { text: 'x' }],
    ['end_command', {}],
  ] as const) {
    const answer = await called(app, two, name, { id: 'bg_1', ...more });
    expect(answer).toMatchObject({ outcome: 'error', details: { errorCode: 'BACKGROUND_NOT_FOUND' } });
    expect(answer.content).not.toContain('secret of one');
  }
  expect((await inBackground(app, two, 'sleep 600')).details).toMatchObject({ background: { id: 'bg_1' } });
  expect(await listed(app)).toMatchObject([{ conversationId: two }, { conversationId: one, state: 'running' }]);
  await app.call('conversation.delete', { conversationId: two });
  expect(await listed(app)).toMatchObject([{ conversationId: one, state: 'running' }]);
});

test(cite('AGENT-2', 'the user can list, page through and end a command; unknown IDs are reported'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp(unasked);
  const id = await app.start();
  const from = app.events.length;
  await inBackground(app, id, 'echo $$ > pid; echo 你好; sleep 600');
  const shown = app.events.slice(from).flatMap(({ event }) => (event.type === 'processes.changed' ? [event] : []));
  expect(shown.at(-1)?.commands).toMatchObject([{ id: 'bg_1', command: expect.stringContaining('你好') }]);
  const which = { conversationId: id, processId: 'bg_1' };
  const page = await app.call('process.output', { ...which, offset: 1, limit: 4 });
  expect(page).toEqual({ text: '你', offset: 0, nextOffset: 3, totalBytes: 7 });
  const pid = await numberIn(path.join(app.folder, 'pid'));
  await app.call('process.end', which);
  await goneWithin(pid, 0);
  expect(await listed(app)).toMatchObject([{ state: 'ended', endedBy: 'request' }]);
  for (const processId of ['bg_2', '../../x', 'bg_01', '']) {
    const unknown = { conversationId: id, processId };
    expect(await app.client.call('process.end', unknown)).toMatchObject({ error: { code: 'BACKGROUND_NOT_FOUND' } });
    expect(await app.client.call('process.output', { ...unknown, offset: 0, limit: 10 })).toMatchObject({
      error: { code: 'BACKGROUND_NOT_FOUND' },
    });
  }
});

test(cite('AGENT-2', 'after a restart its ID is not reused, and its output is there'), {
  tags: ['all'],
}, async () => {
  const place = { dataDir: path.join(tempFolder(), 'data'), folder: path.join(tempFolder(), 'project') };
  const before = await startTestApp({ ...unasked, ...place });
  const id = await before.start();
  await inBackground(before, id, 'echo $$ > pid; echo kept; sleep 600');
  const pid = await numberIn(path.join(place.folder, 'pid'));
  await before.close();
  expect(isRunning(pid)).toBe(false);

  const app = await startTestApp({ ...unasked, ...place });
  await app.call('conversation.open', { conversationId: id });
  const read = await called(app, id, 'read_command', { id: 'bg_1' });
  expect(read).toMatchObject({ outcome: 'ok' });
  expect(read.content).toBe(
    'kept\n[From byte 0 of 5. bg_1 ended when the app that started it closed. This is the end.]',
  );
  expect((await inBackground(app, id, 'echo new')).details).toMatchObject({ background: { id: 'bg_2' } });
  expect((await listed(app)).map((command) => command.id)).toEqual(['bg_2']);
});

test(cite('AGENT-2', 'input to a command asks with the text; reading and ending it do not'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'ask' } });
  const id = await app.start();
  const answer = async (name: string, args: object) => {
    const from = app.events.length;
    app.model.push({ calls: [askFor(name, name, args)] }, { text: 'ok' });
    await app.call('run.send', { conversationId: id, text: 'go' });
    const { approval } = await app.event('call.waiting', undefined, from);
    await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'allow' });
    await app.event('run.ended', undefined, from);
    return approval.preview;
  };
  expect(await answer('run_command', { command: 'sh', background: true })).toMatchObject({ command: 'sh' });
  const shown = await answer('write_command', { id: 'bg_1', text: 'echo $((6 * 7))\n' });
  expect(shown).toEqual({ type: 'text', text: 'To bg_1, running: sh\n\necho $((6 * 7))\n' });
  expect((await called(app, id, 'read_command', { id: 'bg_1', wait_seconds: 10 })).content).toMatch(/^42\n/);
  expect((await called(app, id, 'end_command', { id: 'bg_1' })).outcome).toBe('ok');
});

test(cite('AGENT-2', '100 MB of output: memory and disk stay bounded, head and tail are kept'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all', resultCapMegabytes: 8 } });
  const id = await app.start();
  // Loading for the first command does not count.
  await inBackground(app, id, 'echo hello');
  const used = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  let most = 0;
  app.client.onEvent(({ event }) => {
    if (event.type === 'processes.changed') most = Math.max(most, used() - before);
  });
  await inBackground(app, id, "echo first; head -c 104857600 /dev/zero | tr '\\0' 'x'; echo; echo last");
  const ended = await called(app, id, 'read_command', { id: 'bg_2', offset: -5, wait_seconds: 60 });
  // There was output before its end: wait for that.
  for (let text = ended.content; !text.includes('exit code 0'); ) {
    text = (await called(app, id, 'read_command', { id: 'bg_2', offset: 2 ** 35, limit: 1, wait_seconds: 60 })).content;
  }
  expect(most).toBeLessThan(16 * 1024 * 1024);
  const total = 'first\n'.length + 104_857_600 + '\nlast\n'.length;
  expect(await listed(app)).toMatchObject([{ bytes: total, state: 'ended', exitCode: 0 }, {}]);
  const tail = await called(app, id, 'read_command', { id: 'bg_2', offset: -5 });
  expect(tail.content).toMatch(/^last\n/);
  const middle = await app.call('process.output', {
    conversationId: id,
    processId: 'bg_2',
    offset: 50_000_000,
    limit: 10,
  });
  expect(middle.text).toMatch(/^\[… \d+ bytes were not kept …\]\nx{10}$/);
  const folder = path.join(conversationFolder(app.dataDir, id), 'background');
  const size = readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  expect(size).toBeLessThan(9 * 1024 * 1024);
  expect(readFileSync(path.join(folder, 'bg_2.0.txt'), 'utf8').slice(0, 8)).toBe('first\nxx');
});

test('secrets are hidden in its stored and displayed output', { tags: ['all'] }, async () => {
  const key = 'sk-test-0123456789abcdef';
  const app = await startTestApp(unasked);
  const id = await app.start();
  await inBackground(app, id, `a=sk-test-0123; b=456789abcdef; printf %s "$a"; sleep 0.1; echo "$b"; sleep 600`);
  const read = await called(app, id, 'read_command', { id: 'bg_1', offset: 0, wait_seconds: 10 });
  expect(read.content).toContain('[key removed]');
  const folder = path.join(conversationFolder(app.dataDir, id), 'background');
  for (const name of readdirSync(folder)) expect(readFileSync(path.join(folder, name), 'utf8')).not.toContain(key);
  expect(JSON.stringify(await listed(app))).not.toContain(key);
});

test("permanently removing a message removes its command's output", { tags: ['all'] }, async () => {
  for (const role of ['tool', 'assistant'] as const) {
    const app = await startTestApp(unasked);
    const id = await app.start();
    const started = await inBackground(app, id, 'echo hun""ter2; sleep 600');
    const row = role === 'tool' ? started : app.rows(id).find((one) => one.role === 'assistant');
    const folder = path.join(conversationFolder(app.dataDir, id), 'background');
    const kept = () => readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
    expect(kept().join('')).toContain('hunter2');
    await app.call('conversation.forgetMessage', { conversationId: id, messageId: row?.id ?? '' });
    expect(kept().join('')).not.toMatch(/hunter2|hun""ter2/);
    await app.call('process.end', { conversationId: id, processId: 'bg_1' });
    expect(kept().join('')).not.toMatch(/hunter2|hun""ter2/);
    expect((await inBackground(app, id, 'echo x')).details).toMatchObject({ background: { id: 'bg_2' } });
    await app.close();
  }
});

test('it also ends when another process deletes its conversation', { tags: ['all'] }, async () => {
  const app = await startTestApp(unasked);
  const id = await app.start();
  await inBackground(app, id, 'echo $$ > pid; exec sleep 600');
  const pid = await numberIn(path.join(app.folder, 'pid'));
  const other = createCore({ dataDir: app.dataDir, env: {}, log: silentLog, person: false });
  expect(await other.store.deleteConversation(id)).toMatchObject({ ok: true });
  await goneWithin(pid, 10_000);
  await other.close();
});
