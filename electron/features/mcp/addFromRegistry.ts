// throughline mcp add --from-registry: adds a server of a registry as it is shown, after asking for its values. It is not
// approved by this: that shows the same again before it first runs.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import {
  type InputProblem,
  inputProblem,
  isReference,
  type RegistryInput,
  type RegistryServer,
  type RegistryWay,
  registryEntry,
  shortName,
  wayText,
} from '../../../shared/features/mcp/registryServer.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { visibleBlock, visibleLine } from '../../host/terminal/terminalText.ts';
import { findInRegistry } from './registry.ts';
import { type RegistryOptions, registryOf } from './searchCommand.ts';

type RegistryTerminal = Terminal<Line<RegistryOptions>>;

/** `localName`: null for the end of its name in the registry. */
export async function addFromRegistry(
  terminal: RegistryTerminal,
  name: string,
  localName: string | null,
): Promise<ExitCode> {
  const { core, out, err, line, signal } = terminal;
  const server = await findInRegistry(await registryOf(terminal), name, signal);
  if (!server.ok) return reportError(terminal, server.error);
  const added = await choose(terminal, server.value);
  if (!added.ok) return reportError(terminal, added.error);
  const { entry, secrets } = added.value;
  const ref = { origin: { type: 'global' as const }, name: localName ?? shortName(name) };
  err(`${visibleLine(ref.name)}\n${visibleBlock(JSON.stringify(entry, null, 2))}\n\n`);
  if (!line.values.yes) {
    if (!terminal.confirm) {
      err('Nothing was added because confirmation needs a terminal. Use --yes to confirm.\n');
      return 1;
    }
    if (!(await terminal.confirm('Add this server? It is not started until you approve it.'))) {
      err('Nothing was added.\n');
      return 1;
    }
  }
  const toSave = { server: ref, configuration: JSON.stringify(entry), secrets, isNew: true };
  const saved = await core.mcp.save(toSave, { isApproved: false });
  if (!saved.ok) return reportError(terminal, saved.error);
  out(
    `Added ${visibleLine(ref.name)} for all projects. Before it runs: throughline mcp approve ${visibleLine(ref.name)}\n`,
  );
  return 0;
}

async function choose(
  terminal: RegistryTerminal,
  server: RegistryServer,
): Promise<Result<ReturnType<typeof registryEntry>>> {
  const { err } = terminal;
  const { name, version, status, statusMessage, ways } = server;
  err(`${visibleLine(`${name}  ${version}`)}\n${visibleLine(`  ${server.description}`)}\n`);
  if (status !== 'active') err(`${visibleLine(`  ${status}${statusMessage === '' ? '' : `: ${statusMessage}`}`)}\n`);
  const way = await chooseWay(terminal, ways);
  if (!way.ok) return way;
  const values: Record<string, string> = {};
  for (const input of way.value.inputs) {
    const value = await askValue(terminal, input);
    if (!value.ok) return value;
    values[input.key] = value.value;
  }
  return ok(registryEntry(way.value, values));
}

async function chooseWay({ ask, err }: RegistryTerminal, ways: readonly RegistryWay[]): Promise<Result<RegistryWay>> {
  const [only] = ways;
  if (!only) return fail('NOT_SUPPORTED', say`None of the ways to run this server can be used here.`);
  if (ways.length === 1) return ok(only);
  for (const [index, way] of ways.entries())
    err(`${visibleLine(`  ${index + 1}  ${way.url === null ? `${way.kind} ` : ''}${wayText(way)}`)}\n`);
  if (!ask) return fail('PARAMS_INVALID', say`This server can be run in several ways. Choose one in a terminal.`);
  for (;;) {
    const answer = await ask(`Which one (1 to ${ways.length})?`);
    if (answer === null) return nothing;
    const way = ways[Number(answer.trim()) - 1];
    if (way) return ok(way);
  }
}

const nothing = fail('CANCELLED', say`Nothing was added.`);

const noKeychain = `This system has no permanent keychain. Enter an environment variable that has the secret, such as $${'{NAME}'}.\n`;

const problems: Record<InputProblem, string> = {
  required: 'It is required.',
  number: 'Enter a number.',
  boolean: 'Enter true or false.',
  choice: 'Enter one of these values.',
  text: 'It is too long, or contains a NUL character.',
};

/** Empty: its default, or nothing. */
async function askValue(
  { ask, askSecret, err, core }: RegistryTerminal,
  input: RegistryInput,
): Promise<Result<string>> {
  const { key, label, description, defaultValue, choices, isRequired, isSecret, placeholder } = input;
  const asker = isSecret ? askSecret : ask;
  if (!asker) {
    return inputProblem(input, {}) === null
      ? ok('')
      : fail('PARAMS_INVALID', say`This server needs ${label}. Enter it in a terminal, or in Settings → MCP servers.`);
  }
  const notes = [
    ...(isRequired ? [] : ['optional']),
    ...(isSecret ? ['secret'] : []),
    ...(choices.length > 0 ? [`one of ${choices.join(', ')}`] : []),
    ...(defaultValue === '' ? [] : [`default: ${defaultValue}`]),
    ...(placeholder === '' ? [] : [`such as ${placeholder}`]),
  ];
  if (description !== '') err(`${visibleLine(`  ${description}`)}\n`);
  for (;;) {
    const value = await asker(visibleLine(`${label}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}:`));
    if (value === null) return nothing;
    const typed = value.trim();
    const problem = inputProblem(input, { [key]: typed });
    if (problem !== null) err(`${problems[problem]}\n`);
    else if (!isSecret || typed === '' || isReference(typed) || (await core.keepsSecrets())) return ok(typed);
    else err(noKeychain);
  }
}
