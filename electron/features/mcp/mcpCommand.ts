// throughline mcp: the user's and the project folder's MCP servers, what each would run, and whether it may. Listing starts
// nothing; `tools`, `prompts`, `resources` and `logs` start a server briefly.

import { mentionText } from '../../../shared/conversation/mentions.ts';
import { englishOnly, textOf } from '../../../shared/core/sentence.ts';
import type { McpServerInfo } from '../../../shared/features/mcp/methods.ts';
import type { SlashEntry } from '../../../shared/features/slash/slash.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { visibleBlock, visibleLine } from '../../host/terminal/terminalText.ts';
import { addFromRegistry } from './addFromRegistry.ts';
import { addServers } from './mcpAdd.ts';
import { type RegistryOptions, searchCommand } from './searchCommand.ts';

type McpLine = Line<RegistryOptions>;

const serverCommands = ['list', 'approve', 'enable', 'disable', 'tools', 'logs'] as const;
type Word = (typeof serverCommands)[number];
const offerWords: readonly OfferKind[] = ['prompts', 'resources'];
/** States in which a server can be started. */
const usable: readonly McpServerInfo['state'][] = ['idle', 'starting', 'ready', 'failed'];

export async function mcpCommand(terminal: Terminal<McpLine>): Promise<ExitCode> {
  const [subcommand = 'list', name, ...more] = terminal.line.positionals;
  const { fromRegistry } = terminal.line.values;
  if (subcommand === 'add' && fromRegistry !== undefined && more.length === 0)
    return addFromRegistry(terminal, fromRegistry, name ?? null);
  if (subcommand === 'add') return addServers(terminal, name === undefined ? more : [name, ...more]);
  if (subcommand === 'search') return searchCommand(terminal, name === undefined ? more : [name, ...more]);
  const word = serverCommands.find((one) => one === subcommand);
  const offer = offerWords.find((one) => one === subcommand);
  if ((!word && !offer) || (word && (word === 'list') !== (name === undefined)) || more.length > 0) {
    terminal.err(
      'mcp takes list, add, search, prompts or resources, or approve, enable, disable, tools, prompts, resources or logs with a server NAME.\n',
    );
    return 2;
  }
  const project = await projectId(terminal);
  const { servers, problems } = await terminal.core.mcp.list(project);
  for (const problem of problems) terminal.err(`${textOf(problem)}\n`);
  const startable = servers.filter(({ state }) => usable.includes(state));
  if (name === undefined) return offer ? printOffers(terminal, offer, startable, project) : list(terminal, servers);
  const matches = servers.filter((server) => server.name === name);
  // The effective server comes before those that it shadows.
  const server = matches.find(({ state }) => state !== 'shadowed' && state !== 'disabled') ?? matches[0];
  if (server && offer) return printOffers(terminal, offer, [server], project);
  if (server && word) return doWord(terminal, word, server);
  terminal.err(`There is no server named "${name}". See throughline mcp list\n`);
  return 1;
}

async function projectId({ core, projectFolder }: Terminal): Promise<string> {
  const project = (await core.store.listProjects()).find(({ folder }) => folder === projectFolder);
  if (project) return project.id;
  const opened = await core.store.openProject(projectFolder);
  return opened.ok ? opened.value.id : '';
}

function list(terminal: Terminal<McpLine>, servers: readonly McpServerInfo[]): ExitCode {
  if (terminal.line.values.json) {
    terminal.out(`${JSON.stringify(servers, englishOnly)}\n`);
    return 0;
  }
  if (servers.length === 0) terminal.err(`No MCP servers for ${terminal.projectFolder}.\n`);
  for (const server of servers) {
    const name = visibleLine(server.name);
    terminal.out(`${name}  ${stateWords(server)}, ${originWords(server)}\n${visibleBlock(server.runs)}\n`);
    if (server.problem !== null) terminal.out(`${visibleBlock(textOf(server.problem))}\n`);
  }
  return 0;
}

/** No server has been started here, so one that may run is called approved. */
function stateWords({ state, changed }: McpServerInfo): string {
  if (state === 'idle') return 'approved';
  if (state === 'unapproved') return changed ? 'changed since it was approved' : 'not approved';
  return state;
}

function originWords({ origin }: McpServerInfo): string {
  if (origin.type === 'global') return 'for all projects';
  if (origin.type === 'plugin') return 'from a plugin';
  return origin.type === 'project' ? 'for this project' : 'from the folder’s .mcp.json';
}

