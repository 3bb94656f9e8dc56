// Resolves a model's path and whether it is in the project: with all links resolved it must be inside the folder, compared by
// segment. `openInside.ts` checks again on opening. Outside paths are only located here; `pathGate.ts` decides who may use them.

import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import { toolFailure } from '../toolOutput.ts';
import { fileError } from './fileErrors.ts';
import { createProtection } from './protectedPaths.ts';
import { resolveRealPath, type ScopedPath, segmentsBelow } from './realLocation.ts';
import { isSystemPseudoFile, sensitivityReason, unwritableReason } from './sensitivePaths.ts';

export type Access = 'read' | 'write';

export interface LocatedPath {
  at: ScopedPath;
  /** Absolute, with links resolved. */
  real: string;
  outside: boolean;
  /** Why the user must always be asked, whatever else allows it. */
  sensitive: UserText | null;
}

/** A path in a command, which may read or write it. */
export interface NamedPath {
  /** Absolute, with links resolved; null if unknown. */
  real: string | null;
  outside: boolean;
  /** Why reading it always needs approval; null if not. */
  toRead: UserText | null;
  /** Why no tool may write it, or why writing always needs approval. */
  toWrite: UserText | null;
}

export interface PathScope {
  /** The same rules for a path in a command. Null if it cannot be a path. */
  resolveNamed(folder: string, path: string): Promise<NamedPath | null>;
  /** Inside or outside. Errors: PATH_PROTECTED, TOOL_EXEC_FAILED; PATH_OUTSIDE_PROJECT for paths that are always refused. */
  locate(folder: string, path: string, access: Access): Promise<Result<LocatedPath>>;
  /** Relative to `folder`, or absolute inside it. Errors: PATH_OUTSIDE_PROJECT, TOOL_EXEC_FAILED. */
  toRead(folder: string, path: string): Promise<Result<ScopedPath>>;
  /** Like `toRead`, but refuses protected paths: PATH_PROTECTED. */
  toWrite(folder: string, path: string): Promise<Result<ScopedPath>>;
}

const maxPathBytes = 4096;
const maxNameBytes = 255;
/** Every segment is checked before and after a change; real projects stay far below this. */
const maxNames = 128;
const maxParents = 40;

/** `protectedFolders`: absolute read-only paths, whether or not they exist. */
export function createPathScope(options: { protectedFolders: readonly string[] }): PathScope {
  const protection = createProtection(options.protectedFolders);

  async function find(
    folder: string,
    path: string,
    { rootOf = realpath as (folder: string) => Promise<string>, byForm = true } = {},
  ): Promise<Result<LocatedPath & { requested: string; root: string }>> {
    const wrong = whatIsWrong(path);
    if (wrong !== null) return toolFailure(wrong);
    if (path === '~' || path.startsWith('~/') || foreignForm.test(path)) return outsidePathError(path);
    try {
      const root = await rootOf(folder);
      const requested = resolve(isAbsolute(path) ? '' : root, path);
      if (isSystemPseudoFile(requested) && segmentsBelow(root, requested, sep) === null) return machinery(path);
      const real = await resolveRealPath(requested, { byForm });
      const segments = segmentsBelow(root, real.path, sep);
      if (isSystemPseudoFile(real.path) && segments === null) return machinery(path);
      const { exists } = real;
      const at =
        segments === null
          ? outsideAt(real.path, exists)
          : { root, segments, displayPath: segments.join('/') || '.', exists };
      return ok({ at, real: real.path, outside: segments === null, sensitive: null, requested, root });
    } catch (thrown) {
      const error = fileError(thrown, path);
      return { ok: false, error };
    }
  }

  /** Why it must never be written; null if it may. */
  async function protectedReason(names: readonly string[], root: string, forms: readonly string[], real: string) {
    const byName = names.map(unwritableReason).find((why) => why !== null) ?? null;
    return byName ?? (await protection(root, forms)) ?? (await inBareRepository(real));
  }

  function sensitiveReason(names: readonly string[], access: Access): UserText | null {
    return names.map((name) => sensitivityReason(name, access)).find((why) => why !== null) ?? null;
  }

  async function named(folder: string, path: string): Promise<NamedPath | null> {
    // The system has the same limit. Paths too deep for the tools may still work for the system.
    const isNone = path === '' || path.includes('\0') || Buffer.byteLength(path) > maxPathBytes;
    if (isNone || path.split('/').some((name) => Buffer.byteLength(name) > maxNameBytes)) return null;
    // A missing folder can still be named.
    const rootOf = async (root: string): Promise<string> => (await resolveRealPath(root)).path;
    // A shell uses names literally.
    const location = await find(folder, await withoutParents(folder, path), { rootOf, byForm: false });
    if (!location.ok) {
      // A name below a file does not exist.
      if (location.error.details?.system === 'ENOTDIR') return null;
      return { real: null, outside: true, toRead: sensitivityReason(path, 'read'), toWrite: null };
    }
    const { requested, root, real, outside } = location.value;
    const names = namesFrom(root, [requested, real]);
    const toRead = sensitiveReason(names, 'read');
    const toWrite = (await protectedReason(names, root, [requested, real], real)) ?? sensitiveReason(names, 'write');
    return { real, outside, toRead, toWrite };
  }

  async function locate(folder: string, path: string, access: Access): Promise<Result<LocatedPath>> {
    const location = await find(folder, path);
    if (!location.ok) return location;
    const { requested, root, at, real, outside } = location.value;
    const forms = [requested, real];
    const names = namesFrom(root, forms);
    if (access === 'write') {
      const reason = await protectedReason(names, root, forms, real);
      if (reason !== null)
        return fail('PATH_PROTECTED', say`"${path}" cannot be written: ${reason}. Nothing was changed.`);
    }
    return ok({ at, real, outside, sensitive: sensitiveReason(names, access) });
  }

  async function inside(folder: string, path: string, access: Access): Promise<Result<ScopedPath>> {
    const location = await find(folder, path);
    if (location.ok && location.value.outside) return outsidePathError(path);
    const located = await locate(folder, path, access);
    if (!located.ok) return located;
    if (located.value.outside) return outsidePathError(path);
    return access === 'write' && hasTrailingSeparator(path) ? folderPathError(path) : ok(located.value.at);
  }

  return {
    resolveNamed: named,
    locate,
    toRead: (folder, path) => inside(folder, path, 'read'),
    toWrite: (folder, path) => inside(folder, path, 'write'),
  };
}

