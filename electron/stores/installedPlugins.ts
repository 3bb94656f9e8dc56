// Installed plugins: plugins/plugins.json in the data folder names each with the hash of its content, and each version is a
// folder next to a list of its files. The hash is that of the list, so neither can change unnoticed. An installation takes
// effect when plugins.json is replaced; what an interrupted one leaves is removed later.

import { createHash } from 'node:crypto';
import { lstat, opendir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { say, type UserText } from '../../shared/core/sentence.ts';
import { settingValue } from '../../shared/features/plugins/bundle.ts';
import { pluginKinds, pluginSource } from '../../shared/features/plugins/plugin.ts';
import type { Clock } from '../ports/clock.ts';
import { createDataFolder } from './dataFolder.ts';
import { atomicWrite, makeFolder, setAside, syncFolder } from './files/atomicWrite.ts';
import { type Disk, diskReason, isNotFoundError, listNames, readWholeFile } from './files/disk.ts';
import { createJsonFiles } from './files/jsonFile.ts';
import { withLock } from './locks/locks.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const version = z.object({ hash, version: z.string(), source: pluginSource, at: z.string() });

const installedSchema = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  kind: z.enum(pluginKinds),
  name: z.string().min(1).max(200),
  description: z.string(),
  enabled: z.boolean(),
  current: version,
  /** The one before the last update. */
  previous: version.nullable(),
  /** The user's entries for the settings of a bundle. */
  settings: z.record(z.string().max(100), settingValue).exactOptional(),
  /** Names of settings whose values are in the keychain. */
  secrets: z.array(z.string().max(100)).max(500).exactOptional(),
});

export type InstalledPlugin = z.infer<typeof installedSchema>;

const fileSchema = z.object({ v: z.literal(1), plugins: z.array(installedSchema).max(500) });

/** A file of a version: its path with `/`, the hash of its bytes, its size, and whether it can be executed. */
export type ListedFile = readonly [path: string, hash: string, bytes: number, executable: boolean];

/** The bytes whose hash is that of the content. */
function fileListBytes(files: readonly ListedFile[]): Buffer {
  const sorted = files.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Buffer.from(JSON.stringify(sorted));
}

export function hashOfFiles(files: readonly ListedFile[]): string {
  return createHash('sha256').update(fileListBytes(files)).digest('hex');
}

const listSchema = z.array(z.tuple([z.string(), hash, z.number(), z.boolean()]));

export interface InstalledPlugins {
  /** Absolute. */
  folder: string;
  list(): Promise<{ plugins: readonly InstalledPlugin[]; problem: UserText | null }>;
  /** Where the files of a version are. */
  folderOf(id: string, hash: string): string;
  /** Where servers of a plugin may write. */
  dataOf(id: string): string;
  /**
   * The hash of a version's files as they are now. `added`: whether new files count that are no programs; servers of bundles
   * write such next to their code.
   */
  contentNow(id: string, hash: string, added?: 'counts' | 'programs'): Promise<string>;
  /** The files of a version as installed; null: unknown. */
  filesOf(id: string, hash: string): Promise<readonly ListedFile[] | null>;
  /** Paths that differ from the version as installed, are missing or are new. */
  changedByHand(id: string, hash: string): Promise<string[]>;
  /**
   * Moves the unpacked folder into place, then records the plugin, on or off as it was. `expected`: the current version's
   * hash; null: none.
   */
  install(plugin: InstalledPlugin, unpacked: string, expected: string | null): Promise<Result<void>>;
  change(id: string, edit: (plugin: InstalledPlugin) => Result<InstalledPlugin>): Promise<Result<void>>;
  /** Sets its files aside. Returns where; null: it had none. */
  remove(id: string): Promise<Result<string | null>>;
  onChange(listener: () => void): () => void;
}

const versionName = /^[0-9a-f]{32}(?:\.json)?$/;
const maxEntries = 50_000;

