// A disk for derived data: writes do not wait for a sync. Anything torn by a power loss is rebuilt from its source.

import { type Disk, nodeDisk } from './disk.ts';

const atOnce = async (): Promise<void> => {};

export const unsyncedDisk: Disk = {
  ...nodeDisk,
  async open(...how: Parameters<Disk['open']>) {
    const handle = await nodeDisk.open(...how);
    return Object.assign(handle, { sync: atOnce, datasync: atOnce });
  },
};
