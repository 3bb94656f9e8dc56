// throughline agents: the agents of other vendors, what each would run, and whether it may. Listing starts nothing; `check`
// starts one.

import { englishOnly, textOf } from '../../../shared/core/sentence.ts';
import { commandText } from '../../../shared/features/externalAgents/commandText.ts';
import type { AgentInfo, AgentStatus } from '../../../shared/features/externalAgents/externalAgent.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { visibleBlock, visibleLine } from '../../host/terminal/terminalText.ts';
import { sandboxFacts } from './powers.ts';

type AgentsLine = Line<{ all: boolean; json: boolean; yes: boolean; sandbox: boolean }>;
type AgentsTerminal = Terminal<AgentsLine>;

const subcommands = { allow, withdraw, check, remove };

export async function agentsCommand(terminal: AgentsTerminal): Promise<ExitCode> {
  const [subcommand = 'list', id, ...more] = terminal.line.positionals;
  if (subcommand === 'add' && id !== undefined && more.length > 0) return add(terminal, id, more);
  if (subcommand === 'list' && id === undefined) return list(terminal);
  if (!Object.hasOwn(subcommands, subcommand) || id === undefined || more.length > 0) {
    terminal.err('agents takes list, or allow, withdraw, check or remove with an ID, or add NAME -- COMMAND.\n');
    return 2;
  }
  const agent = await terminal.core.externalAgents.find(id);
  if (agent) return subcommands[subcommand as keyof typeof subcommands](terminal, agent);
  terminal.err(`There is no agent named "${visibleLine(id)}". See throughline agents --all\n`);
  return 1;
}

async function list(terminal: AgentsTerminal): Promise<ExitCode> {
  const { all, json } = terminal.line.values;
  const agents = await terminal.core.externalAgents.list();
  if (json) {
    terminal.out(`${JSON.stringify(agents, englishOnly)}\n`);
    return 0;
  }
  const visible = agents.filter(({ status, origin }) => all || status !== 'missing' || origin !== 'known');
  if (visible.length === 0) terminal.err('No agents are installed. See throughline agents --all\n');
  for (const agent of visible) {
    terminal.out(`${agent.id}  ${visibleLine(agent.name)}, ${stateWords[agent.status]}\n  ${commandOf(agent)}\n`);
    if (agent.status === 'missing' && agent.install !== undefined) {
      terminal.out(`  To install it: ${visibleLine(agent.install)}\n`);
    }
  }
  return 0;
}

/** Listing starts none, so one that may run is called allowed. */
const stateWords: Record<AgentStatus, string> = {
  missing: 'not installed',
  unapproved: 'not allowed yet',
  idle: 'allowed',
  starting: 'starting',
  ready: 'ready',
  signed_out: 'signed out',
  failed: 'failed',
};

/** Shows exactly what would run, and allows only that. */
async function allow(terminal: AgentsTerminal, agent: AgentInfo): Promise<ExitCode> {
  const name = visibleLine(agent.name);
  if (agent.status === 'missing') return notInstalled(terminal, agent);
  if (agent.status !== 'unapproved') {
    terminal.err(`${name} is allowed already.\n`);
    return 0;
  }
  terminal.err('Dangerous: an agent can do anything you can on this machine. This one would run:\n\n');
  terminal.err(`${commandOf(agent)}\n\n`);
  const place = agent.sandboxed ? sandboxFacts(agent.opens) : ['outside of the sandbox'];
  for (const fact of place) terminal.err(`${visibleLine(fact)}\n`);
  if (agent.variables.length > 0) terminal.err(`with ${agent.variables.map(visibleLine).join(', ')}\n`);
  if (agent.receivesServers) terminal.err('with your MCP servers\n');
  if (!terminal.line.values.yes && !(await terminal.confirm?.(`Allow ${name}?`))) {
    terminal.err('Nothing was allowed.\n');
    return 1;
  }
  const allowed = await terminal.core.externalAgents.approve(agent.id, agent.fingerprint, true);
  if (!allowed.ok) return reportError(terminal, allowed.error);
  terminal.out(`${name} is allowed. To use it: throughline run --agent ${agent.id}\n`);
  if (!agent.sandboxed) terminal.out('In a folder that is not trusted yet, first run: throughline trust\n');
  return 0;
}

async function withdraw(terminal: AgentsTerminal, agent: AgentInfo): Promise<ExitCode> {
  const withdrawn = await terminal.core.externalAgents.approve(agent.id, agent.fingerprint, false);
  if (!withdrawn.ok) return reportError(terminal, withdrawn.error);
  terminal.out(`${visibleLine(agent.name)} is no longer allowed.\n`);
  return 0;
}

async function check(terminal: AgentsTerminal, agent: AgentInfo): Promise<ExitCode> {
  if (agent.status === 'missing') return notInstalled(terminal, agent);
  const name = visibleLine(agent.name);
  terminal.progress(`${name} is starting. The first start may take a minute`);
  const checked = await terminal.core.externalAgents.check(agent.id);
  terminal.progress(null);
  if (!checked.ok) return reportError(terminal, checked.error);
  const { status, version, problem, printed, signIns } = checked.value;
  if (status === 'ready' || status === 'idle') {
    terminal.out(`${name} works${version === undefined ? '' : `, version ${visibleLine(version)}`}.\n`);
    return 0;
  }
  terminal.err(problem === undefined ? `${name}: ${stateWords[status]}.\n` : `${visibleLine(textOf(problem))}\n`);
  for (const { name: way, description, command } of status === 'signed_out' ? signIns : []) {
    terminal.err(`${visibleLine(way)}${description === undefined ? '' : `: ${visibleLine(description)}`}\n`);
    if (command) terminal.err(`  ${visibleLine(commandText(command))}\n`);
  }
  if (status === 'failed' && printed) terminal.err(`${visibleBlock(printed)}\n`);
  return 1;
}

async function remove(terminal: AgentsTerminal, agent: AgentInfo): Promise<ExitCode> {
  const name = visibleLine(agent.name);
  if (agent.origin === 'known') {
    terminal.err(`${name} is on the list of known agents. To keep it from starting: agents withdraw ${agent.id}\n`);
    return 1;
  }
  const removed = await terminal.core.externalAgents.remove(agent.id);
  if (!removed.ok) return reportError(terminal, removed.error);
  terminal.out(`${name} is removed.\n`);
  return 0;
}

async function add(terminal: AgentsTerminal, name: string, command: string[]): Promise<ExitCode> {
  const { sandbox } = terminal.line.values;
  const definition = { name, command, variables: [], sandboxed: sandbox, receivesServers: false };
  const saved = await terminal.core.externalAgents.save(null, definition);
  if (!saved.ok) return reportError(terminal, saved.error);
  terminal.out(`${visibleLine(name)} is added as ${saved.value.id}.\n`);
  return allow(terminal, saved.value);
}

function notInstalled(terminal: AgentsTerminal, { name, command, install }: AgentInfo): ExitCode {
  terminal.err(`${visibleLine(name)} is not installed: ${visibleLine(command[0] ?? '')} was not found.\n`);
  if (install !== undefined) terminal.err(`To install it: ${visibleLine(install)}\n`);
  return 1;
}

/** With hidden characters made visible: the user allows exactly what is printed. */
function commandOf({ command }: AgentInfo): string {
  return visibleLine(commandText(command));
}
