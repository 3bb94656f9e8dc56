// schedules/requests/<schedule>.<id>: asks the process that runs schedules to run one now.

import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { say } from '../../../shared/core/sentence.ts';
import { atomicWrite, makeFolder } from '../../stores/files/atomicWrite.ts';
import { type Disk, diskReason, listNames } from '../../stores/files/disk.ts';

const placeIn = (folder: string): string => join(folder, 'requests');

export async function addRequest(disk: Disk, folder: string, id: string, requestId: string): Promise<Result<void>> {
  try {
    await makeFolder(disk, placeIn(folder));
    await atomicWrite(disk, join(placeIn(folder), `${id}.${requestId}`), '');
    return ok(undefined);
  } catch (thrown) {
    return fail('STORE_WRITE_FAILED', say`The run could not be requested: ${diskReason(thrown)}.`);
  }
}

/** Returns the schedules to run. Each request is taken once: one that cannot be removed is left for later. */
export async function takeRequests(disk: Disk, folder: string): Promise<string[]> {
  const taken: string[] = [];
  for (const name of (await listNames(disk, placeIn(folder)).catch(() => [])).sort()) {
    const [id = '', requestId = '', ...rest] = name.split('.');
    if (!isSafeId(id) || requestId === '' || rest.length > 0) continue;
    const isRemoved = await disk.unlink(join(placeIn(folder), name)).then(
      () => true,
      () => false,
    );
    if (isRemoved) taken.push(id);
  }
  return taken;
}
