// The available presets: the user's own, and a folder's while it is trusted. Invalid files are reported, and the others
// work. Never reads or writes outside of the two folders.

import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, realpath, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type AppError, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../shared/core/sentence.ts';
import type { ImportedPreset } from '../../../shared/features/presets/methods.ts';
import {
  isPresetId,
  isSamePreset,
  type Preset,
  type PresetFields,
  type PresetProblem,
  type PresetRef,
  presetBounds,
} from '../../../shared/features/presets/preset.ts';
import { diskErrorReason, errorCode } from '../../lib/diskReason.ts';
import type { IdSource } from '../../lib/ids.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import { type DefinitionFolder, definitionFolders, type ItemFolder } from '../customizations/definitionFolders.ts';
import { createDefinitionReader, type DefinitionFile } from '../customizations/readDefinitions.ts';
import { readPresetFile, withoutPowers } from './otherTools/presetFile.ts';
import { parsePreset } from './presetFields.ts';
import { writePreset } from './writePreset.ts';

export interface PresetScope {
  /** Absolute path; null without one. */
  folder: string | null;
  /** If false, nothing in the folder is read or written. */
  trusted: boolean;
}

/** Never throws. */
export interface Presets {
  /** Folder presets first, each group by name. Reads the disk each time, within limits. */
  list(scope: PresetScope): Promise<{ presets: Preset[]; problems: PresetProblem[] }>;
  /** Null: missing, unreadable, or in an untrusted folder. */
  find(scope: PresetScope, ref: PresetRef): Promise<Preset | null>;
  /** Where the user's own presets are. */
  folder: string;
  /** `ref` null: creates a file. SETTINGS_INVALID: changed since `version`, or missing. STORE_WRITE_FAILED. */
  save(
    scope: PresetScope,
    to: { scope: PresetRef['scope']; ref: PresetRef | null; version: string | null },
    fields: PresetFields,
  ): Promise<Result<Preset>>;
  duplicate(scope: PresetScope, ref: PresetRef, name: string): Promise<Result<Preset>>;
  /** Keeps the removed file under the returned id until the app quits. */
  remove(scope: PresetScope, ref: PresetRef): Promise<Result<string>>;
  /** Null: another file now has its name and stays. */
  restore(undo: string): Promise<Result<Preset | null>>;
  /** Returns its file unchanged. */
  text(scope: PresetScope, ref: PresetRef): Promise<Result<{ name: string; place: string; text: string }>>;
  /** `name`: file name as the user knows it. */
  import(name: string, bytes: Buffer): Promise<Result<{ imported: ImportedPreset[]; problems: PresetProblem[] }>>;
  /** Called when the app writes a file. Returns an unsubscribe function. */
  onChange(listener: () => void): () => void;
}

export interface PresetsDeps {
  /** Items of teams that the user has accepted. */
  ofTeams?(): Promise<readonly ItemFolder[]>;
  /** Whether a file may be the work of a running sandboxed command; it is ignored until checked. */
  isUnchecked?(path: string): Promise<boolean>;
  dataDir: string;
  home: string;
  ids: Pick<IdSource, 'randomId'>;
  /** Durably writes a whole file, creating its folder; throws file system errors. */
  write(file: string, text: string): Promise<void>;
}

/** Removed files that can be restored. */
const maxRemoved = 50;

/** In characters, without the extension. */
const maxIdLength = 60;

const shape = { depth: 0, isFile: (names: readonly string[]) => /[^.].*\.md$/i.test(names.at(-1) ?? '') };

