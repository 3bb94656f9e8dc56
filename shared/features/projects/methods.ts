// Projects: the folders that conversations work in.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { type ApprovalMode, approvalModes } from '../../permission/permission.ts';
import { conversationId, id, method, nothing } from '../../protocol/method.ts';

export interface ProjectInfo {
  id: string;
  name: string;
  /** The folder on this machine; null for a project without one. */
  folder: string | null;
  /** False when the folder is no longer there. */
  folderExists: boolean;
  /** Whether the person trusts what the folder's own files say (its AGENTS.md). */
  trusted: boolean;
  /** What runs without asking in its conversations without a choice of their own; null: as everywhere. */
  approvalMode: ApprovalMode | null;
  /** Its memory is switched off. */
  memory?: false;
}

export type ProjectEvent = { type: 'projects.changed'; projects: ProjectInfo[] };

export const projectMethods = {
  /** Opens the project of a folder, making it when the folder has none yet. */
  'project.open': method<ProjectInfo>()('app', z.object({ path: z.string().min(1).max(4096) })),
  /** Opens the project of the sample folder that comes with the app, made anew where it is not there. */
  'project.demo': method<ProjectInfo>()('app', nothing),
  /** Asks the person for a folder with the system's dialog; null when they chose none or the host has no dialog. */
  'project.pick': method<{ path: string | null; supported: boolean }>()('none', nothing),
  /** Folders that begin with what was typed, for completing a path where there is no dialog. */
  'folder.complete': method<{ folders: string[] }>()('none', z.object({ path: z.string().max(4096) })),
  /** Gives a chat without a folder one: its conversation moves to the project of that folder. */
  'conversation.setFolder': method<{ projectId: string }>()(
    'conversation',
    z.object({ conversationId, path: z.string().min(1).max(4096) }),
  ),
  /** Whether what the folder's own files say is followed. Only a person says so. */
  'project.trust': method<ProjectInfo>()('app', z.object({ projectId: id, trusted: z.boolean() })),
  /**
   * What is absent stays as it is. `approvalMode`: what runs without asking in its conversations without a choice of their
   * own; null: as the settings say. `memory`: whether its memory is told and may be changed by models.
   */
  'project.configure': method<ProjectInfo>()(
    'app',
    z.object({
      projectId: id,
      approvalMode: z.enum(approvalModes).nullable().optional(),
      memory: z.boolean().optional(),
    }),
  ),
  /**
   * What the project's folder itself says to models in its AGENTS.md, for a person to look at before it is trusted; null when
   * there is none. `cut`: it is longer than what is sent. `problem`: why the file cannot be used.
   */
  'project.instructions': method<{ text: string | null; cut: boolean; problem: UserTextData | null }>()(
    'none',
    z.object({ projectId: id }),
  ),
} as const;
