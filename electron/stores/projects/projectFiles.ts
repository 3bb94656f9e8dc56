// Projects: each is a user folder with a random ID, so a folder keeps its history when it moves. Paths are stored per machine name.

import { basename, dirname, join } from 'node:path';
import { environmentOf } from '../../../shared/conversation/environment.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { say } from '../../../shared/core/sentence.ts';
import { type InPlaceOwner, inPlaceProject, isInPlace } from '../../../shared/features/inPlace/inPlace.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { type ApprovalMode, approvalModes } from '../../../shared/permission/permission.ts';
import { type ProjectFile, projectSchema } from '../../conversation/formats.ts';
import type { IdSource } from '../../lib/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ProjectJoins } from '../../ports/projectJoins.ts';
import { type DataFolder, invalidId, type OnUnreadable } from '../dataFolder.ts';
import { atomicWrite, makeFolder, syncFolder, temporaryName } from '../files/atomicWrite.ts';
import { type Disk, diskReason, isNotFoundError } from '../files/disk.ts';
import type { JsonFiles } from '../files/jsonFile.ts';
import { withLock } from '../locks/locks.ts';
import { openLog } from '../log/logReading.ts';
import { createProjectJoins, findMain } from './projectJoins.ts';

/** To recover a folder: conversations to read, and records of each. */
const searchLimits = { conversations: 8, records: 400 };
const folderLine = /^Project folder: (.+)$/m;

export interface ProjectFiles {
  joins: ProjectJoins;
  list(): Promise<ProjectInfo[]>;
  open(folder: string): Promise<Result<ProjectInfo>>;
  openFolderless(): Promise<Result<ProjectInfo>>;
  /** The hidden project for another app's sessions. */
  openInPlace(owner: InPlaceOwner, name: string): Promise<Result<ProjectInfo>>;
  get(projectId: string): Promise<Result<ProjectInfo>>;
  /** Applies to the folder's path on this machine. NOT_SUPPORTED for a project without a folder here. */
  trust(projectId: string, trusted: boolean): Promise<Result<ProjectInfo>>;
  /** Sets the project's approval mode on this machine; null for the default. NOT_SUPPORTED without a folder here. */
  chooseMode(projectId: string, mode: ApprovalMode | null): Promise<Result<ProjectInfo>>;
  /** Whether models see and may change its memory. */
  switchMemory(projectId: string, isOn: boolean): Promise<Result<ProjectInfo>>;
  folderHere(project: ProjectFile): string | null;
  /** Binds a folder to a project that has none on this machine. Grants neither trust nor an approval mode. */
  bind(projectId: string, folder: string): Promise<Result<ProjectInfo>>;
}

