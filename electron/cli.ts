// The third door: the same core, no window.

import { spawn } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCore } from './core.ts';
import { defaultDataFolder } from './host/dataFolderPath.ts';
import { endingSignal } from './host/endingSignal.ts';
import { approvalsCommand } from './host/terminal/approvalsCommand.ts';
import { askLine } from './host/terminal/askLine.ts';
import { changesCommand, redoCommand, undoCommand } from './host/terminal/changesCommands.ts';
import { type CommandName, parseCommandLine, usage } from './host/terminal/commandLine.ts';
import { contextCommand } from './host/terminal/contextCommand.ts';
import { exportCommand } from './host/terminal/exportCommand.ts';
import { checkCommand, spaceCommand } from './host/terminal/keepCommands.ts';
import { chainCommand, listCommand, requestCommand, showCommand } from './host/terminal/lookCommands.ts';
import { mcpCommand } from './host/terminal/mcpCommand.ts';
import { mergeCommand } from './host/terminal/mergeCommand.ts';
import { deleteCommand, forgetCommand } from './host/terminal/removeCommands.ts';
import { resolveCommand } from './host/terminal/resolveCommand.ts';
import { runCommand } from './host/terminal/runCommand.ts';
import { safeText } from './host/terminal/safeText.ts';
import { reindexCommand, searchCommand } from './host/terminal/searchCommands.ts';
import type { ExitCode, Terminal } from './host/terminal/terminal.ts';
import { toolCommand } from './host/terminal/toolCommand.ts';
import { trustCommand } from './host/terminal/trustCommand.ts';
import { stderrLog } from './lib/log.ts';

const commands: Record<CommandName, (terminal: Terminal) => Promise<ExitCode>> = {
  run: runCommand,
  resolve: resolveCommand,
  tool: toolCommand,
  list: listCommand,
  show: showCommand,
  chain: chainCommand,
  export: exportCommand,
  request: requestCommand,
  context: contextCommand,
  check: checkCommand,
  delete: deleteCommand,
  forget: forgetCommand,
  space: spaceCommand,
  merge: mergeCommand,
  search: searchCommand,
  trust: trustCommand,
  approvals: approvalsCommand,
  mcp: mcpCommand,
  changes: changesCommand,
  undo: undoCommand,
  redo: redoCommand,
  reindex: reindexCommand,
};

async function main(argv: string[]): Promise<number> {
  if (argv[0] === 'serve') return serve(argv.slice(1));
  const parsed = parseCommandLine(argv);
  if (parsed.kind === 'help') {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  if (parsed.kind === 'wrong') {
    process.stderr.write(`${parsed.message}\n`);
    return 2;
  }
  const { line } = parsed;
  const wanted = path.resolve(line.values.project ?? '.');
  const folder = await realpath(wanted).catch(() => null);
  if (folder === null || !(await stat(folder)).isDirectory()) {
    process.stderr.write(`There is no folder ${wanted}.\n`);
    return 1;
  }
  const dataDir = path.resolve(line.values.data ?? defaultDataFolder(process.env));
  // A run that writes for a program, or has no terminal on both sides, has no person to ask.
  const person = line.values.output === 'text' && process.stdin.isTTY && process.stderr.isTTY;
  const core = createCore({ dataDir, env: process.env, log: stderrLog, person });
  const interrupted = endingSignal(process, (text) => void process.stderr.write(`${text}\n`));
  // Whoever reads the output has gone: nobody would see the rest.
  const left = new AbortController();
  process.stdout.once('error', () => left.abort());
  const signal = AbortSignal.any([interrupted, left.signal]);
  // A program reads every character; on a screen some would be commands to the terminal.
  const forPrograms = line.values.json || line.values.output !== 'text' || line.command === 'export';
  const exact = forPrograms && !process.stdout.isTTY;
  const terminal: Terminal = {
    core,
    line,
    projectFolder: folder,
    out: (text) => void process.stdout.write(exact ? text : safeText(text)),
    err: (text) => void process.stderr.write(safeText(text)),
    taken: () => new Promise((resolve) => process.stdout.write('', () => resolve())),
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
    signal,
    confirm: person ? (question) => askYesNo(question, signal) : null,
    ask: person ? (question, until) => askLine(question, until ? AbortSignal.any([signal, until]) : signal) : null,
  };
  // Whoever runs tools here first ends what a run that was killed had left running.
  if (line.command === 'run' || line.command === 'resolve' || line.command === 'tool') {
    for (const told of core.notices.take()) terminal.err(`${told}\n`);
    core.feed.subscribe((_seq, event) => event.type === 'notice' && terminal.err(`${event.message}\n`));
    void core.endLeftovers();
  }
  if (line.values.approve === 'all') {
    terminal.err('Dangerous: with --approve all every tool call runs without asking, commands included.\n');
  }
  try {
    return await commands[line.command](terminal);
  } finally {
    await core.close();
  }
}

/** Only an explicit yes is a yes; Ctrl-C and the end of the input are a no. */
async function askYesNo(question: string, signal: AbortSignal): Promise<boolean> {
  return /^y(es)?$/i.test(((await askLine(`${question} [y/N]`, signal)) ?? '').trim());
}

/** The browser host, in a process of its own that ends with this one. */
function serve(argv: string[]): Promise<number> {
  const host = fileURLToPath(new URL('./headless.js', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, host, ...argv], { stdio: 'inherit' });
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
    process.stderr.write(
      `Something went wrong inside throughline: ${thrown instanceof Error ? thrown.message : thrown}\n`,
    );
    process.exit(1);
  },
);
