// Where temporary files are written: beside what they become. All of these places are swept at a start, those of one
// conversation by whoever takes it to write there.

import { dirname, join } from 'node:path';
import { createTimeSlice } from '../lib/cooperativeYield.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConversationPaths, DataFolder } from './dataFolder.ts';
import type { Disk } from './files/disk.ts';
import { sweepFolder } from './files/sweep.ts';

export interface Sweep {
  /** The caller has its lock: whoever had it before may have been killed. */
  conversation(conversationId: string): Promise<void>;
  all(): Promise<void>;
}

export function createSweep(disk: Disk, data: DataFolder, clock: Clock): Sweep {
  const sweep = (folder: string): Promise<void> => sweepFolder(disk, folder, clock.now());

  async function folders(place: ConversationPaths): Promise<void> {
    // What commands had printed is needed for their results, and goes with them.
    for (const folder of [place.folder, join(place.folder, 'background'), place.undo]) await sweep(folder);
  }

  /** Folders that hold a file of every conversation: with thousands of them a list for each run would cost too much. */
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
      for (const place of await data.conversations(() => {})) {
        await folders(place);
        const pause = slice();
        if (pause) await pause;
      }
    },
  };
}
