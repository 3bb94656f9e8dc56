// throughline trust: whether the project folder's AGENTS.md, commands, skills and agents are used, and the lines that a run
// prints when they are not: the folder is not trusted, or the file cannot be used.
// The user types the command, so it is their decision.

import { textOf } from '../../../shared/core/sentence.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { visibleLine } from '../../host/terminal/terminalText.ts';

type TrustLine = Line<{ no: boolean }>;

const file = 'AGENTS.md';

type Instructions = Awaited<ReturnType<Terminal['core']['instructionsIn']>>;

export async function trustCommand(terminal: Terminal<TrustLine>): Promise<ExitCode> {
  const { core, line, projectFolder } = terminal;
  const project = await core.store.openProject(projectFolder);
  if (!project.ok) return reportError(terminal, project.error);
  const changed = await core.store.trustProject(project.value.id, !line.values.no);
  if (!changed.ok) return reportError(terminal, changed.error);
  terminal.out(
    changed.value.trusted
      ? `The ${file}, commands, skills and agents in ${projectFolder} are now used as your own, even after they change. To undo: throughline trust --no\n`
      : `The ${file}, commands, skills and agents in ${projectFolder} are no longer used.\n`,
  );
  if (changed.value.trusted) tellUnusable(terminal, await core.instructionsIn(projectFolder));
  return 0;
}

/**
 * Reports on standard error what of the folder is not used: its instructions, and a command that `text` calls with `/` while
 * the folder is not trusted.
 */
export async function reportUnusedCustomizations(terminal: Terminal, projectId: string, text = ''): Promise<void> {
  const { core, err } = terminal;
  const project = await core.store.getProject(projectId);
  if (!project.ok || project.value.folder === null || !project.value.folderExists) return;
  const { folder, trusted } = project.value;
  const instructions = await core.instructionsIn(folder);
  tellUnusable(terminal, instructions);
  if (trusted) return;
  const how = `throughline trust --project ${quoted(folder)}`;
  if ('text' in instructions) {
    err(`This folder’s ${file} was not used because the folder is not trusted. To trust it: ${how}\n`);
  }
  const called = /^\s*\/(\S+)/.exec(text)?.[1];
  if (called === undefined) return;
  const { untrusted } = await core.customizations.list({ folder, trusted: false });
  if (!untrusted.names.some(({ kind, name }) => kind !== 'agent' && name === called)) return;
  err(`This folder’s /${visibleLine(called)} was not used because the folder is not trusted. To trust it: ${how}\n`);
}

/** Reports on standard error that hooks of the trusted folder do not run because they are not approved. */
export async function reportUnapprovedHooks({ core, err }: Terminal, projectId: string): Promise<void> {
  const project = await core.store.getProject(projectId);
  if (!project.ok || !project.value.trusted || project.value.folder === null || !project.value.folderExists) return;
  const { hooks } = await core.hooks.list(project.value);
  const waiting = hooks.filter(({ state }) => state === 'unapproved').length;
  if (waiting === 0) return;
  const which = waiting === 1 ? 'One hook from this folder does' : `${waiting} hooks from this folder do`;
  err(`${which} not run because you have not approved ${waiting === 1 ? 'it' : 'them'}. See throughline hooks\n`);
}

function tellUnusable({ err }: Terminal, instructions: Instructions): void {
  if (!('problem' in instructions)) return;
  err(`This folder’s ${file} is not used. ${textOf(instructions.problem)}\n`);
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
