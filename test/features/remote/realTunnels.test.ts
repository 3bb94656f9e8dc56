// Real tunnels: proxies with TLS as the guide configures them, and ssh -L. The device is in another network namespace
// where the system allows that. Skipped by name where a program is missing.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import WebSocket from 'ws';
import { challengeText } from '../../../electron/features/remote/deviceSessions.ts';
import { cite } from '../../support/cite.ts';
import { makeDevice, type TestDevice } from '../../support/devices.ts';
import { writeTree } from '../../support/fileTree.ts';
import { hasNamespaces, makeNamespace, type OtherNamespace } from '../../support/otherNamespace.ts';
import { createAuthority } from '../../support/ownAuthority.ts';
import { type RemotePlace, startRemotePlace } from '../../support/remotePlace.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const modules = '/usr/lib/apache2/modules';
const sshd = '/usr/sbin/sshd';
const hasSsh = existsSync(sshd) && spawnSync('ssh', ['-V']).status === 0;

async function freePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Ends with the test. Rejects with its output if it ends before `isUp`. */
async function run(program: string, args: readonly string[], isUp: () => Promise<boolean>): Promise<ChildProcess> {
  // Caddy writes next to its data, which are not in the folder of its configuration.
  const env = { ...process.env, XDG_CONFIG_HOME: tempFolder(), XDG_DATA_HOME: tempFolder() };
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended: ${output}`);
      expect(await isUp()).toBe(true);
    },
    { timeout: 10_000, interval: 50 },
  );
  return child;
}

const accepts =
  (port: number, host = '127.0.0.1') =>
  async (): Promise<boolean> => {
    const socket = connect(port, host);
    return new Promise((resolve) => {
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
  };

interface Way {
  /** The origin of the page. */
  origin: string;
  /** Where to connect. */
  port: number;
  ca: string | null;
}

async function post({ origin, port, ca }: Way, path: string, body: object): Promise<{ status: number; value: never }> {
  const text = JSON.stringify(body);
  const headers = { origin, host: new URL(origin).host, 'content-type': 'application/json' };
  if (ca === null) {
    const { request: plain } = await import('node:http');
    return answerOf(plain({ port, host: '127.0.0.1', path, method: 'POST', headers }).end(text));
  }
  const options = { port, host: '127.0.0.1', servername: 'box.example', ca, path, method: 'POST', headers };
  return answerOf(request(options).end(text));
}

async function answerOf(asking: ReturnType<typeof request>): Promise<{ status: number; value: never }> {
  const [response] = (await once(asking, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, value: (text.startsWith('{') ? JSON.parse(text) : {}) as never };
}

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

interface Proxy {
  program: string;
  /** Other files that it needs. */
  needs?: string;
  /** Its block in the guide. */
  block: RegExp;
  /** Its command line after it has read `conf`, and that file around the block. */
  start(folder: string): string[];
  conf(block: string, folder: string, address: string): string;
}

const isRoot = process.getuid?.() === 0;
const apacheModules = 'mpm_event authz_core ssl socache_shmcb proxy proxy_http proxy_wstunnel rewrite headers'.split(
  ' ',
);

const proxies: Record<string, Proxy> = {
  Apache: {
    program: '/usr/sbin/apache2',
    needs: join(modules, 'mod_proxy_wstunnel.so'),
    block: /<VirtualHost \*:443>([\s\S]*?)<\/VirtualHost>/,
    start: (folder) => ['-f', `${folder}/conf`, '-DFOREGROUND'],
    conf: (block, folder, address) =>
      [
        ...apacheModules.map((each) => `LoadModule ${each}_module ${modules}/mod_${each}.so`),
        ...[`ServerRoot ${folder}`, `PidFile ${folder}/pid`, `ErrorLog ${folder}/errors`, 'Mutex posixsem'],
        `Listen ${address}`,
        ...(isRoot ? ['User www-data', 'Group www-data'] : []),
        `<VirtualHost ${address}>`,
        block,
        '</VirtualHost>',
      ].join('\n'),
  },
  nginx: {
    program: '/usr/sbin/nginx',
    block: /(server \{[\s\S]*?\n {4}\})/,
    start: (folder) => ['-p', folder, '-c', `${folder}/conf`, '-e', 'stderr'],
    conf: (block, folder, address) =>
      [
        ...['daemon off;', `pid ${folder}/pid;`, ...(isRoot ? ['user www-data;'] : [])],
        'events {}',
        `http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/${each};`).join(' ')}`,
        block.replace('listen 443 ssl', `listen ${address} ssl`),
        '}',
      ].join('\n'),
  },
  Caddy: {
    program: '/usr/bin/caddy',
    block: /(box\.example \{\n[\s\S]*?\n {4}\})/,
    start: (folder) => ['run', '--config', `${folder}/conf`, '--adapter', 'caddyfile'],
    conf: (block, folder, address) =>
      [
        `{\nadmin off\nauto_https off\n}`,
        // Its certificate comes from the internet otherwise.
        block
          .trim()
          .replace('box.example {', `https://box.example:${address.split(':')[1]} {`)
          .replace('{\n', `{\nbind ${address.split(':')[0]}\ntls ${folder}/box.pem ${folder}/box.key\n`),
      ].join('\n'),
  },
};

/** Nothing but the tunnel can be reached from another machine. */
async function expectClosed(other: OtherNamespace, port: number): Promise<void> {
  const way = { origin: `http://${other.address}:${port}`, port: await other.from(other.address, port), ca: null };
  await expect(post(way, '/devices/challenge', { device: 'x' })).rejects.toThrow();
}

for (const [called, { program, needs = program, block, start, conf }] of Object.entries(proxies)) {
  test.skipIf(!existsSync(program) || !existsSync(needs))(
    cite('REMOTE-1', `${called} with TLS passes on the name, the page and WebSockets, as the guide configures it`),
    async () => {
      const other = hasNamespaces ? makeNamespace() : null;
      const address = other?.address ?? '127.0.0.1';
      const port = await freePort(address);
      const name = `box.example:${port}`;
      const place = await startRemotePlace({ remoteName: name });
      const folder = tempFolder();
      const authority = createAuthority(['box.example']);
      const guide = readFileSync('docs/features/remote.md', 'utf8');
      const filled = (block.exec(guide)?.[1] ?? '')
        .replaceAll('127.0.0.1:4817', `127.0.0.1:${place.port}`)
        .replaceAll('/etc/ssl/box.example', `${folder}/box`);
      writeTree(folder, {
        'box.pem': authority.server.cert,
        'box.key': authority.server.key,
        conf: conf(filled, folder, `${address}:${port}`),
      });
      await run(program, start(folder), accepts(port, address));
      if (other) await expectClosed(other, place.port);
      const near = other ? await other.from(address, port) : port;
      const way = { origin: `https://${name}`, port: near, ca: authority.certificate };
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
