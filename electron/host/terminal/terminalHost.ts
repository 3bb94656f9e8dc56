// The terminal host from command line to exit code: creates the core, gives one command what it needs, and closes the core
// again. It does not access the process: its streams and ending signal are passed in.

import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ok } from '../../../shared/core/errors.ts';
import { textOf, type UserText } from '../../../shared/core/sentence.ts';
import type { Core } from '../../core.ts';
import type { CoreOptions } from '../../coreOptions.ts';
import type { Recorder } from '../../interop/scenario/recorder.ts';
import type { readScenario } from '../../interop/scenario/scenarioFile.ts';
import { lineLog } from '../../lib/log.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { UnchangedRow } from '../../unchangedList.ts';
import { defaultDataFolder } from '../dataFolderPath.ts';
import { type DefectLog, interruptedExitCode } from '../endingSignal.ts';
import { logFilesOf } from '../logFolder.ts';
import type { Asking } from './askLine.ts';
import type { Command, LineOf } from './command.ts';
import { helpText, parseCommandLine } from './commandLine.ts';
import { dataKeyFor } from './dataKey.ts';
import type { Streams } from './input.ts';
import { readInput } from './input.ts';
import type { Terminal } from './terminal.ts';
import { createProgressLine, safeText, visibleLine } from './terminalText.ts';

export interface TerminalHostOptions extends Pick<CoreOptions, 'env'> {
  args: readonly string[];
  /** In help order. */
  commands: readonly Command[];
  /** Where relative paths on the command line start. */
  folder: string;
  version: string;
  streams: Streams;
  createCore(options: CoreOptions): Core | Promise<Core>;
  /** The conversations, if they can be listed without a core; else null. */
  unchangedList(dataDir: string, key: CoreOptions['dataKey']): Promise<UnchangedRow[] | null>;
  /** Why nothing may be written to the data folder; null: it may. */
  whyReadOnly(dataDir: string): UserText | null;
  /** Handles Ctrl-C in raw mode. */
  interrupt(): void;
  /** Aborts when the command must end. */
  ending: AbortSignal;
  defects?: DefectLog;
}

/** Resolves with the exit code when the core is closed. */
export async function runTerminalHost(options: TerminalHostOptions): Promise<number> {
  const { stdout, stderr } = options.streams;
  const parsed = parseCommandLine(options.args, options.commands);
  if (parsed.kind === 'help') {
    stdout.write(`${helpText(options.commands)}\n`);
    return 0;
  }
  if (parsed.kind === 'wrong') {
    stderr.write(`${safeText(parsed.message)}\n`);
    return 2;
  }
  const { command, line } = parsed;
  const projectFolder = path.resolve(options.folder, line.values.project ?? '.');
  const folder = await realpath(projectFolder).catch(() => null);
  if (folder === null || !(await stat(folder)).isDirectory()) {
    stderr.write(`Folder not found: ${visibleLine(projectFolder)}\n`);
    return 1;
  }
  return runCommand(options, command, line, folder);
}

/** They work on data that a newer version wrote. */
const readingCommands = new Set([
  ...['list', 'show', 'chain', 'stats', 'result', 'export', 'request', 'context', 'told', 'cost', 'models', 'check'],
  ...['space', 'search', 'changes', 'doctor', 'logs'],
]);

