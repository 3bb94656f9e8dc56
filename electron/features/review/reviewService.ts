// Reviews of changed files: lists them, compares them line by line, undoes parts of them, and keeps the user's comments
// and viewed marks.

import { callKey } from '../../../shared/conversation/event.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { imageType, maxImageBytes } from '../../../shared/core/imageType.ts';
import { say, toUserTextData, type UserText } from '../../../shared/core/sentence.ts';
import type {
  ChangedPath,
  LineSelection,
  PartialUndo,
  ReviewDiff,
  ReviewList,
  ReviewTarget,
} from '../../../shared/features/review/review.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import { storeChangesRecord } from '../../chat/undo/undoJournal.ts';
import { scopeOf, workingFolders } from '../../chat/undo/undoScope.ts';
import { withIdleConversation } from '../../chat/withIdleConversation.ts';
import type { EntryState, FolderTree, ReadContent, RestoreStep } from '../../ports/folderTree.ts';
import { refuseRead } from '../../stores/undo/fileChangeList.ts';
import { type NetChange, reverseChange } from '../../stores/undo/netChanges.ts';
import { isBinary } from '../../tools/text/textFile.ts';
import { diffSides, type LineDiff, partOf } from './lines/lineDiff.ts';
import { decodeSide, emptySide, formatOf } from './lines/textSide.ts';
import { contentOf, maxFileBytes, type ReviewSource, shownPath, versionOf } from './sources/source.ts';
import { type SourceDeps, sourceOf } from './sources/sources.ts';
import { stepsForFile, stepsForLines, type UndoSteps } from './undoSteps.ts';

interface ReviewFileRef {
  conversationId: string;
  target: ReviewTarget;
  path: string;
}

export interface ReviewService {
  list(conversationId: string, target: ReviewTarget): Promise<Result<ReviewList>>;
  /** Changed files of the whole conversation, without what was undone. */
  paths(conversationId: string): Promise<Result<{ files: ChangedPath[] }>>;
  diff(
    place: ReviewFileRef,
    how: { ignoreWhitespace: boolean; whole: boolean; from: number },
  ): Promise<Result<ReviewDiff>>;
  image(place: ReviewFileRef, version: string, side: 'old' | 'new'): Promise<Result<{ base64: string | null }>>;
  undo(
    place: ReviewFileRef,
    what: { version: string; ignoreWhitespace: boolean; selection: LineSelection | null },
  ): Promise<Result<PartialUndo>>;
  redo(conversationId: string, messageId: string): Promise<Result<PartialUndo>>;
  view(conversationId: string, path: string, version: string | null): Promise<Result<Record<string, never>>>;
}

export type ReviewDeps = SourceDeps & {
  chatDeps: Pick<ChatDeps, 'store' | 'hub' | 'tasks' | 'changes' | 'ids' | 'reportStoreError'>;
  chat: { isRunning(conversationId: string): boolean };
  tree: FolderTree;
};

const maxListed = 2_000;
const maxPaths = 20_000;
/** Stop counting lines after this many milliseconds. */
const countingMs = 2_000;
/** A longer file is compared only when asked. */
const largeBytes = 1024 * 1024;
const maxViewed = 2_000;
/** Undos that are looked at for the latest that can be reverted. */
const maxUndos = 20;

const changedSince = say`This file has changed since, so nothing was undone. Reload the review to see it as it is now.`;
const alreadyUndone = say`It is already as it was before.`;

