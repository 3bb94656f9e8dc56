// A bundle that the user dropped on a window: received in pieces, one for each connection, and gone with it.

import { fail, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { PluginProposal, PluginSource } from '../../../shared/features/plugins/plugin.ts';
import type { Connection } from '../../lib/protocolServer.ts';
import { nodeDisk } from '../../stores/files/disk.ts';
import { guardedDisk } from '../../stores/readOnlyData.ts';
import { createUploadFolder } from '../import/uploadFolder.ts';
import { packageLimits } from './package/entryPath.ts';

interface Looks {
  look(source: PluginSource, name: string): Promise<Result<PluginProposal>>;
}

interface Piece {
  name: string;
  base64: string;
  offset: number;
}

const limits = { bytes: packageLimits.packedBytes, files: 1 };

export type DroppedFiles = ReturnType<typeof createDroppedFiles>;

export function createDroppedFiles(dataDir: string, load: () => Promise<Looks>) {
  const dropped = new Map<string, { name: string; folder: ReturnType<typeof createUploadFolder> }>();

  async function discard(connection: string): Promise<void> {
    const one = dropped.get(connection);
    dropped.delete(connection);
    await one?.folder.discard();
  }

  return {
    async add({ id, onClose }: Connection, { name, base64, offset }: Piece): Promise<Result<void>> {
      if (offset === 0) {
        await discard(id);
        dropped.set(id, { name, folder: createUploadFolder(guardedDisk(dataDir, nodeDisk), dataDir, limits) });
        onClose(() => void discard(id));
      }
      const one = dropped.get(id);
      if (one?.name !== name) return missing;
      const added = await one.folder.add({ path: name, bytes: Buffer.from(base64, 'base64'), offset });
      // The connection ended meanwhile, or it sends another file.
      if (dropped.get(id) !== one) await one.folder.discard();
      return added;
    },

    async look({ id }: Connection): Promise<Result<PluginProposal>> {
      const one = dropped.get(id);
      const [path] = (await one?.folder.paths()) ?? [];
      if (!one || path === undefined) return missing;
      const proposal = await (await load()).look({ type: 'local', file: path, path: '' }, one.name);
      await discard(id);
      return proposal;
    },
  };
}

const missing = fail('PARAMS_INVALID', say`The file was not received. Drop it again.`);
