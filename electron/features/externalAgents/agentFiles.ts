// external-agents.json of the data folder: the user's agents, and which commands may run (docs/formats/external-agents.md).
// Writes are atomic and never replace an unreadable file.

import { join } from 'node:path';
import { z } from 'zod';
import { fail, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { AgentStore, StoredAgent } from '../../externalAgents/definition.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { Clock } from '../../ports/clock.ts';
import { createDataFolder } from '../../stores/dataFolder.ts';
import { makeFolder } from '../../stores/files/atomicWrite.ts';
import { type Disk, diskReason } from '../../stores/files/disk.ts';
import { createJsonFiles } from '../../stores/files/jsonFile.ts';
import { withLock } from '../../stores/locks/locks.ts';

const fileName = 'external-agents.json';
const maxAgents = 200;

const entrySchema = z.looseObject({
  name: z.string().min(1).max(80),
  command: z.array(z.string().max(4096)).min(1).max(64),
  variables: z
    .array(z.looseObject({ name: z.string(), revision: z.string().nullable().default(null) }))
    .max(40)
    .default([]),
  sandbox: z
    .looseObject({ hosts: z.array(z.string()), paths: z.array(z.string()) })
    .nullable()
    .default(null),
  origin: z.enum(['known', 'added', 'registry']).default('added'),
  receivesServers: z.boolean().default(false),
  approved: z.string().nullable().default(null),
});

const fileSchema = z.looseObject({
  v: z.number().default(1),
  agents: z.record(z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/), entrySchema).default({}),
});
type AgentsFile = z.infer<typeof fileSchema>;

export function createAgentFiles(dataDir: string, { disk, clock }: { disk: Disk; clock: Clock }): AgentStore {
  const data = createDataFolder(dataDir, disk);
  const files = createJsonFiles(disk, () => clock.now());
  const queue = createKeyedQueue();
  const path = join(dataDir, fileName);

  const read = () => files.read<AgentsFile>(path, fileSchema, () => fileSchema.parse({}), fileName);

  return {
    async list() {
      const { value, notice } = await read();
      const agents = Object.entries(value.agents).map(([id, entry]): StoredAgent => ({ id, ...entry }));
      return { agents: agents.slice(0, maxAgents), problem: notice };
    },

    change: (agentId, change) =>
      queue.run(fileName, async (): Promise<Result<void>> => {
        try {
          await makeFolder(disk, data.locks, dataDir);
        } catch (thrown) {
          return fail(
            'STORE_WRITE_FAILED',
            say`${fileName} could not be written: ${diskReason(thrown)}. It was left unchanged.`,
          );
        }
        const lock = { folder: data.locks, name: fileName, purpose: say`changing the agents`, clock };
        return withLock(lock, 'DATA_FOLDER_BUSY', async () => {
          const { value, notice } = await read();
          const agents = new Map(Object.entries(value.agents));
          const before = agents.get(agentId);
          const changed = change(before ? { id: agentId, ...before } : null);
          if (!changed.ok) return changed;
          if (changed.value === null) agents.delete(agentId);
          else {
            const { id: _id, ...entry } = changed.value;
            // Keeps fields that a newer version wrote.
            agents.set(agentId, entrySchema.parse({ ...before, ...entry }));
          }
          if (agents.size > maxAgents) {
            return fail('SETTINGS_INVALID', say`There are already ${maxAgents} agents. Remove one first.`);
          }
          const next = { ...value, agents: Object.fromEntries(agents) };
          return files.write(path, next, { synced: true, unreadable: notice !== null });
        });
      }),
  };
}