export function createReviewService(deps: ReviewDeps): ReviewService {
  const { chatDeps, tree } = deps;
  const { changes, store, ids } = chatDeps;
  /** The last comparison, for its further parts. */
  let latest: { key: string; diff: LineDiff } | null = null;

  async function find({ conversationId, target, path }: ReviewFileRef) {
    const source = await sourceOf(deps, conversationId, target);
    if (!source.ok) return source;
    const change = source.value.visible.find((each) => shownPath(each) === path);
    return change ? ok({ source: source.value, change }) : fail('CONTENT_CHANGED', changedSince);
  }

  async function conflictsIn({ folder, visible, entries, untouchable, isCurrent, isUndone }: ReviewSource) {
    const conflicts = new Map<string, UserText>(untouchable);
    if (isCurrent) return conflicts;
    const { conflicts: others, done } = await tree.check(folder, entries.map(reverseChange).map(stepOf));
    for (const path of done) conflicts.set(path, alreadyUndone);
    for (const [path, why] of others) conflicts.set(path, why);
    if (isUndone) for (const { path } of visible) conflicts.set(path, alreadyUndone);
    return conflicts;
  }

  /** Compares both sides, or returns the reason why that is impossible. */
  async function compare(
    source: ReviewSource,
    change: NetChange,
    ignoreWhitespace: boolean,
  ): Promise<LineDiff | 'binary' | 'unreadable'> {
    const key = `${versionOf(change)} ${ignoreWhitespace}`;
    if (latest?.key === key) return latest.diff;
    const [before, after] = [await read(source, change.before), await read(source, change.after)];
    if (before === null || after === null) return 'unreadable';
    const [old, next] = [await sideOf(before), await sideOf(after)];
    if (old === null || next === null) return 'binary';
    const diff = await diffSides(old, next, ignoreWhitespace);
    latest = { key, diff };
    return diff;
  }

  /** Applies the steps as a change of its own, and records it for the model. */
  function apply(
    conversationId: string,
    toldAs: 'undo' | 'redo',
    find: () => Promise<Result<UndoSteps & { folder: string }>>,
  ): Promise<Result<PartialUndo>> {
    return withIdleConversation(chatDeps, deps.chat, conversationId, async () => {
      const branch = await store.readBranch(conversationId, { tail: 1 });
      if (!branch.ok) return branch;
      if (branch.value.readOnly) return fail('STORE_READ_ONLY', branch.value.readOnly);
      const match = await find();
      if (!match.ok) return match;
      const { folder, steps, read: content, isPart } = match.value;
      const noteId = ids.ulid();
      const call = { conversationId, messageId: noteId, index: 0 };
      const noted = await changes.setGoing(conversationId, {
        folder,
        calls: [call],
        direction: 'redo',
        toldAs,
        noteId,
      });
      if (!noted.ok) return noted;
      const applied = await changes.restorePart({ ...call, folder }, steps, content);
      if (!applied.ok) {
        await changes.setGoing(conversationId, null);
        return applied;
      }
      const files = applied.value.files.map((file) => (isPart ? { ...file, isPart: true as const } : file));
      const recorded = await storeChangesRecord(chatDeps, conversationId, toldAs, { ...applied.value, files }, noteId);
      return recorded.ok ? ok({ messageId: noteId, paths: files.map(({ path }) => path) }) : recorded;
    });
  }

  /** The latest undo whose result is still there; one that was reverted does not count. */
  async function lastUndo(conversationId: string): Promise<PartialUndo | null> {
    const scope = await scopeOf({ store }, conversationId, { type: 'conversation' });
    if (!scope.ok) return null;
    const undos = scope.value.scope.calls.filter(
      (call) => call.isPartialUndo && call.conversationId === conversationId,
    );
    const stack: { messageId: string; changes: ReviewSource['entries'] }[] = [];
    for (const call of undos.slice(-maxUndos)) {
      const stored = await changes.changesOf(call);
      if (!stored.ok || stored.value.changes.length === 0) continue;
      const top = stack.at(-1);
      const key = (list: ReviewSource['entries']): string => JSON.stringify([...list].sort(byPath));
      if (top && key(top.changes.map(reverseChange)) === key(stored.value.changes)) stack.pop();
      else stack.push({ messageId: call.messageId, changes: stored.value.changes });
    }
    const last = stack.at(-1);
    const undone = new Set(await changes.undone(conversationId));
    if (!last || undone.has(callKey({ messageId: last.messageId, index: 0 }))) return null;
    const { conflicts } = await tree.check(scope.value.scope.folder, last.changes.map(reverseChange).map(stepOf));
    return conflicts.size > 0 ? null : { messageId: last.messageId, paths: last.changes.map(({ path }) => path) };
  }

  return {
    async list(conversationId, target) {
      const source = await sourceOf(deps, conversationId, target);
      if (!source.ok) return source;
      const { visible, notCovered, isUndone } = source.value;
      const conflicts = await conflictsIn(source.value);
      const { viewed } = await store.readReview(conversationId);
      const until = performance.now() + countingMs;
      const inTime: ReadContent = (hash) => (performance.now() > until ? refuseRead(hash) : source.value.read(hash));
      const files: ReviewList['files'] = [];
      for (const change of visible.slice(0, maxListed)) {
        const { diff: _diff, ...file } = await tree.describe(change, inTime, { diff: false });
        const conflict =
          conflicts.get(change.path) ?? (change.from === undefined ? undefined : conflicts.get(change.from));
        const version = versionOf(change);
        files.push({
          ...file,
          version,
          isViewed: viewed[file.path] === version,
          ...(conflict === undefined ? {} : { conflict: toUserTextData(conflict) }),
        });
      }
      return ok({
        files,
        notCovered,
        more: visible.length - files.length,
        isUndone,
        lastUndo: await lastUndo(conversationId),
      });
    },

    async paths(conversationId) {
      const source = await sourceOf(deps, conversationId, { type: 'conversation' });
      if (!source.ok) return source;
      const { visible, isUndone } = source.value;
      const files = isUndone ? [] : visible.filter(({ before, after }) => (after ?? before)?.kind !== 'folder');
      return ok({ files: files.slice(0, maxPaths).map(toChangedPath) });
    },

    async diff(place, { ignoreWhitespace, whole, from }) {
      const match = await find(place);
      if (!match.ok) return match;
      const { source, change } = match.value;
      const { before, after } = change;
      const version = versionOf(change);
      if (before?.kind === 'link' || after?.kind === 'link')
        return ok({ version, type: 'link', before: linkOf(before), after: linkOf(after) });
      if (before?.kind === 'folder' || after?.kind === 'folder' || hashOfState(before) === hashOfState(after))
        return ok({ version, type: 'same', modes: modesOf(before, after) });
      const sizes = { before: bytesOf(before), after: bytesOf(after) };
      const most = Math.max(sizes.before ?? 0, sizes.after ?? 0);
      if (most > maxFileBytes) return ok({ version, type: 'binary', ...sizes, image: null });
      const isText = await looksLikeText(source, change);
      if (isText && most > largeBytes && !whole) return ok({ version, type: 'large', ...sizes });
      const diff = isText ? await compare(source, change, ignoreWhitespace) : 'binary';
      if (diff === 'unreadable') return ok({ version, type: 'unreadable' });
      if (diff === 'binary') return ok({ version, type: 'binary', ...sizes, image: await imageOf(source, change) });
      const form = formatOf(diff.next.texts.length > 0 ? diff.next : diff.old);
      return ok({
        version,
        type: 'text',
        ...partOf(diff, from),
        isCoarse: diff.isCoarse,
        ...(form === null ? {} : { form }),
        ...(diff.isMixable
          ? {}
          : { wholeOnly: toUserTextData(say`The encoding changed, too, so only the whole file can be undone.`) }),
      });
    },

    async image(place, version, side) {
      const match = await find(place);
      if (!match.ok) return match;
      const { source, change } = match.value;
      const state = side === 'old' ? change.before : change.after;
      if (versionOf(change) !== version || state?.kind !== 'file' || state.bytes > maxImageBytes)
        return ok({ base64: null });
      const bytes = await read(source, state);
      return ok({ base64: bytes === null || imageType(bytes) === null ? null : bytes.toString('base64') });
    },

    undo: (place, { version, ignoreWhitespace, selection }) =>
      apply(place.conversationId, 'undo', async () => {
        const match = await find(place);
        if (!match.ok) return match;
        const { source, change } = match.value;
        if (versionOf(change) !== version) return fail('CONTENT_CHANGED', changedSince);
        const conflicts = await conflictsIn(source);
        const conflict =
          conflicts.get(change.path) ?? (change.from === undefined ? undefined : conflicts.get(change.from));
        if (conflict !== undefined) return fail('CONTENT_CHANGED', conflict);
        const diff = selection === null ? null : await compare(source, change, ignoreWhitespace);
        if (typeof diff === 'string')
          return fail('NOT_SUPPORTED', say`Single lines of this file cannot be undone, only the whole file.`);
        const steps = diff
          ? await stepsForLines(source, change, diff, selection as LineSelection)
          : await stepsForFile(source, change);
        return steps.ok ? ok({ ...steps.value, folder: source.folder }) : steps;
      }),

    redo: (conversationId, messageId) =>
      apply(conversationId, 'redo', async () => {
        const branch = await store.readBranch(conversationId, { tail: 1 });
        if (!branch.ok) return branch;
        const place = await workingFolders({ store }, branch.value);
        if (!place.ok) return place;
        const stored = await changes.changesOf({ conversationId, messageId, index: 0 });
        if (!stored.ok) return stored;
        if (stored.value.changes.length === 0)
          return fail('NOT_SUPPORTED', say`There is no undo data for these changes, or no changes were made.`);
        const steps = stored.value.changes.map(reverseChange).map(stepOf);
        return ok({ steps, read: stored.value.read, isPart: true, folder: place.value.folder });
      }),

    async view(conversationId, path, version) {
      const saved = await store.updateReview(conversationId, (notes) => {
        const { [path]: _earlier, ...rest } = notes.viewed;
        const viewed = Object.fromEntries(Object.entries(rest).slice(-maxViewed));
        return { ...notes, viewed: version === null ? viewed : { ...viewed, [path]: version } };
      });
      return saved.ok ? ok({}) : saved;
    },
  };
}

