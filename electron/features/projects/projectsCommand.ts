// throughline projects: lists the projects, and which of them are folders of one repository; shows two as one, or apart again.

import { resolve } from 'node:path';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { isSameRepository, type RepositoryIdentity } from '../../../shared/features/projects/repository.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { visibleLine } from '../../host/terminal/terminalText.ts';
import { createGit } from '../git/repository/git.ts';
import { joinProjects, separateProjects } from './joinProjects.ts';
import { readRepository } from './readRepository.ts';

interface ListedProject extends Pick<ProjectInfo, 'id' | 'name' | 'folder'> {
  conversations: number;
  repository: RepositoryIdentity | null;
  /** IDs of the other projects of this repository. */
  sameRepository: string[];
  /** ID of the project that it is shown as; null: as itself. */
  sameAs: string | null;
}

type ProjectsTerminal = Terminal<Line<{ json: boolean }>>;

export async function projectsCommand(terminal: ProjectsTerminal): Promise<ExitCode> {
  const [action, ...named] = terminal.line.positionals;
  if (action === 'join') return join(terminal, named);
  return action === 'split' ? split(terminal, named[0] ?? '') : list(terminal);
}

async function join(terminal: ProjectsTerminal, named: readonly string[]): Promise<ExitCode> {
  const chosen: ProjectInfo[] = [];
  for (const name of named) {
    const project = await findProject(terminal, name);
    if (project === null) return 1;
    chosen.push(project);
  }
  const [one, other] = chosen;
  if (!one || !other) return 2;
  const main = await joinProjects(terminal.core.store, one.id, other.id);
  if (!main.ok) return reportError(terminal, main.error);
  const joined = main.value.id === one.id ? other : one;
  terminal.out(`${visibleLine(`${labelOf(joined)} is shown as part of ${labelOf(main.value)}.`)}\n`);
  return 0;
}

/** A project that others are shown as is split from all of them. */
async function split(terminal: ProjectsTerminal, name: string): Promise<ExitCode> {
  const project = await findProject(terminal, name);
  if (project === null) return 1;
  const { store } = terminal.core;
  const parts = (await store.listProjects()).filter(({ id, sameAs }) =>
    project.sameAs === undefined ? sameAs === project.id : id === project.sameAs,
  );
  if (parts.length === 0) {
    terminal.err(`${visibleLine(`${labelOf(project)} is not shown as one with another project.`)}\n`);
    return 1;
  }
  for (const part of parts) {
    const separated = await separateProjects(store, project.id, part.id);
    if (!separated.ok) return reportError(terminal, separated.error);
    terminal.out(`${visibleLine(`${labelOf(project)} and ${labelOf(part)} are shown as two projects.`)}\n`);
  }
  return 0;
}

/** By the beginning of its ID, or its folder. Null: there is none or several, which is reported. */
async function findProject({ core, folder, err }: ProjectsTerminal, name: string): Promise<ProjectInfo | null> {
  const projects = await core.store.listProjects();
  const matches = projects.filter(({ id }) => id === name || (name.length >= minPrefix && id.startsWith(name)));
  const path = resolve(folder, name);
  const inFolder = projects.find((project) => project.folder === path && project.folder !== null);
  const [match] = matches.length > 0 ? matches : inFolder ? [inFolder] : [];
  if (match && matches.length <= 1) return match;
  err(
    `${visibleLine(
      matches.length > 1
        ? `Several projects have an ID that begins with ${name}.`
        : `There is no project ${name}. “throughline projects” lists them.`,
    )}\n`,
  );
  return null;
}

const minPrefix = 4;

function labelOf({ id, name }: Pick<ProjectInfo, 'id' | 'name'>): string {
  return `${name} (${id.slice(0, 8)})`;
}

async function list(terminal: ProjectsTerminal): Promise<ExitCode> {
  const { core, line, signal } = terminal;
  const rows = await core.store.listConversations();
  if (!rows.ok) return reportError(terminal, rows.error);
  const counts = new Map<string, number>();
  for (const { projectId } of rows.value) counts.set(projectId, (counts.get(projectId) ?? 0) + 1);
  // `git` is found once the first folder needs it.
  const git = createGit(process.env);
  const identified: Omit<ListedProject, 'sameRepository'>[] = [];
  for (const project of await core.store.listProjects()) {
    const { id, name, folder, folderExists, repository: stored = null, sameAs = null } = project;
    const repository = folder !== null && folderExists ? await readRepository(git, folder, signal) : stored;
    if (signal.aborted) return 130;
    identified.push({ id, name, folder, conversations: counts.get(id) ?? 0, repository, sameAs });
  }
  const listed = identified.map((project) => ({ ...project, sameRepository: othersOf(project, identified) }));
  terminal.out(line.values.json ? `${JSON.stringify(listed)}\n` : listed.map(projectText).join(''));
  return 0;
}

function othersOf(
  { id, repository }: Omit<ListedProject, 'sameRepository'>,
  all: readonly Omit<ListedProject, 'sameRepository'>[],
) {
  return all.flatMap((other) =>
    other.id !== id && repository && other.repository && isSameRepository(repository, other.repository) ? other.id : [],
  );
}

function projectText({ id, name, folder, conversations, repository, sameRepository, sameAs }: ListedProject): string {
  const count = conversations === 1 ? '1 conversation' : `${conversations.toLocaleString('en')} conversations`;
  const lines = [`${id.slice(0, 8)}  ${name}  ${count}`];
  if (folder !== null) lines.push(`    ${folder}`);
  if (repository) {
    const source =
      repository.remotes[0] ?? (repository.roots[0] ? `commit ${repository.roots[0].slice(0, 12)}` : 'no commits');
    lines.push(`    repository ${source}${repository.path === '' ? '' : `, folder ${repository.path}`}`);
  }
  if (sameAs !== null) lines.push(`    shown as part of ${sameAs.slice(0, 8)}`);
  if (sameRepository.length > 0)
    lines.push(`    the same repository as ${sameRepository.map((other) => other.slice(0, 8)).join(', ')}`);
  return lines.map((text) => `${visibleLine(text)}\n`).join('');
}
