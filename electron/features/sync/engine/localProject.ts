// The project of a conversation as it is synced: its ID and name. Folders, trust and approval modes belong to one machine.

import { basename } from 'node:path';
import { projectSchema } from '../../../conversation/formats.ts';
import type { ConversationPaths } from '../../../stores/dataFolder.ts';
import { createJsonFiles } from '../../../stores/files/jsonFile.ts';
import { makeProject, withoutFolderHere } from '../../../stores/projects/projectFiles.ts';
import type { SyncContext } from './syncContext.ts';

export interface SyncedProject {
  id: string;
  name: string;
  createdAt: string;
}

/** Null: it is a chat without a folder. */
export async function readLocalProject(
  { disk, data, clock }: Pick<SyncContext, 'disk' | 'data' | 'clock'>,
  { projectId }: Pick<ConversationPaths, 'projectId'>,
): Promise<SyncedProject | null> {
  const file = data.projectFile(projectId);
  const none = {
    v: 1,
    id: projectId,
    name: '',
    folders: withoutFolderHere,
    trusted: {},
    approvalModes: {},
    createdAt: '',
  };
  const read = await createJsonFiles(disk, () => clock.now()).read(file, projectSchema, () => none, basename(file));
  const { name, folders, createdAt } = read.value;
  if (read.notice === null && Object.keys(folders).length === 0) return null;
  return { id: projectId, name, createdAt };
}

/** The file of a project whose folder on this machine the user has not chosen. */
export function projectFileOf({ id, name, createdAt }: SyncedProject): string {
  const project = { v: 1, id, name, folders: withoutFolderHere, trusted: {}, approvalModes: {}, createdAt };
  return JSON.stringify(project);
}

/** Throws file system errors. */
export async function ensureProjectHere({ disk, data, store }: SyncContext, project: SyncedProject): Promise<void> {
  const existing = await store.getProject(project.id);
  if (existing.ok) return;
  await makeProject(disk, data, JSON.parse(projectFileOf(project)));
}