/** An empty side when the file does not exist there; null if its content is missing. */
async function read({ read: content }: ReviewSource, state: EntryState | null): Promise<Buffer | null> {
  return contentOf(state, content).catch(() => null);
}

async function sideOf(bytes: Buffer) {
  return bytes.length === 0 ? emptySide : decodeSide(bytes);
}

/** By the first bytes of both sides; without them, the comparison reports why. */
async function looksLikeText(source: ReviewSource, { before, after }: NetChange): Promise<boolean> {
  for (const state of [before, after]) {
    if (state?.kind !== 'file') continue;
    const head = await headOf(source, state);
    if (head !== null && (imageType(head) !== null || (await isBinary(head, state.bytes > head.length)))) return false;
  }
  return true;
}

async function headOf({ read: content }: ReviewSource, state: EntryState & { kind: 'file' }): Promise<Buffer | null> {
  try {
    for await (const piece of content(state.hash)) return piece.subarray(0, 8_192);
    return Buffer.alloc(0);
  } catch {
    return null;
  }
}

async function imageOf(source: ReviewSource, { before, after }: NetChange): Promise<string | null> {
  const state = after ?? before;
  const head = state?.kind === 'file' ? await headOf(source, state) : null;
  return head === null ? null : imageType(head);
}

function stepOf({
  path,
  before,
  after,
}: {
  path: string;
  before: EntryState | null;
  after: EntryState | null;
}): RestoreStep {
  return { path, from: before, to: after };
}

function toChangedPath({ path, from, before, after }: NetChange): ChangedPath {
  if (from !== undefined) return { path, from, kind: 'added' };
  return { path, kind: before === null ? 'added' : after === null ? 'deleted' : 'modified' };
}

function hashOfState(state: EntryState | null): string | null {
  return state?.kind === 'file' ? state.hash : null;
}

function bytesOf(state: EntryState | null): number | null {
  return state?.kind === 'file' ? state.bytes : null;
}

function linkOf(state: EntryState | null): string | null {
  return state?.kind === 'link' ? state.target : null;
}

function modesOf(before: EntryState | null, after: EntryState | null): [number, number] | null {
  if (!before || !after || before.kind === 'link' || after.kind === 'link' || before.mode === after.mode) return null;
  return [before.mode, after.mode];
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : 1;
}
