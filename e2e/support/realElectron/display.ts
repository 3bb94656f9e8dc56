// A screen of its own for each app: no window of another test covers it or takes its focus.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

export interface Display {
  /** For the environment, such as `:99`. */
  name: string;
  stop(): void;
}

export function hasXvfb(): boolean {
  return spawnSync('Xvfb', ['-help'], { stdio: 'ignore' }).error === undefined;
}

/** `-ac`: the app runs as another user. */
export async function startDisplay(): Promise<Display> {
  const server: ChildProcess = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1400x900x24', '-nolisten', 'tcp', '-ac'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const number = await new Promise<string>((resolve, reject) => {
    let text = '';
    server.once('error', reject);
    server.once('exit', () => reject(new Error('Xvfb ended')));
    server.stdio[3]?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.endsWith('\n')) resolve(text.trim());
    });
  });
  return { name: `:${number}`, stop: () => void server.kill() };
}
