// Measures each project's disk use and its unused part, and frees what the user selects: results no message uses,
// unreferenced attachments, unfinished writes and deletions, backups.

import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { RestorableDeletion } from '../../../shared/features/conversations/methods.ts';
import type { Freeable, ProjectSpace, SpaceReport } from '../../../shared/features/data/methods.ts';
import { isInPlace } from '../../../shared/features/inPlace/inPlace.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DataFolder } from '../dataFolder.ts';
import { syncFolder } from '../files/atomicWrite.ts';
import { type Disk, diskReason } from '../files/disk.ts';
import { measureTree } from '../files/treeSize.ts';
import { isLocked } from '../locks/locks.ts';
import { createOrphanResults } from '../results/orphanResults.ts';
import { type DiskUsageEntry, type WalkDeps, walkProject } from './spaceWalk.ts';
import { isDeletionUndoable } from './undoSession.ts';

export interface Space {
  report(): Promise<Result<SpaceReport>>;
  /** Returns what was freed, without what could not be removed. */
  free(projectId: string, what: Freeable): Promise<Result<{ files: number; bytes: number }>>;
}

export interface SpaceDeps {
  disk: Disk;
  data: DataFolder;
  clock: Clock;
  projects(): Promise<ProjectInfo[]>;
  restorable(): RestorableDeletion[];
  /** Permanently removes what ended processes deleted. */
  finishDeletions(projectId: string): Promise<void>;
}

const derivedName = /^(?:index|search)\.db/;

export function createSpace(deps: SpaceDeps): Space {
  const { disk, data, clock } = deps;
  const orphans = createOrphanResults(disk, data, (id) => isLocked(data.locks, id));

  function walking(): WalkDeps {
    return {
      disk,
      data,
      now: clock.now(),
      isUndoable: (session) => isDeletionUndoable(data.locks, session),
      orphans: orphans.of,
    };
  }

  async function measure({ id, name, folder }: ProjectInfo): Promise<ProjectSpace> {
    const space: ProjectSpace = {
      projectId: id,
      name,
      folder,
      ...{ messages: 0, results: 0, attachments: 0, logs: 0, undo: 0, copies: 0, deleted: 0, other: 0, total: 0 },
      free: { results: 0, attachments: 0, temporary: 0, deletions: 0, copies: 0 },
    };
    await walkProject(walking(), id, (file) => {
      space[file.kind] += file.bytes;
      space.total += file.bytes;
      if (file.free !== null) space.free[file.free] += file.bytes;
    });
    return space;
  }

  async function measureRest(): Promise<{ derived: number; rest: number }> {
    const sum = { derived: 0, rest: 0 };
    const names = await disk.readdir(data.root).catch(() => []);
    for (const name of names.filter((candidate) => candidate !== 'projects')) {
      const path = join(data.root, name);
      if (name !== 'set-aside')
        sum[derivedName.test(name) ? 'derived' : 'rest'] += (await measureTree(disk, path)).bytes;
    }
    for (const id of (await data.projectIds()).filter(isInPlace)) {
      sum.derived += (await measureTree(disk, data.projectFolder(id))).bytes;
    }
    return sum;
  }

  async function remove(files: readonly DiskUsageEntry[]): Promise<{ files: number; bytes: number }> {
    const freed = { files: 0, bytes: 0 };
    const folders = new Set<string>();
    for (const { path, bytes } of files) {
      try {
        await disk.unlink(path);
        freed.files++;
        freed.bytes += bytes;
        folders.add(dirname(path));
      } catch {}
    }
    for (const folder of folders) await syncFolder(disk, folder).catch(() => {});
    return freed;
  }

  return {
    async report() {
      try {
        const projects: ProjectSpace[] = [];
        for (const project of await deps.projects()) projects.push(await measure(project));
        const { derived, rest } = await measureRest();
        const total = projects.reduce((sum, project) => sum + project.total, derived + rest);
        projects.sort((a, b) => b.total - a.total);
        return ok({ projects, derived, total, restorable: deps.restorable() });
      } catch (thrown) {
        return fail(
          'STORE_READ_FAILED',
          say`Storage use could not be measured: ${diskReason(thrown)}. Nothing was changed.`,
        );
      }
    },

    async free(projectId, what) {
      const isKnownProject = (await deps.projects()).some((project) => project.id === projectId);
      if (!isKnownProject)
        return fail('PROJECT_NOT_FOUND', say`The data folder has no project with the ID ${projectId}.`);
      try {
        const freeable: DiskUsageEntry[] = [];
        await walkProject(walking(), projectId, (file) => {
          if (file.free === what) freeable.push(file);
        });
        if (what !== 'deletions') return ok(await remove(freeable));
        await deps.finishDeletions(projectId);
        const removedEntries = freeable.filter(({ path }) => !disk.statSync(path, { throwIfNoEntry: false }));
        return ok({ files: removedEntries.length, bytes: removedEntries.reduce((sum, { bytes }) => sum + bytes, 0) });
      } catch (thrown) {
        return fail(
          'STORE_WRITE_FAILED',
          say`Not everything could be freed: ${diskReason(thrown)}. Data still in use was not touched.`,
        );
      }
    },
  };
}
