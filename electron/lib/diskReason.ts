// Describes a failed file system call for the user.

import { sentenceFromThrown } from '../../shared/core/errors.ts';
import { type Sentence, say, type UserText } from '../../shared/core/sentence.ts';

export function errorCode(thrown: unknown): string | null {
  const code = (thrown as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : null;
}

const reasons: Record<string, Sentence> = {
  ENOSPC: say`the disk is full`,
  EDQUOT: say`the disk quota is used up`,
  EFBIG: say`the file would be larger than the system allows`,
  EACCES: say`access was denied`,
  EPERM: say`access was denied`,
  EROFS: say`the disk is read-only`,
  EIO: say`the disk reported an error`,
  EMFILE: say`too many files are open`,
  ENFILE: say`too many files are open`,
  ENOENT: say`the file or its folder no longer exists`,
  ENOTDIR: say`there is a file where a folder should be`,
  EISDIR: say`there is a folder where a file should be`,
  EEXIST: say`something else has taken its place`,
  EBUSY: say`another app is using the file`,
};

/** Includes the system's error code. */
export function diskErrorReason(thrown: unknown): UserText {
  const code = errorCode(thrown);
  if (code && reasons[code]) return say`${reasons[code]} (${code})`;
  return sentenceFromThrown(thrown);
}
