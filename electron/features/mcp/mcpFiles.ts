// Reads and writes mcp.json of the data folder and each project, a folder's .mcp.json, and mcp-approvals.json. Reads
// are bounded; writes are atomic and never replace an unreadable file.

import { join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { McpOrigin } from '../../../shared/features/mcp/methods.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { McpConsent, McpFile, McpFiles } from '../../mcp/config/mcpFiles.ts';
import type { Clock } from '../../ports/clock.ts';
import { createDataFolder } from '../../stores/dataFolder.ts';
import { atomicWrite, makeFolder } from '../../stores/files/atomicWrite.ts';
import { readBoundedText } from '../../stores/files/boundedText.ts';
import { createContentHash } from '../../stores/files/contentHash.ts';
import { type Disk, diskReason } from '../../stores/files/disk.ts';
import { createJsonFiles } from '../../stores/files/jsonFile.ts';
import { withLock } from '../../stores/locks/locks.ts';

const maxBytes = 1024 * 1024;
/** A folder's file is untrusted and read for every request. */
const maxFolderBytes = 256 * 1024;
/** Configurations of whole apps contain more than servers. */
const maxOtherBytes = 16 * 1024 * 1024;

const consentsSchema = z.looseObject({
  v: z.number().default(1),
  servers: z
    .record(
      z.string(),
      z.looseObject({
        approved: z.string().exactOptional(),
        files: z.record(z.string(), z.string()).exactOptional(),
        tools: z.record(z.string(), z.object({ hash: z.string(), said: z.string() })).exactOptional(),
        apps: z.string().exactOptional(),
        at: z.string().exactOptional(),
        disabled: z.boolean().exactOptional(),
      }),
    )
    .default({}),
});
type ConsentsFile = z.infer<typeof consentsSchema>;
const consentsName = 'mcp-approvals.json';

export function createMcpFiles(
  dataDir: string,
  {
    disk,
    clock,
    contentHash = createContentHash(disk),
    ofPlugins = async () => ({ kind: 'absent' }),
  }: { disk: Disk; clock: Clock; contentHash?: McpFiles['contentHash']; ofPlugins?: () => Promise<McpFile> },
): McpFiles {
  const data = createDataFolder(dataDir, disk);
  const files = createJsonFiles(disk, () => clock.now());
  const queue = createKeyedQueue();
  const consentsPath = join(dataDir, consentsName);

  function path(origin: McpOrigin, folder: string | null): string {
    if (origin.type === 'global') return join(dataDir, 'mcp.json');
    if (origin.type === 'plugin') return join(dataDir, 'plugins');
    if (origin.type === 'folder') return join(folder ?? '', '.mcp.json');
    return join(data.projectFolder(origin.projectId), 'mcp.json');
  }

  const readAt = (path: string, max: number, ownLink: 'followed' | 'refused' = 'followed'): Promise<McpFile> =>
    readBoundedText(disk, path, max, ownLink);

  async function changing<T>(name: string, inFolder: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
    return queue.run(name, async () => {
      try {
        await makeFolder(disk, data.locks, dataDir);
        await makeFolder(disk, inFolder);
      } catch (thrown) {
        return fail(
          'STORE_WRITE_FAILED',
          say`${name} could not be written: ${diskReason(thrown)}. It was left unchanged.`,
        );
      }
      const lock = { folder: data.locks, name, purpose: say`changing the MCP servers`, clock };
      return withLock(lock, 'DATA_FOLDER_BUSY', work);
    });
  }

  const readConsents = () =>
    files.read<ConsentsFile>(consentsPath, consentsSchema, () => consentsSchema.parse({}), consentsName);

  return {
    path,

    read(origin, folder) {
      if (origin.type === 'plugin') return ofPlugins();
      if (origin.type === 'folder' && folder === null) return Promise.resolve({ kind: 'absent' });
      if (origin.type !== 'global' && !isSafeId(origin.projectId)) return Promise.resolve({ kind: 'absent' });
      if (origin.type !== 'folder') return readAt(path(origin, folder), maxBytes);
      return readAt(path(origin, folder), maxFolderBytes, 'refused');
    },

    contentHash,

    readOther: (other) => readAt(other, maxOtherBytes),

    async change(origin, edit) {
      if (origin.type === 'folder') {
        return fail('STORE_READ_ONLY', say`The folder’s own .mcp.json cannot be changed here. Edit it in the folder.`);
      }
      if (origin.type === 'plugin') {
        return fail('STORE_READ_ONLY', say`This server is part of a plugin. Turn it off, or remove the plugin.`);
      }
      if (origin.type === 'project' && !isSafeId(origin.projectId)) {
        return fail('ID_INVALID', say`This is not a valid project ID.`);
      }
      const target = path(origin, null);
      const inFolder = origin.type === 'global' ? dataDir : data.projectFolder(origin.projectId);
      const name = origin.type === 'global' ? 'mcp.json' : `mcp.${origin.projectId}.json`;
      return changing(name, inFolder, async () => {
        const before = await readAt(target, maxBytes);
        if (before.kind === 'unreadable') {
          return fail('STORE_READ_FAILED', say`${target} could not be read (${before.reason}). Nothing was changed.`);
        }
        const edited = edit(before.kind === 'text' ? before.text : null);
        if (!edited.ok) return edited;
        try {
          await atomicWrite(disk, target, edited.value);
          return ok(undefined);
        } catch (thrown) {
          return fail(
            'STORE_WRITE_FAILED',
            say`${target} could not be written: ${diskReason(thrown)}. It was left unchanged.`,
          );
        }
      });
    },

    async readConsents() {
      const { value, notice } = await readConsents();
      const consents = new Map<string, McpConsent>(Object.entries(value.servers));
      return { consents, problem: notice };
    },

    changeConsent: (key, change) =>
      changing(consentsName, dataDir, async () => {
        const { value, notice } = await readConsents();
        const servers = new Map<string, McpConsent>(Object.entries(value.servers));
        const changed = change(servers.get(key) ?? {});
        if (changed === null) servers.delete(key);
        else servers.set(key, changed);
        const next = { ...value, servers: Object.fromEntries(servers) };
        return files.write(consentsPath, next, { synced: true, unreadable: notice !== null });
      }),
  };
}
