// Projects: the folders that conversations work in.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { type ApprovalMode, approvalModes } from '../../permission/permission.ts';
import { conversationId, defineMethod, id, nothing } from '../../protocol/method.ts';
import type { RepositoryIdentity } from './repository.ts';

export interface ProjectInfo {
  id: string;
  name: string;
  /** The folder on this machine; null for a project without one. */
  folder: string | null;
  /** False if the folder no longer exists. */
  folderExists: boolean;
  /** Whether the user trusts the folder's own files (its AGENTS.md). */
  trusted: boolean;
  /** The default approval mode for its conversations; null: from the settings. */
  approvalMode: ApprovalMode | null;
  /** Its memory is disabled. */
  memory?: false;
  /** The git checkout of the folder; only in the list for a window, and absent until read. */
  head?: ProjectHead;
  /**
   * The user shows it as one with this project, which is shown as itself. If it has no folder of its own here, the other's
   * counts for it, with that one's trust and approval mode.
   */
  sameAs?: string;
  /** As last read. Not in the list for a window. */
  repository?: RepositoryIdentity;
  /** ISO 8601. Not in the list for a window. */
  repositoryReadAt?: string;
  /** Projects that the user does not want to be shown as one with it. Not in the list for a window. */
  separate?: string[];
  /** Projects that are shown as one with it, and others of the same repository; only in the list for a window. */
  related?: RelatedProject[];
}

export interface RelatedProject {
  id: string;
  name: string;
  /** Its own folder on this machine. */
  folder: string | null;
  /** `offered`: the user has not decided yet. */
  relation: 'joined' | 'offered' | 'separate';
}

/** A branch, or the beginning of a commit. */
export interface ProjectHead {
  name: string;
  detached?: true;
}

export type ProjectEvent = { type: 'projects.changed'; projects: ProjectInfo[] };

export const projectMethods = {
  /** Opens a folder's project, creating it if necessary. */
  'project.open': defineMethod<ProjectInfo>()('app', z.object({ path: z.string().min(1).max(4096) })),
  /** Opens the project of the bundled sample folder, recreating the folder if it is missing. */
  'project.demo': defineMethod<ProjectInfo>()('app', nothing),
  /** Shows the system's folder dialog; null if the user canceled or the host has no dialog. */
  'project.pick': defineMethod<{ path: string | null; supported: boolean }>()('none', nothing),
  /** Returns folders that start with the typed text, to complete a path where there is no dialog. */
  'folder.complete': defineMethod<{ folders: string[] }>()('none', z.object({ path: z.string().max(4096) })),
  /** Sets the folder of a chat without one: its conversation moves to that folder's project. */
  'conversation.setFolder': defineMethod<{ projectId: string }>()(
    'conversation',
    z.object({ conversationId, path: z.string().min(1).max(4096) }),
  ),
  /** Shows both as one project; nothing of them is moved. The one with a folder here stays. */
  'project.join': defineMethod<ProjectInfo>()('app', z.object({ projectId: id, otherId: id })),
  /** Shows them as two projects, and does not offer to join them again. */
  'project.separate': defineMethod<ProjectInfo>()('app', z.object({ projectId: id, otherId: id })),
  /** Sets whether to follow the folder's own files. Only the user may. */
  'project.trust': defineMethod<ProjectInfo>()('app', z.object({ projectId: id, trusted: z.boolean() })),
  /**
   * Absent fields stay unchanged. `approvalMode`: default for its conversations; null: from the settings. `memory`:
   * whether its memory is sent and models may change it.
   */
  'project.configure': defineMethod<ProjectInfo>()(
    'app',
    z.object({
      projectId: id,
      approvalMode: z.enum(approvalModes).nullable().optional(),
      memory: z.boolean().optional(),
    }),
  ),
  /**
   * Returns the project folder's AGENTS.md, for review before trusting it; null if there is none. `cut`: longer than
   * what is sent. `problem`: why the file cannot be used.
   */
  'project.instructions': defineMethod<{ text: string | null; cut: boolean; problem: UserTextData | null }>()(
    'none',
    z.object({ projectId: id }),
  ),
} as const;
