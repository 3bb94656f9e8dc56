// Where each app looks for sessions, and how to continue one there (docs/features/other-apps.md). Writes new files
// only, all or nothing.

import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { OpenInPlan } from '../../../shared/features/export/methods.ts';
import { type OpenInProgram, programNames } from '../../../shared/features/import/otherApps.ts';
import { programFolders } from '../../interop/appFolders.ts';
import type { WrittenFile } from '../../interop/history.ts';
import { diskErrorReason } from '../../lib/diskReason.ts';
import type { Environment } from '../../lib/environment.ts';
import { writeNewFile } from '../../lib/newFile.ts';

export interface Placing {
  program: OpenInProgram;
  files: readonly WrittenFile[];
  folder: string;
  env: Environment;
  /** Folder for files that an app imports by command. */
  exportFolder: string;
  platform: string;
}

/** `sessionId` comes from the caller. PARAMS_INVALID: a path leads out of the app's folder. */
export async function createOpenInPlan(placing: Placing): Promise<Result<Omit<OpenInPlan, 'sessionId'>>> {
  const paths = pathsOf(placing);
  if (!paths.ok) return paths;
  const [file = ''] = paths.value;
  const home = programFolders(placing.env)[placing.program];
  return ok({ file, command: commandFor(placing, file), isKnown: (await stat(home).catch(() => null)) !== null });
}

/** Writes the conversation's main file last, so that the app never finds an incomplete session. */
export async function writeSessionFiles(placing: Placing, signal: AbortSignal): Promise<Result<void>> {
  const paths = pathsOf(placing);
  if (!paths.ok) return paths;
  const written: string[] = [];
  for (const [at, file] of [...paths.value.entries()].reverse()) {
    const writtenFile = placing.files[at] as WrittenFile;
    const done = await placeFile(file, writtenFile, signal);
    if (!done.ok) {
      for (const writtenPath of written) await rm(writtenPath, { force: true }).catch(() => {});
      return done;
    }
    written.push(file);
  }
  return ok(undefined);
}

/** An import file is a copy of the conversation; it is removed once it is no longer needed. */
const keptMs = 24 * 60 * 60 * 1000;

export async function sweepExports(exportFolder: string): Promise<void> {
  for (const name of await readdir(exportFolder).catch(() => [])) {
    const file = join(exportFolder, name);
    const stats = await stat(file).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > keptMs) await rm(file, { force: true }).catch(() => {});
  }
}

async function placeFile(file: string, content: WrittenFile, signal: AbortSignal): Promise<Result<void>> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  } catch (thrown) {
    return fail('STORE_WRITE_FAILED', say`${file} could not be written: ${diskErrorReason(thrown)}.`);
  }
  return writeNewFile(file, signal, async (take) => {
    await take(content.text ?? content.bytes);
    return ok(undefined);
  });
}

function pathsOf({ program, files, env, exportFolder }: Placing): Result<string[]> {
  const homes = programFolders(env);
  const root = {
    'claude-code': join(homes['claude-code'], 'projects'),
    codex: homes.codex,
    opencode: exportFolder,
  }[program];
  const paths = files.map(({ path }) => join(root, ...path.split('/')));
  if (paths.every((path) => isBelow(root, path))) return ok(paths);
  return fail('PARAMS_INVALID', say`This conversation’s name cannot be used as a ${programNames[program]} file name.`);
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function commandFor({ program, folder, platform }: Placing, file: string): string {
  const quoted = (text: string): string => quote(text, platform);
  const name = basename(file).replace(/\.jsonl?$/, '');
  switch (program) {
    case 'claude-code':
      // The app looks among the sessions of its start folder.
      return `cd ${quoted(folder)} && claude --resume ${name}`;
    case 'codex':
      return `codex resume ${name.slice(-36)}`;
    case 'opencode':
      return `cd ${quoted(folder)} && opencode import ${quoted(file)} && opencode -s ${name.replace(/^opencode-/, '')}`;
  }
}

function quote(text: string, platform: string): string {
  if (platform === 'win32') return `"${text}"`;
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
