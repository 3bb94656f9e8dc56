// Which file a path of the model's means, and that it is in the project: after every link is followed it must lie inside
// the folder, compared name by name. What comes out is checked again when it is opened; see `openInside.ts`.

import { realpath } from 'node:fs/promises';
import { isAbsolute, resolve, sep } from 'node:path';
import { fail, ok, type Result } from '../../shared/errors.ts';
import { fileError } from './fileErrors.ts';
import { createProtection } from './protectedPaths.ts';
import { realLocation, segmentsBelow } from './realLocation.ts';
import { refuse } from './toolOutput.ts';

export interface ScopedPath {
  /** The project's folder, without links. */
  root: string;
  /** Names from the root on, none of them a link; empty for the folder itself. */
  segments: readonly string[];
  /** The same with `/` between, as people and models see it; `.` for the folder itself. */
  shown: string;
  exists: boolean;
}

export interface PathScope {
  /** Relative to `folder`, or absolute inside it. Errors: PATH_OUTSIDE_PROJECT, TOOL_EXEC_FAILED. */
  toRead(folder: string, path: string): Promise<Result<ScopedPath>>;
  /** As `toRead`, and not one of the protected places: PATH_PROTECTED. */
  toWrite(folder: string, path: string): Promise<Result<ScopedPath>>;
}

const longestPath = 4096;
const longestName = 255;

/** `protectedFolders`: absolute paths in which nothing may be written, existing or not. */
export function createPathScope(options: { protectedFolders: readonly string[] }): PathScope {
  const protection = createProtection(options.protectedFolders);

  async function locate(
    folder: string,
    path: string,
  ): Promise<Result<{ asked: string; real: string; at: ScopedPath }>> {
    const wrong = whatIsWrong(path);
    if (wrong !== null) return refuse(wrong);
    if (path === '~' || path.startsWith('~/')) return outside(path);
    try {
      const root = await realpath(folder);
      const asked = resolve(isAbsolute(path) ? '' : root, path);
      const real = await realLocation(asked);
      const segments = segmentsBelow(root, real.path, sep);
      if (segments === null) return outside(path);
      const at = { root, segments, shown: segments.join('/') || '.', exists: real.exists };
      return ok({ asked, real: real.path, at });
    } catch (thrown) {
      const error = fileError(thrown, path);
      return { ok: false, error };
    }
  }

  return {
    async toRead(folder, path) {
      const located = await locate(folder, path);
      return located.ok ? ok(located.value.at) : located;
    },
    async toWrite(folder, path) {
      const located = await locate(folder, path);
      if (!located.ok) return located;
      const { asked, real, at } = located.value;
      const reason = await protection(at.root, [asked, real]);
      if (reason !== null)
        return fail('PATH_PROTECTED', `"${path}" cannot be written: ${reason}. Nothing was changed.`);
      if (path.endsWith('/') || path.endsWith(sep)) {
        return refuse(`"${path}" names a folder. Give the path of a file; folders in between are made.`);
      }
      return ok(at);
    },
  };
}

function outside(path: string): Result<never> {
  return fail(
    'PATH_OUTSIDE_PROJECT',
    `"${path}" is outside the project's folder. Use a path inside it, relative to the folder, such as src/index.ts.`,
  );
}

function whatIsWrong(path: string): string | null {
  if (path.trim() === '') return 'The path is empty. Use "." for the project\'s folder.';
  if (path.includes('\0')) return 'The path has a NUL character in it. Leave it out.';
  if (Buffer.byteLength(path) > longestPath) return `The path is longer than ${longestPath} bytes. Use a shorter one.`;
  const names = path.split(/[/\\]/);
  if (names.some((name) => Buffer.byteLength(name) > longestName)) {
    return `A name in the path is longer than ${longestName} bytes. Use a shorter one.`;
  }
  if (process.platform === 'win32' && names.slice(isAbsolute(path) ? 1 : 0).some((name) => name.includes(':'))) {
    return 'The path has a colon in a name, which Windows does not allow.';
  }
  return null;
}