/** For a project with a folder that is unknown on this machine; keeps it apart from chats without a folder. */
export const withoutFolderHere = { '?': '' };

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
  /** Projects with an unreadable file whose folder was recovered from conversations. */
  const guessed = new Set<string>();

  async function readOne(id: string): Promise<ProjectFile> {
    // A project with a missing or damaged file still has conversations, so it appears under its ID.
    const fallback: ProjectFile = {
      v: 1,
      id,
      name: `Project ${id.slice(0, 6)}`,
      folders: withoutFolderHere,
      trusted: {},
      approvalModes: {},
      createdAt: '',
    };
    const read = await files.read(data.projectFile(id), projectSchema, () => fallback, 'project.json');
    if (read.exists && read.notice === null) return { ...read.value, id };
    const folder = await guessFolder(disk, data, id);
    if (folder === null || !(await isFolder(folder))) return fallback;
    guessed.add(id);
    return { ...fallback, name: basename(folder) || folder, folders: { [hostName]: folder } };
  }

  /** Rewrites its file; keeps the damaged one next to it. */
  async function restore(project: ProjectFile): Promise<void> {
    if (!guessed.has(project.id)) return;
    const written = await files.write(data.projectFile(project.id), project, { synced: true, unreadable: true });
    if (written.ok) guessed.delete(project.id);
  }

  async function readAll(unreadable?: OnUnreadable): Promise<ProjectFile[]> {
    const all = await Promise.all((await data.projectIds(unreadable)).map(readOne));
    return all.sort((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1));
  }

  async function infoOf(project: ProjectFile): Promise<ProjectInfo> {
    const main = await findMain(joinDeps, project);
    const { folders, trusted, approvalModes: modes } = await placeOf(project, main);
    const folder = folders[hostName] ?? null;
    const { id, name, memory, repository, repositoryReadAt, separate = [] } = project;
    return {
      ...{ id, name, folder, folderExists: folder !== null && (await isFolder(folder)) },
      trusted: folder !== null && trusted[hostName] === folder,
      approvalMode: approvalModes.find((mode) => mode === modes[hostName]) ?? null,
      ...(memory === false ? { memory } : {}),
      ...(main && { sameAs: main.id }),
      ...(repository && { repository }),
      ...(repositoryReadAt && { repositoryReadAt }),
      ...(separate.length > 0 ? { separate } : {}),
    };
  }

  /** The project whose folder, trust and approval mode count for it here: the one it is shown as, if its own folder is not here. */
  async function placeOf(project: ProjectFile, main: ProjectFile | null): Promise<ProjectFile> {
    if (main?.folders[hostName] === undefined) return project;
    const folder = project.folders[hostName];
    return folder !== undefined && (await isFolder(folder)) ? project : main;
  }

  async function readPlace(projectId: string): Promise<ProjectFile> {
    const project = await readOne(projectId);
    return placeOf(project, await findMain(joinDeps, project));
  }

  const joinDeps = {
    readOne,
    exists: async (id: string) => {
      const folderExists = await isExistingFolder(data.projectFolder(id));
      return folderExists.ok && folderExists.value;
    },
  };

  async function isFolder(path: string): Promise<boolean> {
    const folderExists = await isExistingFolder(path);
    return folderExists.ok && folderExists.value;
  }

  /** False if absent; STORE_READ_FAILED if unknown. */
  async function isExistingFolder(path: string): Promise<Result<boolean>> {
    try {
      return ok((await disk.stat(path)).isDirectory());
    } catch (thrown) {
      if (isNotFoundError(thrown)) return ok(false);
      return fail('STORE_READ_FAILED', say`The folder ${path} could not be read: ${diskReason(thrown)}.`);
    }
  }

  async function make(
    name: string,
    folders: Record<string, string>,
    id = ids.randomId(),
  ): Promise<Result<ProjectInfo>> {
    const project: ProjectFile = {
      v: 1,
      id,
      name,
      folders,
      trusted: {},
      approvalModes: {},
      createdAt: clock.now().toISOString(),
    };
    try {
      await makeProject(disk, data, project);
      return ok(await infoOf(project));
    } catch (thrown) {
      return fail('STORE_WRITE_FAILED', say`The project could not be created: ${diskReason(thrown)}.`);
    }
  }

  /** Two processes that open the same folder at once get one project. */
  async function findOrMake(
    matches: (project: ProjectFile) => boolean,
    makeNew: () => Promise<Result<ProjectInfo>>,
  ): Promise<Result<ProjectInfo>> {
    try {
      const existing = (await readAll(refuse)).find(matches);
      if (existing && !guessed.has(existing.id)) return ok(await infoOf(existing));
      await makeFolder(disk, data.locks);
    } catch (thrown) {
      return fail('STORE_WRITE_FAILED', say`The project could not be created: ${diskReason(thrown)}.`);
    }
    const lock = { folder: data.locks, name: 'projects.list', purpose: say`creating a project`, clock };
    return withLock(lock, 'DATA_FOLDER_BUSY', async () => {
      try {
        const meanwhile = (await readAll(refuse)).find(matches);
        if (!meanwhile) return await makeNew();
        await restore(meanwhile);
        return ok(await infoOf(meanwhile));
      } catch (thrown) {
        return fail('STORE_READ_FAILED', say`The projects could not be read: ${diskReason(thrown)}. None was created.`);
      }
    });
  }

  async function changeTrust(projectId: string, trusted: boolean): Promise<Result<ProjectInfo>> {
    const project = await readPlace(projectId);
    const folder = project.folders[hostName];
    if (folder === undefined) {
      return fail('NOT_SUPPORTED', say`This project has no folder on this machine, so there is nothing to trust.`);
    }
    const { [hostName]: _before, ...others } = project.trusted;
    return save({ ...project, trusted: trusted ? { ...others, [hostName]: folder } : others });
  }

  async function changeMode(projectId: string, mode: ApprovalMode | null): Promise<Result<ProjectInfo>> {
    const project = await readPlace(projectId);
    if (mode !== null && project.folders[hostName] === undefined) {
      return fail(
        'NOT_SUPPORTED',
        say`This project has no folder on this machine, so it cannot have its own approval mode.`,
      );
    }
    const { [hostName]: _before, ...others } = project.approvalModes;
    return save({ ...project, approvalModes: mode === null ? others : { ...others, [hostName]: mode } });
  }

  async function changeMemory(projectId: string, isOn: boolean): Promise<Result<ProjectInfo>> {
    const { memory: _before, ...project } = await readOne(projectId);
    return save(isOn ? project : { ...project, memory: false });
  }

  async function save(project: ProjectFile): Promise<Result<ProjectInfo>> {
    const unreadable = guessed.has(project.id);
    const written = await files.write(data.projectFile(project.id), project, { synced: true, unreadable });
    if (!written.ok) return written;
    guessed.delete(project.id);
    return ok(await infoOf(project));
  }

  async function changing(projectId: string, work: () => Promise<Result<ProjectInfo>>): Promise<Result<ProjectInfo>> {
    if (!isSafeId(projectId)) return invalidId('project', projectId);
    const folderExists = await isExistingFolder(data.projectFolder(projectId));
    if (!folderExists.ok) return folderExists;
    if (!folderExists.value)
      return fail('PROJECT_NOT_FOUND', say`The data folder has no project with the ID ${projectId}.`);
    try {
      await makeFolder(disk, data.locks);
    } catch (thrown) {
      return fail('STORE_WRITE_FAILED', say`The choice could not be saved: ${diskReason(thrown)}.`);
    }
    const lock = { folder: data.locks, name: 'projects.list', purpose: say`changing a project`, clock };
    return withLock(lock, 'DATA_FOLDER_BUSY', work);
  }

  async function changeFolder(projectId: string, folder: string): Promise<Result<ProjectInfo>> {
    const project = await readOne(projectId);
    if (project.folders[hostName] !== undefined) return ok(await infoOf(project));
    const { '?': _unknown, ...others } = project.folders;
    const { [hostName]: _trusted, ...trusted } = project.trusted;
    const { [hostName]: _mode, ...modes } = project.approvalModes;
    const changed = { ...project, folders: { ...others, [hostName]: folder }, trusted, approvalModes: modes };
    const written = await files.write(data.projectFile(projectId), changed, { synced: true, unreadable: false });
    return written.ok ? ok(await infoOf(changed)) : written;
  }

  return {
    joins: createProjectJoins({ ...joinDeps, save, infoOf, changing }),
    trust: (projectId, trusted) => changing(projectId, () => changeTrust(projectId, trusted)),
    chooseMode: (projectId, mode) => changing(projectId, () => changeMode(projectId, mode)),
    switchMemory: (projectId, isOn) => changing(projectId, () => changeMemory(projectId, isOn)),
    bind: (projectId, folder) => changing(projectId, () => changeFolder(projectId, folder)),
    folderHere: ({ folders }) => folders[hostName] || null,

    async list() {
      const all = await Promise.all((await readAll()).filter(({ id }) => !isInPlace(id)).map(infoOf));
      // A search by folder finds the project that others are shown as.
      return all.toSorted((one, other) => Number(one.sameAs !== undefined) - Number(other.sameAs !== undefined));
    },

    async open(folder) {
      let real: string;
      try {
        real = await disk.realpath(folder);
      } catch (thrown) {
        return fail('PROJECT_NOT_FOUND', say`The folder ${folder} cannot be opened: ${diskReason(thrown)}.`);
      }
      const folderExists = await isExistingFolder(real);
      if (!folderExists.ok) return folderExists;
      if (!folderExists.value) return fail('PROJECT_NOT_FOUND', say`${folder} is not a folder.`);
      return findOrMake(
        (project) => project.folders[hostName] === real,
        () => make(basename(real) || real, { [hostName]: real }),
      );
    },

    openInPlace: (owner, name) =>
      findOrMake(
        ({ id }) => id === inPlaceProject(owner),
        () => make(name, withoutFolderHere, inPlaceProject(owner)),
      ),

    openFolderless: () =>
      findOrMake(
        ({ id, folders }) => Object.keys(folders).length === 0 && !isInPlace(id),
        () => make(folderlessName, {}),
      ),

    async get(projectId) {
      if (!isSafeId(projectId)) return invalidId('project', projectId);
      const folderExists = await isExistingFolder(data.projectFolder(projectId));
      if (!folderExists.ok) return folderExists;
      if (!folderExists.value) {
        return fail('PROJECT_NOT_FOUND', say`The data folder has no project with the ID ${projectId}.`);
      }
      return ok(await infoOf(await readOne(projectId)));
    },
  };
}

