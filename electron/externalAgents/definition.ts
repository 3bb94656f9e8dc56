// An external agent as the user defined it, how it is stored, and what an approval of it covers: everything that decides what
// runs.

import { createHash } from 'node:crypto';
import type { Result } from '../../shared/core/errors.ts';
import type { Sentence } from '../../shared/core/sentence.ts';
import type { ServerSandbox } from '../tools/process/sandboxedServer.ts';

export interface AgentDefinition {
  id: string;
  name: string;
  /** The program and its arguments. */
  command: readonly string[];
  variables: readonly AgentVariable[];
  /** Null: it runs outside of the sandbox. */
  sandbox: ServerSandbox | null;
  origin: 'known' | 'added' | 'registry';
  /** The user's MCP servers are passed to it. */
  receivesServers: boolean;
  /** The fingerprint that the user approved. */
  approved: string | null;
  /** A line that installs it. */
  install: string | null;
}

export interface AgentVariable {
  name: string;
  /**
   * Identifies the saved value, which is in the keychain, without revealing it: a new one for each saved value. Null: none is
   * saved, and the app's own variable of this name is passed on.
   */
  revision: string | null;
}

/** A definition as it is stored. Known agents that the user never approved or changed have none. */
export type StoredAgent = Omit<AgentDefinition, 'install'>;

export interface AgentStore {
  /** An unreadable file defines and approves nothing, and is reported in `problem`. */
  list(): Promise<{ agents: readonly StoredAgent[]; problem: Sentence | null }>;
  /** Replaces the agent of this ID. Serialized across processes. */
  change(agentId: string, change: (before: StoredAgent | null) => Result<StoredAgent | null>): Promise<Result<void>>;
}

/**
 * `executable`: the absolute path that the command's name was found at; null: not found. Another path needs a new
 * approval, since another program would run.
 */
export function agentFingerprint(definition: AgentDefinition, executable: string | null): string {
  const { command, variables, sandbox, receivesServers } = definition;
  const content = {
    v: 1,
    command,
    executable,
    variables: variables
      .map(({ name, revision }) => [name, revision])
      .toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)),
    sandbox: sandbox && { hosts: sandbox.hosts, paths: sandbox.paths },
    receivesServers,
  };
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** The keychain's account of a variable's value. */
export function valueAccount(agentId: string, variable: string): string {
  return `agent:${agentId}:${variable}`;
}
