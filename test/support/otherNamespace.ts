// Another machine, as far as the network is concerned: a network namespace with a cable to this one. Needs Linux and root.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { tempFolder } from './tempFolder.ts';

export interface OtherNamespace {
  /** This machine's address, as seen from there. */
  address: string;
  /** The command line that runs `args` there. */
  there(...args: string[]): [string, ...string[]];
  /** Returns a port of this machine that leads to `host` and `port`, connected from there. */
  from(host: string, port: number): Promise<number>;
}

export const hasNamespaces = process.platform === 'linux' && canMake();

function canMake(): boolean {
  if (process.getuid?.() !== 0) return false;
  const name = `probe-${process.pid}`;
  if (spawnSync('ip', ['netns', 'add', name]).status !== 0) return false;
  const made = spawnSync('ip', ['link', 'add', `tlp${process.pid}`, 'type', 'veth', 'peer', 'eth0', 'netns', name]);
  spawnSync('ip', ['netns', 'del', name]);
  return made.status === 0;
}

/** Passes connections to a Unix socket on: those belong to the file system, which both namespaces share. */
const relay = `
const { connect, createServer } = require('node:net');
const [path, host, port] = process.argv.slice(1);
createServer((near) => {
  const far = connect(Number(port), host);
  const end = () => { near.destroy(); far.destroy(); };
  for (const each of [near, far]) each.on('error', end).on('close', end);
  near.pipe(far).pipe(near);
}).listen(path, () => console.log('ready'));
`;

/** Ends with the test. */
export function makeNamespace(): OtherNamespace {
  const name = `throughline-${process.pid}`;
  const cable = `tl${process.pid}`;
  const net = `10.231.${process.pid % 250}`;
  const ip = (...args: string[]): unknown => execFileSync('ip', args, { stdio: 'pipe' });
  ip('netns', 'add', name);
  const children: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const child of children) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    // Its end in the namespace goes with it, which the system alone would remove later.
    ip('link', 'del', cable);
    ip('netns', 'del', name);
  });
  ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  ip('addr', 'add', `${net}.1/30`, 'dev', cable);
  ip('link', 'set', cable, 'up');
  for (const args of [
    ['addr', 'add', `${net}.2/30`, 'dev', 'eth0'],
    ['link', 'set', 'eth0', 'up'],
    ['link', 'set', 'lo', 'up'],
  ])
    ip('-n', name, ...args);
  const there = (...args: string[]): [string, ...string[]] => ['ip', 'netns', 'exec', name, ...args];
  return {
    address: `${net}.1`,
    there,
    async from(host, port) {
      const path = join(tempFolder(), 'relay');
      const [program, ...args] = there(process.execPath, '-e', relay, path, host, String(port));
      const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      children.push(child);
      await once(child.stdout, 'data');
      const server = createServer((near) => {
        const far = connect(path);
        const end = (): void => {
          near.destroy();
          far.destroy();
        };
        for (const each of [near, far]) each.on('error', end).on('close', end);
        near.pipe(far).pipe(near);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      return (server.address() as { port: number }).port;
    },
  };
}
