// Shared by write_file and edit_file: reads the current file, computes the new content, shows the diff, and writes only
// if the file is still what the user saw.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { contentHash } from '../../lib/ids.ts';
import type { FolderContext } from '../defineTool.ts';
import { fileError } from '../paths/fileErrors.ts';
import { openFile } from '../paths/openInside.ts';
import type { PathGate } from '../paths/pathGate.ts';
import type { ScopedPath } from '../paths/realLocation.ts';
import { toolFailure } from '../toolOutput.ts';
import { diffText } from './diffText.ts';
import { maxFile, type ReadTracker } from './readTracker.ts';
import { FileChangedError, replaceFile } from './replaceFile.ts';

interface FileChange {
  path: string;
  diff: string;
  isNew: boolean;
  after: Buffer;
}

/** Computes new file content; `before` is null for a new file. `path` is for messages. */
export type Compute<Args> = (
  args: Args,
  before: Buffer | null,
  path: string,
) => Result<Buffer> | Promise<Result<Buffer>>;

export interface FileChanger<Args> {
  /** What `apply` would do; remembered, so that `apply` refuses if the outcome would differ. */
  plan(args: Args, context: FolderContext): Promise<Result<FileChange>>;
  /** Pass the same `args` object as to `plan`. */
  apply(args: Args, context: FolderContext): Promise<Result<FileChange>>;
}

export interface FileChangeParts {
  gate: PathGate;
  tracker: ReadTracker;
}

export function createFileChanger<Args extends { path: string }>(
  { gate, tracker }: FileChangeParts,
  compute: Compute<Args>,
): FileChanger<Args> {
  const previewed = new WeakMap<Args, { fingerprint: string; diff: string }>();

  async function prepare(args: Args, context: FolderContext) {
    const location = await gate.enter(args, args.path, 'write', context);
    if (!location.ok) return location;
    const scoped = location.value;
    const path = scoped.displayPath;
    if (scoped.segments.length === 0)
      return toolFailure(`"${args.path}" is the project folder. Give the path of a file.`);
    const before = await readBefore(scoped);
    if (!before.ok) return before;
    if (!isAsSeen(tracker, context.conversationId, scoped, before.value))
      return changedSince(path, 'since it was last read here');
    const after = await compute(args, before.value, path);
    if (!after.ok) return after;
    const change = { path, isNew: before.value === null, after: after.value };
    return ok({ scoped, before: before.value, change, fingerprint: fingerprintOf(scoped, before.value) });
  }

  return {
    async plan(args, context) {
      const prepared = await prepare(args, context);
      if (!prepared.ok) return prepared;
      const { before, change, fingerprint } = prepared.value;
      const diff = await diffText(change.path, before, change.after);
      previewed.set(args, { fingerprint, diff });
      return ok({ ...change, diff });
    },

    async apply(args, context) {
      const prepared = await prepare(args, context);
      const expected = previewed.get(args);
      if (!prepared.ok) return prepared;
      const { scoped, before, change, fingerprint } = prepared.value;
      if (expected !== undefined && expected.fingerprint !== fingerprint) return changedSince(change.path);
      const diff = expected?.diff ?? (await diffText(change.path, before, change.after));
      try {
        await replaceFile(scoped, before, change.after);
        tracker.note(context.conversationId, realPath(scoped), contentHash(change.after));
      } catch (thrown) {
        if (thrown instanceof FileChangedError) return changedSince(change.path);
        return { ok: false, error: fileError(thrown, change.path) };
      }
      return ok({ ...change, diff });
    },
  };
}

/** False if someone changed the file after this conversation's tools read or wrote it. */
function isAsSeen(tracker: ReadTracker, conversationId: string, scoped: ScopedPath, before: Buffer | null): boolean {
  const seenHash = tracker.hashOf(conversationId, realPath(scoped));
  return seenHash === undefined || (before !== null && contentHash(before) === seenHash);
}

export function realPath({ root, segments }: ScopedPath): string {
  return join(root, ...segments);
}

async function readBefore(scoped: ScopedPath): Promise<Result<Buffer | null>> {
  if (!scoped.exists) return ok(null);
  try {
    const { handle, stats } = await openFile(scoped);
    try {
      if (stats.size > maxFile) {
        return toolFailure(`"${scoped.displayPath}" is larger than 32 MB. Change it with run_command.`);
      }
      return ok(await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    return { ok: false, error: fileError(thrown, scoped.displayPath) };
  }
}

/** Covers the file's real path and content. */
function fingerprintOf(scoped: ScopedPath, before: Buffer | null): string {
  const hash = createHash('sha256').update(
    `${scoped.root}\0${scoped.displayPath}\0${before === null ? 'new' : 'old'}\0`,
  );
  return hash.update(before ?? '').digest('hex');
}

function changedSince(path: string, when = 'in the meantime'): Result<never> {
  return fail(
    'TOOL_EXEC_FAILED',
    `"${path}" was changed by someone else ${when}, so nothing was written. Read it again, then repeat the change.`,
  );
}
