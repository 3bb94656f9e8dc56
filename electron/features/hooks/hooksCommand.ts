// throughline hooks: the user's hooks and those of the project folder, when each runs and whether it may. Listing runs nothing;
// `test` runs one with a sample event.

import { englishOnly, textOf } from '../../../shared/core/sentence.ts';
import type { HookInfo } from '../../../shared/features/hooks/methods.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { visibleBlock, visibleLine } from '../../host/terminal/terminalText.ts';
import { hookMoment } from './hookMoment.ts';
import type { HookProject } from './hooks.ts';

type HooksLine = Line<{ json: boolean; yes: boolean }>;

const actions = ['list', 'approve', 'test'] as const;

export async function hooksCommand(terminal: Terminal<HooksLine>): Promise<ExitCode> {
  const [subcommand = 'list', named, ...more] = terminal.line.positionals;
  const action = actions.find((one) => one === subcommand);
  if (!action || (action === 'list') !== (named === undefined) || more.length > 0) {
    terminal.err('hooks takes list, or approve or test with a hook number.\n');
    return 2;
  }
  const project = await projectOf(terminal);
  const { hooks, problems } = await terminal.core.hooks.list(project);
  if (action === 'list' && terminal.line.values.json) {
    terminal.out(`${JSON.stringify({ hooks, problems }, englishOnly)}\n`);
    return 0;
  }
  for (const problem of problems) terminal.err(`${visibleLine(textOf(problem))}\n`);
  if (named === undefined) return list(terminal, hooks);
  const hook = hooks[Number(named) - 1];
  if (!/^\d+$/.test(named) || !hook) {
    terminal.err(`There is no hook ${visibleLine(named)}. See throughline hooks list\n`);
    return 1;
  }
  return action === 'approve' ? approve(terminal, project, hook) : test(terminal, project, hook);
}

async function projectOf({ core, projectFolder }: Terminal): Promise<HookProject | null> {
  const opened = await core.store.openProject(projectFolder);
  if (!opened.ok) return null;
  const { id, folder, folderExists, trusted } = opened.value;
  return { id, folder: folderExists ? folder : null, trusted };
}

function list(terminal: Terminal, hooks: readonly HookInfo[]): ExitCode {
  if (hooks.length === 0) terminal.err(`No hooks for ${terminal.projectFolder}.\n`);
  for (const [at, hook] of hooks.entries()) {
    terminal.out(`${at + 1}  ${whenText(hook)}: ${stateText(hook)}, from ${hook.file}\n`);
    terminal.out(`${visibleBlock(hook.command)}\n`);
    if (hook.problem !== null) terminal.out(`${visibleBlock(textOf(hook.problem))}\n`);
  }
  return 0;
}

function whenText(hook: HookInfo): string {
  return visibleLine(hookMoment(hook));
}

function stateText({ state, changed, changes }: HookInfo): string {
  if (state === 'untrusted') return 'folder not trusted';
  if (state === 'unapproved' && changes.byTool) return 'a tool has worked in the folder since it was approved';
  if (state === 'unapproved') return changed ? 'changed since it was approved' : 'not approved';
  return state === 'broken' ? 'cannot run' : state;
}

/** Shows exactly what would run, and approves only that. */
async function approve(terminal: Terminal<HooksLine>, project: HookProject | null, hook: HookInfo): Promise<ExitCode> {
  if (hook.state === 'on' || hook.state === 'off') {
    terminal.err(`This hook does not need approval: it is ${hook.state}.\n`);
    return 0;
  }
  if (hook.state === 'unapproved') {
    terminal.err(changeText(hook));
    terminal.err(
      hook.sandboxed
        ? `This hook runs in the sandbox without asking, ${whenText(hook)}. It can change this project but has no network access:\n\n`
        : `Dangerous: no sandbox is available, so this hook runs with your permissions, without asking, ${whenText(hook)}:\n\n`,
    );
    terminal.err(`${visibleBlock(hook.command)}\n\n`);
    if (hook.files.length > 0)
      terminal.err(`with the files ${hook.files.map(visibleLine).join(', ')} as they are now\n`);
    if (!terminal.line.values.yes && !(await terminal.confirm?.('Approve it?'))) {
      terminal.err('Nothing was approved.\n');
      return 1;
    }
  }
  const approved = await terminal.core.hooks.approve(project, hook);
  if (!approved.ok) return reportError(terminal, approved.error);
  terminal.out('The hook is approved.\n');
  return 0;
}

function changeText({ changed, changes }: HookInfo): string {
  if (changes.byTool) {
    return 'A tool has worked in this folder since you approved the hook, so it may now run different code. Review the changes.\n';
  }
  if (!changed) return '';
  const names = changes.files.map(visibleLine).join(', ');
  return names === '' ? 'This hook has changed since you approved it.\n' : `Changed since you approved it: ${names}\n`;
}

async function test(terminal: Terminal, project: HookProject | null, hook: HookInfo): Promise<ExitCode> {
  const ran = await terminal.core.hooks.test(project, hook, terminal.signal);
  if (!ran.ok) return reportError(terminal, ran.error);
  const { outcome, exitCode, duration, text, problem, output = '' } = ran.value;
  if (output !== '') terminal.out(`${visibleBlock(output)}\n`);
  if (text !== undefined && text !== output.trim()) terminal.out(`${visibleBlock(text)}\n`);
  if (problem !== undefined) terminal.err(`${visibleLine(problem)}\n`);
  const code = exitCode === null ? '' : `, exit code ${exitCode}`;
  terminal.err(`${outcome.replace('_', ' ')}${code}, ${(duration / 1000).toFixed(1)} s\n`);
  return outcome === 'failed' || outcome === 'timed_out' ? 1 : 0;
}
