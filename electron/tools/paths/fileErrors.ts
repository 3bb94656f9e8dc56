// File system errors as sentences with the path as the model knows it.

import { type AppError, sentenceFields, sentenceFromThrown } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { escapePath } from '../../lib/listedPath.ts';
import { AmbiguousNameError, errorCodeOf } from './realLocation.ts';

/** Thrown if a path leads elsewhere than when it was checked. */
export class PathMovedError extends Error {
  override name = 'PathMoved';
}

/** `details.system` is the system error code. */
export function fileError(thrown: unknown, path: string): AppError {
  if (thrown instanceof PathMovedError) {
    return {
      code: 'PATH_OUTSIDE_PROJECT',
      ...sentenceFields(
        say`"${path}" changed to point elsewhere while it was being opened, so it was left alone. Check it with list_files, then try again.`,
      ),
    };
  }
  if (thrown instanceof AmbiguousNameError) {
    const names = thrown.names.slice(0, 5).map(escapePath).join(', ');
    return {
      code: 'TOOL_EXEC_FAILED',
      ...sentenceFields(
        say`"${path}" does not exist as it is written, and several names there differ from it only in their Unicode form: ${names}. Give one of these, with its escapes.`,
      ),
    };
  }
  const system = errorCodeOf(thrown);
  const sentence = sentences[system ?? ''];
  return {
    code: 'TOOL_EXEC_FAILED',
    ...(system === undefined ? {} : { details: { system } }),
    ...sentenceFields(
      sentence === undefined ? say`"${path}": ${sentenceFromThrown(thrown)}` : say`"${path}" ${sentence}`,
    ),
  };
}

const sentences: Record<string, Sentence> = {
  ENOENT: say`does not exist. Look for it with list_files or search_files.`,
  ENOTDIR: say`uses a file as if it were a folder. Check the path with list_files.`,
  EISDIR: say`is a folder. Use list_files to see what is in it.`,
  NOT_A_FILE: say`is a pipe, a socket or a device, not a file. It was left alone.`,
  EACCES: say`cannot be opened or changed: the permissions of the file or its folder do not allow it.`,
  EPERM: say`cannot be opened: the system does not allow it.`,
  ELOOP: say`is a circular link.`,
  ENAMETOOLONG: say`is longer than the file system allows. Use a shorter name.`,
  ENOSPC: say`could not be written: the disk is full. Nothing was changed.`,
  EDQUOT: say`could not be written: the disk quota is used up. Nothing was changed.`,
  EROFS: say`could not be written: the file system is read-only. Nothing was changed.`,
  EMFILE: say`could not be opened: too many files are open. Try again.`,
};
