// A conversation's working folder: its worktree, else its project's folder. If the worktree is gone there is none;
// never falls back to the project's folder silently.

import { type AppError, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ConversationMeta } from '../../conversation/formats.ts';
import type { WorkingFolder } from '../../ports/store.ts';
import type { ProjectFiles } from './projectFiles.ts';
import { worktreeFolder } from './worktreeFolder.ts';

export async function workingFolder(
  projects: Pick<ProjectFiles, 'get'>,
  { projectId, meta }: { projectId: string; meta: Pick<ConversationMeta, 'worktree'> },
  hostName: string,
): Promise<Result<WorkingFolder>> {
  const found = await projects.get(projectId);
  if (!found.ok) return found;
  const project = found.value;
  const { folder } = project;
  const none = (missing: AppError | null): Result<WorkingFolder> => ok({ folder: null, project, missing });
  if (folder === null) return none(meta.worktree ? noRepository.error : null);
  if (!project.folderExists) {
    return none(fail('PROJECT_NOT_FOUND', say`The folder ${folder} was not found.`).error);
  }
  if (!meta.worktree) return ok({ folder, project, missing: null });
  const worktree = await worktreeFolder(meta.worktree, folder, hostName);
  return worktree.ok ? ok({ folder: worktree.value, project, missing: null }) : none(worktree.error);
}

const noRepository = fail(
  'WORKTREE_GONE',
  say`This conversation has a worktree, but its project has no folder on this machine.`,
);
