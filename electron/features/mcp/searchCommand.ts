// throughline mcp search: finds servers in a registry, and prints the exact command that would add each. Nothing is added.

import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { visibleLine } from '../../host/terminal/terminalText.ts';
import { officialRegistry, type RegistryServer, searchRegistry } from './registry.ts';

type SearchLine = Line<{ json: boolean; registry: string | undefined }>;

export async function searchCommand(terminal: Terminal<SearchLine>, words: readonly string[]): Promise<ExitCode> {
  const { line, out, err, signal } = terminal;
  if (words.length === 0) {
    err('mcp search needs words to look for.\n');
    return 2;
  }
  const servers = await searchRegistry(line.values.registry ?? officialRegistry, words.join(' '), signal);
  if (!servers.ok) return reportError(terminal, servers.error);
  if (line.values.json) out(`${JSON.stringify(servers.value, null, 2)}\n`);
  else for (const server of servers.value) out(`${serverText(server)}\n`);
  if (servers.value.length === 0) err('No server matches.\n');
  return 0;
}

function serverText({ name, version, description, ways, otherWays }: RegistryServer): string {
  const shortName =
    name
      .replace(/^.*\//, '')
      .replace(/[^\w.-]/g, '-')
      .replace(/^[-.]+/, '') || 'server';
  const lines = [`${name}  ${version}`, `  ${description}`];
  for (const { command, url, variables } of ways) {
    lines.push(
      `  throughline mcp add ${shortName} ${url === null ? `-- ${command.map(quoted).join(' ')}` : quoted(url)}`,
    );
    if (variables.length > 0)
      lines.push(`    needs ${variables.map((each) => `${each.name}${each.secret ? ' (secret)' : ''}`).join(', ')}`);
  }
  if (otherWays > 0) lines.push(`  ${otherWays === 1 ? 'One way' : `${otherWays} ways`} to run it can’t be used here.`);
  return lines.map(visibleLine).join('\n');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
