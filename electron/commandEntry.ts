// The command line's main module, loaded after its entry point: the core without a window.

import { fileURLToPath } from 'node:url';
import { commandFirst, giveKeys, keysOf, takeEnvironment, withKeys } from '../scripts/keyAside.mjs';
import { commands } from './commands.ts';
import { createDefectLog, createShutdownSignal, interruptedExitCode } from './host/endingSignal.ts';
import { closingMs } from './host/settlesWithin.ts';
import { runTerminalHost } from './host/terminal/terminalHost.ts';
import { version } from './host/version.ts';
import { hostFlags } from './lib/serviceHost.ts';
import { unchangedList, whyReadOnly } from './unchangedList.ts';

/** The part of the shutdown time reserved for the process to exit. */
const tidyingMs = 200;

async function main(args: string[]): Promise<number> {
  const env = takeEnvironment();
  if (args[0] === 'serve') return serve(args.slice(1), keysOf(env));
  const defects = createDefectLog();
  const ending = createShutdownSignal(process, (text) => void process.stderr.write(`${text}\n`), defects);
  // Unfinished work is detected and reported at the next start.
  const leave = (): void => process.exit(interruptedExitCode(ending));
  ending.addEventListener('abort', () => void setTimeout(leave, closingMs - tidyingMs).unref());
  return runTerminalHost({
    args,
    commands,
    folder: '.',
    env,
    version,
    streams: process,
    // Commands that only list do not need it.
    createCore: async (options) => (await import('./core.ts')).createCore(options),
    unchangedList,
    whyReadOnly,
    interrupt: () => void process.kill(process.pid, 'SIGINT'),
    ending,
    defects,
  });
}

/** Runs the browser host in a child process that ends with this one. */
async function serve(argv: string[], keys: Record<string, string>): Promise<number> {
  const { spawn } = await import('node:child_process');
  const host = fileURLToPath(new URL('./headless.js', import.meta.url));
  const { keys: byPipe, ...options } = withKeys(keys);
  const child = spawn(process.execPath, [...hostFlags(), host, ...argv], { stdio: 'inherit', ...options });
  giveKeys(child, byPipe);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill(name));
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}

main(commandFirst(process.argv.slice(2))).then(
  (code) => {
    process.exitCode = code;
    // Open handles of a library must not keep the command alive.
    process.stdout.write('', () => process.exit(code));
  },
  (thrown: unknown) => {
    process.stderr.write(`Internal error: ${thrown instanceof Error ? thrown.message : thrown}\n`);
    process.exit(1);
  },
);
