// The terminal host from command line to exit code: creates the core, gives one command what it needs, and closes the core
// again. It knows no process: its streams and ending signal are passed in.

import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ok } from '../../../shared/errors.ts';
import { textOf } from '../../../shared/sentence.ts';
import type { Core } from '../../core.ts';
import type { CoreOptions } from '../../coreOptions.ts';
import type { Recorder } from '../../interop/scenario/recorder.ts';
import type { readScenario } from '../../interop/scenario/scenarioFile.ts';
import { lineLog } from '../../lib/log.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { UnchangedRow } from '../../unchangedList.ts';
import { defaultDataFolder } from '../dataFolderPath.ts';
import { interruptedCode } from '../endingSignal.ts';
import type { Asking } from './askLine.ts';
import { type CommandLine, type CommandName, parseCommandLine } from './commandLine.ts';
import { readInput } from './input.ts';
import { createProgressLine } from './progressLine.ts';
import type { Streams } from './streams.ts';
import type { ExitCode, Terminal } from './terminal.ts';
import { safeText, visibleLine } from './terminalText.ts';

export interface TerminalHostOptions extends Pick<CoreOptions, 'env'> {
  args: readonly string[];
  /** Relative paths on the command line begin here. */
  folder: string;
  version: string;
  streams: Streams;
  createCore(options: CoreOptions): Core | Promise<Core>;
  /** The list where it can be had without a core; null where it cannot. */
  unchangedList(dataDir: string): Promise<UnchangedRow[] | null>;
  /** What Ctrl-C does while the terminal hands over each key. */
  interrupt(): void;
  /** Aborted when the command is to end. */
  ending: AbortSignal;
}

/** Each is loaded when it is wanted: what one of them needs, another does not wait for. */
const commands: Record<CommandName, () => Promise<(terminal: Terminal) => Promise<ExitCode>>> = {
  run: async () => (await import('./run/runCommand.ts')).runCommand,
  chat: async () => (await import('./chat/chatCommand.ts')).chatCommand,
  record: async () => (await import('./run/recordCommand.ts')).recordCommand,
  resolve: async () => (await import('./conversations/resolveCommand.ts')).resolveCommand,
  tool: async () => (await import('./conversations/toolCommand.ts')).toolCommand,
  list: async () => (await import('./conversations/listCommand.ts')).listCommand,
  show: async () => (await import('./conversations/showCommand.ts')).showCommand,
  chain: async () => (await import('./conversations/chainCommand.ts')).chainCommand,
  export: async () => (await import('./export/exportCommand.ts')).exportCommand,
  request: async () => (await import('./context/requestCommand.ts')).requestCommand,
  context: async () => (await import('./context/contextCommand.ts')).contextCommand,
  told: async () => (await import('./context/toldCommands.ts')).toldCommand,
  memory: async () => (await import('./context/toldCommands.ts')).memoryCommand,
  cost: async () => (await import('./costs/costCommand.ts')).costCommand,
  models: async () => (await import('./models/modelsCommand.ts')).modelsCommand,
  compact: async () => (await import('./context/contextCommand.ts')).compactCommand,
  result: async () => (await import('./conversations/resultCommand.ts')).resultCommand,
  check: async () => (await import('./data/dataCommands.ts')).checkCommand,
  delete: async () => (await import('./conversations/removeCommands.ts')).deleteCommand,
  forget: async () => (await import('./conversations/removeCommands.ts')).forgetCommand,
  space: async () => (await import('./data/dataCommands.ts')).spaceCommand,
  merge: async () => (await import('./data/mergeCommand.ts')).mergeCommand,
  search: async () => (await import('./search/searchCommands.ts')).searchCommand,
  scenario: async () => (await import('./scenario/scenarioCommand.ts')).scenarioCommand,
  commands: async () => (await import('./customizations/commandsCommand.ts')).commandsCommand,
  trust: async () => (await import('./customizations/trustCommand.ts')).trustCommand,
  approvals: async () => (await import('./approvals/approvalsCommand.ts')).approvalsCommand,
  preset: async () => (await import('./presets/presetCommand.ts')).presetCommand,
  hooks: async () => (await import('./hooksCommand.ts')).hooksCommand,
  mcp: async () => (await import('./mcp/mcpCommand.ts')).mcpCommand,
  changes: async () => (await import('./undo/changesCommands.ts')).changesCommand,
  undo: async () => (await import('./undo/changesCommands.ts')).undoCommand,
  redo: async () => (await import('./undo/changesCommands.ts')).redoCommand,
  worktree: async () => (await import('./worktreeCommand.ts')).worktreeCommand,
  reindex: async () => (await import('./search/searchCommands.ts')).reindexCommand,
  import: async () => (await import('./import/importCommand.ts')).importCommand,
};

/** They print a text of any length, of which a part is of little use. */
const wholeTexts: ReadonlySet<CommandName> = new Set(['export', 'chain', 'result']);

/** Before them what a run that was killed had left running is ended. */
const toolCommands: ReadonlySet<CommandName> = new Set(['run', 'chat', 'record', 'resolve', 'tool']);

