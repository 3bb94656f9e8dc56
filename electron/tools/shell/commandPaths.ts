// Resolves the paths that a command names like those of the file tools: where words and redirections really lead,
// whether that is in the project, and whether they are sensitive.

import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { pathsIn } from '../../../shared/permission/commandRefusals.ts';
import {
  isHarmlessProgram,
  isHarmlessRedirection,
  isHarmlessWrapper,
} from '../../../shared/permission/commandRules.ts';
import { classifyByTable, type TableReading } from '../../../shared/permission/harmlessCommand.ts';
import { isInHomeFolder, possiblePathsIn } from '../../../shared/permission/outsidePaths.ts';
import type { CommandFacts, CommandPart, PathArgument } from '../../../shared/permission/permission.ts';
import { programName } from '../../../shared/permission/programs.ts';
import type { NamedPath, PathScope } from '../paths/pathScope.ts';
import { isSystemPseudoFile, sensitivityReason, unwritableReason } from '../paths/sensitivePaths.ts';
import { findSecretBelow, findTrackedSecret } from './secretBelow.ts';

/** Maximum paths to check on disk; a command with more is only allowed verbatim. */
const maxLookups = 60;
/** Maximum further names to compare with sensitive ones. */
const maxNames = 2_000;

const nowhere = /^\/dev\/(?:null|stdin|stdout|stderr|fd\/[0-2])$/;

/** `folder` is its absolute working folder; `home` its user's home. */
export async function withPaths(
  facts: CommandFacts,
  folder: string,
  scope: PathScope,
  home: string = homedir(),
): Promise<CommandFacts> {
  const lookups = new Map<string, Promise<NamedPath | null>>();
  const look = (path: string): Promise<NamedPath | null> | 'many' => {
    const cached = lookups.get(path);
    if (cached) return cached;
    if (lookups.size >= maxLookups) return 'many';
    const looked = scope.resolveNamed(folder, path);
    lookups.set(path, looked);
    return looked;
  };
  const where: Where = { folder, home, look, names: { left: maxNames } };
  const parts = await Promise.all(
    facts.parts.map((part, at) => lookAt(part, where, at === 0 ? (facts.made ?? []) : [])),
  );
  const launched = await Promise.all((facts.launched ?? []).map((part) => lookAt(part, where)));
  const leading = await Promise.all([...parts, ...launched].map((part) => programBehind(part, folder)));
  launched.push(...leading.filter((part) => part !== null));
  return { ...facts, parts, ...(launched.length > 0 ? { launched } : {}) };
}

type Look = (path: string) => Promise<NamedPath | null> | 'many';

interface Where {
  folder: string;
  home: string;
  look: Look;
  names: { left: number };
}