/** Forms that other systems treat as devices, shares or URLs; merely checking some contacts another machine. */
const foreignForm = /^(?:[/\\]{2}|\\\?\?\\|file:)/i;

/**
 * Behind a link, `..` is the parent of the link's target: the system resolves commands' paths this way, while tool
 * paths are normalized as text.
 */
async function withoutParents(folder: string, path: string): Promise<string> {
  const names = path.split(sep);
  const ups = names.filter((name) => name === '..').length;
  if (ups === 0 || names[0] === '~' || foreignForm.test(path)) return path;
  // Nobody writes this many; treat it as unknown.
  if (ups > maxParents) return '//';
  let at = isAbsolute(path) ? parse(path).root : folder;
  try {
    for (const name of names) at = name === '..' ? dirname((await resolveRealPath(at)).path) : join(at, name);
    return at;
  } catch {
    return '//';
  }
}

/** The names of folders above the project say nothing about its contents. */
function namesFrom(root: string, forms: readonly string[]): string[] {
  return forms.map((form) => segmentsBelow(root, form, sep)?.join('/') ?? form);
}

function outsideAt(real: string, exists: boolean): ScopedPath {
  const { root } = parse(real);
  return { root, segments: real.slice(root.length).split(sep).filter(Boolean), displayPath: real, exists };
}

/** A path that ends like a folder cannot be written as a file. */
export function hasTrailingSeparator(path: string): boolean {
  return path.endsWith('/') || path.endsWith(sep);
}

export function folderPathError(path: string): Result<never> {
  return toolFailure(say`"${path}" is a folder. Give the path of a file; missing folders are created.`);
}

function machinery(path: string): Result<never> {
  return fail(
    'PATH_OUTSIDE_PROJECT',
    say`"${path}" leads to the system's process files, which are neither read nor written.`,
  );
}

export function outsidePathError(path: string): Result<never> {
  return fail(
    'PATH_OUTSIDE_PROJECT',
    say`"${path}" is outside the project folder. Use a path inside it, relative to the folder, such as src/index.ts.`,
  );
}

function whatIsWrong(path: string): Sentence | null {
  if (path.trim() === '') return say`The path is empty. Use "." for the project folder.`;
  if (path.includes('\0')) return say`The path contains a NUL character. Remove it.`;
  if (Buffer.byteLength(path) > maxPathBytes)
    return say`The path is longer than ${maxPathBytes} bytes. Use a shorter one.`;
  const names = path.split(/[/\\]/).filter((name) => name !== '');
  if (names.length > maxNames) return say`The path is more than ${maxNames} levels deep. Use a shorter one.`;
  if (names.some((name) => Buffer.byteLength(name) > maxNameBytes)) {
    return say`A name in the path is longer than ${maxNameBytes} bytes. Use a shorter one.`;
  }
  if (process.platform === 'win32' && names.slice(isAbsolute(path) ? 1 : 0).some((name) => name.includes(':'))) {
    return say`The path has a colon in a name, which Windows does not allow.`;
  }
  return null;
}

/** Why it must not be written; null outside of one. `path` is absolute with links resolved. */
async function inBareRepository(path: string): Promise<Sentence | null> {
  for (let at = path; ; at = dirname(at)) {
    if (await isRepository(at)) return say`it belongs to git’s own files; use git commands to change them`;
    if (dirname(at) === at) return null;
  }
}

async function isRepository(folder: string): Promise<boolean> {
  try {
    // Almost every folder ends here, with one lookup.
    if (!(await stat(join(folder, 'HEAD'))).isFile()) return false;
    const [objects, refs] = await Promise.all(['objects', 'refs'].map((name) => stat(join(folder, name))));
    return objects?.isDirectory() === true && refs?.isDirectory() === true;
  } catch {
    return false; // a part is missing or inaccessible
  }
}
