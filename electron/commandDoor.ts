// What the command line does, once it is loaded: the same core, no window.

import { fileURLToPath } from 'node:url';
import { giveKeys, keysOf, takeEnvironment, withKeys } from '../scripts/keyAside.mjs';
import { commands } from './commands.ts';
import { endingSignal, interruptedCode } from './host/endingSignal.ts';
import { runTerminalHost } from './host/terminal/terminalHost.ts';
import { version } from './host/version.ts';
import { closingMs } from './host/within.ts';
import { unchangedList } from './unchangedList.ts';

/** Left of the closing time for the process to end. */
const tidyingMs = 200;

async function main(args: string[]): Promise<number> {
  const env = takeEnvironment();
  if (args[0] === 'serve') return serve(args.slice(1), keysOf(env));
  const ending = endingSignal(process, (text) => void process.stderr.write(`${text}\n`));
  // What is not done by then is found and told at the next start.
  const leave = (): void => process.exit(interruptedCode(ending));
  ending.addEventListener('abort', () => void setTimeout(leave, closingMs - tidyingMs).unref());
  return runTerminalHost({
    args,
    commands,
    folder: '.',
    env,
    version,
    streams: process,
    // What only lists does without it.
    createCore: async (options) => (await import('./core.ts')).createCore(options),
    unchangedList,
    interrupt: () => void process.kill(process.pid, 'SIGINT'),
    ending,
  });
}

/** The browser host, in a process of its own that ends with this one. What saves memory in a short command slows a long life. */
async function serve(argv: string[], keys: Record<string, string>): Promise<number> {
  const { spawn } = await import('node:child_process');
  const host = fileURLToPath(new URL('./headless.js', import.meta.url));
  const { keys: byPipe, ...options } = withKeys(keys);
  const flags = process.execArgv.filter((flag) => !flag.startsWith('--max-semi-space-size'));
  const child = spawn(process.execPath, [...flags, host, ...argv], { stdio: 'inherit', ...options });
  giveKeys(child, byPipe);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill(name));
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
    // Whatever a library left open must not keep the command from ending.
    process.stdout.write('', () => process.exit(code));
  },
  (thrown: unknown) => {
    process.stderr.write(`Internal error: ${thrown instanceof Error ? thrown.message : thrown}\n`);
    process.exit(1);
  },
);
