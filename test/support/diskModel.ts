// A disk after a crash, as a value: files and folders, each as processes see it now and as far as it is durable, with
// the changes in between. A file's sync makes its content durable, a folder's sync its names. Immutable, so that a copy
// is free.

/** A change to a file's bytes since its last sync. */
export type ByteChange = { kind: 'write'; at: number; bytes: Buffer } | { kind: 'truncate'; size: number };

export interface FileNode {
  readonly kind: 'file';
  readonly content: Buffer;
  /** The content at the last successful sync; empty before the first. */
  readonly durable: Buffer;
  readonly pending: readonly ByteChange[];
  /** Nanoseconds. */
  readonly mtime: bigint;
}

export interface FolderNode {
  readonly kind: 'folder';
  readonly names: ReadonlyMap<string, number>;
  readonly durable: ReadonlyMap<string, number>;
  readonly mtime: bigint;
}

export type DiskNode = FileNode | FolderNode;

/** A name that was added (`to`: its target) or removed (null). */
interface NameChange {
  folder: number;
  name: string;
  to: number | null;
}

/** Names that change together, like both names of a rename on every journaling file system. */
type NameOperation = readonly NameChange[];

export interface DiskState {
  readonly nodes: ReadonlyMap<number, DiskNode>;
  /** Not yet durable, oldest first. */
  readonly operations: readonly NameOperation[];
  readonly next: number;
}

export const rootNode = 1;

export function emptyDisk(): DiskState {
  const root: FolderNode = { kind: 'folder', names: new Map(), durable: new Map(), mtime: 0n };
  return { nodes: new Map([[rootNode, root]]), operations: [], next: rootNode + 1 };
}

function withNode(state: DiskState, inode: number, node: DiskNode): DiskState {
  return { ...state, nodes: new Map(state.nodes).set(inode, node), next: Math.max(state.next, inode + 1) };
}

export function fileAt(state: DiskState, inode: number): FileNode {
  const node = state.nodes.get(inode);
  if (node?.kind !== 'file') throw new Error(`inode ${inode} is no file`);
  return node;
}

export function folderAt(state: DiskState, inode: number): FolderNode {
  const node = state.nodes.get(inode);
  if (node?.kind !== 'folder') throw new Error(`inode ${inode} is no folder`);
  return node;
}

/** Adds a file or folder without a name. */
export function addNode(state: DiskState, kind: DiskNode['kind'], mtime: bigint): { state: DiskState; inode: number } {
  const inode = state.next;
  const node: DiskNode =
    kind === 'file'
      ? { kind, content: Buffer.alloc(0), durable: Buffer.alloc(0), pending: [], mtime }
      : { kind, names: new Map(), durable: new Map(), mtime };
  return { state: withNode(state, inode, node), inode };
}

export function applyBytes(content: Buffer, change: ByteChange): Buffer {
  if (change.kind === 'truncate') {
    if (change.size <= content.length) return content.subarray(0, change.size);
    return Buffer.concat([content, Buffer.alloc(change.size - content.length)]);
  }
  const { at, bytes } = change;
  const result = Buffer.alloc(Math.max(content.length, at + bytes.length));
  content.copy(result);
  bytes.copy(result, at);
  return result;
}

export function changeBytes(state: DiskState, inode: number, change: ByteChange, mtime: bigint): DiskState {
  const file = fileAt(state, inode);
  const pending = [...file.pending, change];
  return withNode(state, inode, { ...file, content: applyBytes(file.content, change), pending, mtime });
}

export function changeNames(
  state: DiskState,
  changes: readonly { folder: number; name: string; to: number | null }[],
  mtime: bigint,
): DiskState {
  let result = state;
  for (const { folder, name, to } of changes) {
    const node = folderAt(result, folder);
    result = withNode(result, folder, { ...node, names: withName(node.names, name, to), mtime });
  }
  return { ...result, operations: [...result.operations, changes] };
}

function withName(names: ReadonlyMap<string, number>, name: string, to: number | null): Map<string, number> {
  const result = new Map(names);
  if (to === null) result.delete(name);
  else result.set(name, to);
  return result;
}

/** A successful sync: makes a file's bytes or a folder's names durable. */
export function syncNode(state: DiskState, inode: number): DiskState {
  const node = state.nodes.get(inode);
  if (node?.kind === 'file') {
    const durable = node.pending.reduce(applyBytes, node.durable);
    return withNode(state, inode, { ...node, durable, pending: [] });
  }
  const { done, rest } = partOperations(state.operations, inode);
  let result: DiskState = { ...state, operations: rest };
  for (const { folder, name, to } of done.flat()) {
    const there = folderAt(result, folder);
    result = withNode(result, folder, { ...there, durable: withName(there.durable, name, to) });
  }
  return result;
}

/**
 * The operations that a folder's sync makes durable: its own name changes, and earlier ones of the same names
 * elsewhere.
 */
function partOperations(
  operations: readonly NameOperation[],
  folder: number,
): { done: NameOperation[]; rest: NameOperation[] } {
  const done: NameOperation[] = [];
  const rest: NameOperation[] = [];
  const names = new Set<string>();
  for (const operation of [...operations].reverse()) {
    const isDone = operation.some((change) => change.folder === folder || names.has(`${change.folder}/${change.name}`));
    if (isDone) for (const change of operation) names.add(`${change.folder}/${change.name}`);
    (isDone ? done : rest).unshift(operation);
  }
  return { done, rest };
}

/**
 * A failed sync of a file: the system marks its pages clean, and they never reach the disk; processes still see them.
 */
export function dropPending(state: DiskState, inode: number): DiskState {
  const node = state.nodes.get(inode);
  return node?.kind === 'file' ? withNode(state, inode, { ...node, pending: [] }) : state;
}

/** Whether a power loss could lose part of it. */
export function isUnsynced(state: DiskState): boolean {
  if (state.operations.length > 0) return true;
  for (const node of state.nodes.values()) if (node.kind === 'file' && node.pending.length > 0) return true;
  return false;
}

/** The paths of all files with their content; folders map to null. */
export function treeOf(state: DiskState): Map<string, Buffer | null> {
  const found = new Map<string, Buffer | null>();
  const visit = (path: string, inode: number): void => {
    const node = state.nodes.get(inode);
    if (node?.kind === 'file') found.set(path, node.content);
    if (node?.kind !== 'folder') return;
    found.set(path === '' ? '/' : path, null);
    for (const [name, child] of node.names) visit(`${path}/${name}`, child);
  };
  visit('', rootNode);
  return found;
}
