// The command line in a real terminal, created with `script`: types keys and reads the raw screen output.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { onTestFailed, onTestFinished } from 'vitest';
import { compileCache, doors } from './commandLine.ts';
import { isRunning } from './isRunning.ts';

/** On other systems, `script` has different options. */
export const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

export interface PseudoTerminal {
  type(keys: string): void;
  /** Resolves when the text has appeared since the last awaited one. */
  shows(text: string): Promise<void>;
  said(): string;
  /** Resolves when the process in it is gone. */
  kill9(): Promise<void>;
  /** The exit code. */
  ended: Promise<number | null>;
}

export function openTerminal(args: readonly string[], env: Record<string, string>): PseudoTerminal {
  const argv = [process.execPath, '--disable-warning=ExperimentalWarning', `${doors}cli.js`, ...args];
  const line = argv.map((word) => `'${word}'`).join(' ');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('script', ['-qec', `echo "<$$>"; exec ${line}`, '/dev/null'], {
    env: { PATH, HOME, TERM: 'xterm', COLUMNS: '80', NO_COLOR: '1', ...compileCache, ...env },
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  let said = '';
  /** The program has its own session; the first output contains its PID. */
  const kill = (): void => {
    const pid = Number(/<(\d+)>/.exec(said)?.[1] ?? 0);
    if (child.exitCode === null && pid > 0 && isRunning(pid)) process.kill(pid, 'SIGKILL');
  };
  onTestFinished(kill);
  onTestFailed(() => console.error(JSON.stringify(said)));
  let seen = 0;
  const watchers = new Set<() => void>();
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
    for (const watch of watchers) watch();
  });
  return {
    ended,
    said: () => said,
    type: (keys) => void child.stdin.write(keys),
    async kill9() {
      kill();
      await ended;
    },
    shows: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const at = said.indexOf(text, seen);
          if (at < 0) return;
          seen = at + text.length;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
        void ended.then(() => reject(new Error(`it ended without showing “${text}”:\n${said}`)));
      }),
  };
}
