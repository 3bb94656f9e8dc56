// throughline mcp add: adds the user's own servers for all projects, from a command line, an address, or JSON on standard
// input. Each is shown in full first, several as one question; adding approves them. Nothing is started.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import type { McpServerRef } from '../../../shared/features/mcp/methods.ts';
import { maxServers, parseMcpServers } from '../../../shared/features/mcp/serversIn.ts';
import { notText } from '../../host/terminal/input.ts';
import { type ExitCode, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { visibleBlock, visibleLine } from '../../host/terminal/terminalText.ts';
import { maxVisible } from '../../ports/confirm.ts';

interface Wanted {
  server: McpServerRef;
  entry: Record<string, unknown>;
}

const maxInput = 256 * 1024;

const usage =
  'mcp add takes NAME -- COMMAND [ARG …], NAME URL, or - for JSON on standard input (NAME - if the JSON has no name).';

/** `words`: those after `add`. */
export async function addServers(
  terminal: Terminal<{ values: { yes: boolean } }>,
  argv: readonly string[],
): Promise<ExitCode> {
  const wantedServers = await readWanted(terminal, argv);
  if (!wantedServers.ok) {
    terminal.err(`${wantedServers.error.message}\n`);
    return wantedServers.error.code === 'PARAMS_INVALID' ? 2 : 1;
  }
  const { servers } = await terminal.core.mcp.list(null);
  const existingNames = new Set(servers.flatMap(({ name, origin }) => (origin.type === 'global' ? [name] : [])));
  const existingServer = wantedServers.value.find(({ server }) => existingNames.has(server.name));
  if (existingServer) {
    terminal.err(
      `A server named ${JSON.stringify(existingServer.server.name)} already exists for all projects. Nothing was added.\n`,
    );
    return 1;
  }
  if (!(await isConfirmed(terminal, wantedServers.value, argv.length < 3 && argv.at(-1) === '-'))) return 1;
  let code: ExitCode = 0;
  for (const each of wantedServers.value) code = (await add(terminal, each)) || code;
  return code;
}

async function add(terminal: Terminal, { server, entry }: Wanted): Promise<ExitCode> {
  const { core, out, err } = terminal;
  const entryJson = JSON.stringify(entry);
  const saved = await core.mcp.save({ server, configuration: entryJson, secrets: {}, isNew: true });
  const name = visibleLine(server.name);
  if (!saved.ok) {
    err(`${name}: `);
    return reportError(terminal, saved.error);
  }
  out(`Added ${name} for all projects.\n`);
  // A secret in plain text was replaced with its name in the keychain.
  const isNamed = (text: string): boolean => text.includes('$' + '{keychain:');
  if (!isNamed(saved.value.configuration) || isNamed(entryJson) || (await core.keepsSecrets())) return 0;
  err(
    `${name}: its secrets were not saved because this system has no permanent keychain. In mcp.json, put an environment`,
  );
  err(' variable in place of each, such as "$' + '{NAME}".\n');
  return 1;
}

async function readWanted(terminal: Terminal, argv: readonly string[]): Promise<Result<Wanted[]>> {
  const [first, second, ...args] = argv;
  if (first === '-' && second === undefined) return readInput(terminal, null);
  if (first === undefined || first === '-' || second === undefined) return fail('PARAMS_INVALID', usage);
  if (second === '-' && args.length === 0) return readInput(terminal, first);
  if (/^https?:\/\//i.test(second)) {
    return args.length > 0 ? fail('PARAMS_INVALID', usage) : ok([named(first, { type: 'http', url: second })]);
  }
  return ok([named(first, { command: second, ...(args.length > 0 ? { args } : {}) })]);
}

async function readInput({ input, signal }: Terminal, name: string | null): Promise<Result<Wanted[]>> {
  const stdin = await input.read(maxInput, signal);
  if (signal.aborted) return fail('CANCELLED', 'Nothing was added.');
  if ('problem' in stdin) {
    const why = stdin.problem === 'not-text' ? notText : 'Standard input is larger than 256 KB.';
    return fail('SETTINGS_INVALID', `${why} Nothing was added.`);
  }
  const entries = parseMcpServers(stdin.text);
  if (!entries.ok) {
    const why =
      entries.kind === 'json'
        ? `is not valid JSON: ${visibleLine(entries.reason)}`
        : entries.kind === 'many'
          ? `has more than ${maxServers} servers`
          : 'contains no server';
    return fail('SETTINGS_INVALID', `Standard input ${why}. Nothing was added.`);
  }
  const { servers } = entries;
  const [only] = servers;
  if (only?.name === null) {
    if (name !== null) return ok([named(name, only.entry)]);
    return fail('PARAMS_INVALID', 'The JSON does not name the server. Use: mcp add NAME -');
  }
  if (name !== null && servers.length > 1) {
    return fail('PARAMS_INVALID', 'The JSON names several servers. Use: mcp add -');
  }
  return ok(servers.map((server) => named(name ?? server.name ?? '', server.entry)));
}

function named(name: string, entry: Record<string, unknown>): Wanted {
  return { server: { origin: { type: 'global' }, name }, entry };
}

async function isConfirmed(
  terminal: Terminal<{ values: { yes: boolean } }>,
  wantedServers: readonly Wanted[],
  fromInput: boolean,
): Promise<boolean> {
  const { err, line } = terminal;
  const descriptions = await Promise.all(
    wantedServers.map(async ({ server, entry }) => {
      const configuration = await terminal.core.mcp.shown(JSON.stringify(entry, null, 2));
      return `${visibleLine(server.name)}\n${visibleBlock(configuration)}\n\n`;
    }),
  );
  if (wantedServers.length > 1 && descriptions.join('').length > maxVisible) {
    err('There are too many servers to show at once. Nothing was added. Add fewer at a time.\n');
    return false;
  }
  const [what, them] =
    wantedServers.length === 1 ? ['this MCP server', 'it'] : [`these ${wantedServers.length} MCP servers`, 'them'];
  err(`Dangerous: a server can do anything you can on this machine. Adding ${them} allows ${them} to run:\n\n`);
  err(descriptions.join(''));
  if (line.values.yes) return true;
  if (fromInput || !terminal.confirm) {
    err('Nothing was added because confirmation needs a terminal. Use --yes to confirm.\n');
    return false;
  }
  if (await terminal.confirm(`Add ${what} and let ${them} run?`)) return true;
  err('Nothing was added.\n');
  return false;
}
