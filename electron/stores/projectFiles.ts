// Projects: a folder of the person's each, by a random id of their own, so that a folder that moves keeps its history. The
// path is kept for each machine by its name.

import { basename } from 'node:path';
import type { ProjectInfo } from '../../shared/contract/resources.ts';
import { fail, ok, type Result } from '../../shared/errors.ts';
import { type ProjectFile, projectSchema } from '../../shared/formats.ts';
import { isSafeId } from '../../shared/ids.ts';
import type { IdSource } from '../lib/ids.ts';
import type { Clock } from '../ports/clock.ts';
import { makeFolder } from './atomicWrite.ts';
import { type DataFolder, invalidId } from './dataFolder.ts';
import { type Disk, diskReason } from './disk.ts';
import type { JsonFiles } from './jsonFile.ts';
import { underLock } from './locks.ts';

export interface ProjectFiles {
  list(): Promise<ProjectInfo[]>;
  open(folder: string): Promise<Result<ProjectInfo>>;
  openFolderless(): Promise<Result<ProjectInfo>>;
  get(projectId: string): Promise<Result<ProjectInfo>>;
}

export interface ProjectFilesDeps {
  disk: Disk;
  data: DataFolder;
  files: JsonFiles;
  clock: Clock;
  ids: IdSource;
  hostName: string;
}

const folderlessName = 'Chats';

export function createProjectFiles({ disk, data, files, clock, ids, hostName }: ProjectFilesDeps): ProjectFiles {
  async function readOne(id: string): Promise<ProjectFile> {
    // One whose file is gone or damaged still holds conversations: it is shown under its id.
    const fallback = { v: 1, id, name: `Project ${id.slice(0, 6)}`, folders: { '?': '' }, createdAt: '' };
    const { value, notice } = await files.read(data.projectFile(id), projectSchema, () => fallback, 'project.json');
    return notice === null ? { ...value, id } : fallback;
  }

  async function readAll(): Promise<ProjectFile[]> {
    const all = await Promise.all((await data.projectIds()).map(readOne));
    return all.sort((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1));
  }

  async function infoOf(project: ProjectFile): Promise<ProjectInfo> {
    const folder = project.folders[hostName] ?? null;
    const folderExists = folder !== null && (await isFolder(folder));
    return { id: project.id, name: project.name, folder, folderExists };
  }

  async function isFolder(path: string): Promise<boolean> {
    return disk.stat(path).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
  }

  async function make(name: string, folders: Record<string, string>): Promise<Result<ProjectInfo>> {
    const project: ProjectFile = { v: 1, id: ids.randomId(), name, folders, createdAt: clock.now().toISOString() };
    try {
      await makeFolder(disk, data.projectFolder(project.id));
    } catch (thrown) {
      return fail('STORE_WRITE_FAILED', `The project could not be made: ${diskReason(thrown)}.`);
    }
    const written = await files.write(data.projectFile(project.id), project, { synced: true, unreadable: false });
    return written.ok ? ok(await infoOf(project)) : written;
  }

  /** Two processes that open one folder at the same time get one project. */
  async function findOrMake(
    matches: (project: ProjectFile) => boolean,
    makeNew: () => Promise<Result<ProjectInfo>>,
  ): Promise<Result<ProjectInfo>> {
    const known = (await readAll()).find(matches);
    if (known) return ok(await infoOf(known));
    try {
      await makeFolder(disk, data.locks);
    } catch (thrown) {
      return fail('STORE_WRITE_FAILED', `The project could not be made: ${diskReason(thrown)}.`);
    }
    const lock = { folder: data.locks, name: 'projects.list', purpose: 'making a project', clock };
    return underLock(lock, 'DATA_FOLDER_BUSY', async () => {
      const meanwhile = (await readAll()).find(matches);
      return meanwhile ? ok(await infoOf(meanwhile)) : makeNew();
    });
  }

  return {
    async list() {
      return Promise.all((await readAll()).map(infoOf));
    },

    async open(folder) {
      let real: string;
      try {
        real = await disk.realpath(folder);
      } catch (thrown) {
        return fail('PROJECT_NOT_FOUND', `The folder ${folder} cannot be opened: ${diskReason(thrown)}.`);
      }
      if (!(await isFolder(real))) return fail('PROJECT_NOT_FOUND', `${folder} is not a folder.`);
      return findOrMake(
        (project) => project.folders[hostName] === real,
        () => make(basename(real) || real, { [hostName]: real }),
      );
    },

    openFolderless: () =>
      findOrMake(
        (project) => Object.keys(project.folders).length === 0,
        () => make(folderlessName, {}),
      ),

    async get(projectId) {
      if (!isSafeId(projectId)) return invalidId('project', projectId);
      if (!(await isFolder(data.projectFolder(projectId)))) {
        return fail('PROJECT_NOT_FOUND', `There is no project ${projectId} in the data folder.`);
      }
      return ok(await infoOf(await readOne(projectId)));
    },
  };
}
