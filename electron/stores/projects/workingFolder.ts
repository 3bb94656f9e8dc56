// A conversation's working folder: its worktree, else its project's folder. If the worktree is gone there is none;
// never falls back to the project's folder silently.

import { lstat, open, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { type AppError, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ConversationWorktree } from '../../../shared/features/worktrees/worktree.ts';
import type { ConversationMeta } from '../../conversation/formats.ts';
import type { WorkingFolder } from '../../ports/store.ts';
import type { ProjectFiles } from './projectFiles.ts';

/** Git's own files with a path are shorter. */
const maxBytes = 4096;

export async function resolveWorkingFolder(
  projects: Pick<ProjectFiles, 'get'>,
  { projectId, meta }: { projectId: string; meta: Pick<ConversationMeta, 'worktree'> },
  hostName: string,
): Promise<Result<WorkingFolder>> {
  const projectInfo = await projects.get(projectId);
  if (!projectInfo.ok) return projectInfo;
  const project = projectInfo.value;
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

/**
 * Validates a conversation's worktree folder with file reads alone: it must belong to the repository of the project's
 * folder, and both must refer to each other. This way a forged meta.json cannot open another folder, and trust in the
 * project does not extend to another repository. WORKTREE_GONE with the reason. `project` is the project's absolute folder.
 */
async function worktreeFolder(
  { host, path, inside, branch, going }: ConversationWorktree,
  project: string,
  hostName: string,
): Promise<Result<string>> {
  if (path === '') return folderMissing(say`This conversation’s worktree data cannot be read.`);
  if (host !== hostName) return folderMissing(say`This conversation’s worktree is on another machine (${host}).`);
  if (going === 'making') return folderMissing(say`Creating the worktree ${path} was interrupted.`);
  if (going === 'removing') return folderMissing(say`Removing the worktree ${path} was interrupted.`);
  const stats = await lstat(path).catch(() => null);
  if (!stats) return folderMissing(say`The worktree ${path} (branch ${branch}) no longer exists.`);
  const git = stats.isDirectory() ? await gitFolderOf(path) : null;
  if (git === null) return folderMissing(say`${path} is no longer a git worktree.`);
  const shared = await commonFolder(project);
  if (shared === null || shared !== dirname(dirname(git))) {
    return folderMissing(say`The worktree ${path} does not belong to this project’s repository.`);
  }
  const folder = inside === '' ? path : join(path, ...inside.split('/'));
  const isWithin = folder === path || folder.startsWith(path + sep);
  const real = await realpath(folder).catch(() => null);
  if (!isWithin || real !== folder || !(await lstat(folder)).isDirectory()) {
    return folderMissing(say`The worktree ${path} has no folder ${inside || '.'}.`);
  }
  return ok(folder);
}

function folderMissing(reason: ReturnType<typeof say>): ReturnType<typeof fail> {
  return fail('WORKTREE_GONE', reason);
}

/** Git's folder for the worktree, if it refers back to the worktree. */
async function gitFolderOf(path: string): Promise<string | null> {
  const git = await namedIn(path);
  if (git === null || basename(dirname(git)) !== 'worktrees') return null;
  const back = await smallText(join(git, 'gitdir'));
  const named = back === null ? null : await realpath(resolve(git, back.trim())).catch(() => null);
  return named === join(path, '.git') ? git : null;
}

/** The target of the folder's `.git` file, with links resolved; null if missing or invalid. */
async function namedIn(folder: string): Promise<string | null> {
  const text = await smallText(join(folder, '.git'));
  const named = /^gitdir: (.+?)[\r\n]*$/.exec(text ?? '')?.[1];
  // On Windows, a UNC path would contact another machine with the user's credentials.
  if (named === undefined || /^[\\/]{2}/.test(named) || named.includes('\0')) return null;
  return realpath(resolve(folder, named)).catch(() => null);
}

/** The common git folder of a repository's worktrees; null outside a repository. */
export async function commonFolder(folder: string): Promise<string | null> {
  for (let at = await realpath(folder).catch(() => null); at !== null; ) {
    const stats = await lstat(join(at, '.git')).catch(() => null);
    if (stats?.isDirectory()) return join(at, '.git');
    if (stats?.isFile()) {
      const git = await namedIn(at);
      if (git === null) return null;
      const shared = await smallText(join(git, 'commondir'));
      return shared === null ? git : realpath(resolve(git, shared.trim())).catch(() => null);
    }
    if (stats || dirname(at) === at) return null;
    at = dirname(at);
  }
  return null;
}

/** Does not follow a link. */
async function smallText(path: string): Promise<string | null> {
  const stats = await lstat(path).catch(() => null);
  if (!stats?.isFile()) return null;
  const handle = await open(path, 'r').catch(() => null);
  if (handle === null) return null;
  try {
    const bytes = Buffer.alloc(maxBytes);
    const { bytesRead } = await handle.read(bytes, 0, maxBytes, 0);
    return bytes.toString('utf8', 0, bytesRead);
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}
