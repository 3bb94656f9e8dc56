// Commands that continue a conversation which runs on another machine.

import { expect, test } from 'vitest';
import { knownRuns, settleRunElsewhere } from '../../../electron/features/sync/runElsewhere.ts';
import { syncCommand } from '../../../electron/features/sync/syncCommand.ts';
import { ok } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { createMemoryRemote } from '../../support/sync/memoryRemote.ts';
import { openRunningDevice } from '../../support/sync/runningDevice.ts';
import { openDevice } from '../../support/sync/syncDevice.ts';

type Settling = Parameters<typeof settleRunElsewhere>[0];

/** A conversation runs on a. On b there are commands only. */
async function commandMachine() {
  const remote = createMemoryRemote();
  const a = await openRunningDevice('a', remote.connect());
  const project = okValue(await a.device.store.openFolderlessProject());
  const { conversationId: id } = okValue(await a.device.store.createConversation(project.id));
  await a.start(id, 'r1');
  await a.sync();
  const b = openDevice('b', remote.connect());
  const stop = new AbortController();
  let printed = '';
  /** a looks at the store while b waits. */
  const clock = { wait: async () => a.sync() };
  const core = {
    dataDir: b.dataDir,
    sync: { engine: b.engine, connectAccount: async () => ok(b.engine), clock, readOnly: null },
  };
  const terminal = (values: object, confirm: Settling['confirm'] = null): Settling =>
    ({
      ...{ core, signal: stop.signal, confirm, progress() {} },
      err: (text: string) => (printed += text),
      out: (text: string) => (printed += text),
      line: { positionals: [], values: { takeOver: false, fromHere: false, ...values } },
    }) as unknown as Settling;
  return { a, b, id, terminal, core, stop, clock, printed: () => printed };
}

test(
  cite('SYNC-10', 'a command names where the conversation runs, and continues it there or from what is here'),
  async () => {
    const { a, b, id, terminal, core } = await commandMachine();
    // Nothing is known, and no request is sent.
    expect(await settleRunElsewhere(terminal({}), id)).toEqual(ok(undefined));
    expect(await knownRuns(core as never, new AbortController().signal)).toBeNull();
    okValue(await b.engine.syncNow());
    const refused = errorOf(await settleRunElsewhere(terminal({}), id));
    expect(refused).toMatchObject({
      code: 'CONVERSATION_BUSY',
      message: expect.stringContaining('runs on a. --take-over'),
    });
    expect(
      errorOf(
        await settleRunElsewhere(
          terminal({}, async () => false),
          id,
        ),
      ).code,
    ).toBe('CONVERSATION_BUSY');
    expect(await settleRunElsewhere(terminal({ fromHere: true }), id)).toEqual(ok(undefined));
    expect(a.ended).toEqual([]);
    expect(await settleRunElsewhere(terminal({ takeOver: true }), id)).toEqual(ok(undefined));
    expect(a.ended).toEqual(['r1']);
    expect(okValue(await b.store.readBranch(id)).messages.at(-1)?.content).toBe('cut r1');
    // It has ended: there is nothing to ask.
    expect(await settleRunElsewhere(terminal({}), id)).toEqual(ok(undefined));
  },
);

test(cite('SYNC-10', 'a command waits until the user stops it, and asks no longer then'), async () => {
  const { a, b, id, terminal, stop, clock, printed } = await commandMachine();
  okValue(await b.engine.syncNow());
  let looks = 0;
  clock.wait = async () => void (++looks > 10 && stop.abort());
  const waited = await settleRunElsewhere(
    terminal({}, async () => true),
    id,
  );
  expect(errorOf(waited).code).toBe('CANCELLED');
  expect(printed()).toContain('a has not answered yet.');
  okValue(await b.engine.syncNow());
  await a.sync();
  expect(a.ended).toEqual([]);
});

test(
  cite('SYNC-10', 'a command without an answer looks more rarely, and asks no longer after ten minutes'),
  async () => {
    const { a, b, id, terminal, clock, printed } = await commandMachine();
    okValue(await b.engine.syncNow());
    const waits: number[] = [];
    Object.assign(clock, { wait: async (ms: number) => void waits.push(ms) });
    expect(errorOf(await settleRunElsewhere(terminal({ takeOver: true }), id))).toMatchObject({
      code: 'CONVERSATION_BUSY',
      message: 'a has not answered, and is no longer asked. --from-here continues from what is here.',
    });
    expect([waits[0], waits.at(-1), waits.length]).toEqual([3_000, 30_000, 30]);
    expect(printed()).toContain('a has not answered yet.');
    // The request was withdrawn: the run continues.
    await a.sync();
    expect(a.ended).toEqual([]);
    // Somebody who is there can continue from what is here.
    const questions: string[] = [];
    const confirm = async (question: string) => questions.push(question) > 0;
    expect(await settleRunElsewhere(terminal({ takeOver: true }, confirm), id)).toEqual(ok(undefined));
    expect(questions).toEqual([expect.stringContaining('Continue from what is here?')]);
  },
);

test(cite('SYNC-10', 'throughline sync status lists what runs where'), async () => {
  const { b, id, terminal, printed } = await commandMachine();
  okValue(await b.engine.syncNow());
  const config = {
    store: { kind: 'folder', folder: '/store', prefix: 'throughline' },
    device: 'b',
    deviceName: 'tower',
  };
  const account = { read: async () => ok({ ...config, leftSpaces: [], parts: [] }), parts: async () => [] };
  const asking = terminal({ json: false }) as never as Parameters<typeof syncCommand>[0];
  Object.assign(asking.core.sync, { account: async () => account });
  expect(await syncCommand(asking)).toBe(0);
  expect(printed()).toContain(`Runs on a: ${id.slice(0, 8)}, last heard `);
});

test('the options of a take-over belong to a conversation that exists', async () => {
  for (const [args, problem] of [
    [['--take-over'], '--take-over and --from-here belong to --resume or --continue'],
    [['--continue', '--take-over', '--from-here'], 'use either --take-over or --from-here'],
  ] as const) {
    expect(await commandHere(['run', '-p', 'x', ...args])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(problem),
    });
  }
});
