// Adds the project of a merged conversation, keeping name and ID. Its folder on this machine, trust, and approval mode
// are for the user to choose, because a copy may come from someone else.

import { basename, join } from 'node:path';
import { isSafeId } from '../../../shared/core/ids.ts';
import { type ProjectFile, projectSchema } from '../../conversation/formats.ts';
import type { DataFolder } from '../dataFolder.ts';
import { type Disk, isNotFoundError } from '../files/disk.ts';
import type { JsonFiles } from '../files/jsonFile.ts';
import { makeProject, type ProjectFiles, withoutFolderHere } from '../projects/projectFiles.ts';
import type { CopyDisk } from './copyDisk.ts';

export interface ProjectMergeDeps {
  disk: Disk;
  data: DataFolder;
  files: JsonFiles;
  projects: ProjectFiles;
}

/** A folder of this machine that the copy names but its project does not have here. */
export interface Unbound {
  projectId: string;
  name: string;
  folder: string;
}

/** The copy's project file; null if its folder does not identify it. */
export async function readTheirProject(copy: CopyDisk, folder: string): Promise<ProjectFile | null> {
  const none = { v: 1, id: '', name: '', folders: {}, trusted: {}, approvalModes: {}, createdAt: '' };
  const read = await copy.files.read(join(folder, 'project.json'), projectSchema, () => none, 'project.json');
  const id = basename(folder);
  return read.notice === null && read.exists && isSafeId(id) && read.value.id === id ? read.value : null;
}

/** Ensures that the project exists here. Throws file system errors. */
export async function ensureProject({ disk, data, files }: ProjectMergeDeps, theirs: ProjectFile): Promise<void> {
  if (!(await isMissing(disk, data.projectFile(theirs.id)))) return;
  const folders = Object.keys(theirs.folders).length === 0 ? {} : withoutFolderHere;
  // Each machine decides for itself which projects are shown as one.
  const { sameAs: _sameAs, separate: _separate, ...shared } = theirs;
  const project = { ...shared, folders, trusted: {}, approvalModes: {} };
  if (await isMissing(disk, data.projectFolder(theirs.id))) return makeProject(disk, data, project);
  // A project folder that lost its file, or never had one.
  const written = await files.write(data.projectFile(theirs.id), project, { synced: true, unreadable: false });
  if (!written.ok) throw new Error(written.error.message);
}

function isMissing(disk: Disk, path: string): Promise<boolean> {
  return disk.stat(path).then(() => false, isNotFoundError);
}

/** With `consent`, binds the project to the folder if it has none; otherwise returns the unbound folder. */
export async function bindFolder(
  { projects }: ProjectMergeDeps,
  theirs: ProjectFile | null,
  consent: (projectId: string, folder: string) => boolean,
): Promise<Unbound | null> {
  const folder = theirs && projects.folderHere(theirs);
  if (!folder) return null;
  const all = await projects.list();
  const here = all.find(({ id }) => id === theirs.id);
  if (!here || here.folder !== null || all.some((other) => other.folder === folder)) return null;
  const bound = consent(theirs.id, folder) ? await projects.bind(theirs.id, folder) : null;
  return bound?.ok ? null : { projectId: theirs.id, name: theirs.name, folder };
}
