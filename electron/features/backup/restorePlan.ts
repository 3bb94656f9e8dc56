// Puts a complete backup and its increments together: which bytes of which of them make up each file. Pure.

import { type SentenceData, say } from '../../../shared/core/sentence.ts';
import type { BackedUpFile } from './backupFormat.ts';
import type { CheckedBackup } from './checkBackup.ts';

/** Bytes that the entry of this file in one backup contributes. */
interface Piece {
  step: number;
  bytes: number;
}

export interface PlannedFile {
  size: number;
  sha256: string;
  pieces: Piece[];
  body: { size: number; sha256: string };
  mtime: number;
  /** The state is that of an earlier backup. */
  older: boolean;
}

export interface PlanProblem {
  /** The backup concerned. */
  file: string;
  path: string | null;
  at: number;
  reason: SentenceData;
}

export interface RestorePlan {
  files: Map<string, PlannedFile>;
  problems: PlanProblem[];
}

/** `steps`: the complete backup first, the newest last. Null: one that cannot be read. */
export function planRestore(steps: readonly (CheckedBackup | null)[]): RestorePlan {
  let files = new Map<string, PlannedFile>();
  const problems: PlanProblem[] = [];
  steps.forEach((step, index) => {
    if (step === null) {
      files = new Map([...files].map(([path, file]) => [path, { ...file, older: true }]));
      return;
    }
    for (const { path, at, reason } of step.damage) problems.push({ file: step.file, path, at, reason });
    const next = new Map<string, PlannedFile>();
    for (const [path, file] of step.files) {
      const before = files.get(path);
      const planned = plannedFile(file, before, index);
      if (planned) next.set(path, planned);
      else {
        const reason = before
          ? say`Its newest part continues a version that is missing; an earlier version is intact.`
          : say`Its beginning is in a backup that is missing or damaged.`;
        problems.push({ file: step.file, path, at: 0, reason });
        if (before) next.set(path, { ...before, older: true });
      }
    }
    // With damage, a file that is not listed may not have been deleted.
    if (step.damage.length > 0) {
      for (const [path, file] of files) if (!next.has(path)) next.set(path, { ...file, older: true });
    }
    files = next;
  });
  return { files, problems };
}

/** Null if what it continues is not there. */
function plannedFile(file: BackedUpFile, before: PlannedFile | undefined, step: number): PlannedFile | null {
  const { size, sha256, mtime } = file;
  const body = file.body ?? { size, sha256 };
  const common = { size, sha256, mtime, body, older: false };
  if (file.same) return before?.sha256 === sha256 && before.size === size ? { ...common, pieces: before.pieces } : null;
  const base = file.base ?? 0;
  if (base === 0) return { ...common, pieces: [{ step, bytes: size }] };
  if (!before || before.body.size !== base || before.body.sha256 !== file.baseSha256) return null;
  return { ...common, pieces: [...firstBytes(before.pieces, base), { step, bytes: size - base }] };
}

function firstBytes(pieces: readonly Piece[], bytes: number): Piece[] {
  const firstPieces: Piece[] = [];
  let left = bytes;
  for (const piece of pieces) {
    if (left <= 0) break;
    firstPieces.push({ ...piece, bytes: Math.min(piece.bytes, left) });
    left -= piece.bytes;
  }
  return firstPieces;
}
