// Real tunnels in front of a local server: proxies with TLS, as the guide configures them.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { writeTree } from './fileTree.ts';
import { createAuthority } from './ownAuthority.ts';
import { tempFolder } from './tempFolder.ts';

const modules = '/usr/lib/apache2/modules';

export async function freePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Ends with the test. Rejects with its output if it ends before `isUp`. */
export async function run(
  program: string,
  args: readonly string[],
  isUp: () => Promise<boolean>,
): Promise<ChildProcess> {
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

export const accepts =
  (port: number, host = '127.0.0.1') =>
  async (): Promise<boolean> => {
    const socket = connect(port, host);
    return new Promise((resolve) => {
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
  };

export interface Way {
  /** The origin of the page. */
  origin: string;
  /** Where to connect. */
  port: number;
  ca: string | null;
}

export async function post(
  { origin, port, ca }: Way,
  path: string,
  body: object,
): Promise<{ status: number; value: never }> {
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

export interface Proxy {
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

export const proxies: Record<string, Proxy> = {
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

export const hasProgram = ({ program, needs = program }: Proxy): boolean => existsSync(program) && existsSync(needs);

/** Starts it for `https://NAME:PORT`, in front of a local server at `near`. Ends with the test. Returns its authority's certificate. */
export async function startProxy(
  proxy: Proxy,
  near: number,
  port: number,
  address = '127.0.0.1',
  name = 'box.example',
): Promise<string> {
  const folder = tempFolder();
  const authority = createAuthority([name]);
  const guide = readFileSync('docs/features/remote.md', 'utf8');
  const filled = (proxy.block.exec(guide)?.[1] ?? '')
    .replaceAll('127.0.0.1:4817', `127.0.0.1:${near}`)
    .replaceAll('/etc/ssl/box.example', `${folder}/box`);
  writeTree(folder, {
    'box.pem': authority.server.cert,
    'box.key': authority.server.key,
    conf: proxy.conf(filled, folder, `${address}:${port}`),
  });
  await run(proxy.program, proxy.start(folder), accepts(port, address));
  return authority.certificate;
}
