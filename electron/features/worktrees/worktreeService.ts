// A conversation's worktree: created, inspected, merged, discarded. Each operation is recorded in meta.json before git
// begins, so that a crash is noticed and nothing works in half a folder.

import { type AppError, errorSentence, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say, toUserTextData } from '../../../shared/core/sentence.ts';
import type {
  MergeDone,
  WorktreeFile,
  WorktreeRemoval,
  WorktreeState,
  WorktreeTrouble,
} from '../../../shared/features/worktrees/methods.ts';
import type { ConversationWorktree } from '../../../shared/features/worktrees/worktree.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import { withIdleConversation } from '../../chat/withIdleConversation.ts';
import type { ConversationMeta } from '../../conversation/formats.ts';
import type { BackgroundCommands } from '../../ports/background.ts';
import type { StoredBranch, WorkingFolder } from '../../ports/store.ts';
import type { MergeRequest, PlacedWorktree, WorktreeRequest, Worktrees } from './worktrees.ts';

interface MakeWish extends WorktreeRequest {
  bring: boolean;
  signal: AbortSignal;
  onProgress?: (done: number, of: number) => void;
}

export interface WorktreeService {
  offer(projectId: string): ReturnType<Worktrees['offer']>;
  /** The next turn works there. Returns sentences for the user. */
  make(conversationId: string, wish: MakeWish): Promise<Result<Sentence[]>>;
  /** Why it is unusable, if it is. Fast. */
  check(conversationId: string): Promise<Result<{ trouble: WorktreeTrouble | null }>>;
  state(conversationId: string, signal: AbortSignal): Promise<Result<WorktreeState>>;
  file(conversationId: string, path: string): Promise<Result<WorktreeFile>>;
  /** CONVERSATION_BUSY while something runs in it or in its merge target. */
  merge(conversationId: string, wish: MergeRequest): Promise<Result<MergeDone>>;
  undoMerge(conversationId: string): Promise<Result<void>>;
  removal(conversationId: string): Promise<Result<WorktreeRemoval>>;
  /** Stops what runs there first. */
  remove(conversationId: string, how: { keepBranch: boolean; seen: string | null }): Promise<Result<void>>;
  makeAgain(conversationId: string, how: Pick<MakeWish, 'signal' | 'onProgress'>): Promise<Result<Sentence[]>>;
  /** Back to the project folder; changes nothing on disk except leftovers of an interrupted creation. */
  leave(conversationId: string): Promise<Result<void>>;
}

type Deps = Pick<ChatDeps, 'store' | 'hub' | 'tasks' | 'changes' | 'reportStoreError'> & {
  worktrees: Worktrees;
  background: Pick<BackgroundCommands, 'endConversation'>;
};

interface Chat {
  isRunning(conversationId: string): boolean;
  stop(conversationId: string): Promise<void>;
}

const maxFormer = 50;
/** Serialized, so that two never choose the same name. */
const lane = 'worktrees';

