// throughline devices: works next to the app, and reading creates nothing.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { makeDevice, postAsPage } from '../../support/devices.ts';
import { writeTree } from '../../support/fileTree.ts';
import { hasTerminal, openTerminal } from '../../support/pseudoTerminal.ts';
import { startRemotePlace } from '../../support/remotePlace.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const origin = 'https://box.example';

test(cite('REMOTE-2', 'devices are listed, renamed, given other rights and removed in the terminal'), async () => {
  const place = await startRemotePlace({ remoteName: 'box.example' });
  const run = (...args: string[]) => commandHere(['devices', ...args, '--data', place.dataDir]);
  const device = makeDevice();
  const { id, code } = await place.newCode();
  await postAsPage(place.port, origin, '/devices/pair', { code, name: 'Phone', key: device.key });
  await place.remote.accept(id);
  expect((await run()).stdout).toMatch(/^\S{8} {2}steer {3}Phone {2}https:\/\/box\.example {2}not seen yet\n$/);
  expect(await run('rename', 'Phone', 'Tablet')).toMatchObject({ code: 0 });
  expect(await run('rights', 'Tablet', 'watch')).toMatchObject({ code: 0 });
  const [row] = JSON.parse((await run('list', '--json')).stdout);
  expect(row).toMatchObject({ name: 'Tablet', right: 'watch' });
  expect(JSON.stringify(row)).not.toContain(device.key.x);
  expect(await run('revoke', row.id)).toMatchObject({ code: 0, stdout: 'Removed “Tablet”.\n' });
  expect(await run('revoke', 'Tablet')).toMatchObject({ code: 1, stderr: 'No device is named Tablet.\n' });
});

test(cite('REMOTE-12', 'the terminal shows a passkey, turns its question off and removes it'), async () => {
  const dataDir = tempFolder();
  const run = (...args: string[]) => commandHere(['devices', ...args, '--data', dataDir]);
  const coordinate = 'A'.repeat(43);
  const device = { id: 'd1', name: 'Phone', key: { x: coordinate, y: coordinate }, right: 'steer', origin };
  const passkey = { id: 'credential', publicKey: 'cose-key', counter: 3, rpId: 'box.example', transports: [] };
  const times = { addedAt: '2026-11-20T08:00:00Z', wentBackAt: '2026-11-21T08:00:00Z' };
  writeTree(dataDir, {
    'devices.json': JSON.stringify({
      ...{ v: 1, host: 'h', name: null, pairing: null },
      devices: [{ ...device, addedAt: times.addedAt, seenAt: null }],
    }),
    'passkeys.json': JSON.stringify({ v: 1, devices: { d1: { asks: true, passkeys: [{ ...passkey, ...times }] } } }),
  });
  const lines = await run();
  expect(lines.stdout).toMatch(/ {2}passkey\n$/);
  expect(lines.stderr).toContain('counter went back');
  expect((await run('list', '--json')).stdout).not.toContain('cose-key');
  expect(await run('passkey', 'Phone', 'off')).toMatchObject({ code: 0 });
  expect((await run()).stdout).toContain('passkey (not asked for)');
  expect(await run('rename', 'Phone', 'Pocket')).toMatchObject({ code: 0 });
  expect(await run('passkey', 'Pocket', 'on')).toMatchObject({ code: 0 });
  expect((await run()).stdout).toMatch(/ {2}passkey\n$/);
  expect(await run('passkey', 'Pocket', 'maybe')).toMatchObject({ code: 2 });
  expect(await run('passkey', 'Pocket', 'remove')).toMatchObject({ code: 0 });
  expect((await run()).stdout).not.toContain('passkey');
  for (const what of ['on', 'off', 'remove'])
    expect(await run('passkey', 'Pocket', what)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has no passkey'),
    });
});

test(
  cite('REMOTE-1', 'the name of the tunnel is saved, and anything else is a usage error without a folder'),
  async () => {
    const dataDir = join(tempFolder(), 'data');
    const run = (...args: string[]) => commandHere(['devices', ...args, '--data', dataDir]);
    expect(await run()).toMatchObject({ code: 0, stderr: 'No device is paired.\n' });
    for (const wrong of [
      ['drop'],
      ['rename', 'x'],
      ['rights', 'x', 'root'],
      ['--right', 'watch'],
      ['name', 'localhost'],
      ['name', 'a b'],
    ])
      expect([wrong, (await run(...wrong)).code]).toEqual([wrong, 2]);
    expect(existsSync(join(dataDir, 'devices.json'))).toBe(false);
    expect((await run('name', 'https://Box.Example/')).stdout).toContain('https://box.example.');
    expect((await run('name')).stdout).toBe('box.example\n');
    expect((await run('name', 'none')).code).toBe(0);
    expect((await run('name')).stderr).toBe('No host name is saved.\n');
  },
);

test.skipIf(!hasTerminal)(
  cite('REMOTE-1', 'a device is added in a terminal, after its check number was shown'),
  async () => {
    const place = await startRemotePlace({ remoteName: 'box.example' });
    const terminal = openTerminal(['devices', 'add', '--right', 'watch', '--data', place.dataDir], {});
    await terminal.shows('Waiting for the device.');
    const code = /Code: (\S+),/.exec(terminal.said())?.[1] ?? '';
    const device = makeDevice();
    const waiting = await postAsPage(place.port, origin, '/devices/pair', { code, name: 'Phone', key: device.key });
    expect(waiting.status).toBe(200);
    await terminal.shows(`Check number: ${device.check(code)}.`);
    await terminal.shows('[y/N]');
    terminal.type('y\r');
    await terminal.shows('“Phone” is paired.');
    expect(await terminal.ended).toBe(0);
    const info = await place.remote.info();
    expect(info.ok && info.value.devices).toMatchObject([{ name: 'Phone', right: 'watch' }]);
  },
);