async function doWord(terminal: Terminal<McpLine>, word: Word, server: McpServerInfo): Promise<ExitCode> {
  const { mcp } = terminal.core;
  if (word === 'approve') return approve(terminal, server);
  if (word === 'enable' || word === 'disable') {
    const switched = await mcp.enable(server, word === 'enable');
    if (!switched.ok) return reportError(terminal, switched.error);
    terminal.out(`${server.name} is ${word}d.\n`);
    return 0;
  }
  const started = await mcp.restart(server);
  if (!started.ok) return reportError(terminal, started.error);
  if (word === 'tools') {
    for (const { callName, description, enabled } of started.value.tools) {
      const first = visibleLine(description.split('\n', 1)[0] ?? '');
      terminal.out(`${callName}${enabled ? '' : ' (off)'}\n  ${first}\n`);
    }
    for (const notice of started.value.notices) terminal.err(`${visibleLine(textOf(notice))}\n`);
  } else {
    const lines = await mcp.logs(server);
    if (!lines.ok) return reportError(terminal, lines.error);
    for (const { at, source, level, text } of lines.value) {
      terminal.out(`${at} ${source} ${visibleLine(level)}: ${visibleBlock(textOf(text)).trimStart()}\n`);
    }
  }
  if (started.value.state === 'ready') return 0;
  terminal.err(
    `${visibleLine(server.name)}: ${visibleBlock(textOf(started.value.problem ?? started.value.state)).trimStart()}\n`,
  );
  return 1;
}

/** Shows exactly what would run, and approves only that. */
async function approve(terminal: Terminal<McpLine>, server: McpServerInfo): Promise<ExitCode> {
  if (server.state !== 'unapproved') {
    terminal.err(`${server.name} does not need approval: it is ${stateWords(server)}.\n`);
    return server.state === 'idle' ? 0 : 1;
  }
  const gets = server.variables.map(({ name, secret }) => visibleLine(secret ? `${name} (a secret)` : name)).join(', ');
  const shownName = visibleLine(server.name);
  terminal.err(`${server.changed ? `${shownName} has changed since you approved it.\n` : ''}`);
  terminal.err(
    `Dangerous: a server can do anything you can on this machine. This one would ${server.transport === 'stdio' ? 'run' : 'connect to'}:\n\n`,
  );
  // A folder's file may contain anything, so the user approves exactly what is printed here.
  terminal.err(`${visibleBlock(server.runs)}\n\n`);
  if (server.cwd !== null) terminal.err(`in the folder ${visibleLine(server.cwd)}\n`);
  if (gets !== '') terminal.err(`with ${gets}\n`);
  terminal.err(`${visibleBlock(server.configuration)}\n\n`);
  if (!terminal.line.values.yes && !(await terminal.confirm?.(`Approve ${shownName}?`))) {
    terminal.err('Nothing was approved.\n');
    return 1;
  }
  const approved = await terminal.core.mcp.approve(server, server.hash);
  if (!approved.ok) return reportError(terminal, approved.error);
  terminal.out(`${server.name} is approved.\n`);
  return 0;
}

export type OfferKind = 'prompts' | 'resources';

/** Starts each of them briefly. Skips those that are turned off or not approved. */
export async function printOffers(
  terminal: Terminal<{ values: { json: boolean } }>,
  word: OfferKind,
  servers: readonly McpServerInfo[],
  projectId: string,
): Promise<ExitCode> {
  const offered: (SlashEntry | McpServerInfo['resources'][number])[] = [];
  let code: ExitCode = 0;
  for (const server of servers) {
    const started = await terminal.core.mcp.restart(server, projectId);
    if (!started.ok) return reportError(terminal, started.error);
    const { state, problem, resources, resourceCount } = started.value;
    const name = visibleLine(server.name);
    if (state !== 'ready') {
      terminal.err(`${name}: ${visibleBlock(textOf(problem ?? state)).trimStart()}\n`);
      code = 1;
    }
    const lines = word === 'prompts' ? await promptsOf(terminal, projectId, server.name) : resources;
    offered.push(...lines);
    if (terminal.line.values.json) continue;
    for (const one of lines) terminal.out('uri' in one ? resourceLines(server.name, one) : promptLines(one));
    const hiddenCount = word === 'resources' ? resourceCount - resources.length : 0;
    if (hiddenCount > 0) terminal.err(`${name} has ${hiddenCount} more.\n`);
  }
  if (terminal.line.values.json) terminal.out(`${JSON.stringify(offered)}\n`);
  return code;
}

async function promptsOf({ core }: Terminal, projectId: string, server: string): Promise<SlashEntry[]> {
  const project = await core.store.getProject(projectId);
  if (!project.ok) return [];
  const { folder, trusted } = project.value;
  const { entries } = await core.slash.list({ conversationId: null, projectId, folder, trusted });
  return entries.filter(({ kind, origin }) => kind === 'mcp' && origin.label === server);
}

function promptLines({ name, hint, description }: SlashEntry): string {
  const line = [`/${name}`, visibleLine(hint)].filter((part) => part !== '').join(' ');
  return `${line}\n${description === '' ? '' : `  ${visibleLine(description)}\n`}`;
}

function resourceLines(server: string, { uri, title, description }: McpServerInfo['resources'][number]): string {
  const about = [title, description].filter((part) => part !== '').map(visibleLine);
  return `${visibleLine(mentionText(`${server}:${uri}`))}\n${about.length === 0 ? '' : `  ${about.join(': ')}\n`}`;
}
