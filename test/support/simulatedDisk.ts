// An in-memory disk behind the stores' own port: it counts calls, can make any of them fail or stop halfway, and its
// state can be captured as a value at any moment (see diskModel.ts and powerLoss.ts). simulatedDisk.test.ts compares it
// with the real one.

import { constants } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Disk } from '../../electron/stores/files/disk.ts';
import {
  addNode,
  changeBytes,
  changeNames,
  type DiskState,
  emptyDisk,
  fileAt,
  folderAt,
  rootNode,
  syncNode,
} from './diskModel.ts';
import { createSimulatedHandle } from './simulatedHandle.ts';
import { statsOf } from './simulatedStats.ts';
import { systemError } from './systemError.ts';

export interface SimulatedCall {
  /** The call's name: `open`, `write`, `datasync`, `rename` … */
  name: string;
  path: string;
  /** Counted from 1. */
  number: number;
  /** The disk halfway through the call; null if the call is atomic. */
  half: (() => DiskState) | null;
}

/** `half`: the call gets halfway before it fails. `short`: a write takes half of the bytes and reports it. */
export type SimulatedFault = { error?: Error; half?: boolean; short?: boolean } | null;

export interface SimulatedDisk extends Disk {
  /** Calls so far. */
  readonly calls: number;
  /** Increases with every change of the state, including syncs. */
  readonly version: number;
  state: DiskState;
  onCall: (call: SimulatedCall) => SimulatedFault;
}

/** The part of a disk that its handles need. */
export interface DiskCore {
  get(): DiskState;
  set(state: DiskState): void;
  now(): bigint;
  /** Counts a call and makes it fail when it is its turn. True: do only half of it. */
  begin(name: string, path: string, half?: (() => DiskState) | null, onError?: () => void): boolean;
}