export function createWorktreeService(deps: Deps, chat: Chat): WorktreeService {
  const { store, worktrees } = deps;

  async function change(
    { conversationId, projectId }: StoredBranch,
    how: (meta: ConversationMeta) => ConversationMeta,
  ): Promise<Result<void>> {
    const saved = await store.updateMeta(conversationId, how);
    if (!saved.ok) return saved;
    await deps.hub.publishMeta(conversationId, { projectId, meta: saved.value });
    return ok(undefined);
  }

  const note = (branch: StoredBranch, worktree: ConversationWorktree): Promise<Result<void>> =>
    change(branch, (meta) => ({ ...meta, worktree }));

  const forget = (branch: StoredBranch): Promise<Result<void>> => change(branch, withFormerWorktree);

  async function read(conversationId: string): Promise<Result<StoredBranch>> {
    const branch = await store.readBranch(conversationId, { tail: 1 });
    if (!branch.ok) return branch;
    return branch.value.readOnly ? fail('STORE_READ_ONLY', branch.value.readOnly) : branch;
  }

  /** With its worktree, whether or not that exists. */
  async function placed(conversationId: string): Promise<Result<{ branch: StoredBranch; placed: PlacedWorktree }>> {
    const branch = await read(conversationId);
    if (!branch.ok) return branch;
    const { worktree } = branch.value.meta;
    if (!worktree) return fail('NOT_SUPPORTED', say`This conversation has no worktree.`);
    const place = await store.workingFolder({ projectId: branch.value.projectId, meta: {} });
    if (!place.ok) return place;
    const { folder, missing } = place.value;
    if (missing) return { ok: false, error: missing };
    if (folder === null) return fail('PROJECT_NOT_FOUND', say`This conversation has no folder.`);
    return ok({ branch: branch.value, placed: { worktree, project: folder } });
  }

  /** Requires an intact worktree. */
  async function intactWorktree(conversationId: string): ReturnType<typeof placed> {
    const worktreeAt = await placed(conversationId);
    if (!worktreeAt.ok) return worktreeAt;
    const place = await store.workingFolder(worktreeAt.value.branch);
    if (!place.ok) return place;
    return place.value.missing ? { ok: false, error: place.value.missing } : worktreeAt;
  }

  /** While nothing runs in the conversation, nor any call in its merge target. */
  function whenIdle<T>(conversationId: string, task: (at: ResolvedWorktree) => Promise<Result<T>>): Promise<Result<T>> {
    return withIdleConversation(deps, chat, conversationId, async () => {
      const location = await intactWorktree(conversationId);
      if (!location.ok) return location;
      return deps.changes.alone(location.value.placed.project, () => task(location.value));
    });
  }

  async function makeNow(branch: StoredBranch, { signal, bring, onProgress, ...wish }: MakeWish) {
    if (branch.meta.worktree) return fail('NOT_SUPPORTED', say`This conversation already has a worktree.`);
    const place = await store.workingFolder(branch);
    if (!place.ok) return place;
    const { folder, project, missing } = place.value;
    if (missing) return { ok: false as const, error: missing };
    if (folder === null) return fail('NOT_SUPPORTED', say`Choose a folder for this conversation first.`);
    if (!project.trusted) return untrusted;
    const name = wish.name.trim() || branch.meta.title || (await titleOf(branch.conversationId));
    const planned = await worktrees.plan(folder, { ...wish, name });
    if (!planned.ok) return planned;
    const worktree = planned.value;
    const recorded = await note(branch, { ...worktree, going: 'making', ...(bring ? { bring } : {}) });
    if (!recorded.ok) return recorded;
    const creation = await worktrees.make(
      { worktree, project: folder },
      { bring, signal, onProgress: onProgress ?? (() => {}) },
    );
    const settled = await (creation.ok ? note(branch, worktree) : change(branch, withoutWorktree));
    return settled.ok ? creation : settled;
  }

  /** Uncommitted changes may have moved on and no longer fit the commit; then the worktree is created without them. */
  async function finishMaking(
    target: PlacedWorktree,
    how: { bring: boolean; signal: AbortSignal; onProgress: (done: number, of: number) => void },
  ): Promise<Result<Sentence[]>> {
    const creation = await worktrees.make(target, how);
    if (creation.ok || !how.bring || how.signal.aborted) return creation;
    const bare = await worktrees.make(target, { ...how, bring: false });
    if (!bare.ok) return bare;
    const why = errorSentence(creation.error);
    const note = target.worktree.continues
      ? say`The uncommitted changes of the conversation’s worktree were not copied: ${why} They are still there.`
      : say`Your uncommitted changes were not copied: ${why} They are still in the project folder.`;
    return ok([...bare.value, note]);
  }

  async function troubleOf(
    worktree: ConversationWorktree,
    { project }: WorkingFolder,
    missing: AppError,
  ): Promise<WorktreeTrouble> {
    const pendingStep = worktree.going ?? null;
    const at = { worktree, project: project.folder ?? '' };
    const canMakeAgain = project.folderExists && (pendingStep === 'making' || (await worktrees.hasBranch(at)));
    return { reason: toUserTextData(errorSentence(missing)), going: pendingStep, canMakeAgain };
  }

  async function titleOf(conversationId: string): Promise<string> {
    const row = await store.listConversation(conversationId);
    return (row.ok && row.value?.title) || '';
  }

  return {
    async offer(projectId) {
      const place = await store.workingFolder({ projectId, meta: {} });
      if (!place.ok) return place;
      const { folder, project, missing } = place.value;
      if (missing) return { ok: false, error: missing };
      if (folder === null) return fail('NOT_SUPPORTED', say`Choose a folder for this conversation first.`);
      return project.trusted ? worktrees.offer(folder) : untrusted;
    },

    make: (conversationId, wish) =>
      deps.tasks.run(lane, async () => {
        const branch = await read(conversationId);
        return branch.ok ? makeNow(branch.value, wish) : branch;
      }),

    async state(conversationId, signal) {
      const branch = await store.readBranch(conversationId, { tail: 1 });
      if (!branch.ok) return branch;
      const { worktree } = branch.value.meta;
      if (!worktree) return ok({ kind: 'none' });
      const place = await store.workingFolder(branch.value);
      if (!place.ok) return place;
      const { missing, project } = place.value;
      if (missing) return ok({ kind: 'trouble', trouble: await troubleOf(worktree, place.value, missing) });
      const look = await worktrees.status({ worktree, project: project.folder ?? '' }, signal);
      return look.ok ? ok({ kind: 'ready', look: look.value }) : look;
    },

    async check(conversationId) {
      const branch = await store.readBranch(conversationId, { tail: 1 });
      if (!branch.ok) return branch;
      const { worktree } = branch.value.meta;
      const place = worktree ? await store.workingFolder(branch.value) : null;
      if (place && !place.ok) return place;
      const missing = place?.value.missing;
      return ok({ trouble: worktree && place && missing ? await troubleOf(worktree, place.value, missing) : null });
    },

    async file(conversationId, path) {
      const location = await intactWorktree(conversationId);
      return location.ok ? worktrees.file(location.value.placed, path) : location;
    },

    merge: (conversationId, wish) =>
      whenIdle(conversationId, async ({ branch, placed: at }) => {
        const merged = await worktrees.merge(at, wish, (worktree) => note(branch, worktree));
        if (!merged.ok) return merged;
        const { worktree, ...done } = merged.value;
        const recorded = await note(branch, worktree);
        return recorded.ok ? ok(done) : recorded;
      }),

    undoMerge: (conversationId) =>
      whenIdle(conversationId, async ({ branch, placed: at }) => {
        const undone = await worktrees.undoMerge(at, (worktree) => note(branch, worktree));
        return undone.ok ? note(branch, undone.value) : undone;
      }),

    async removal(conversationId) {
      const location = await placed(conversationId);
      return location.ok ? worktrees.removal(location.value.placed) : location;
    },

    async remove(conversationId, how) {
      await chat.stop(conversationId);
      await deps.background.endConversation(conversationId);
      return withIdleConversation(deps, chat, conversationId, async () => {
        const location = await placed(conversationId);
        if (!location.ok) return location;
        const { branch, placed: at } = location.value;
        const recorded = await note(branch, { ...at.worktree, going: 'removing' });
        if (!recorded.ok) return recorded;
        const removed = await worktrees.remove(at, how);
        if (removed.ok) return forget(branch);
        // Restore the previous state: half of it may be gone, and is noticed then.
        await note(branch, at.worktree);
        return removed;
      });
    },

    async makeAgain(conversationId, { signal, onProgress = () => {} }) {
      const location = await placed(conversationId);
      if (!location.ok) return location;
      const { branch, placed: at } = location.value;
      const { going, bring = false, continues, ...worktree } = at.worktree;
      if (going === 'making') {
        const cleared = await worktrees.clearMaking(at);
        if (!cleared.ok) return cleared;
      }
      const target = { ...at, worktree };
      const creation =
        going === 'making'
          ? await finishMaking(
              { ...target, worktree: continues ? { ...worktree, continues } : worktree },
              { bring, signal, onProgress },
            )
          : await worktrees.makeAgain(target, { signal, onProgress });
      if (!creation.ok) return creation;
      const recorded = await note(branch, worktree);
      if (!recorded.ok) return recorded;
      const place = await intactWorktree(conversationId);
      return place.ok ? creation : place;
    },

    async leave(conversationId) {
      const location = await placed(conversationId);
      if (!location.ok) {
        // Its paths belong to another machine, or the folder is gone: there is nothing to inspect.
        const branch = await read(conversationId);
        return branch.ok ? forget(branch.value) : branch;
      }
      const { branch, placed: at } = location.value;
      if (at.worktree.going === 'making') {
        const cleared = await worktrees.clearMaking(at);
        if (!cleared.ok) return cleared;
      }
      return forget(branch);
    },
  };
}

/** Without its worktree, whose folder is remembered for undo. */
export function withFormerWorktree({ worktree, ...meta }: ConversationMeta): ConversationMeta {
  const folder = worktree && [worktree.path, ...(worktree.inside === '' ? [] : [worktree.inside])].join('/');
  const former = [...(meta.formerWorktrees ?? []), ...(folder ? [folder] : [])];
  return { ...meta, formerWorktrees: [...new Set(former)].slice(-maxFormer) };
}

type ResolvedWorktree = { branch: StoredBranch; placed: PlacedWorktree };

function withoutWorktree({ worktree: _none, ...meta }: ConversationMeta): ConversationMeta {
  return meta;
}

const untrusted = fail('NOT_SUPPORTED', say`Trust this folder first.`);
