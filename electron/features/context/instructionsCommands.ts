// throughline told: the instructions, memory and tools that the model gets besides messages. throughline memory: prints the
// memory or its path, or opens it in an editor.

import { spawn } from 'node:child_process';
import { type AppError, ok, type Result } from '../../../shared/core/errors.ts';
import { englishOnly, textOf } from '../../../shared/core/sentence.ts';
import type { ModelInstructionsPart } from '../../../shared/features/context/methods.ts';
import type { EditableText } from '../../../shared/features/memory/methods.ts';
import {
  type ExitCode,
  firstPositional,
  type Line,
  reportError,
  resolveNamedConversation,
  type Terminal,
} from '../../host/terminal/terminal.ts';
import { sizeText, visibleBlock } from '../../host/terminal/terminalText.ts';

type InstructionsLine = Line<{ json: boolean }>;
type MemoryLine = Line<{ all: boolean; json: boolean }>;

const names: Readonly<Record<ModelInstructionsPart['about'], string>> = {
  system: 'app instructions',
  moment: 'date and folder',
  instructions: 'AGENTS.md',
  folder: 'AGENTS.md of a folder',
  changes: 'undone changes',
  plan: 'plan mode',
  team: 'instructions of teams',
  personal: 'instructions for all conversations',
  project: 'instructions for this project',
  conversation: 'instructions for this conversation',
  preset: 'preset',
  memory: 'memory',
  projectMemory: 'project memory',
  skills: 'skills',
  agents: 'agents',
  agent: 'agent',
  resource: 'MCP resource',
  hook: 'hook',
  tools: 'tools',
};

const reasons = { off: 'off', untrusted: 'not trusted', hidden: 'hidden from the model' } as const;

export async function printModelInstructions(terminal: Terminal<InstructionsLine>): Promise<ExitCode> {
  const { core, line } = terminal;
  const id = await resolveNamedConversation(terminal);
  if (!id.ok) return reportError(terminal, id.error);
  const branch = await core.store.readBranch(id.value, { tail: 1 });
  if (!branch.ok) return reportError(terminal, branch.error);
  const report = await core.context.report(id.value, branch.value.projectId);
  if (!report.ok) return reportError(terminal, report.error);
  if (line.values.json) {
    terminal.out(`${JSON.stringify(report.value, englishOnly)}\n`);
    return 0;
  }
  for (const part of report.value.parts) terminal.out(`${partLine(part)}\n`);
  return 0;
}

function partLine({ about, now, next, path, problem, why, cut, count, folder }: ModelInstructionsPart): string {
  const current = next === 'ends' ? now : (next ?? now);
  const size = current ? `${current.tokens.toLocaleString('en')} tokens, ${sizeText(current.bytes)}` : 'nothing';
  const notes = [
    count === undefined ? '' : `${count}`,
    problem === null ? '' : `cannot be used: ${textOf(problem)}`,
    why ? reasons[why] : '',
    next === 'ends' ? 'ends with the next message' : '',
    next !== null && next !== 'ends' ? 'from the next message' : '',
    cut ? 'only the beginning' : '',
    path ?? folder ?? '',
  ].filter(Boolean);
  return `${names[about].padEnd(36)}${[size, ...notes].join('  ')}`;
}

type MemoryTopic = 'memory' | 'projectMemory';

export async function memoryCommand(terminal: Terminal<MemoryLine>): Promise<ExitCode> {
  const { core, line, projectFolder } = terminal;
  const word = firstPositional(terminal) || 'show';
  if (!['show', 'edit', 'path'].includes(word)) {
    terminal.err('memory takes show, edit or path; --all means the memory for all projects\n');
    return 2;
  }
  const project = await core.store.openProject(projectFolder);
  if (!project.ok) return reportError(terminal, project.error);
  const read = (about: MemoryTopic): Promise<Result<EditableText>> =>
    core.ownTexts.read({ about, projectId: project.value.id, conversationId: null });
  if (word === 'show') {
    if (!(await core.ownTexts.memoryIsOn(project.value.id)))
      terminal.err('Memory is turned off, so it is not sent to the model.\n');
    return show(terminal, read);
  }
  const text = await read(line.values.all ? 'memory' : 'projectMemory');
  if (!text.ok) return reportError(terminal, text.error);
  if (word === 'path') {
    terminal.out(`${text.value.path}\n`);
    return 0;
  }
  return edit(terminal, text.value.path ?? '');
}

async function show(
  terminal: Terminal<MemoryLine>,
  read: (about: MemoryTopic) => Promise<Result<EditableText>>,
): Promise<ExitCode> {
  const { all, json } = terminal.line.values;
  const topics: MemoryTopic[] = all ? ['memory'] : ['memory', 'projectMemory'];
  const textsByScope: Record<string, EditableText> = {};
  let wrong: AppError | null = null;
  for (const about of topics) {
    const text = await read(about);
    if (text.ok) textsByScope[about] = text.value;
    else wrong = text.error;
  }
  if (wrong) return reportError(terminal, wrong);
  if (json) {
    terminal.out(`${JSON.stringify(textsByScope, englishOnly)}\n`);
    return 0;
  }
  for (const about of topics) {
    const { path, text, problem } = textsByScope[about] as EditableText;
    const body = problem === null ? text.trimEnd() || '(empty)' : `cannot be used: ${textOf(problem)}`;
    terminal.out(`${about === 'memory' ? 'For all projects' : 'For this project'} (${path}):\n${visibleBlock(body)}\n`);
  }
  return 0;
}

async function edit(terminal: Terminal, path: string): Promise<ExitCode> {
  const editor = (process.env.VISUAL ?? process.env.EDITOR ?? '').trim();
  if (editor === '' || !terminal.outIsTerminal) {
    terminal.err(`${editor === '' ? 'Set VISUAL or EDITOR, or edit' : 'Edit'} the file yourself: ${path}\n`);
    return 1;
  }
  // VISUAL may contain arguments, such as `code --wait`. The path is an argument and never part of a shell command.
  const [program = '', ...editorArgs] = editor.split(/\s+/);
  const ended = await new Promise<Result<number>>((resolve) => {
    const child = spawn(program, [...editorArgs, path], { stdio: 'inherit', signal: terminal.signal });
    child.on('error', (thrown) =>
      resolve({
        ok: false,
        error: { code: 'NOT_SUPPORTED', message: `${program} could not be started: ${thrown.message}` },
      }),
    );
    child.on('exit', (code) => resolve(ok(code ?? 1)));
  });
  if (!ended.ok) return reportError(terminal, ended.error);
  return ended.value === 0 ? 0 : 1;
}