export function createInstalledPlugins(
  dataDir: string,
  { disk, clock }: { disk: Disk; clock: Clock },
): InstalledPlugins {
  const folder = join(dataDir, 'plugins');
  const path = join(folder, 'plugins.json');
  const json = createJsonFiles(disk, () => clock.now());
  const listeners = new Set<() => void>();

  const read = () => json.read(path, fileSchema, () => ({ v: 1 as const, plugins: [] }), 'plugins.json');
  const folderOf = (id: string, of: string): string => join(folder, id, of.slice(0, 32));

  async function write(plugins: readonly InstalledPlugin[]): Promise<Result<void>> {
    const sorted = plugins.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const written = await json.write(path, { v: 1, plugins: sorted }, { synced: true, unreadable: false });
    if (written.ok) for (const listener of [...listeners]) listener();
    return written;
  }

  function alone<T>(work: (plugins: readonly InstalledPlugin[]) => Promise<Result<T>>): Promise<Result<T>> {
    const lock = {
      folder: createDataFolder(dataDir, disk).locks,
      name: 'plugins',
      purpose: say`changing plugins`,
      clock,
    };
    return withLock(lock, 'DATA_FOLDER_BUSY', async () => {
      try {
        await makeFolder(disk, folder, dataDir);
        const { value, notice } = await read();
        if (notice !== null) return fail('STORE_READ_FAILED', say`${notice} Nothing was changed.`);
        return await work(value.plugins);
      } catch (thrown) {
        return fail('STORE_WRITE_FAILED', say`The plugins could not be changed: ${diskReason(thrown)}.`);
      }
    });
  }

  async function filesOf(id: string, of: string): Promise<readonly ListedFile[] | null> {
    const list = await readWholeFile(disk, `${folderOf(id, of)}.json`);
    if (list.kind !== 'content') return null;
    if (createHash('sha256').update(list.bytes).digest('hex') !== of) return null;
    const parsed = listSchema.safeParse(JSON.parse(list.bytes.toString('utf8')));
    return parsed.success ? parsed.data : null;
  }

  /** Versions that no plugin uses. */
  async function removeUnused(plugin: InstalledPlugin): Promise<void> {
    const used = new Set([plugin.current, plugin.previous].flatMap((each) => each?.hash.slice(0, 32) ?? []));
    for (const name of await listNames(disk, join(folder, plugin.id))) {
      if (!versionName.test(name) || used.has(name.slice(0, 32))) continue;
      await disk.rm(join(folder, plugin.id, name), { recursive: true, force: true }).catch(() => {});
    }
  }

  return {
    folder,
    folderOf,
    filesOf,
    dataOf: (id) => join(folder, id, 'data'),
    async contentNow(id, of, added = 'counts') {
      const files = await readFolder(folderOf(id, of));
      if (added === 'counts') return hashOfFiles(files);
      const listed = new Set((await filesOf(id, of))?.map(([name]) => name));
      return hashOfFiles(files.filter(([name, , , isScript]) => isScript || listed.has(name)));
    },

    async list() {
      const { value, notice } = await read();
      return { plugins: notice === null ? value.plugins : [], problem: notice };
    },

    async changedByHand(id, of) {
      const listed = await filesOf(id, of);
      if (listed === null) return ['*'];
      const now = new Map((await readFolder(folderOf(id, of))).map((file) => [file[0], file] as const));
      const changed = listed.flatMap(([name, bytesHash]) => (now.get(name)?.[1] === bytesHash ? [] : [name]));
      const listedNames = new Set(listed.map(([name]) => name));
      return [...changed, ...[...now.keys()].filter((name) => !listedNames.has(name))].sort();
    },

    install: (plugin, unpacked, expected) =>
      alone(async (plugins) => {
        const { id, current } = plugin;
        const before = plugins.find((each) => each.id === id);
        if ((before?.current.hash ?? null) !== expected) return fail('STORE_WRITE_FAILED', changedMeanwhile);
        const files = await readFolder(unpacked);
        if (hashOfFiles(files) !== current.hash) return fail('STORE_WRITE_FAILED', changedMeanwhile);
        const target = folderOf(id, current.hash);
        const isThere = [before?.current.hash, before?.previous?.hash].includes(current.hash);
        if (isThere) await setAside(disk, target, 'replaced', clock.now());
        // The rest of an attempt that was interrupted.
        else await disk.rm(target, { recursive: true, force: true });
        await makeFolder(disk, plugin.kind === 'skill' ? join(folder, id) : join(folder, id, 'data'));
        await disk.rename(unpacked, target);
        await atomicWrite(disk, `${target}.json`, fileListBytes(files));
        await syncFolder(disk, join(folder, id));
        const recorded = { ...plugin, enabled: before?.enabled ?? plugin.enabled };
        const written = await write([...plugins.filter((each) => each.id !== id), recorded]);
        if (written.ok) await removeUnused(plugin);
        return written;
      }),

    change: (id, edit) =>
      alone(async (plugins) => {
        const before = plugins.find((each) => each.id === id);
        if (before === undefined) return fail('PARAMS_INVALID', isGone);
        const edited = edit(before);
        return edited.ok ? write(plugins.map((each) => (each === before ? edited.value : each))) : edited;
      }),

    remove: (id) =>
      alone(async (plugins) => {
        if (!plugins.some((each) => each.id === id)) return fail('PARAMS_INVALID', isGone);
        const written = await write(plugins.filter((each) => each.id !== id));
        if (!written.ok) return written;
        const day = clock.now().toISOString().slice(0, 10);
        const aside = join(dataDir, 'set-aside', day, 'plugins');
        await makeFolder(disk, aside, dataDir);
        const copy = join(aside, `${id}-${clock.now().getTime()}`);
        try {
          await disk.rename(join(folder, id), copy);
        } catch (thrown) {
          if (!isNotFoundError(thrown)) throw thrown;
          return ok(null);
        }
        return ok(copy);
      }),

    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const changedMeanwhile = say`This plugin has changed since it was shown. Nothing was installed.`;
const isGone = say`This plugin is no longer installed.`;

/** Every file below a folder. Anything that is no file is listed with an empty hash. */
export async function readFolder(root: string): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  async function look(at: string, below: readonly string[]): Promise<void> {
    for await (const entry of await opendir(at)) {
      if (files.length >= maxEntries) return;
      const names = [...below, entry.name];
      const place = join(at, entry.name);
      if (entry.isDirectory()) await look(place, names);
      else files.push(entry.isFile() ? await listedFile(place, names.join('/')) : [names.join('/'), '', 0, false]);
    }
  }
  await look(root, []).catch(() => {});
  return files;
}

/** Files are read again for every list of servers; unchanged ones are known by their state. */
const knownFiles = new Map<string, { state: string; file: ListedFile }>();
const maxKnown = 20_000;

async function listedFile(place: string, name: string): Promise<ListedFile> {
  const { dev, ino, size, mtimeMs, ctimeMs } = await lstat(place);
  const state = [name, dev, ino, size, mtimeMs, ctimeMs].join(' ');
  const before = knownFiles.get(place);
  if (before?.state === state) return before.file;
  const bytes = await readFile(place).catch(() => null);
  if (bytes === null) return [name, '', 0, false];
  const file: ListedFile = [
    ...([name, createHash('sha256').update(bytes).digest('hex')] as const),
    ...([bytes.length, isProgram(name, bytes)] as const),
  ];
  if (knownFiles.size >= maxKnown) knownFiles.clear();
  knownFiles.set(place, { state, file });
  return file;
}

/** By its name or content, so that it is the same on systems without an executable bit. */
function isProgram(name: string, bytes: Uint8Array): boolean {
  const [first, second, third, fourth] = bytes;
  const isElf = first === 0x7f && second === 0x45 && third === 0x4c && fourth === 0x46;
  const isMach = [0xfeedface, 0xfeedfacf, 0xcafebabe, 0xcefaedfe, 0xcffaedfe].includes(
    bytes.length < 4 ? 0 : Buffer.from(bytes.subarray(0, 4)).readUInt32BE(),
  );
  return (
    (first === 0x23 && second === 0x21) || (first === 0x4d && second === 0x5a) || isElf || isMach || script.test(name)
  );
}

const script = /\.(?:sh|bash|zsh|fish|ps1|bat|cmd|py|js|mjs|cjs|ts|rb|pl|php|exe|com|jar|app|dll|so|dylib|node)$/i;
