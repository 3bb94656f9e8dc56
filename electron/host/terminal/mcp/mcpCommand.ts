// throughline mcp: the person's and the project folder's MCP servers, what each would run, and whether it may. Listing starts
// nothing; `tools`, `prompts`, `resources` and `logs` start a server briefly.

import type { McpServerInfo } from '../../../../shared/contract/mcp.ts';
import { englishOnly, textOf } from '../../../../shared/sentence.ts';
import { type ExitCode, reportError, type Terminal } from '../terminal.ts';
import { visibleBlock, visibleLine } from '../terminalText.ts';
import { addServers } from './mcpAdd.ts';
import { type OfferWord, showOffers } from './mcpOffers.ts';

const words = ['list', 'approve', 'enable', 'disable', 'tools', 'logs'] as const;
type Word = (typeof words)[number];
const offerWords: readonly OfferWord[] = ['prompts', 'resources'];
/** May be started. */
const usable: readonly McpServerInfo['state'][] = ['idle', 'starting', 'ready', 'failed'];

export async function mcpCommand(terminal: Terminal): Promise<ExitCode> {
  const [given = 'list', name, ...more] = terminal.line.words;
  if (given === 'add') return addServers(terminal, name === undefined ? more : [name, ...more]);
  const word = words.find((one) => one === given);
  const offer = offerWords.find((one) => one === given);
  if ((!word && !offer) || (word && (word === 'list') !== (name === undefined)) || more.length > 0) {
    terminal.err(
      'mcp takes list, add, prompts or resources, or approve, enable, disable, tools, prompts, resources or logs with a server NAME.\n',
    );
    return 2;
  }
  const project = await projectId(terminal);
  const { servers, problems } = await terminal.core.mcp.list(project);
  for (const problem of problems) terminal.err(`${textOf(problem)}\n`);
  const startable = servers.filter(({ state }) => usable.includes(state));
  if (name === undefined) return offer ? showOffers(terminal, offer, startable, project) : list(terminal, servers);
  const found = servers.filter((server) => server.name === name);
  // The one that counts stands before those in whose place it stands.
  const server = found.find(({ state }) => state !== 'shadowed' && state !== 'disabled') ?? found[0];
  if (server && offer) return showOffers(terminal, offer, [server], project);
  if (server && word) return doWord(terminal, word, server);
  terminal.err(`There is no server "${name}". See throughline mcp list\n`);
  return 1;
}

async function projectId({ core, projectFolder }: Terminal): Promise<string> {
  const project = (await core.store.listProjects()).find(({ folder }) => folder === projectFolder);
  if (project) return project.id;
  const opened = await core.store.openProject(projectFolder);
  return opened.ok ? opened.value.id : '';
}

function list(terminal: Terminal, servers: readonly McpServerInfo[]): ExitCode {
  if (terminal.line.values.json) {
    terminal.out(`${JSON.stringify(servers, englishOnly)}\n`);
    return 0;
  }
  if (servers.length === 0) terminal.err(`There are no MCP servers for ${terminal.projectFolder}.\n`);
  for (const server of servers) {
    const name = visibleLine(server.name);
    terminal.out(`${name}  ${stateWords(server)}, ${originWords(server)}\n${visibleBlock(server.runs)}\n`);
    if (server.problem !== null) terminal.out(`${visibleBlock(textOf(server.problem))}\n`);
  }
  return 0;
}

/** Nothing has been started here: what may run is told as that. */
function stateWords({ state, changed }: McpServerInfo): string {
  if (state === 'idle') return 'approved';
  if (state === 'unapproved') return changed ? 'changed since it was approved' : 'not approved';
  return state;
}

function originWords({ origin }: McpServerInfo): string {
  if (origin.type === 'global') return 'for all projects';
  return origin.type === 'project' ? 'for this project' : "from the folder's .mcp.json";
}

async function doWord(terminal: Terminal, word: Word, server: McpServerInfo): Promise<ExitCode> {
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

/** Shows exactly what would run, and approves that and nothing else. */
async function approve(terminal: Terminal, server: McpServerInfo): Promise<ExitCode> {
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
  // A folder's own file may say anything: what is approved is what is read.
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
