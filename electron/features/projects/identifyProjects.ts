// Keeps the identity of each project's repository in project.json: of a folder that is new or was just opened, and of one whose git
// settings changed. One folder at a time, seconds after a window has opened, and git runs only where something can differ.

import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ConversationStore } from '../../ports/store.ts';
import { readGitHead } from '../../tools/paths/gitCheckout.ts';
import type { Git } from '../git/repository/git.ts';
import { readRepository } from './readRepository.ts';

export interface ProjectIdentities {
  /** Reads the folder's identity soon if it may differ from the stored one. `opened`: the user opened it, so it is read anyway. */
  notice(folder: string, opened?: true): void;
  /** Reads what is waiting now. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface ProjectIdentitiesOptions {
  store: Pick<ConversationStore, 'listProjects' | 'noteRepository'>;
  git: Git;
  clock: Clock;
  /** An identity is another one now. */
  changed(): void;
}

const settleMs = 2_000;

export function createProjectIdentities(options: ProjectIdentitiesOptions): ProjectIdentities {
  const { store, git, clock, changed } = options;
  /** Whether the user opened it, by folder. */
  const pending = new Map<string, boolean>();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let working = Promise.resolve();

  async function identify(folder: string, opened: boolean): Promise<void> {
    const project = (await store.listProjects()).find((each) => each.folder === folder);
    const { git: gitFolder } = await readGitHead(folder);
    if (!project || closing.signal.aborted || (gitFolder === null && !project.repository)) return;
    if (!opened && gitFolder !== null && !(await mayDiffer(project, gitFolder))) return;
    const at = clock.now().toISOString();
    const repository = gitFolder === null ? null : await readRepository(git, folder, closing.signal);
    // Without git, or if it failed, the stored identity still counts.
    if (closing.signal.aborted || (gitFolder !== null && repository === null)) return;
    const noted = await store.noteRepository(project.id, repository, at);
    if (noted.ok && JSON.stringify(noted.value.repository) !== JSON.stringify(project.repository)) changed();
  }

  async function work(): Promise<void> {
    for (const [folder, opened] of pending) {
      if (closing.signal.aborted) return;
      pending.delete(folder);
      await identify(folder, opened);
    }
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    working = working.then(work);
    return working;
  }

  return {
    notice(folder, opened) {
      if (closing.signal.aborted) return;
      pending.set(folder, opened ?? pending.get(folder) ?? false);
      timer ??= setTimeout(() => void flush(), settleMs).unref();
    },
    flush,
    close() {
      closing.abort();
      if (timer) clearTimeout(timer);
      return working;
    },
  };
}

/** Without commits, the first one may have been made. Remotes are in the git settings; a worktree has those of its repository. */
async function mayDiffer({ repository, repositoryReadAt }: ProjectInfo, gitFolder: string): Promise<boolean> {
  if (!repository || repository.roots.length === 0 || !repositoryReadAt) return true;
  for (const folder of [gitFolder, dirname(dirname(gitFolder))]) {
    const stats = await stat(join(folder, 'config')).catch(() => null);
    if (stats?.isFile()) return stats.mtimeMs >= Date.parse(repositoryReadAt);
  }
  return false;
}
