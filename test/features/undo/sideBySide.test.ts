// Undo while something else works in the same folder, and the order of changes by several.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../../../electron/lib/clock.ts';
import { createFolderLock } from '../../../electron/stores/undo/folderLock.ts';
import { ok } from '../../../shared/core/errors.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import type { Reply, RequestBody } from '../../support/fakeReply.ts';
import { projectFolder } from '../../support/projectFolder.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { placesOf, scriptedTurns, startUndoApp } from '../../support/undoTurns.ts';

const command = (text: string) => ({ name: 'run_command', arguments: JSON.stringify({ command: text }) });
const agent = (task: string) => ({ name: 'run_agent', arguments: JSON.stringify({ task }) });

test(cite('AGENT-4', 'nothing is undone while another conversation runs a call in the same folder'), {
  tags: ['all'],
}, async () => {
  const folder = projectFolder({ 'a.txt': 'one\n' });
  const gate = path.join(tempFolder(), 'go');
  const wait = `: > ${gate}.begun; until [ -e ${gate} ]; do sleep 0.02; done; echo three > a.txt`;
  const app = await startUndoApp({ first: ['echo two > a.txt'], second: [wait] }, { folder });
  const [one, other] = [await app.start(), await app.start()];
  await app.turn(one, 'first');
  const ended = app.turn(other, 'second');
  await expect.poll(() => existsSync(`${gate}.begun`)).toBe(true);
  const params = {
    conversationId: one,
    target: { type: 'turn', messageId: placesOf(app, one).message('first') },
    direction: 'undo',
  } as const;
  const refused = await app.client.call('changes.apply', params);
  expect(refused).toMatchObject({ ok: false, error: { code: 'CONVERSATION_BUSY' } });
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('two\n');
  writeFileSync(gate, '');
  await ended;
  expect((await app.call('changes.apply', params)).skipped).toHaveLength(1);
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('three\n');
});

test("an agent's changes are not undone while the conversation that started it runs", { tags: ['all'] }, async () => {
  const folder = projectFolder({ 'a.txt': 'one\n' });
  let goOn = (): void => {};
  const until = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const script = scriptedTurns({
    go: [{ name: 'run_agent', arguments: { task: 'agent task' } }],
    'agent task': ['echo two > a.txt'],
  });
  const app = await startTestApp({
    folder,
    settings: { approvalMode: 'all' },
    otherwise: async (body) => {
      if (body.messages.some((row) => row.role === 'tool' && JSON.stringify(row).includes('Done.'))) await until;
      return script(body);
    },
  });
  const id = await app.start();
  const ended = app.turn(id, 'go');
  const { message } = await app.event(
    'message.appended',
    (event) => event.message.role === 'tool' && event.message.details?.agent !== undefined,
    0,
  );
  const started = message.role === 'tool' ? message.details?.agent?.conversationId : undefined;
  const { calls } = placesOf(app, started as string);
  const params = {
    conversationId: started as string,
    target: { type: 'call', ...(calls[0] as (typeof calls)[0]) },
    direction: 'undo',
  } as const;
  const refused = await app.client.call('changes.apply', params);
  expect(refused).toMatchObject({ ok: false, error: { code: 'CONVERSATION_BUSY' } });
  goOn();
  await ended;
  expect(await app.call('changes.apply', params)).toEqual({ done: 1, skipped: [] });
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('one\n');
});

test(cite('AGENT-4', 'alternating changes by two agents to one file are undone to the state before both'), {
  tags: ['all'],
}, async () => {
  const folder = projectFolder({ 'a.txt': 'a\n' });
  const steps: Record<string, readonly string[]> = {
    'task A': ['grep -q a a.txt && echo b > a.txt', 'grep -q a a.txt && echo c > a.txt'],
    'task B': ['grep -q b a.txt && echo a > a.txt'],
  };
  const now = (): string => readFileSync(path.join(folder, 'a.txt'), 'utf8').trim();
  const otherwise = async ({ messages }: RequestBody): Promise<Reply> => {
    const asked = messages.findLast((message) => message.role === 'user');
    const text = JSON.stringify(asked?.content);
    const done = messages.filter((message) => message.role === 'tool').length;
    const task = Object.keys(steps).find((key) => text.includes(key));
    if (!task) {
      if (done > 0) return { text: 'Done.' };
      return { calls: ['task A', 'task B'].map((name, at) => ({ id: `call_${at}`, ...agent(name) })) };
    }
    const step = steps[task]?.[done];
    if (step === undefined) return { text: 'Done.' };
    // A, then B, then A again.
    const wanted = /grep -q (\w)/.exec(step)?.[1];
    const turn = task === 'task A' && done === 1 ? 2 : 0;
    await vi.waitFor(
      () => {
        expect(now()).toBe(wanted);
        if (turn > 0) expect(finished).toContain('task B');
      },
      { timeout: 20_000, interval: 10 },
    );
    return { calls: [{ id: `call_${task.at(-1)}_${done}`, ...command(step) }] };
  };
  const finished: string[] = [];
  const app = await startTestApp({
    folder,
    settings: { approvalMode: 'all' },
    otherwise: async (body) => {
      const text = JSON.stringify(body.messages.findLast((message) => message.role === 'user')?.content);
      if (text.includes('task B') && body.messages.some((message) => message.role === 'tool')) finished.push('task B');
      return otherwise(body);
    },
  });
  const id = await app.start();
  await app.turn(id, 'go');
  expect(now()).toBe('c');
  const target = { type: 'turn', messageId: placesOf(app, id).message('go') } as const;
  expect(await app.call('changes.apply', { conversationId: id, target, direction: 'undo' })).toEqual({
    done: 1,
    skipped: [],
  });
  expect(now()).toBe('a');
  expect(await app.call('changes.apply', { conversationId: id, target, direction: 'redo' })).toMatchObject({ done: 1 });
  expect(now()).toBe('c');
});

test('two processes: no file is restored while the other runs a call there, and a call waits for restored files', async () => {
  const locks = tempFolder();
  const [one, other] = [createFolderLock(locks, 'one', systemClock), createFolderLock(locks, 'two', systemClock)];
  const leave = await one.enter('/projects/a');
  const tried = await other.alone('/projects/a', async () => ok('done'));
  expect(tried).toMatchObject({ ok: false, error: { code: 'CONVERSATION_BUSY' } });
  expect(await other.alone('/projects/b', async () => ok('done'))).toEqual(ok('done'));
  leave();
  const order: string[] = [];
  let begun: Promise<() => void> | null = null;
  const restored = await other.alone('/projects/a', async () => {
    begun = one.enter('/projects/a').then((left) => {
      order.push('call');
      return left;
    });
    await systemClock.wait(100);
    order.push('restored');
    return ok('done');
  });
  expect(restored).toEqual(ok('done'));
  (await (begun as unknown as Promise<() => void>))();
  expect(order).toEqual(['restored', 'call']);
  // Within one process, a folder inside the other counts too.
  const inner = await one.enter('/projects/a/inner');
  expect(await one.alone('/projects/a', async () => ok('done'))).toMatchObject({ ok: false });
  inner();
  expect(await one.alone('/projects/a', async () => ok('done'))).toEqual(ok('done'));
});
