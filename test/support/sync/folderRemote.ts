// A store in a folder, for measurements.

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RemoteEntry, RemoteStore } from '../../../electron/features/sync/remote/remoteStore.ts';
import { ok } from '../../../shared/core/errors.ts';

export interface CountingRemote extends RemoteStore {
  requests: number;
  bytesPut: number;
  bytesGot: number;
}

export function createFolderRemote(root: string): CountingRemote {
  const remote: CountingRemote = {
    requests: 0,
    bytesPut: 0,
    bytesGot: 0,
    async list(folder, { after = '' }) {
      remote.requests++;
      const children = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
      const entries = children.map(
        (entry): RemoteEntry => ({ name: entry.name, kind: entry.isDirectory() ? 'folder' : 'object', bytes: 0 }),
      );
      return ok(entries.filter(({ name }) => name > after).sort((a, b) => (a.name < b.name ? -1 : 1)));
    },
    async get(name) {
      remote.requests++;
      const bytes = await readFile(join(root, name)).catch(() => null);
      remote.bytesGot += bytes?.length ?? 0;
      return ok(bytes);
    },
    async put(name, bytes) {
      remote.requests++;
      remote.bytesPut += bytes.length;
      const path = join(root, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.tmp`, bytes);
      await rename(`${path}.tmp`, path);
      return ok(undefined);
    },
    async remove(name) {
      remote.requests++;
      await rm(join(root, name), { force: true });
      return ok(undefined);
    },
  };
  return remote;
}
