// Saves an agent's definition. Values of variables go to the keychain; the file has only their names.

import { randomUUID } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import type { AgentDefinitionInput } from '../../shared/features/externalAgents/methods.ts';
import type { Keychain } from '../ports/keychain.ts';
import { type AgentStore, type AgentVariable, type StoredAgent, valueAccount } from './definition.ts';
import { knownAgents } from './knownAgents.ts';

export interface EditDeps {
  store: AgentStore;
  keychain: Keychain;
  remember(secret: string): void;
}

/** `agentId` null: a new one. Returns its ID. */
export async function saveDefinition(
  agentId: string | null,
  input: AgentDefinitionInput,
  { store, keychain, remember }: EditDeps,
): Promise<Result<string>> {
  const invalid = problemOf(input);
  if (invalid) return invalid;
  const { agents } = await store.list();
  const preset = knownAgents.find(({ id }) => id === agentId);
  const before = agents.find(({ id }) => id === agentId) ?? null;
  if (agentId !== null && before === null && !preset) {
    return fail('AGENT_NOT_FOUND', say`There is no agent with this ID. It may have been removed.`);
  }
  const id =
    agentId ??
    newId(input.name, new Set([...agents.map((agent) => agent.id), ...knownAgents.map((agent) => agent.id)]));
  const variables: AgentVariable[] = [];
  for (const { name, value } of input.variables) {
    const revision = before?.variables.find((variable) => variable.name === name)?.revision ?? null;
    if (value === '') {
      variables.push({ name, revision });
      continue;
    }
    remember(value);
    const stored = await keychain.set(valueAccount(id, name), value);
    if (!stored.ok) return stored;
    variables.push({ name, revision: randomUUID() });
  }
  for (const { name, revision } of before?.variables ?? []) {
    if (revision !== null && !variables.some((variable) => variable.name === name))
      await keychain.remove(valueAccount(id, name));
  }
  const saved = await store.change(id, (stored) => {
    const sandbox = input.sandboxed ? (stored?.sandbox ?? preset?.sandbox ?? { hosts: [], paths: [] }) : null;
    const { name, command, receivesServers } = input;
    // A changed command has another fingerprint than the approved one.
    const approved = stored?.approved ?? null;
    const origin = preset ? 'known' : (stored?.origin ?? input.origin ?? 'added');
    const next: StoredAgent = { id, name, command, variables, sandbox, receivesServers, origin, approved };
    return ok(next);
  });
  return saved.ok ? ok(id) : saved;
}

function problemOf({ command, variables }: AgentDefinitionInput): Result<never> | null {
  const [program = ''] = command;
  if (program.trim() === '') return fail('SETTINGS_INVALID', say`The command is empty. Nothing was saved.`);
  if (command.some((word) => word.includes('\0'))) {
    return fail('SETTINGS_INVALID', say`The command contains a NUL character. Nothing was saved.`);
  }
  if (/[\\/]/.test(program) && !isAbsolute(program)) {
    return fail('SETTINGS_INVALID', say`The program must be a name in PATH or an absolute path. Nothing was saved.`);
  }
  const names = variables.map(({ name }) => name);
  const wrong = names.find((name, at) => !/^[A-Za-z_]\w*$/.test(name) || names.indexOf(name) !== at);
  if (wrong === undefined) return null;
  return fail(
    'SETTINGS_INVALID',
    say`${JSON.stringify(wrong)} is not a variable name, or it is there twice. Nothing was saved.`,
  );
}

function newId(name: string, taken: ReadonlySet<string>): string {
  const base =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 40) || 'agent';
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!taken.has(id)) return id;
  }
}
