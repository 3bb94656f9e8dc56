// Electron's `app`, as far as the desktop host uses it: life cycle, paths, and the single-instance lock.

import { EventEmitter } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Told } from './wire.ts';

export type Tell = (told: Told) => void;

export class StandInApp extends EventEmitter {
  readonly isPackaged = false;
  private readonly paths = new Map<string, string>();
  private readonly tell: Tell;
  private readonly endWindows: () => void;

  constructor(tell: Tell, endWindows: () => void) {
    super();
    this.tell = tell;
    this.endWindows = endWindows;
  }

  enableSandbox(): void {}
  addRecentDocument(path: string): void {
    this.tell({ tell: 'system', what: 'recent', value: path });
  }
  setName(): void {}
  whenReady(): Promise<void> {
    return new Promise((ready) => setImmediate(ready));
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path);
  }
  setBadgeCount(count: number): boolean {
    this.tell({ tell: 'system', what: 'badge', value: count });
    return true;
  }

  /** The lock is a file in Electron's user data folder that contains the owner's process id. */
  requestSingleInstanceLock(data: unknown = null): boolean {
    const folder = this.paths.get('userData');
    if (folder === undefined) throw new Error('the lock was asked for before its folder was set');
    const file = join(folder, 'stand-in.lock');
    for (let again = 0; again < 2; again++) {
      try {
        writeFileSync(file, String(process.pid), { flag: 'wx' });
        process.on('exit', () => rmSync(file, { force: true }));
        return true;
      } catch {
        if (isAlive(Number(readFileSync(file, 'utf8')))) break;
        rmSync(file, { force: true });
      }
    }
    this.tell({ tell: 'second', folder, argv: process.argv, data });
    return false;
  }

  /** Emits before-quit, which can prevent it; windows never do here, like the app's. */
  quit(): void {
    let stays = false;
    this.emit('before-quit', { preventDefault: () => (stays = true) });
    if (!stays) this.exit(0);
  }

  exit(code: number): void {
    this.endWindows();
    process.exit(code);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
