// Two Syncthing processes with one folder, on loopback, without discovery and relays.

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../support/postgres.ts';

const key = 'bench';
const pollMs = 20;
const tries = 3_000;

interface Syncthing {
  id: string;
  address: string;
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  end(): void;
}

async function start(home: string): Promise<Syncthing> {
  execFileSync('syncthing', ['generate', `--home=${home}`, '--no-default-folder'], { stdio: 'ignore' });
  const [gui, port] = [await freePort(), await freePort()];
  const args = ['serve', `--home=${home}`, '--no-browser', '--no-restart', '--no-default-folder', '--no-upgrade'];
  const child = spawn('syncthing', [...args, `--gui-address=127.0.0.1:${gui}`, `--gui-apikey=${key}`], {
    stdio: 'ignore',
  });
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${gui}/rest/${path}`, {
      method,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`syncthing ${path}: ${response.status} ${text}`);
    return text.startsWith('{') ? JSON.parse(text) : text;
  }
  await until(async () => (await call('GET', 'system/ping').catch(() => null)) !== null);
  const { myID: id } = (await call('GET', 'system/status')) as { myID: string };
  const address = `tcp://127.0.0.1:${port}`;
  await call('PATCH', 'config/options', {
    ...{ listenAddresses: [address], globalAnnounceEnabled: false, localAnnounceEnabled: false },
    ...{ relaysEnabled: false, natEnabled: false, urAccepted: -1, crashReportingEnabled: false },
  });
  return { id, address, call, end: () => child.kill() };
}

export async function openSyncthing(folder: string, data: string) {
  const target = join(folder, 'syncthing-copy');
  mkdirSync(target, { recursive: true });
  const [a, b] = [await start(join(folder, 'st-a')), await start(join(folder, 'st-b'))];
  const both: [Syncthing, Syncthing, string][] = [
    [a, b, data],
    [b, a, target],
  ];
  for (const [here, other, path] of both) {
    await here.call('PUT', `config/devices/${other.id}`, { deviceID: other.id, addresses: [other.address] });
    await here.call('PUT', 'config/folders/data', {
      ...{ id: 'data', path, fsWatcherEnabled: false, rescanIntervalS: 0 },
      devices: [{ deviceID: a.id }, { deviceID: b.id }],
    });
  }
  await until(async () => {
    const { connections } = (await a.call('GET', 'system/connections')) as {
      connections: Record<string, { connected: boolean }>;
    };
    return connections[b.id]?.connected === true;
  });
  const sent = async (): Promise<number> => {
    const { total } = (await a.call('GET', 'system/connections')) as { total: { outBytesTotal: number } };
    return total.outBytesTotal;
  };
  return {
    /** A scan, and then until the other one has everything. */
    async copy() {
      const before = await sent();
      const began = performance.now();
      await a.call('POST', 'db/scan?folder=data');
      const { sequence } = (await a.call('GET', 'db/status?folder=data')) as { sequence: number };
      await until(async () => {
        const state = (await b.call('GET', 'db/status?folder=data')) as { needFiles: number; state: string };
        const completion = (await a.call('GET', `db/completion?folder=data&device=${b.id}`)) as {
          needItems: number;
          sequence?: number;
        };
        const has = completion.sequence === undefined || completion.sequence >= sequence;
        return state.needFiles === 0 && state.state === 'idle' && completion.needItems === 0 && has;
      });
      return { ms: performance.now() - began, bytes: (await sent()) - before };
    },
    close() {
      a.end();
      b.end();
    },
  };
}

async function until(done: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < tries; attempt++) {
    if (await done()) return;
    await wait(pollMs);
  }
  throw new Error('Syncthing did not finish.');
}
