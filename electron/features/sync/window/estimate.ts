// The space and requests of a first upload, counted from the files, before anything is uploaded.

import { join } from 'node:path';
import { isInPlace } from '../../../../shared/features/inPlace/inPlace.ts';
import type { StoreEstimate } from '../../../../shared/features/sync/sync.ts';
import { createDataFolder } from '../../../stores/dataFolder.ts';
import { type Disk, listNames, statOrNull } from '../../../stores/files/disk.ts';
import { maxSegmentBytes } from '../engine/collectChanges.ts';
import { partBytes } from '../engine/fileObjects.ts';
import { maxConversations } from '../engine/ownLog.ts';

/** The record of the device, and the objects that try the store. */
const otherRequests = 8;

export async function estimateUpload(disk: Disk, dataDir: string, signal: AbortSignal): Promise<StoreEstimate> {
  const all = await createDataFolder(dataDir, disk).conversations();
  const places = all.filter(({ conversationId }) => !isInPlace(conversationId));
  let bytes = 0;
  let objects = 0;
  const add = (path: string, maxBytes: number): void => {
    const size = statOrNull(disk, path)?.size ?? 0;
    bytes += size;
    objects += Math.ceil(size / maxBytes);
  };
  const folders = new Set<string>();
  for (const { messages, results, attachments } of places) {
    add(messages, maxSegmentBytes);
    // Those of a project share a folder.
    folders.add(results).add(attachments);
  }
  for (const folder of folders) {
    if (signal.aborted) break;
    for (const name of await listNames(disk, folder)) add(join(folder, name), partBytes);
  }
  const requests = objects + Math.ceil(places.length / maxConversations) + otherRequests;
  return { conversations: places.length, bytes, requests };
}
