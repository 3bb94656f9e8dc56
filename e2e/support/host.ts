// The real browser host as a child process with its own data folder.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';
import { liveFiles, livePaths } from '../../test/support/liveFiles.ts';
import { withoutTitles } from '../../test/support/withoutTitles.ts';
import { freshFolder } from './folders.ts';

const doors = fileURLToPath(new URL('../../out/', import.meta.url));
/** Node's compile cache, shared by all starts. */
export const compileCache = { NODE_COMPILE_CACHE: path.join(doors, 'compiled') };

export interface Host {
  /** With the token in its fragment. */
  url: string;
  origin: string;
  dataDir: string;
  /** Its output so far, stdout and stderr. */
  said(): string;
  stop(): Promise<void>;
  kill9(): Promise<void>;
  /** The paths of all files in the data folder. */
  files(): string[];
  /** The contents of those files as text. */
  contents(): string[];
  conversationIds(): string[];
  /** Runs the command line alongside it, on the same data. */
  throughline(args: readonly string[], env?: Record<string, string>): Promise<{ code: number | null; stdout: string }>;
}

export interface HostOptions {
  dataDir?: string;
  args?: readonly string[];
  env?: Record<string, string>;
  /** Written to settings.json before starting. In a new data folder, every call asks unless they set another mode. */
  settings?: Record<string, unknown>;
  /** Default: any free port. */
  port?: string;
}

/** Creates a folder with a README and two files to work on. */
export function projectFolder(): string {
  const folder = freshFolder('project');
  writeFileSync(
    path.join(folder, 'README.md'),
    '# Garden\n\nA small project for trying things: it waters plants by the weather.\n\n- `water.ts` decides how much\n- `notes.txt` is what we learned\n',
  );
  writeFileSync(path.join(folder, 'notes.txt'), 'Basil wants more.\nRosemary wants less.\n');
  mkdirSync(path.join(folder, 'src'));
  writeFileSync(
    path.join(folder, 'src', 'water.ts'),
    'export const litres = (rain: number): number => Math.max(0, 5 - rain);\n',
  );
  return folder;
}

export async function startHost(options: HostOptions): Promise<Host> {
  const dataDir = options.dataDir ?? freshFolder('data');
  const settings = options.settings ?? (options.dataDir === undefined ? { approvalMode: 'ask' } : null);
  if (settings) writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify({ v: 1, ...settings }));
  const run = (door: string, args: readonly string[], env: Record<string, string>): ChildProcess => {
    const { PATH = '', HOME = '' } = process.env;
    return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `${doors}${door}.js`, ...args], {
      env: { PATH, HOME, TZ: 'UTC', ...compileCache, ...withoutTitles, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };
  const child = run(
    'headless',
    ['--browser', '--no-open', '--port', options.port ?? '0', '--data', dataDir, ...(options.args ?? [])],
    options.env ?? {},
  );
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
  }
  const url = await printedAddress(child);
  let isEnding = false;
  child.once('exit', (code, signal) => {
    if (!isEnding) said += `The host ended by itself: ${code ?? signal}.\n`;
  });
  const info = test.info();

  async function end(signal: NodeJS.Signals): Promise<void> {
    isEnding = true;
    if (info.errors.length > 0) console.error(`── Output of the host of a failed test\n${said}`);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  return {
    url,
    origin: new URL(url).origin,
    dataDir,
    said: () => said,
    stop: () => end('SIGTERM'),
    kill9: () => end('SIGKILL'),
    files: () => livePaths(dataDir),
    contents: () => liveFiles(dataDir).map(({ bytes }) => bytes.toString('latin1')),
    conversationIds: () =>
      livePaths(dataDir)
        .filter((file) => path.basename(file) === 'messages.json')
        .map((file) => path.basename(path.dirname(file))),
    async throughline(args, env = {}) {
      const command = run('cli', [...args, '--data', dataDir], env);
      let stdout = '';
      command.stdout?.on('data', (chunk) => {
        stdout += chunk;
      });
      const [code] = await once(command, 'close');
      return { code, stdout };
    },
  };
}

/** Resolves to the URL that the host prints; rejects with its output if it exits first. */
function printedAddress(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      said += chunk.toString('utf8');
      const address = said.match(/http:\/\/\S+#token=\S+/);
      if (address) resolve(address[0]);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => reject(new Error(`the host ended with ${code}:\n${said}`)));
  });
}