export function createSimulatedDisk(initial: DiskState = emptyDisk()): SimulatedDisk {
  let state = initial;
  let calls = 0;
  let version = 0;
  let onCall: (call: SimulatedCall) => SimulatedFault = () => null;
  // Every change has a unique time, as on a disk with nanoseconds.
  let time = BigInt(Date.now()) * 1_000_000n;

  const core: DiskCore = {
    get: () => state,
    set(next) {
      state = next;
      version++;
    },
    now: () => ++time,
    begin(name, path, half = null, onError) {
      calls++;
      const fault = onCall({ name, path, number: calls, half });
      if (!fault) return false;
      if (fault.error) {
        onError?.();
        if (fault.half && half) core.set(half());
        throw fault.error;
      }
      return fault.short === true;
    },
  };

  function find(path: string): number | null {
    let inode = rootNode;
    for (const name of path.split('/').filter((part) => part !== '')) {
      const node = state.nodes.get(inode);
      if (node?.kind === 'file') throw systemError('ENOTDIR', path);
      const next = node?.names.get(name);
      if (next === undefined) return null;
      inode = next;
    }
    return inode;
  }

  /** The same if one of its parent folders is a file. */
  function seek(path: string): number | null {
    try {
      return find(path);
    } catch {
      return null;
    }
  }

  function need(path: string): number {
    const inode = find(path);
    if (inode === null) throw systemError('ENOENT', path);
    return inode;
  }

  function place(path: string): { folder: number; name: string } {
    const folder = need(dirname(path));
    if (state.nodes.get(folder)?.kind !== 'folder') throw systemError('ENOTDIR', path);
    return { folder, name: path.slice(path.lastIndexOf('/') + 1) };
  }

  function name(path: string, to: number | null): void {
    core.set(changeNames(state, [{ ...place(path), to }], core.now()));
  }

  function make(path: string, kind: 'file' | 'folder'): number {
    place(path);
    const added = addNode(state, kind, core.now());
    core.set(added.state);
    name(path, added.inode);
    return added.inode;
  }

  function removeAll(path: string): void {
    const inode = find(path);
    if (inode === null) return;
    const node = state.nodes.get(inode);
    if (node?.kind === 'folder') for (const child of [...node.names.keys()]) removeAll(join(path, child));
    name(path, null);
  }

  function move(from: string, to: string): void {
    const inode = need(from);
    const target = find(to);
    const isFolder = state.nodes.get(inode)?.kind === 'folder';
    place(to);
    if (to.startsWith(`${from}/`)) throw systemError('EINVAL', to);
    if (target === inode) return;
    if (from.startsWith(`${to}/`)) throw systemError('ENOTEMPTY', to);
    if (target !== null) {
      const there = state.nodes.get(target);
      if (there?.kind === 'folder' && !isFolder) throw systemError('EISDIR', to);
      if (there?.kind === 'folder' && there.names.size > 0) throw systemError('ENOTEMPTY', to);
      if (there?.kind === 'file' && isFolder) throw systemError('ENOTDIR', to);
    }
    core.set(
      changeNames(
        state,
        [
          { ...place(from), to: null },
          { ...place(to), to: inode },
        ],
        core.now(),
      ),
    );
  }

  function open(path: string, flags: string | number): ReturnType<Disk['open']> {
    core.begin('open', path);
    const letters = typeof flags === 'number' ? lettersOf(flags) : flags;
    let inode = find(path);
    if (inode !== null && letters.includes('x')) throw systemError('EEXIST', path);
    if (inode === null) {
      if (letters.startsWith('r')) throw systemError('ENOENT', path);
      inode = make(path, 'file');
    } else if (state.nodes.get(inode)?.kind === 'folder') {
      if (letters !== 'r') throw systemError('EISDIR', path);
    } else if (letters.startsWith('w') && fileAt(state, inode).content.length > 0) {
      core.set(changeBytes(state, inode, { kind: 'truncate', size: 0 }, core.now()));
    }
    return Promise.resolve(createSimulatedHandle(core, { inode, path, appends: letters.startsWith('a') }));
  }

  function stateAfter(action: () => void): () => DiskState {
    return () => {
      const [before, version0] = [state, version];
      action();
      const after = state;
      [state, version] = [before, version0];
      return after;
    };
  }

  const disk: Record<Exclude<keyof Disk, 'dataKey' | 'isStale'>, unknown> = {
    owner: () => null,
    open: async (path: string, flags: string | number = 'r') => open(String(path), flags),
    async mkdir(path: string, options?: { recursive?: boolean } | number) {
      core.begin('mkdir', path);
      const levels = typeof options === 'object' && options.recursive ? missingLevels(path) : [path];
      if (levels.length > 0 && find(levels[0] as string) !== null) throw systemError('EEXIST', path);
      for (const level of levels) make(level, 'folder');
    },
    async readdir(path: string, options?: { withFileTypes?: boolean }) {
      core.begin('readdir', path);
      const inode = need(path);
      if (state.nodes.get(inode)?.kind !== 'folder') throw systemError('ENOTDIR', path);
      const names = [...folderAt(state, inode).names];
      if (!options?.withFileTypes) return names.map(([child]) => child);
      return names.map(([child, at]) => ({ name: child, parentPath: path, ...kindOf(state, at) }));
    },
    async stat(path: string, options?: { bigint?: boolean }) {
      core.begin('stat', path);
      return statsOf(state, need(path), options?.bigint === true);
    },
    statSync(path: string, options?: { bigint?: boolean; throwIfNoEntry?: boolean }) {
      core.begin('stat', path);
      const inode = options?.throwIfNoEntry === false ? seek(path) : need(path);
      return inode === null ? undefined : statsOf(state, inode, options?.bigint === true);
    },
    async rename(from: string, to: string) {
      core.begin('rename', from);
      move(from, to);
    },
    async unlink(path: string) {
      core.begin('unlink', path);
      if (state.nodes.get(need(path))?.kind === 'folder') throw systemError('EISDIR', path);
      name(path, null);
    },
    async rm(path: string, options?: { recursive?: boolean; force?: boolean }) {
      core.begin(
        'rm',
        path,
        stateAfter(() => removeHalf(path)),
      );
      const inode = options?.force ? find(path) : need(path);
      if (inode === null) return;
      if (state.nodes.get(inode)?.kind === 'folder' && !options?.recursive) throw systemError('ERR_FS_EISDIR', path);
      removeAll(path);
    },
    async copyFile(from: string, to: string, mode = 0) {
      core.begin(
        'copyFile',
        from,
        stateAfter(() => copy(from, to, mode, 0.5)),
      );
      copy(from, to, mode, 1);
    },
    async realpath(path: string) {
      core.begin('realpath', path);
      need(path);
      return path;
    },
  };

  function missingLevels(path: string): string[] {
    if (find(path) !== null) return [];
    return [...missingLevels(dirname(path)), path];
  }

  function removeHalf(path: string): void {
    const inode = find(path);
    const node = inode === null ? null : state.nodes.get(inode);
    if (node?.kind !== 'folder') return;
    const names = [...node.names.keys()];
    for (const child of names.slice(0, Math.ceil(names.length / 2))) removeAll(join(path, child));
  }

  function copy(from: string, to: string, mode: number, part: number): void {
    const source = need(from);
    const there = find(to);
    if (there !== null && mode & constants.COPYFILE_EXCL) throw systemError('EEXIST', to);
    for (const inode of [source, there]) {
      if (inode !== null && state.nodes.get(inode)?.kind === 'folder') throw systemError('EISDIR', from);
    }
    if (source === there) return;
    const { content } = fileAt(state, source);
    const target = there ?? make(to, 'file');
    core.set(changeBytes(state, target, { kind: 'truncate', size: 0 }, core.now()));
    const bytes = content.subarray(0, Math.floor(content.length * part));
    core.set(changeBytes(state, target, { kind: 'write', at: 0, bytes }, core.now()));
  }

  return Object.defineProperties(disk as unknown as SimulatedDisk, {
    calls: { get: () => calls },
    version: { get: () => version },
    state: { get: () => state, set: core.set },
    onCall: {
      get: () => onCall,
      set(next: typeof onCall) {
        onCall = next;
      },
    },
  });
}

