// throughline sync.

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { syncCommand } from '../../../electron/features/sync/syncCommand.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { okValue } from '../../support/result.ts';
import { createPatientClock, type Machine, openMachine } from '../../support/sync/machine.ts';
import { tempFolder } from '../../support/tempFolder.ts';

type CommandTerminal = Parameters<typeof syncCommand>[0];

const noValues = { phrase: false, here: false, json: false };

/** Runs it on a machine that has a keychain, with a user who agrees. */
async function run(
  machine: Machine,
  positionals: string[],
  values: object = {},
  secret = '',
  onOut = (_text: string) => {},
) {
  let [out, err] = ['', ''];
  const terminal = {
    line: { positionals, values: { ...noValues, ...values } },
    folder: '/',
    signal: new AbortController().signal,
    out(text: string) {
      out += text;
      onOut(text);
    },
    err(text: string) {
      err += text;
    },
    progress() {},
    confirm: async () => true,
    askSecret: async () => secret,
    core: {
      dataDir: machine.dataDir,
      sync: { account: async () => machine.account, connectAccount: machine.connect, disconnect: async () => {} },
    },
  } as unknown as CommandTerminal;
  const code = await syncCommand(terminal);
  return { code, out, err };
}

test(cite('SYNC-2', 'throughline sync sets up, adds by code and phrase, revokes, follows and leaves'), async () => {
  const folder = tempFolder();
  const clock = createPatientClock();
  const [laptop, tower, phone] = ['laptop', 'tower', 'phone'].map((name) => openMachine(name, folder, clock)) as [
    Machine,
    Machine,
    Machine,
  ];
  const begun = await run(laptop, ['init'], { folder, name: 'laptop' });
  expect([begun.code, begun.out.trim().split(' ').length, begun.err]).toEqual([
    0,
    24,
    expect.stringContaining('Write it down'),
  ]);
  expect((await run(laptop, ['phrase'])).out).toBe(begun.out);

  const joining: ReturnType<typeof run>[] = [];
  const added = await run(laptop, ['add'], {}, '', (text) => {
    // The code is shown before it is stored; the new machine asks again until it is.
    joining.push(joinWith(tower, text.trim(), folder));
  });
  expect([added.code, added.err]).toEqual([0, expect.stringMatching(/tower \([0-9a-f]{8}\) was added\.\n$/)]);
  expect(await Promise.all(joining)).toMatchObject([
    { code: 0, out: expect.stringContaining('This machine has joined') },
  ]);
  expect(await run(phone, ['join'], { phrase: true, folder, name: 'phone' }, begun.out)).toMatchObject({ code: 0 });
  expect((await run(tower, ['now'])).out).toBe('Everything is synced.\n');
  expect(
    (await run(tower, ['devices'])).out
      .split('\n')
      .map((line) => line.slice(10))
      .sort(),
  ).toEqual([...['', 'laptop', 'phone', 'tower (this machine)']]);
  expect((await run(tower, [])).out).toMatch(/^Syncs as tower \([0-9a-f]{8}\) with \/.*\.\nTransfers: no limit\.\n/);

  expect((await run(tower, ['choose', 'rules,settings'])).out).toBe(
    'Next to conversations, this machine syncs: settings, rules.\n',
  );
  expect((await run(tower, ['limit', '500'])).out).toMatch(
    /^Transfers: at most 500 kB per second\.\nFiles: of any size/,
  );
  expect((await run(tower, ['limit'], { largestFile: '20', metered: 'sync', files: 'all' })).out).toBe(
    'Transfers: at most 500 kB per second.\nFiles: up to 20 MB; larger ones stay on this machine.\n' +
      'On a metered connection, an open window syncs as well.\nAn open window fetches all attachments and full results.\n',
  );
  expect((await run(tower, ['limit', 'none'], { largestFile: 'none' })).out).toMatch(
    /^Transfers: no limit\.\nFiles: of/,
  );
  expect((await run(tower, ['projects'])).out).toContain('none  Chats without a folder\n');
  expect((await run(tower, ['skip', 'none'])).out).toContain('Left out on this machine: Chats without a folder.');
  expect((await run(tower, ['projects'])).out).toContain('none  Chats without a folder (left out here)\n');
  expect((await run(tower, ['include', 'none'])).out).toBe('Syncs with this machine: Chats without a folder.\n');
  expect((await run(tower, ['skip', 'nowhere'])).err).toContain('There is no project nowhere');
  expect((await run(laptop, ['revoke', 'tablet'])).err).toContain('There is no machine tablet');
  const revoked = await run(laptop, ['revoke', 'phone']);
  expect([revoked.code, revoked.err]).toEqual([0, expect.stringContaining('Recovery phrase')]);
  expect((await run(tower, ['now'])).err).toContain('throughline sync follow');
  expect((await run(tower, ['follow'])).out).toBe('Everything is synced.\n');
  expect((await run(tower, ['follow'])).out).toBe('There is nothing to follow.\n');
  expect(await run(phone, ['now'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('was revoked by another one'),
  });
  expect((await run(tower, ['leave'])).out).toContain('no longer syncs');
  expect((await run(phone, ['leave'], { here: true })).code).toBe(0);
  expect((await run(tower, ['status'])).out).toBe('Sync is not set up.\n');
  expect((await run(laptop, ['devices'], { json: true })).out).toMatch(
    /^\[\{"device":"[0-9a-f]{32}","name":"laptop","isThis":true\}\]\n$/,
  );
});

async function joinWith(machine: Machine, code: string, folder: string): ReturnType<typeof run> {
  for (;;) {
    const joined = await run(machine, ['join', code], { folder, name: 'tower' });
    if (!joined.err.includes('No device of this store shows this code now')) return joined;
  }
}

test(cite('SYNC-2', 'a wrong line is a usage error, and neither it nor reading creates a data folder'), async () => {
  const data = join(tempFolder(), 'data');
  for (const [args, problem] of [
    [['begin'], 'sync takes init, status'],
    [['init'], 'sync init needs one store'],
    [['init', '--folder', 'a', '--s3', 'b'], 'sync init needs one store'],
    [['init', '--s3', 'https://s3.example.com', '--user', 'a'], '--s3 needs --bucket'],
    [['init', '--webdav', 'https://a.example.com'], '--webdav needs --user'],
    [['init', '--folder', 'a', '--bucket', 'b'], 'belong to --s3'],
    [['join', '--folder', 'a'], 'sync join needs a CODE, or --phrase'],
    [['now', '--folder', 'a'], 'sync now takes no store'],
    [['choose', 'keys'], 'sync choose needs any of settings'],
    [['revoke'], 'sync revoke needs a DEVICE'],
    [['limit'], 'sync limit needs kilobytes per second, or none'],
    [['limit', '--largest-file', 'big'], '--largest-file needs megabytes, or none'],
    [['limit', '--metered', 'never'], '--metered must be wait or sync'],
    [['choose', 'rules', '--metered', 'wait'], '--largest-file, --metered and --files belong to sync limit'],
    [['limit', '0'], 'sync limit needs kilobytes per second, or none'],
    [['leave', 'now'], 'sync leave takes no “now”'],
  ] as const) {
    const ended = await commandHere(['sync', ...args, '--data', data]);
    expect([args, ended.code, ended.stderr]).toEqual([args, 2, expect.stringContaining(problem)]);
  }
  expect((await commandHere(['sync', '--data', data])).stdout).toBe('Sync is not set up.\n');
  expect((await commandHere(['sync', 'status', '--json', '--data', data])).stdout).toBe('null\n');
  for (const action of ['now', 'devices', 'add', 'phrase', 'leave']) {
    const ended = await commandHere(['sync', action, '--data', data]);
    expect([action, ended.code, ended.stderr]).toEqual([action, 1, expect.stringContaining('Sync is not set up')]);
  }
  expect(existsSync(join(data, 'sync'))).toBe(false);
});

test(cite('SYNC-1', 'a limit holds from the next request on, and another process sets it'), async () => {
  const laptop = openMachine('laptop', tempFolder(), createPatientClock());
  await run(laptop, ['init'], { folder: (laptop.choice.store as { folder: string }).folder });
  const { signal } = new AbortController();
  const account = okValue(await laptop.account.open(signal));
  const waits = vi.spyOn(laptop.clock, 'wait');
  await account?.remote.list('', { signal });
  await account?.remote.list('', { signal });
  expect(waits.mock.calls.filter(([ms]) => ms < 30_000)).toEqual([]);
  await run(laptop, ['limit', '1']);
  for (let times = 0; times < 2; times++) await account?.remote.list('', { signal });
  expect(waits.mock.calls.filter(([ms]) => ms < 30_000).map(([ms]) => ms)).toEqual([1024]);
});

test('data of a newer version is not synced, and its membership stays', async () => {
  const data = join(tempFolder(), 'data');
  mkdirSync(join(data, 'sync'), { recursive: true });
  writeFileSync(join(data, 'sync', 'config.json'), '{"v":1}');
  writeFileSync(join(data, 'format.json'), JSON.stringify({ format: 999, version: '99.0.0' }));
  for (const args of [['now'], ['leave'], ['choose', 'rules'], ['limit', '5']]) {
    const ended = await commandHere(['sync', ...args, '--data', data]);
    expect([args, ended.code, ended.stderr]).toEqual([args, 1, expect.stringContaining('99.0.0')]);
  }
  expect(readdirSync(data).sort()).toEqual(['format.json', 'sync']);
});