export function createPresets(deps: PresetsDeps): Presets {
  const reader = createDefinitionReader(deps.isUnchecked);
  const queue = createKeyedQueue();
  const listeners = new Set<() => void>();
  const removed = new Map<string, { ref: PresetRef; scope: PresetScope; text: string }>();

  async function folders({ folder, trusted }: PresetScope): Promise<DefinitionFolder[]> {
    const places = {
      dataDir: deps.dataDir,
      home: deps.home,
      claude: null,
      others: false,
      folder: trusted ? folder : null,
      team: (await deps.ofTeams?.()) ?? [],
    };
    // The folder's presets come first, being closer to the current work, and a team's last.
    const order = ['project', 'personal', 'team'];
    const all = definitionFolders('preset', places);
    return all.toSorted((one, other) => order.indexOf(one.scope) - order.indexOf(other.scope));
  }

  async function read(scope: PresetScope): Promise<{ presets: Preset[]; problems: PresetProblem[] }> {
    const presets: Preset[] = [];
    const problems: PresetProblem[] = [];
    for (const folder of await folders(scope)) {
      const definitionsRead = await reader.read(folder, shape);
      for (const { label, line, message } of definitionsRead.problems) {
        problems.push({ scope: scopeOf(folder), label, line: line ?? null, message: toUserTextData(message) });
      }
      const readFiles = definitionsRead.files.slice(0, presetBounds.files);
      if (readFiles.length < definitionsRead.files.length) {
        const message = say`Only the first ${presetBounds.files} presets in this folder are used.`;
        problems.push({ scope: scopeOf(folder), label: folder.label, line: null, message: toUserTextData(message) });
      }
      const here = readFiles.flatMap((file) => {
        const restored = presetOf(file);
        problems.push(...restored.problems);
        return restored.preset ?? [];
      });
      presets.push(...here.toSorted((one, other) => one.name.localeCompare(other.name, 'en')));
    }
    return { presets, problems };
  }

  async function find(scope: PresetScope, ref: PresetRef): Promise<Preset | null> {
    const { presets } = await read(scope);
    return presets.find((preset) => isSamePreset(preset.ref, ref)) ?? null;
  }

  /** The current file, even if invalid; null if missing or unreadable. */
  async function fileOf(scope: PresetScope, ref: PresetRef): Promise<DefinitionFile | null> {
    const inScope = (await folders(scope)).filter((one) => one.scope === ref.scope);
    const folder = inScope.find(({ team }) => team === undefined || team.id === ref.id);
    if (!folder) return null;
    const { files } = await reader.read(folder, shape);
    return files.find((file) => idOf(file) === ref.id) ?? null;
  }

  /** The same for writing: a link is written through to its target. */
  async function ownFile(scope: PresetScope, ref: PresetRef): Promise<Result<DefinitionFile>> {
    const file = await fileOf(scope, ref);
    if (!file) return presetMissing(ref);
    if (file.folder.team) {
      return fail('SETTINGS_INVALID', say`This preset is shared by ${file.folder.label}. Duplicate it to change it.`);
    }
    const named = join(file.folder.root, ...file.folder.path.split('/'), ...file.names);
    if (!(await lstat(named).catch(() => null))?.isSymbolicLink()) return ok(file);
    return fail('STORE_WRITE_FAILED', say`${file.label} is a link. Edit the file it points to. Nothing was changed.`);
  }

  /** Where new files of the scope go. In a folder, level by level: no link in it is followed. */
  async function placeFor(scope: PresetScope, targetScope: PresetRef['scope']): Promise<Result<string>> {
    const folder = (await folders(scope)).find((one) => one.scope === targetScope && !one.team);
    if (!folder) {
      return fail('SETTINGS_INVALID', say`You can save presets in a folder once you trust it. Nothing was saved.`);
    }
    if (targetScope === 'personal') return ok(join(folder.root, ...folder.path.split('/')));
    let place = folder.root;
    try {
      place = await realpath(folder.root);
      for (const name of folder.path.split('/')) {
        place = join(place, name);
        await mkdir(place).catch((thrown: unknown) => {
          if (errorCode(thrown) !== 'EEXIST') throw thrown;
        });
        if (!(await lstat(place)).isDirectory()) {
          return fail('STORE_WRITE_FAILED', say`${folder.label} is a link that points elsewhere. Nothing was saved.`);
        }
      }
      return ok(place);
    } catch (thrown) {
      return notWritten(place, thrown);
    }
  }

  function notWritten(file: string, thrown: unknown): Result<never> {
    return fail(
      'STORE_WRITE_FAILED',
      say`${file} could not be written: ${diskErrorReason(thrown)}. It was left unchanged.`,
    );
  }

  function changed(): void {
    for (const listener of [...listeners]) listener();
  }

  async function writeAs(scope: PresetScope, ref: PresetRef, file: string, text: string): Promise<Result<Preset>> {
    // Examples are in the front matter, which has its own limit.
    if (Buffer.byteLength(text) > presetBounds.file || parsePreset(text, ref.id).fields === null) {
      return fail('SETTINGS_INVALID', say`The preset is too long. A file can have at most ${presetBounds.file} bytes.`);
    }
    try {
      await deps.write(file, text);
    } catch (thrown) {
      return notWritten(file, thrown);
    }
    changed();
    const saved = await find(scope, ref);
    return saved ? ok(saved) : fail('STORE_READ_FAILED', say`${file} was written, but could not be read again.`);
  }

  async function addNew(scope: PresetScope, targetScope: PresetRef['scope'], name: string, text: string) {
    const place = await placeFor(scope, targetScope);
    if (!place.ok) return place;
    const id = await freeId(place.value, name);
    return writeAs(scope, { scope: targetScope, id }, join(place.value, `${id}.md`), text);
  }

  const alone = <T>(task: () => Promise<T>): Promise<T> => queue.run('presets', task);

  return {
    folder: join(deps.dataDir, 'presets'),
    list: read,
    find,

    save: (scope, to, fields) =>
      alone(async () => {
        const { ref, version } = to;
        if (ref === null) return addNew(scope, to.scope, fields.name, writePreset(null, fields));
        const presetFile = await ownFile(scope, ref);
        if (!presetFile.ok) return presetFile;
        const file = presetFile.value;
        if (version !== versionOf(file.text)) {
          return fail(
            'SETTINGS_INVALID',
            say`${file.label} was changed by another app in the meantime. Nothing was saved. Close the form and open it again.`,
          );
        }
        return writeAs(scope, ref, file.path, writePreset(file.text, fields));
      }),

    duplicate: (scope, ref, name) =>
      alone(async () => {
        const file = await fileOf(scope, ref);
        const parsed = file ? parsePreset(file.text, stemOf(file)) : null;
        if (!file || !parsed?.fields) return presetMissing(ref);
        if (!file.folder.team) {
          return addNew(scope, ref.scope, name, writePreset(file.text, { ...parsed.fields, name }));
        }
        // As one's own it could loosen approvals.
        const { fields } = withoutPowers(parsed.fields);
        return addNew(scope, 'personal', name, writePreset(null, { ...fields, name }));
      }),

    remove: (scope, ref) =>
      alone(async () => {
        const presetFile = await ownFile(scope, ref);
        if (!presetFile.ok) return presetFile;
        const file = presetFile.value;
        try {
          await unlink(file.path);
        } catch (thrown) {
          return notWritten(file.path, thrown);
        }
        const undo = deps.ids.randomId();
        removed.set(undo, { ref, scope, text: file.text });
        for (const old of [...removed.keys()].slice(0, -maxRemoved)) removed.delete(old);
        changed();
        return ok(undo);
      }),

    restore: (undo) =>
      alone(async () => {
        const removedFile = removed.get(undo);
        if (!removedFile) return ok(null);
        const place = await placeFor(removedFile.scope, removedFile.ref.scope);
        if (!place.ok) return place;
        const { ref, scope, text } = removedFile;
        if (await fileOf(scope, ref)) return ok(null);
        const back = await writeAs(scope, ref, join(place.value, `${ref.id}.md`), text);
        if (back.ok) removed.delete(undo);
        return back;
      }),

    async text(scope, ref) {
      const file = await fileOf(scope, ref);
      return file ? ok({ name: `${ref.id}.md`, place: file.path, text: file.text }) : presetMissing(ref);
    },

    import: (name, bytes) =>
      alone(async () => {
        const importedFile = readPresetFile(name, bytes);
        const imported: ImportedPreset[] = [];
        const mine: PresetScope = { folder: null, trusted: false };
        for (const { fields, left } of importedFile.presets) {
          const created = await addNew(mine, 'personal', fields.name, writePreset(null, fields));
          if (!created.ok) return created;
          imported.push({ preset: created.value, left });
        }
        return ok({
          imported,
          problems: importedFile.problems.map(({ line, message }) => ({
            scope: 'personal' as const,
            label: name,
            line,
            message: toUserTextData(message),
          })),
        });
      }),

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function presetMissing(ref: PresetRef): { ok: false; error: AppError } {
  return fail('SETTINGS_INVALID', say`The preset “${ref.id}” no longer exists. Nothing was changed.`);
}

function idOf(file: DefinitionFile): string {
  return file.folder.team?.id ?? stemOf(file);
}

function stemOf({ names }: DefinitionFile): string {
  return (names.at(-1) ?? '').replace(/\.md$/i, '');
}

function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Plugins have no presets. */
function scopeOf({ scope }: DefinitionFolder): PresetRef['scope'] {
  return scope === 'plugin' ? 'personal' : scope;
}

function presetOf(file: DefinitionFile): { preset: Preset | null; problems: PresetProblem[] } {
  const { folder, label, path, text } = file;
  const scope = scopeOf(folder);
  const id = idOf(file);
  const problem = (line: number | null, message: Parameters<typeof toUserTextData>[0]): PresetProblem => ({
    scope,
    label,
    line,
    message: toUserTextData(message),
  });
  if (!isPresetId(id)) {
    return {
      preset: null,
      problems: [problem(null, say`Its name contains characters not allowed in preset file names.`)],
    };
  }
  const { fields, problems } = parsePreset(text, stemOf(file));
  const reportedProblems = problems.map(({ line, message }) => problem(line, message));
  if (fields === null) return { preset: null, problems: reportedProblems };
  const origin = { scope, label };
  return {
    preset: { ...fields, ref: { scope, id }, origin, place: path, version: versionOf(text) },
    problems: reportedProblems,
  };
}

/**
 * Derives a new preset's file name, numbered if taken. Keeps letters of all scripts. `place` is its folder, which may not
 * exist yet.
 */
async function freeId(place: string, name: string): Promise<string> {
  const takenIds = new Set(
    (await readdir(place).catch(() => [])).map((file) => file.replace(/\.md$/i, '').toLocaleLowerCase('en')),
  );
  const plain = name
    .normalize('NFC')
    .toLocaleLowerCase('en')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+|-+$/gu, '');
  const short = [...plain].slice(0, maxIdLength).join('').replace(/-+$/, '');
  const base = isPresetId(short) && !reserved.test(short) ? short : 'preset';
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!takenIds.has(id)) return id;
  }
}

/** Reserved names on Windows. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;
