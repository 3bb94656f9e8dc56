// Opens the configured store. What it needs loads on first use, since most starts have no sync.

import type { Fetch } from '../../../providers/http/exchange.ts';
import type { Disk } from '../../../stores/files/disk.ts';
import type { RemoteStore } from './remoteStore.ts';
import type { Patience } from './retry.ts';
import type { StoreConfig, StoreCredentials } from './storeConfig.ts';

export interface RemoteDeps extends Patience {
  disk: Disk;
  fetch: Fetch;
}

export interface OpenOptions {
  /** The folder of sync may be missing; it is then created. */
  create?: boolean;
  /** Entries for each request of a list, where lists have parts. */
  pageSize?: number;
}

/** `config` has passed `checkConfig`. */
export async function openRemoteStore(
  deps: RemoteDeps,
  config: StoreConfig,
  { user, secret }: StoreCredentials,
  { create = false, pageSize }: OpenOptions = {},
): Promise<RemoteStore> {
  switch (config.kind) {
    case 'folder': {
      const { createFolderStore } = await import('./folderStore.ts');
      return createFolderStore({ ...deps, ...config, create });
    }
    case 'webdav': {
      const { createWebdavStore } = await import('./webdavStore.ts');
      return createWebdavStore({ ...deps, ...config, credentials: { user, password: secret } });
    }
    case 's3': {
      const { createS3Store } = await import('./s3Store.ts');
      const credentials = { accessKeyId: user, secretAccessKey: secret };
      return createS3Store({ ...deps, ...config, credentials, ...(pageSize === undefined ? {} : { pageSize }) });
    }
  }
}
