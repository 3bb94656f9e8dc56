// Real tunnels: proxies with TLS as the guide configures them, and ssh -L. The device is in another network namespace
// where the system allows that. Skipped by name where a program is missing.

import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { challengeText } from '../../../electron/features/remote/deviceSessions.ts';
import { cite } from '../../support/cite.ts';
import { makeDevice, type TestDevice } from '../../support/devices.ts';
import { writeTree } from '../../support/fileTree.ts';
import { hasNamespaces, makeNamespace, type OtherNamespace } from '../../support/otherNamespace.ts';
import { type RemotePlace, startRemotePlace } from '../../support/remotePlace.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { accepts, freePort, hasProgram, post, proxies, run, startProxy, type Way } from '../../support/tunnels.ts';

const sshd = '/usr/sbin/sshd';
const hasSsh = existsSync(sshd) && spawnSync('ssh', ['-V']).status === 0;

/** Pairs, connects, reads through the WebSocket, is removed. */
async function useAndRemove(place: RemotePlace, way: Way, device: TestDevice): Promise<void> {
  const { id: pairingId, code } = await place.newCode();
  const waiting = await post(way, '/devices/pair', { code, name: 'Phone', key: device.key });
  expect(waiting.status).toBe(200);
  await place.remote.accept(pairingId);
  const { id: pairing, ticket } = waiting.value as { id: string; ticket: string };
  const paired = (await post(way, '/devices/paired', { pairing, ticket })).value as { device: string; host: string };
  const { nonce } = (await post(way, '/devices/challenge', { device: paired.device })).value as { nonce: string };
  const signature = device.sign(challengeText(paired.host, paired.device, way.origin, nonce));
  const signed = await post(way, '/devices/session', { device: paired.device, nonce, signature });
  const { session } = signed.value as { session: string };
  const url = new URL(way.origin);
  const socket = new WebSocket(
    `${way.ca === null ? 'ws' : 'wss'}://127.0.0.1:${way.port}/contract`,
    ['throughline', session],
    {
      origin: way.origin,
      headers: { Host: url.host },
      ...(way.ca !== null && { ca: way.ca, servername: url.hostname }),
    },
  );
  await once(socket, 'open');
  const { transport } = await vi.waitFor(() => place.attached.at(-1) ?? expect.fail('not attached'));
  const received = once(socket, 'message');
  transport.send('hello');
  expect(String((await received)[0])).toBe('hello');
  const closed = once(socket, 'close');
  await place.remote.revoke(paired.device);
  await closed;
}

/** Nothing but the tunnel can be reached from another machine. */
async function expectClosed(other: OtherNamespace, port: number): Promise<void> {
  const way = { origin: `http://${other.address}:${port}`, port: await other.from(other.address, port), ca: null };
  await expect(post(way, '/devices/challenge', { device: 'x' })).rejects.toThrow();
}

for (const [called, proxy] of Object.entries(proxies)) {
  test.skipIf(!hasProgram(proxy))(
    cite('REMOTE-1', `${called} with TLS passes on the name, the page and WebSockets, as the guide configures it`),
    async () => {
      const other = hasNamespaces ? makeNamespace() : null;
      const address = other?.address ?? '127.0.0.1';
      const port = await freePort(address);
      const name = `box.example:${port}`;
      const place = await startRemotePlace({ remoteName: name });
      const certificate = await startProxy(proxy, place.port, port, address);
      if (other) await expectClosed(other, place.port);
      const near = other ? await other.from(address, port) : port;
      const way = { origin: `https://${name}`, port: near, ca: certificate };
      await useAndRemove(place, way, makeDevice());

      // Another name through the same proxy, and one that it would make up.
      const bare = await post({ ...way, origin: 'https://box.example' }, '/devices/challenge', { device: 'x' });
      expect(bare.status).not.toBe(401);
      expect(bare.value).toEqual({});
      const evil = await post({ ...way, origin: 'https://evil.example' }, '/devices/challenge', { device: 'x' });
      // A proxy may refuse it first, because it is not the name of its certificate.
      expect([403, 421, 200]).toContain(evil.status);
      expect(evil.value).toEqual({});
    },
  );
}

describe.skipIf(!hasSsh)('ssh -L', () => {
  test(cite('REMOTE-1', 'leads to loopback, where a device pairs as well'), async () => {
    const place = await startRemotePlace({ remoteName: null });
    const folder = tempFolder();
    const other = hasNamespaces ? makeNamespace() : null;
    const address = other?.address ?? '127.0.0.1';
    const [sshPort, port] = [await freePort(address), await freePort()];
    for (const key of ['host', 'user'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, key)]);
    writeTree(folder, {
      keys: readFileSync(join(folder, 'user.pub'), 'utf8'),
      'sshd.conf': [
        ...[`Port ${sshPort}`, `ListenAddress ${address}`, `HostKey ${folder}/host`, `PidFile ${folder}/pid`],
        ...[`AuthorizedKeysFile ${folder}/keys`, 'StrictModes no', 'UsePAM no', 'PasswordAuthentication no'],
        'PermitRootLogin yes',
      ].join('\n'),
    });
    if (process.getuid?.() === 0) execFileSync('mkdir', ['-p', '/run/sshd']);
    await run(sshd, ['-D', '-e', '-f', `${folder}/sshd.conf`], accepts(sshPort, address));
    const user = execFileSync('id', ['-un'], { encoding: 'utf8' }).trim();
    const options = ['StrictHostKeyChecking=no', `UserKnownHostsFile=${folder}/known`, 'ExitOnForwardFailure=yes'];
    const sshArguments = [
      ...['-F', 'none', '-N', '-i', join(folder, 'user'), '-p', String(sshPort)],
      ...options.flatMap((option) => ['-o', option]),
      ...['-L', `127.0.0.1:${port}:127.0.0.1:${place.port}`, `${user}@${address}`],
    ];
    const [program, ...all] = other ? other.there('ssh', ...sshArguments) : ['ssh', ...sshArguments];
    // From there, the port is open there only.
    const near = other ? await other.from('127.0.0.1', port) : port;
    await run(program, all, async () => (await accepts(near)()) && (await page(near)) !== null);
    if (other) await expectClosed(other, place.port);
    await useAndRemove(place, { origin: `http://localhost:${port}`, port: near, ca: null }, makeDevice());
  });
});

/** Status of the page; null: nothing answers. */
async function page(port: number): Promise<number | null> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    ({ status }) => status,
    () => null,
  );
}
