// Sweeps temporary files next to the files they become: everywhere at startup, and in one conversation when a writer
// takes its lock.

import { dirname, join } from 'node:path';
import { createTimeSlice } from '../lib/cooperativeYield.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConversationPaths, DataFolder } from './dataFolder.ts';
import type { Disk } from './files/disk.ts';
import { sweepFolder } from './files/sweep.ts';

export interface Sweep {
  /** The caller holds its lock; the previous holder may have been killed. */
  conversation(conversationId: string): Promise<void>;
  all(): Promise<void>;
}

export function createSweep(disk: Disk, data: DataFolder, clock: Clock): Sweep {
  const sweep = (folder: string): Promise<void> => sweepFolder(disk, folder, clock.now());

  async function folders(paths: ConversationPaths): Promise<void> {
    // Crash output of commands is kept for their results.
    for (const folder of [paths.folder, join(paths.folder, 'background'), paths.undo]) await sweep(folder);
  }

  /** Folders with a file for every conversation; with thousands of them, listing per run would be too slow. */
  const swept = new Set<string>();

  async function shared(folder: string): Promise<void> {
    if (swept.has(folder)) return;
    swept.add(folder);
    await sweep(folder);
  }

  return {
    async conversation(conversationId) {
      const place = await data.recall(conversationId);
      if (!place.ok) return;
      await folders(place.value);
      await shared(dirname(place.value.execution));
    },
    async all() {
      const slice = createTimeSlice();
      await sweep(data.root);
      await sweep(data.projects);
      await sweep(join(data.root, 'processes'));
      for (const projectId of await data.projectIds(() => {})) {
        const project = data.projectFolder(projectId);
        const state = join(project, 'state');
        for (const folder of [
          project,
          join(project, 'conversations'),
          join(state, 'attachments'),
          join(state, 'logs', 'execution'),
        ]) {
          await sweep(folder);
        }
      }
      for (const paths of await data.conversations(() => {})) {
        await folders(paths);
        const pause = slice();
        if (pause) await pause;
      }
    },
  };
}
