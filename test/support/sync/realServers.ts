// Servers of others that sync is tried against, on a free loopback port and in a temporary folder. Null where one is not installed.

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { StoreConfig, StoreCredentials } from '../../../electron/features/sync/remote/storeConfig.ts';

export interface RealServer {
  config: StoreConfig;
  credentials: StoreCredentials;
  stop(): Promise<void>;
}

const credentials: StoreCredentials = { user: 'ada', secret: 'a long secret of ada' };
const apacheModules = '/usr/lib/apache2/modules';

export const hasApache = existsSync(`${apacheModules}/mod_dav.so`) && existsSync('/usr/sbin/apache2');
export const hasRclone = isProgram('rclone');
export const hasMoto = isProgram('moto_server');

function isProgram(name: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name)));
}

export async function startApache(): Promise<RealServer> {
  const { folder, port } = await place();
  // As root, Apache works as another user.
  for (const path of [folder, join(folder, 'files')]) chmodSync(path, 0o777);
  const hash = createHash('sha1').update(credentials.secret).digest('base64');
  writeFileSync(join(folder, 'users'), `${credentials.user}:{SHA}${hash}\n`);
  const modules = ['mpm_event', 'authn_core', 'authn_file', 'authz_core', 'authz_user', 'auth_basic', 'dav', 'dav_fs'];
  writeFileSync(
    join(folder, 'apache.conf'),
    [
      ...modules.map((name) => `LoadModule ${name}_module ${apacheModules}/mod_${name}.so`),
      `ServerName 127.0.0.1\nListen 127.0.0.1:${port}\nPidFile ${folder}/pid\nErrorLog ${folder}/errors\n`,
      ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
      `DavLockDB ${folder}/locks\nDocumentRoot ${folder}/files`,
      `<Directory ${folder}/files>\nDav On\nAuthType Basic\nAuthName sync\nAuthUserFile ${folder}/users`,
      'Require valid-user\n</Directory>\n',
    ].join('\n'),
  );
  const stop = await start('/usr/sbin/apache2', ['-f', join(folder, 'apache.conf'), '-D', 'FOREGROUND'], folder, port);
  return { config: webdav(port), credentials, stop };
}

export async function startRclone(): Promise<RealServer> {
  const { folder, port } = await place();
  const { user, secret } = credentials;
  const stop = await start(
    'rclone',
    ['serve', 'webdav', '--addr', `127.0.0.1:${port}`, '--user', user, '--pass', secret, join(folder, 'files')],
    folder,
    port,
  );
  return { config: webdav(port), credentials, stop };
}

export async function startMoto(): Promise<RealServer> {
  const { folder, port } = await place();
  const stop = await start('moto_server', ['-H', '127.0.0.1', '-p', String(port)], folder, port);
  const endpoint = `http://127.0.0.1:${port}`;
  await fetch(`${endpoint}/bucket-of-ada`, { method: 'PUT' });
  const config: StoreConfig = {
    ...{
      kind: 's3',
      endpoint,
      region: 'us-east-1',
      bucket: 'bucket-of-ada',
      pathStyle: true,
      prefix: 'through line/ü',
    },
  };
  return { config, credentials, stop };
}

function webdav(port: number): StoreConfig {
  return { kind: 'webdav', address: `http://127.0.0.1:${port}`, prefix: 'through line/ü' };
}

async function place(): Promise<{ folder: string; port: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-server-'));
  mkdirSync(join(folder, 'files'));
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return { folder, port };
}

async function start(program: string, args: string[], folder: string, port: number): Promise<() => Promise<void>> {
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, HOME: folder } });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  await answers(child, port);
  return async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  };
}

/** Until it answers, its port refuses each connection at once. */
async function answers(child: ChildProcess, port: number): Promise<void> {
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) return;
      const response = await fetch(`http://127.0.0.1:${port}/`);
      await response.body?.cancel();
    },
    { timeout: 30_000, interval: 20 },
  );
  if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
}
