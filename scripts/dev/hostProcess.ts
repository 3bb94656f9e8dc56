// The dev loop's host: a separate process, so that a restart leaves nothing behind. Token and window sessions are kept
// here, so that an open page reconnects automatically.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { giveKeys, withKeys } from '../keyAside.mjs';
import { hostNodeFlags } from '../nodePath.mjs';
import { say } from '../say.mjs';
import type { FromHost, ToHost } from './messages.ts';

interface HostProcessOptions {
  root: string;
  args: readonly string[];
  keys: Record<string, string>;
  inspect: number | null;
  front: { address: string; token: string };
}

interface HostProcess {
  /** Stops it if running, and starts it with the current sources. Concurrent calls are merged. */
  restart(): void;
  close(signal: NodeJS.Signals): Promise<void>;
}

export function createHostProcess({ root, args, keys, inspect, front }: HostProcessOptions): HostProcess {
  const sessions = new Set<string>();
  const flags = [...hostNodeFlags, ...(inspect === null ? [] : [`--inspect=127.0.0.1:${inspect}`])];
  const command = [...flags, '--import', join(root, 'scripts', 'rawText.mjs'), join(root, 'scripts', 'dev', 'host.ts')];
  let running: { child: ChildProcess; ended: Promise<void> } | null = null;
  let restarting: Promise<void> | null = null;
  let isWanted = false;
  let starts = 0;
  let closing = false;

  function start(): void {
    const { keys: written, stdio = ['inherit', 'inherit', 'inherit'], env } = withKeys(keys);
    // Opens the browser only once.
    const opens = starts++ === 0 ? [] : ['--no-open'];
    const child = spawn(process.execPath, [...command, ...args, ...opens], {
      ...(env && { env }),
      stdio: [...(stdio as 'inherit'[]), 'ipc'],
    });
    giveKeys(child, written);
    child.on('message', ({ session }: FromHost) => void sessions.add(session));
    child.send({ ...front, sessions: [...sessions] } satisfies ToHost);
    const ended = new Promise<void>((done) => {
      child.once('error', () => done());
      child.once('close', (code) => {
        const isCurrent = running?.child === child;
        if (isCurrent) running = null;
        if (isCurrent && !closing && !isWanted)
          say(`The host ended (exit code ${code}). It starts again when a file changes.`);
        done();
      });
    });
    running = { child, ended };
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (!running) return;
    running.child.kill(signal);
    await running.ended;
  }

  async function restartWanted(): Promise<void> {
    while (isWanted && !closing) {
      await stop('SIGTERM');
      isWanted = false;
      if (!closing) start();
    }
    restarting = null;
  }

  return {
    restart() {
      isWanted = true;
      restarting ??= restartWanted();
    },
    async close(signal) {
      closing = true;
      await stop(signal);
      await restarting;
    },
  };
}
