// Opens the repository of a conversation's folder for each act, and lets one act at a time change it.

import { errorSentence, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../shared/core/sentence.ts';
import type { GitStatus } from '../../../shared/features/git/git.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import type { Environment } from '../../lib/environment.ts';
import { createSecretMask } from '../../lib/secretMask.ts';
import type { WorkingFolder } from '../../ports/store.ts';
import { workingFolderOf } from '../conversationFolder.ts';
import type { DiscardUndo } from './acts/stage.ts';
import { commitQuestion } from './message/commitMessage.ts';
import { proposeMessage } from './message/proposeMessage.ts';
import { createGit, type Git } from './repository/git.ts';
import { openRepository, type Repository, rootOf } from './repository/repository.ts';
import { nameOfFile } from './state/fileId.ts';
import { readState } from './state/readState.ts';

interface GitScope {
  projectId: string | null;
  conversationId: string | null;
}

export interface GitService {
  git: Git;
  environment: Environment;
  status(place: GitScope, signal: AbortSignal): Promise<Result<GitStatus>>;
  /** Reading: also in a folder that is not trusted. */
  look<T>(place: GitScope, task: (repository: Repository) => Promise<Result<T>>): Promise<Result<T>>;
  /** Changes the repository: one at a time, in a trusted folder. */
  act<T>(place: GitScope, task: (repository: Repository) => Promise<Result<T>>): Promise<Result<T>>;
  /** Also changes files: CONVERSATION_BUSY while a call runs in the folder. */
  actOnFiles<T>(place: GitScope, task: (repository: Repository) => Promise<Result<T>>): Promise<Result<T>>;
  /** The names of files; PARAMS_INVALID if one can't be a file of a repository. */
  names(ids: readonly string[]): Result<Buffer[]>;
  keep(root: string, discarded: DiscardUndo): string;
  kept(root: string, token: string): DiscardUndo | null;
  forget(token: string): void;
  proposeMessage(
    place: GitScope & { conversationId: string },
    signal: AbortSignal,
  ): Promise<Result<{ message: string }>>;
}

interface Deps extends Pick<ChatDeps, 'store' | 'tasks' | 'changes' | 'providers' | 'spending'> {
  environment: Environment;
  mask(text: string): string;
  newToken(): string;
}

/** Discards that can be undone. */
const maxKept = 20;

export function createGitService(deps: Deps): GitService {
  const { store, environment } = deps;
  const git = createGit(environment);
  /** A diff is sent unseen: without the app's keys, and without what looks like another. */
  const patterns = createSecretMask(
    () => [],
    () => true,
  );
  const mask = (text: string): string => patterns.text(deps.mask(text));
  const discards = new Map<string, { root: string; discarded: DiscardUndo }>();

  async function placeOf({ projectId, conversationId }: GitScope): Promise<Result<WorkingFolder & { folder: string }>> {
    const place = await workingFolderOf(store, projectId, conversationId);
    if (!place.ok) return place;
    const { missing, folder } = place.value ?? { missing: null, folder: null };
    if (missing) return { ok: false, error: missing };
    if (!place.value || folder === null)
      return fail('PROJECT_NOT_FOUND', say`Choose a folder for this conversation first.`);
    return ok({ ...place.value, folder });
  }

  async function within<T>(
    place: GitScope,
    needs: 'nothing' | 'trust' | 'files',
    task: (repository: Repository) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const location = await placeOf(place);
    if (!location.ok) return location;
    const { folder, project } = location.value;
    const open = async (): Promise<Result<T>> => {
      const repository = await openRepository(git, folder);
      return repository.ok ? task(repository.value) : repository;
    };
    if (needs === 'nothing') return open();
    if (!project.trusted) return fail('NOT_SUPPORTED', say`Trust this folder first.`);
    // Acts change files of the whole repository, also outside of the folder.
    const root = (await rootOf(folder)) ?? folder;
    return deps.tasks.run(`git ${root}`, () => (needs === 'files' ? deps.changes.alone(root, open) : open()));
  }

  return {
    git,
    environment,

    async status(place, signal) {
      const location = await placeOf(place);
      if (!location.ok)
        return ok({ kind: 'none', reason: toUserTextData(errorSentence(location.error)), canTrust: false });
      const { folder, project } = location.value;
      const repository = await openRepository(git, folder);
      if (!repository.ok) {
        const { error } = repository;
        return error.code === 'NOT_SUPPORTED'
          ? ok({ kind: 'none', reason: toUserTextData(errorSentence(error)), canTrust: false })
          : repository;
      }
      const state = await readState(repository.value, project.trusted, signal);
      return state.ok ? ok({ kind: 'ready', state: state.value }) : state;
    },

    look: (place, task) => within(place, 'nothing', task),
    act: (place, task) => within(place, 'trust', task),
    actOnFiles: (place, task) => within(place, 'files', task),

    names(ids) {
      const names = ids.flatMap((id) => nameOfFile(id) ?? []);
      return names.length === ids.length
        ? ok(names)
        : fail('PARAMS_INVALID', say`This is not a file of the repository.`);
    },

    keep(root, discarded) {
      const token = deps.newToken();
      discards.set(token, { root, discarded });
      for (const old of [...discards.keys()].slice(0, -maxKept)) discards.delete(old);
      return token;
    },

    kept(root, token) {
      const discard = discards.get(token);
      return discard?.root === root ? discard.discarded : null;
    },

    forget: (token) => void discards.delete(token),

    async proposeMessage(place, signal) {
      const branch = await store.readBranch(place.conversationId, { tail: 1 });
      if (!branch.ok) return branch;
      const question = await within(place, 'trust', (repository) => commitQuestion(repository, mask, signal));
      return question.ok ? proposeMessage(deps, branch.value, question.value, signal) : question;
    },
  };
}