/** The folder is renamed once complete, so a crash leaves a named project or none. Throws file system errors. */
export async function makeProject(disk: Disk, data: DataFolder, project: ProjectFile): Promise<void> {
  const folder = data.projectFolder(project.id);
  const unnamed = temporaryName(folder, disk.owner?.() ?? null);
  const file = join(unnamed, basename(data.projectFile(project.id)));
  try {
    await makeFolder(disk, unnamed, data.root);
    await atomicWrite(disk, file, `${JSON.stringify(project, null, 2)}\n`);
    await disk.rename(unnamed, folder);
    await syncFolder(disk, dirname(folder));
  } catch (thrown) {
    await disk.rm(unnamed, { recursive: true, force: true }).catch(() => {});
    throw thrown;
  }
}

/** Without seeing all projects we might create a duplicate. */
const refuse: OnUnreadable = (_folder, thrown) => {
  throw thrown;
};

/** Recovers the folder of a project with an unreadable project.json from its conversations' environment records. */
async function guessFolder(disk: Disk, data: DataFolder, projectId: string): Promise<string | null> {
  const conversations = join(data.projectFolder(projectId), 'conversations');
  const names = await disk.readdir(conversations).catch((): string[] => []);
  for (const name of names.sort().slice(0, searchLimits.conversations)) {
    const path = join(conversations, name, 'messages.json');
    const log = await openLog(disk, path, { stopAt: null, beingWritten: () => false });
    if (!log.ok) continue;
    const branch = await log.value.branch(null, { tail: searchLimits.records }).catch(() => null);
    const environment = branch?.messages.findLast((message) => environmentOf(message) === 'moment');
    const folder = typeof environment?.content === 'string' ? folderLine.exec(environment.content)?.[1] : undefined;
    if (folder !== undefined) return folder;
  }
  return null;
}
