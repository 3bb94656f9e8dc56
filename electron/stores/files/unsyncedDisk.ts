// A disk for what is derived from files that are still there: nothing waits until it is durable. What a loss of power tears is
// read again.

import { type Disk, nodeDisk } from './disk.ts';

const atOnce = async (): Promise<void> => {};

export const unsyncedDisk: Disk = {
  ...nodeDisk,
  async open(...how: Parameters<Disk['open']>) {
    const handle = await nodeDisk.open(...how);
    return Object.assign(handle, { sync: atOnce, datasync: atOnce });
  },
};