function lettersOf(flags: number): string {
  if ((flags & (constants.O_WRONLY | constants.O_RDWR)) === 0) return 'r';
  if (flags & constants.O_APPEND) return flags & constants.O_EXCL ? 'ax' : 'a';
  if ((flags & constants.O_CREAT) === 0) return 'r+';
  return flags & constants.O_EXCL ? 'wx' : 'w';
}

function kindOf(
  state: DiskState,
  inode: number,
): { isDirectory(): boolean; isFile(): boolean; isSymbolicLink(): boolean } {
  const kind = state.nodes.get(inode)?.kind;
  return { isDirectory: () => kind === 'folder', isFile: () => kind === 'file', isSymbolicLink: () => false };
}

/** Creates a folder and its parents durably, as state from before the test. */
export function withFolder(disk: SimulatedDisk, path: string): void {
  let { state } = disk;
  let folder = rootNode;
  for (const name of path.split('/').filter((part) => part !== '')) {
    const known = folderAt(state, folder).names.get(name);
    if (known === undefined) {
      const added = addNode(state, 'folder', 0n);
      state = syncNode(changeNames(added.state, [{ folder, name, to: added.inode }], 0n), folder);
      folder = added.inode;
    } else folder = known;
  }
  disk.state = state;
}

/** The same for a file. */
export function withFile(disk: SimulatedDisk, path: string, bytes: Buffer): void {
  withFolder(disk, dirname(path));
  let { state } = disk;
  let folder = rootNode;
  for (const name of dirname(path)
    .split('/')
    .filter((part) => part !== ''))
    folder = folderAt(state, folder).names.get(name) as number;
  const added = addNode(state, 'file', BigInt(Date.now()) * 1_000_000n);
  state = changeBytes(added.state, added.inode, { kind: 'write', at: 0, bytes }, BigInt(Date.now()) * 1_000_000n);
  state = changeNames(state, [{ folder, name: path.slice(path.lastIndexOf('/') + 1), to: added.inode }], 0n);
  disk.state = syncNode(syncNode(state, added.inode), folder);
}
