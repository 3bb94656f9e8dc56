// throughline mcp serve, clients, allow and deny: the MCP server on standard input and output, and what its clients may do.

import type { Readable } from 'node:stream';
import { type McpPermission, mcpPermissions } from '../../../shared/features/api/access.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { visibleLine } from '../../host/terminal/terminalText.ts';

type ServeLine = Line<{ json: boolean; allow: readonly McpPermission[] | undefined }>;

/** Subcommands of `throughline mcp` that are about the server. */
const serverWords = ['serve', 'clients', 'allow', 'deny'] as const;
type ServerWord = (typeof serverWords)[number];

/** Returns the subcommand; null: the line is about the servers that the app itself uses. */
export async function mcpServerWord(terminal: Terminal<ServeLine>): Promise<ServerWord | null> {
  const [first] = terminal.line.positionals;
  if (first !== undefined) return serverWords.find((word) => word === first) ?? null;
  if (terminal.line.values.json || terminal.input.isTerminal || terminal.outIsTerminal) return null;
  // A client starts `throughline mcp` and speaks first; a script reads the list of servers.
  return (await hasInput(terminal.streams.stdin as Readable)) ? 'serve' : null;
}

export async function mcpServerCommand(terminal: Terminal<ServeLine>, word: ServerWord): Promise<ExitCode> {
  const [, ...rest] = terminal.line.positionals;
  if (word === 'serve' && rest.length === 0) return serve(terminal);
  if (word === 'clients' && rest.length === 0) return listClients(terminal);
  const [name, ...permissions] = rest;
  if (word === 'deny' && name !== undefined && permissions.length === 0) return allow(terminal, name, []);
  if (word === 'allow' && name !== undefined && permissions.length > 0) {
    const chosen = mcpPermissions.filter((one) => permissions.includes(one));
    if (chosen.length === new Set(permissions).size) return allow(terminal, name, chosen);
  }
  terminal.err(
    `mcp takes serve, clients, allow CLIENT PERMISSION… or deny CLIENT. Permissions: ${mcpPermissions.join(', ')}.\n`,
  );
  return 2;
}

async function serve(terminal: Terminal<ServeLine>): Promise<ExitCode> {
  const { core, streams, signal, line } = terminal;
  if (terminal.input.isTerminal)
    terminal.err('throughline mcp serve is started by an MCP client, and speaks MCP here.\n');
  const [{ serveStdio, StdioServerTransport }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./historyServer.ts'),
  ]);
  const stdin = streams.stdin as Readable;
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close'] as const) stdin.once(event, () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  const allowed = line.values.allow ?? [];
  const begun = new Set<string>();
  const { api } = core;
  const handle = serveStdio(() => createMcpServer({ api, version: api.version, allowed, begun }), {
    transport: new StdioServerTransport(stdin, streams.stdout as NodeJS.WriteStream),
    onerror: (error) => terminal.err(`${error.message}\n`),
  });
  await ended;
  await handle.close();
  return 0;
}

async function listClients(terminal: Terminal<ServeLine>): Promise<ExitCode> {
  const { clients } = await terminal.core.api.access.list();
  if (terminal.line.values.json) {
    terminal.out(`${JSON.stringify(clients)}\n`);
    return 0;
  }
  if (clients.length === 0) terminal.err('No MCP client has asked for anything yet.\n');
  for (const { name, allowed, asked } of clients) {
    terminal.out(`${visibleLine(name)}  may: ${allowed.join(', ') || 'nothing'}\n`);
    if (asked.length > 0) terminal.out(`  asked for: ${asked.join(', ')}\n`);
  }
  return 0;
}

async function allow(terminal: Terminal<ServeLine>, name: string, allowed: McpPermission[]): Promise<ExitCode> {
  const changed = await terminal.core.api.access.allowClient(name, allowed);
  if (!changed.ok) return reportError(terminal, changed.error);
  const label = visibleLine(name);
  terminal.out(allowed.length === 0 ? `${label} may do nothing.\n` : `${label} may: ${allowed.join(', ')}.\n`);
  return 0;
}

/** False if the input ends without a byte. Consumes nothing. */
function hasInput(stdin: Readable): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (): void => {
      const chunk: Buffer | string | null = stdin.read();
      if (chunk === null) return;
      finish(true);
      stdin.unshift(chunk);
    };
    const end = (): void => finish(false);
    const finish = (there: boolean): void => {
      stdin.off('readable', look);
      stdin.off('end', end);
      stdin.off('error', end);
      resolve(there);
    };
    stdin.on('readable', look);
    stdin.once('end', end);
    stdin.once('error', end);
  });
}
