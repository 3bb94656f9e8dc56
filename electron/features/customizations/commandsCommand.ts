// throughline commands: the commands, skills, prompts and agents that apply in the project folder, where each comes from, problems
// with their files, and those of an untrusted folder.

import { englishOnly, textOf } from '../../../shared/core/sentence.ts';
import type { CustomizationKind } from '../../../shared/features/customizations/customization.ts';
import type { CustomizationInfo } from '../../../shared/features/customizations/methods.ts';
import type { ExitCode, Line, Terminal } from '../../host/terminal/terminal.ts';
import { visibleLine } from '../../host/terminal/terminalText.ts';
import type { CustomizationList } from '../../ports/customizations.ts';

type CommandsLine = Line<{ json: boolean }>;

const headings: readonly (readonly [CustomizationKind, string])[] = [
  ['command', 'Commands'],
  ['skill', 'Skills'],
  ['prompt', 'Prompts'],
  ['agent', 'Agents'],
];

export async function commandsCommand(terminal: Terminal<CommandsLine>): Promise<ExitCode> {
  const { core, line, projectFolder } = terminal;
  const project = (await core.store.listProjects()).find(({ folder }) => folder === projectFolder);
  const place = { folder: projectFolder, trusted: project?.trusted ?? false };
  const list = await core.customizations.list(place);
  const calledOnServers = (await slashOfServers(terminal, project?.id ?? null, place)).entries;
  if (line.values.json) {
    terminal.out(`${JSON.stringify({ ...list, servers: calledOnServers }, englishOnly)}\n`);
    return 0;
  }
  for (const [kind, heading] of headings) {
    const entries = list.entries.filter((entry) => entry.kind === kind);
    if (entries.length > 0) terminal.out(`${heading}\n${entries.map(entryLines).join('')}`);
  }
  if (calledOnServers.length > 0) {
    const lines = calledOnServers.map(({ name, description, origin }) =>
      nameLines(`/${name}`, description, origin.label),
    );
    terminal.out(`Prompts from servers\n${lines.join('')}`);
  }
  if (list.entries.length === 0 && calledOnServers.length === 0) {
    terminal.err(`There are no commands, skills, prompts or agents for ${projectFolder}.\n`);
  }
  tellProblems(terminal, list);
  return 0;
}

async function slashOfServers(
  { core }: Terminal,
  projectId: string | null,
  place: { folder: string; trusted: boolean },
) {
  if (projectId === null) return { entries: [] };
  const { entries } = await core.slash.list({ conversationId: null, projectId, ...place });
  return { entries: entries.filter(({ kind }) => kind === 'mcp') };
}

function entryLines({ kind, name, description, origin, shadowedBy, notes }: CustomizationInfo): string {
  const called = kind === 'agent' ? name : `/${name}`;
  const more = [...(shadowedBy === null ? [] : [`not used: ${shadowedBy} takes precedence`]), ...notes.map(textOf)];
  return nameLines(called, description, origin.label) + more.map((note) => `      ${visibleLine(note)}\n`).join('');
}

const maxVisibleLength = 160;

function nameLines(called: string, description: string, from: string): string {
  const shortened =
    description.length > maxVisibleLength ? `${description.slice(0, maxVisibleLength - 1)}…` : description;
  return `  ${visibleLine(called)}  ${visibleLine(from)}\n${shortened === '' ? '' : `      ${visibleLine(shortened)}\n`}`;
}

function tellProblems({ err, projectFolder }: Terminal, { problems, untrusted }: CustomizationList): void {
  for (const { label, line, message } of problems) {
    err(`${visibleLine(label)}${line === undefined ? '' : `, line ${line}`}: ${visibleLine(textOf(message))}\n`);
  }
  if (untrusted.count === 0) return;
  const names = untrusted.names.slice(0, 10).map(({ kind, name }) => `${kind} ${visibleLine(name)}`);
  const more = untrusted.count > names.length ? ` and ${untrusted.count - names.length} more` : '';
  err(`${projectFolder} is not trusted, so these are not used: ${names.join(', ')}${more}.\n`);
}