/** `more` are words computed at run time, as those of the part. */
async function lookAt(part: CommandPart, where: Where, more: readonly string[] = []): Promise<CommandPart> {
  const { folder, look, names } = where;
  const reading = classifyByTable(part.words);
  const onlyReads = reading?.unknown === null;
  const places: PathArgument[] = [];
  let isMany = false;

  async function add(
    word: number | null,
    path: string,
    access: 'read' | 'write' | 'any',
    label = path,
  ): Promise<string | null> {
    const looked = look(path);
    if (looked === 'many') {
      isMany = true;
      const why = names.left-- > 0 ? sensitivityReason(`/${path}`, 'read') : null;
      if (why !== null) places.push({ word, path, said: label, outside: false, sensitive: why });
      return null;
    }
    const namedPath = await looked;
    if (namedPath === null) return null;
    const { real, outside, toRead, toWrite } = namedPath;
    const sensitive = access === 'write' ? toWrite : toRead;
    const guarded = access === 'any' ? toWrite : null;
    if (real === null || outside || sensitive !== null || guarded !== null || links(path, real, folder)) {
      places.push({
        word,
        path: real ?? path,
        said: label,
        outside,
        ...(real === null ? { isUnknown: true as const } : {}),
        ...(sensitive === null ? {} : { sensitive }),
        ...(guarded === null ? {} : { guarded }),
      });
    }
    return sensitive === null ? real : null;
  }

  for (const [word, path] of wordPaths(part, reading)) await add(word, path, onlyReads ? 'read' : 'any');
  /** Adds a word or redirection as written, when only its text is known. */
  async function addComputedWord(written: string, access: 'read' | 'write' | 'any'): Promise<void> {
    for (const piece of possiblePathsIn(written)) {
      const fixedPart = piece === written || isRooted(piece) ? knownPart(piece, where) : null;
      if (fixedPart !== null) await add(null, fixedPart.path, access, piece);
      if (fixedPart?.isWhole) continue;
      if (names.left-- <= 0) isMany = true;
      // `.env*` may match `.env`.
      const forms = [piece, piece.replace(/[*?[$…].*$/s, '')].map((form) => `/${form}`);
      const first = (why: (form: string) => UserText | null): UserText | null => forms.map(why).find(Boolean) ?? null;
      const sensitive = first((form) => sensitivityReason(form, access === 'write' ? 'write' : 'read'));
      const guarded =
        access === 'read' ? null : first((form) => unwritableReason(form) ?? sensitivityReason(form, 'write'));
      const outside = fixedPart === null && isInHomeFolder(piece);
      if (isMany || (sensitive === null && guarded === null && !outside)) continue;
      const why = { ...(sensitive === null ? {} : { sensitive }), ...(guarded === null ? {} : { guarded }) };
      places.push({ word: null, path: piece, said: piece, isUnknown: true, outside, ...why });
    }
  }

  const ofWords = isHarmlessProgram(part.words[0]) ? [] : (part.made ?? []);
  for (const written of ofWords) await addComputedWord(written, onlyReads ? 'read' : 'any');
  for (const written of more) await addComputedWord(written, 'any');
  const redirections: CommandPart['redirections'] = [];
  for (const redirection of part.redirections) {
    const { mode, path, made } = redirection;
    if (made !== undefined) await addComputedWord(made, mode);
    const isTelling = path !== null && !(isHarmlessRedirection(redirection) && nowhere.test(path));
    const real = isTelling ? await add(null, path, mode) : null;
    redirections.push(real === null ? redirection : { ...redirection, real });
  }
  if (isMany)
    places.push({
      word: null,
      path: folder,
      said: folder,
      outside: false,
      guarded: say`it names too many files to check`,
    });
  if (onlyReads && reading.walks) places.push(...(await recursiveSecrets(part, reading, folder, look)));
  return { ...part, redirections, places };
}

const isRooted = (piece: string): boolean => isInHomeFolder(piece) || /^\$PWD(?:\/|$)/.test(piece);

/** The known folders in a word computed at run time, or all of it. */
function knownPart(piece: string, { folder, home }: Where): { path: string; isWhole: boolean } | null {
  const full = piece
    .replace(/^(?:~|\$HOME)(?=\/|$)/, () => home)
    .replace(/^\$PWD(?=\/|$)/, () => folder)
    .replace(/^~/, '$');
  const fixed = full.slice(0, /[*?[$…]|$/.exec(full)?.index);
  if (fixed === full) return { path: full, isWhole: true };
  const path = fixed.slice(0, fixed.lastIndexOf('/') + 1);
  return path === '' ? null : { path, isWhole: false };
}

/** Whether the path differs from what was written. */
function links(path: string, real: string, folder: string): boolean {
  return real !== path && real !== `${folder}/${path.replace(/^\.\//, '')}`;
}

/** Words that may be paths, with their index. */
function wordPaths(part: CommandPart, reading: TableReading | null): [number, string][] {
  const { words } = part;
  if (isHarmlessProgram(words[0]) || isHarmlessWrapper(part)) return [];
  return words.flatMap((word, at): [number, string][] => {
    if (at === 0 || word === null || reading?.texts.has(at) || /^https?:\/\//i.test(word)) return [];
    const paths = pathsIn(word).filter((path) => path !== '' && !path.startsWith('-') && !nowhere.test(path));
    return [...new Set(paths)].map((path) => [at, path]);
  });
}

/** Sensitive files in the folders it reads recursively, or in tracked files it prints. */
async function recursiveSecrets(
  part: CommandPart,
  reading: TableReading,
  folder: string,
  look: Look,
): Promise<PathArgument[]> {
  const root = await realpath(folder).catch(() => folder);
  if (part.words[0] === 'git') {
    const secret = await findTrackedSecret(root, keptTo(part.words, part.words[reading.named - 1]));
    return secret ? [{ word: null, path: secret.path, outside: false, guarded: secret.why }] : [];
  }
  const starts = reading.files.length === 0 ? ['.'] : reading.files.map((at) => part.words[at] as string);
  const [name] = part.words;
  const program = name === 'rg' || name === 'diff' ? name : 'any';
  const places: PathArgument[] = [];
  for (const start of starts) {
    const looked = look(start);
    const secret = looked === 'many' ? null : await looked;
    const below = secret?.real && !secret.outside ? await findSecretBelow(secret.real, program, root) : null;
    if (below !== null) places.push({ word: null, path: below.path, outside: false, guarded: below.why });
  }
  return places;
}

/** The paths after `--` that restrict a git command. None counts if it is given an object. */
function keptTo(words: CommandPart['words'], command: string | null | undefined): string[] {
  const at = words.indexOf('--');
  if (at < 0 || !['log', 'diff', 'grep'].includes(command ?? '')) return [];
  return words.slice(at + 1).filter((word) => word !== null);
}

/** The program behind a linked name, since deny rules apply to that name too. */
async function programBehind({ words }: CommandPart, folder: string): Promise<CommandPart | null> {
  const [first, ...rest] = words;
  if (typeof first !== 'string' || !/[/\\]/.test(first)) return null;
  const path = first.startsWith('/') ? first : `${folder}/${first}`;
  try {
    if (isSystemPseudoFile(path)) return { words: [null, ...rest], redirections: [], assignments: [] };
    const name = programName(await realpath(path));
    return name === programName(first) ? null : { words: [name, ...rest], redirections: [], assignments: [] };
  } catch {
    return null; // missing, so nothing runs
  }
}
