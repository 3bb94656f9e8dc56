// throughline mcp search: finds servers in a registry, and prints the exact command that would add each. Nothing is added.

import {
  type RegistryServer,
  type RegistryWay,
  registryEntry,
  shortName,
} from '../../../shared/features/mcp/registryServer.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { visibleLine } from '../../host/terminal/terminalText.ts';
import { searchRegistry } from './registry.ts';

export interface RegistryOptions {
  json: boolean;
  yes: boolean;
  registry: string | undefined;
  after: string | undefined;
  fromRegistry: string | undefined;
}

/** The address on the command line, or the one in the settings. */
export async function registryOf({ line, core }: Terminal<Line<RegistryOptions>>): Promise<string> {
  return line.values.registry ?? (await core.settings.read()).settings.mcpRegistry;
}

export async function searchCommand(
  terminal: Terminal<Line<RegistryOptions>>,
  terms: readonly string[],
): Promise<ExitCode> {
  const { line, out, err, signal } = terminal;
  if (terms.length === 0) {
    err('mcp search needs words to look for.\n');
    return 2;
  }
  const query = terms.join(' ');
  const page = await searchRegistry(await registryOf(terminal), { query, cursor: line.values.after ?? null }, signal);
  if (!page.ok) return reportError(terminal, page.error);
  const { servers, cursor } = page.value;
  if (line.values.json) out(`${JSON.stringify(servers, null, 2)}\n`);
  else for (const server of servers) out(`${serverText(server)}\n`);
  if (servers.length === 0) err('No server matches.\n');
  if (cursor !== null)
    err(
      `There are more: throughline mcp search ${terms.map(quoted).join(' ')} ${quoted(`--after=${visibleLine(cursor)}`)}\n`,
    );
  return 0;
}

function serverText({
  name,
  version,
  description,
  status,
  statusMessage,
  ways,
  otherWays,
  repository,
}: RegistryServer): string {
  const lines = [`${name}  ${version}`, `  ${description}`];
  if (status !== 'active') lines.push(`  ${status}${statusMessage === '' ? '' : `: ${statusMessage}`}`);
  if (repository !== '') lines.push(`  ${repository}`);
  const local = shortName(name);
  for (const way of ways) {
    lines.push(isFixed(way) ? `  throughline mcp add ${local} ${fixedCommand(way)}` : `  ${fromRegistry(name)}`);
    if (way.inputs.length > 0)
      lines.push(
        `    needs ${way.inputs.map((each) => `${each.label}${each.isSecret ? ' (secret)' : ''}`).join(', ')}`,
      );
  }
  if (ways.some(({ inputs }) => inputs.length > 0) && ways.some(isFixed)) lines.push(`  ${fromRegistry(name)}`);
  if (otherWays > 0) lines.push(`  ${otherWays === 1 ? 'One way' : `${otherWays} ways`} to run it can’t be used here.`);
  return [...new Set(lines)].map(visibleLine).join('\n');
}

const fromRegistry = (name: string): string => `throughline mcp add ${quoted(`--from-registry=${name}`)}`;

/** Whether its command or address is complete without the user's values. */
function isFixed({ args, url, headers }: RegistryWay): boolean {
  const texts = [...args.flatMap(({ value }) => value ?? []), ...(url ?? [])];
  return headers.length === 0 && texts.every((part) => typeof part === 'string');
}

function fixedCommand(way: RegistryWay): string {
  const { entry } = registryEntry({ ...way, env: [] }, {});
  if (typeof entry.url === 'string') return quoted(entry.url);
  const { command, args } = entry as { command: string; args: string[] };
  return `-- ${[command, ...args].map(quoted).join(' ')}`;
}

function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
