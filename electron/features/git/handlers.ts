// git.*: each act on a freshly opened repository.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../shared/core/sentence.ts';
import type { gitMethods } from '../../../shared/features/git/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { listBranches, switchBranch } from './acts/branches.ts';
import { commitStaged, readLastCommit, setAuthor } from './acts/commit.ts';
import { abortMerge, readConflict, resolveConflict } from './acts/conflicts.ts';
import {
  applyHunk,
  type DiscardUndo,
  discardFiles,
  discardHunk,
  type HunkRef,
  stageAll,
  stageFiles,
  undoDiscard,
  unstageAll,
  unstageFiles,
} from './acts/stage.ts';
import { popStash, stash } from './acts/stash.ts';
import type { GitService } from './gitService.ts';
import { remoteHandlers } from './remote/handlers.ts';
import type { Repository } from './repository/repository.ts';
import { readDiff } from './state/diff.ts';

export function gitHandlers(
  service: GitService,
  app: Pick<AppParts, 'confirm' | 'feed'>,
): HandlersOf<typeof gitMethods> {
  /** One file's name, or the error. */
  function named<T>(id: string, task: (name: Buffer) => Promise<Result<T>>): Promise<Result<T>> {
    const names = service.names([id]);
    const [name] = names.ok ? names.value : [];
    return name ? task(name) : Promise.resolve(names as Result<never>);
  }

  function hunkOf(hunk: { file: string; index: number; seen: string }, task: (ref: HunkRef) => Promise<Result<void>>) {
    return empty(named(hunk.file, (name) => task({ name, index: hunk.index, seen: hunk.seen })));
  }

  function keep(repository: Repository, discarded: Result<DiscardUndo>): Result<{ token: string }> {
    return discarded.ok ? ok({ token: service.keep(repository.root, discarded.value) }) : discarded;
  }

  return {
    ...remoteHandlers(service, app),
    'git.status': (place, { signal }) => service.status(place, signal),
    async 'git.diff'({ file, from, side, ...place }, { signal }) {
      const names = service.names(from === null ? [file] : [file, from]);
      if (!names.ok) return names;
      const [name, old = null] = names.value;
      return service.look(place, (repository) => readDiff(repository, name as Buffer, side, { signal, from: old }));
    },

    async 'git.stage'({ files, ...place }, { signal }) {
      const names = service.names(files);
      return names.ok ? empty(service.act(place, (repository) => stageFiles(repository, names.value, signal))) : names;
    },
    async 'git.unstage'({ files, ...place }, { signal }) {
      const names = service.names(files);
      return names.ok
        ? empty(service.act(place, (repository) => unstageFiles(repository, names.value, signal)))
        : names;
    },
    'git.stageAll': (place, { signal }) => empty(service.act(place, (repository) => stageAll(repository, signal))),
    'git.unstageAll': (place, { signal }) => empty(service.act(place, (repository) => unstageAll(repository, signal))),
    'git.stageHunk': ({ hunk, ...place }) =>
      hunkOf(hunk, (ref) => service.act(place, (repository) => applyHunk(repository, ref, 'stage'))),
    'git.unstageHunk': ({ hunk, ...place }) =>
      hunkOf(hunk, (ref) => service.act(place, (repository) => applyHunk(repository, ref, 'unstage'))),

    async 'git.discard'({ files, ...place }) {
      const names = service.names(files);
      if (!names.ok) return names;
      return service.actOnFiles(place, async (repository) =>
        keep(repository, await discardFiles(repository, names.value)),
      );
    },
    'git.discardHunk': ({ hunk, ...place }) =>
      named(hunk.file, (name) =>
        service.actOnFiles(place, async (repository) =>
          keep(repository, await discardHunk(repository, { name, index: hunk.index, seen: hunk.seen })),
        ),
      ),
    'git.undoDiscard': ({ token, ...place }) =>
      empty(
        service.actOnFiles(place, async (repository) => {
          const undo = service.kept(repository.root, token);
          if (undo === null) return fail('MESSAGE_NOT_FOUND', say`This can no longer be undone.`);
          const undone = await undoDiscard(repository, undo);
          if (undone.ok) service.forget(token);
          return undone;
        }),
      ),

    'git.commit': ({ message, amend, seen, ...place }, { signal }) =>
      service.act(place, (repository) => commitStaged(repository, { message, amend, seen }, signal)),
    'git.lastCommit': (place) =>
      service.look(place, async (repository) => {
        const last = await readLastCommit(repository);
        if (!last.ok) return last;
        const { commit, message, refusal } = last.value;
        return ok({ commit, message, refusal: refusal === null ? null : toUserTextData(refusal) });
      }),
    'git.setAuthor': ({ name, email, ...place }) =>
      empty(service.act(place, (repository) => setAuthor(repository, name, email))),
    'git.proposeMessage': (place, { signal }) => service.proposeMessage(place, signal),

    'git.branches': (place) => service.look(place, listBranches),
    'git.switch': ({ branch, create, ...place }, { signal }) =>
      empty(service.actOnFiles(place, (repository) => switchBranch(repository, branch, create, signal))),

    'git.conflict': ({ file, ...place }) =>
      named(file, (name) => service.look(place, (repository) => readConflict(repository, name))),
    'git.resolve': ({ file, take, ...place }) =>
      empty(named(file, (name) => service.actOnFiles(place, (repository) => resolveConflict(repository, name, take)))),
    'git.abort': (place) => empty(service.actOnFiles(place, abortMerge)),
    'git.stash': (place, { signal }) => service.actOnFiles(place, (repository) => stash(repository, signal)),
    'git.popStash': ({ seen, ...place }, { signal }) =>
      service.actOnFiles(place, (repository) => popStash(repository, seen, signal)),
  };
}

async function empty(done: Promise<Result<void>>): Promise<Result<Record<string, never>>> {
  const result = await done;
  return result.ok ? ok({}) : result;
}
