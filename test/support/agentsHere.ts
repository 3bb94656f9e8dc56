// The real external agents in a fresh data folder, and what a conversation would do with one.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import {
  createExternalAgents,
  type ExternalAgentsDeps,
  type ManagedAgents,
} from '../../electron/externalAgents/externalAgents.ts';
import { createAgentFiles } from '../../electron/features/externalAgents/agentFiles.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { createSecretMask } from '../../electron/lib/secretMask.ts';
import type {
  AgentHandlers,
  AgentSession,
  AgentUpdate,
  OpenAgentSession,
} from '../../electron/ports/externalAgents.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { createKeychain } from '../../electron/stores/keychain.ts';
import { createProcessRecords } from '../../electron/stores/processRecords.ts';
import { createProcessJournal } from '../../electron/tools/process/processJournal.ts';
import { ok } from '../../shared/core/errors.ts';
import type { AgentDefinitionInput } from '../../shared/features/externalAgents/methods.ts';
import { okValue } from './result.ts';
import { tempFolder } from './tempFolder.ts';

export interface AgentsHere {
  agents: ManagedAgents;
  dataDir: string;
  /** A project's folder. */
  folder: string;
  /** Adds an agent and allows its command; returns its ID. */
  add(command: readonly string[], more?: Partial<Omit<AgentDefinitionInput, 'name' | 'command'>>): Promise<string>;
  open(agentId: string, more?: Partial<OpenAgentSession>): ReturnType<ManagedAgents['openSession']>;
}

export function agentsHere(more: Partial<ExternalAgentsDeps> & { root?: string } = {}): AgentsHere {
  const root = more.root ?? tempFolder();
  const [dataDir, folder] = [path.join(root, 'data'), path.join(root, 'project')];
  for (const each of [dataDir, folder]) mkdirSync(each, { recursive: true });
  const records = createProcessRecords(dataDir, { disk: nodeDisk, clock: systemClock, log: () => {} });
  const keychain = createKeychain({ service: 'throughline-test', memoryOnly: true });
  const agents = createExternalAgents({
    store: createAgentFiles(dataDir, { disk: nodeDisk, clock: systemClock }),
    keychain,
    remember: keychain.remember,
    emptyFolders: `${dataDir}-agents`,
    home: root,
    clock: systemClock,
    env: process.env,
    journal: createProcessJournal({ records, clock: systemClock, environment: {} }),
    sandbox: null,
    mask: createSecretMask(keychain.knownSecrets, () => false),
    version: '1',
    writeLog() {},
    servers: async () => [],
    ...more,
  });
  return {
    agents,
    dataDir,
    folder,
    async add(command, more = {}) {
      const plain = { variables: [], sandboxed: false, receivesServers: false };
      const definition = { name: 'Odd', command: [...command], ...plain, ...more };
      const { id, fingerprint } = okValue(await agents.save(null, definition));
      okValue(await agents.approve(id, fingerprint, true));
      return id;
    },
    open: (agentId, request = {}) =>
      agents.openSession({
        agentId,
        conversationId: 'one',
        projectId: 'project',
        folder,
        trusted: true,
        previous: null,
        options: {},
        handlers: keepingHandlers().handlers,
        signal: new AbortController().signal,
        progress() {},
        ...request,
      }),
  };
}

/** Keeps what arrives. */
export function keepingHandlers(more: Partial<AgentHandlers> = {}) {
  const updates: AgentUpdate[] = [];
  const handlers: AgentHandlers = {
    async onUpdates(batch) {
      updates.push(...batch);
    },
    onPermission: async ({ options }) => ({ optionId: options[0]?.id ?? '' }),
    readTextFile: async (file) => ok(`contents of ${file}`),
    writeTextFile: async () => ok(undefined),
    terminals: {
      create: async () => ok({ terminalId: 't1' }),
      output: async () => ok({ output: 'done\n', truncated: false, exit: { exitCode: 0, signal: null } }),
      waitForExit: async () => ok({ exitCode: 0, signal: null }),
      kill: async () => ok(undefined),
      release: async () => ok(undefined),
    },
    onQuestion: async () => null,
    ...more,
  };
  return { handlers, updates, said: () => saidIn(updates) };
}

export function saidIn(updates: readonly AgentUpdate[]): string {
  return updates.map((update) => (update.type === 'text' ? update.text : '')).join('');
}

/** Sends one text, and returns the end and what came. */
export async function prompted(
  session: AgentSession,
  text: string,
  more: Partial<AgentHandlers> = {},
  signal = new AbortController().signal,
) {
  const handling = keepingHandlers(more);
  const end = await session.prompt([{ type: 'text', text }], handling.handlers, signal);
  return { end, ...handling };
}
