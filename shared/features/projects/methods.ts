// Projects: the folders that conversations work in.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { type ApprovalMode, approvalModes } from '../../permission/permission.ts';
import { conversationId, defineMethod, id, nothing } from '../../protocol/method.ts';

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