async function runCommand(
  options: TerminalHostOptions,
  command: Command,
  line: LineOf,
  projectFolder: string,
): Promise<number> {
  const { ending, version, env } = options;
  const { stdin, stdout, stderr } = options.streams;
  const { json, output: form = 'text', scenario: scenarioFile } = line.values;
  const dataDir = path.resolve(options.folder, line.values.data ?? defaultDataFolder(env));
  const inputIsTerminal = stdin.isTTY === true;
  const outIsTerminal = stdout.isTTY === true;
  const errIsTerminal = stderr.isTTY === true;
  // The reader of the output is gone: nobody would see the rest.
  const readerGone = new AbortController();
  stdout.once('error', () => readerGone.abort());
  const signal = AbortSignal.any([ending, readerGone.signal]);
  // Programs need every character; a terminal would interpret some of them.
  const isExact = (json || form !== 'text' || command.printsExactly === true) && !outIsTerminal;
  const progress = createProgressLine((text) => void stderr.write(text), errIsTerminal);
  const output = {
    line,
    projectFolder,
    out: (text: string) => void stdout.write(isExact ? text : safeText(text)),
    err(text: string) {
      progress.show(null);
      stderr.write(safeText(text));
    },
    outIsTerminal,
  };
  const readOnly = options.whyReadOnly(dataDir);
  if (readOnly !== null) {
    output.err(`${textOf(readOnly)}\n`);
    if (!readingCommands.has(command.name)) return 1;
  }
  // There is no user to ask if a program reads the output, or if standard input or error is not a terminal.
  const person = form === 'text' && inputIsTerminal && errIsTerminal;
  const asking: Asking = { stdin, stderr, interrupt: options.interrupt };
  let keyFound: ReturnType<typeof dataKeyFor> | null = null;
  const findKey = () => {
    const ask = async (question: string) => (person ? (await asker()).askLine(asking, question, signal) : null);
    keyFound ??= dataKeyFor({ dataDir, env, ask, err: output.err });
    return keyFound;
  };
  const unchangedList = async () => {
    const key = await findKey();
    return key.ok ? options.unchangedList(dataDir, key.value) : null;
  };
  const exitCode = readOnly !== null ? null : ((await command.runWithoutCore?.(output, unchangedList)) ?? null);
  if (exitCode !== null) return exitCode;
  const log = lineLog((text) => void stderr.write(safeText(text)));
  const scenario = scenarioFile === undefined ? ok(null) : await scenarioAt(path.resolve(options.folder, scenarioFile));
  if (!scenario.ok) {
    stderr.write(`${safeText(scenario.error.message)}\n`);
    return 2;
  }
  for (const warning of scenario.value?.lost ?? []) stderr.write(`${safeText(warning)}\n`);
  let recorder: Recorder | null = null;
  const recording = command.records ? await import('../../interop/scenario/recorder.ts') : null;
  const record =
    recording &&
    ((mask: SecretMask): Recorder => {
      const made = recording.createRecorder(mask);
      recorder = made;
      return made;
    });
  const dataKey = await findKey();
  if (!dataKey.ok) {
    stderr.write(`${safeText(dataKey.error.message)}\n`);
    return 1;
  }
  const logFiles = logFilesOf(dataDir, env, command.name);
  if (options.defects) options.defects.write = logFiles.write;
  const core = await options.createCore({
    dataDir,
    dataKey: dataKey.value,
    env,
    log,
    logFiles,
    person: person || command.servesClient === true,
    answersLater: command.answersLater === true || (command.answersLater === 'unattended' && !person),
    version,
    scenario: scenario.value?.scenario,
    ...(record ? { record } : {}),
  });
  const terminal: Terminal<LineOf> = {
    ...output,
    core,
    folder: options.folder,
    recorder,
    progress: progress.show,
    taken: () => new Promise((resolve) => stdout.write('', () => resolve())),
    errIsTerminal,
    streams: options.streams,
    isPlain: env.NO_COLOR !== undefined && env.NO_COLOR !== '',
    makesTitles: env.THROUGHLINE_TITLES !== 'off',
    isDumb: env.TERM === 'dumb',
    input: { isTerminal: inputIsTerminal, read: (maxBytes, until) => readInput({ stdin, stderr }, maxBytes, until) },
    signal,
    confirm: person ? (question) => askYesNo(asking, question, signal) : null,
    ask: person
      ? async (question, until) =>
          (await asker()).askLine(asking, question, until ? AbortSignal.any([signal, until]) : signal)
      : null,
    askSecret: person ? async (question) => (await asker()).askLine(asking, question, signal, true) : null,
  };
  if (command.runsTools) {
    for (const notice of core.notices.take()) terminal.err(`${textOf(notice)}\n`);
    core.feed.subscribe((_seq, event) => event.type === 'notice' && terminal.err(`${event.message}\n`));
    void core.endLeftovers();
  }
  if (line.values.approve === 'all') {
    terminal.err('Dangerous: with --approve all, every tool call runs without asking, including commands.\n');
  }
  try {
    const code = await command.run(terminal);
    return code === 130 ? interruptedExitCode(ending) : code;
  } finally {
    // Discard the rest of the output that the user stopped.
    if (signal.aborted && command.printsAllOrNothing) stdout.destroy();
    await core.close();
  }
}

const asker = () => import('./askLine.ts');

async function scenarioAt(file: string): ReturnType<typeof readScenario> {
  const { readScenario } = await import('../../interop/scenario/scenarioFile.ts');
  return readScenario(file);
}

/** Only an explicit yes is a yes; Ctrl-C and the end of the input are a no. */
async function askYesNo(asking: Asking, question: string, signal: AbortSignal): Promise<boolean> {
  return /^y(es)?$/i.test(((await (await asker()).askLine(asking, `${question} [y/N]`, signal)) ?? '').trim());
}