/** Resolves with the exit code when the core is closed. */
export async function runTerminalHost(options: TerminalHostOptions): Promise<number> {
  const { stdout, stderr } = options.streams;
  const parsed = parseCommandLine(options.args);
  if (parsed.kind === 'help') {
    const { usage } = await import('./usage.ts');
    stdout.write(`${usage}\n`);
    return 0;
  }
  if (parsed.kind === 'wrong') {
    stderr.write(`${safeText(parsed.message)}\n`);
    return 2;
  }
  const { line } = parsed;
  const wanted = path.resolve(options.folder, line.values.project ?? '.');
  const folder = await realpath(wanted).catch(() => null);
  if (folder === null || !(await stat(folder)).isDirectory()) {
    stderr.write(`Folder not found: ${visibleLine(wanted)}\n`);
    return 1;
  }
  return runLine(options, line, folder);
}

async function runLine(options: TerminalHostOptions, line: CommandLine, projectFolder: string): Promise<number> {
  const { ending, version, env } = options;
  const { stdin, stdout, stderr } = options.streams;
  const dataDir = path.resolve(options.folder, line.values.data ?? defaultDataFolder(env));
  const inputIsTerminal = stdin.isTTY === true;
  const outIsTerminal = stdout.isTTY === true;
  const errIsTerminal = stderr.isTTY === true;
  // Whoever reads the output has gone: nobody would see the rest.
  const left = new AbortController();
  stdout.once('error', () => left.abort());
  const signal = AbortSignal.any([ending, left.signal]);
  // A program reads every character; on a screen some would be commands to the terminal.
  const asItIs = line.command === 'export' || line.command === 'result';
  const forPrograms = line.values.json || line.values.output !== 'text' || asItIs;
  const exact = forPrograms && !outIsTerminal;
  const progress = createProgressLine((text) => void stderr.write(text), errIsTerminal);
  const output = {
    line,
    projectFolder,
    out: (text: string) => void stdout.write(exact ? text : safeText(text)),
    err(text: string) {
      progress.show(null);
      stderr.write(safeText(text));
    },
    outIsTerminal,
  };
  if (line.command === 'list') {
    const rows = await options.unchangedList(dataDir);
    if (rows) return (await import('./conversations/listCommand.ts')).printList(output, rows);
  }
  // A run that writes for a program, or has no terminal on both sides, has no person to ask.
  const person = line.values.output === 'text' && inputIsTerminal && errIsTerminal;
  const log = lineLog((text) => void stderr.write(safeText(text)));
  const { scenario: scenarioFile } = line.values;
  const scenario = scenarioFile === undefined ? ok(null) : await scenarioAt(path.resolve(options.folder, scenarioFile));
  if (!scenario.ok) {
    stderr.write(`${safeText(scenario.error.message)}\n`);
    return 2;
  }
  for (const lost of scenario.value?.lost ?? []) stderr.write(`${safeText(lost)}\n`);
  let recorder: Recorder | null = null;
  const recording = line.command === 'record' ? await import('../../interop/scenario/recorder.ts') : null;
  const record =
    recording &&
    ((mask: SecretMask): Recorder => {
      const made = recording.createRecorder(mask);
      recorder = made;
      return made;
    });
  const core = await options.createCore({
    dataDir,
    env,
    log,
    person,
    version,
    scenario: scenario.value?.scenario,
    ...(record ? { record } : {}),
  });
  const asking: Asking = { stdin, stderr, interrupt: options.interrupt };
  const terminal: Terminal = {
    ...output,
    core,
    folder: options.folder,
    recorder,
    progress: progress.show,
    taken: () => new Promise((resolve) => stdout.write('', () => resolve())),
    errIsTerminal,
    streams: options.streams,
    isPlain: env.NO_COLOR !== undefined && env.NO_COLOR !== '',
    isDumb: env.TERM === 'dumb',
    input: { isTerminal: inputIsTerminal, read: (maxBytes, until) => readInput({ stdin, stderr }, maxBytes, until) },
    signal,
    confirm: person ? (question) => askYesNo(asking, question, signal) : null,
    ask: person
      ? async (question, until) =>
          (await asker()).askLine(asking, question, until ? AbortSignal.any([signal, until]) : signal)
      : null,
  };
  if (toolCommands.has(line.command)) {
    for (const told of core.notices.take()) terminal.err(`${textOf(told)}\n`);
    core.feed.subscribe((_seq, event) => event.type === 'notice' && terminal.err(`${event.message}\n`));
    void core.endLeftovers();
  }
  if (line.values.approve === 'all') {
    terminal.err('Dangerous: with --approve all, every tool call runs without asking, including commands.\n');
  }
  try {
    const code = await (await commands[line.command]())(terminal);
    return code === 130 ? interruptedCode(ending) : code;
  } finally {
    // What was printed of a text that was stopped waits for no reader.
    if (signal.aborted && wholeTexts.has(line.command)) stdout.destroy();
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
