// Commands on what is still on another machine: each fetches it first, with a line on standard error, or names the reason why it can't.

import { expect, test } from 'vitest';
import { syncCommand } from '../../../electron/features/sync/syncCommand.ts';
import { cite } from '../../support/cite.ts';
import { userMessage } from '../../support/messageBuilder.ts';
import { okValue } from '../../support/result.ts';
import { createMemoryRemote } from '../../support/sync/memoryRemote.ts';
import { openSessionDevice, type SessionDevice } from '../../support/sync/sessionDevice.ts';

async function run({ device, sessions }: SessionDevice, positionals: string[], values: object = {}) {
  let [out, err] = ['', ''];
  const terminal = {
    line: { positionals, values },
    signal: new AbortController().signal,
    out: (text: string) => (out += text),
    err: (text: string) => (err += text),
    core: {
      store: device.store,
      machineSessions: sessions,
      sync: { readOnly: null, account: async () => null },
    },
  } as unknown as Parameters<typeof syncCommand>[0];
  return { code: await syncCommand(terminal), out, err };
}

test(cite('SYNC-11', 'throughline sync sessions lists them, and continue fetches and copies one'), async () => {
  const remote = createMemoryRemote();
  let isOffline = false;
  const a = openSessionDevice('a', remote.connect());
  const b = openSessionDevice(
    'b',
    remote.connect((call) => (isOffline && call === 'get' ? 'refuse' : null)),
  );
  expect((await run(b, ['sessions'])).out).toBe('Your other machines send no sessions of other apps.\n');
  await a.keep('inplace-abc', [{ ...userMessage('hello'), id: 'm0', parentId: null }]);
  await a.sync();
  await b.sync();
  const listed = await run(b, ['sessions']);
  expect(listed.out).toMatch(/^inplace-machine-\w{8} {2}\S+ \S+ {2}machine a {2}Claude Code {2}Session inplace-abc\n$/);
  expect(JSON.parse((await run(b, ['sessions'], { json: true })).out)).toEqual(await b.sessions.list());
  const prefix = listed.out.split(' ')[0] ?? '';

  isOffline = true;
  const refused = await run(b, ['continue', prefix]);
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.err).toMatch(/^Fetching “Session inplace-abc” from your other machines…\nThis session is not on this/);
  isOffline = false;
  const copied = await run(b, ['continue', prefix]);
  expect(copied.code).toBe(0);
  expect(copied.err).toContain('Continue it with: throughline run --resume');
  expect(okValue(await b.device.store.readBranch(copied.out.trim())).messages).toHaveLength(1);
  // It is here now: nothing is fetched again.
  expect((await run(b, ['continue', prefix])).err).not.toContain('Fetching');
  const refusal = await run(b, ['continue', copied.out.trim()]);
  expect([refusal.code, refusal.err]).toEqual([1, expect.stringContaining('is no session of another machine')]);
  expect((await run(b, ['continue', 'inplace-machine-none'])).err).toContain('There is no conversation with the ID');
});
