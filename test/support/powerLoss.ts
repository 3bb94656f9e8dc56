// The possible states of a disk after a power loss: each unsynced change survives or not, in any combination, and bytes
// in transit may be garbled. Synced data survives. Modeled on SQLite's crash tests and LevelDB's lost-file tests.

import { applyBytes, type ByteChange, type DiskNode, type DiskState, folderAt, rootNode } from './diskModel.ts';

/** Numbers from 0 up to `below`, the same for the same seed. */
export type Dice = (below: number) => number;

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The fate of one change: 0 is lost, 1 survives, higher numbers are ways of garbling it. */
type Fate = number;
const fatesOfName = 2;
const fatesOfTruncate = 2;
const fatesOfWrite = 6;
const sectorBytes = 512;
const maxCombinations = 96;

/** The number of possible fates of each change that is not durable, in the order `imageOf` needs. */
function openChanges(state: DiskState): number[] {
  const choices = state.operations.map(() => fatesOfName);
  for (const node of state.nodes.values()) {
    if (node.kind !== 'file') continue;
    for (const change of node.pending) choices.push(change.kind === 'write' ? fatesOfWrite : fatesOfTruncate);
  }
  return choices;
}

/**
 * Disks that a power loss at this moment may leave: every combination if there are few, else all lost, all kept and
 * `samples` others.
 */
export function powerLossImages(state: DiskState, seed: number, samples: number): DiskState[] {
  const choices = openChanges(state);
  const combinations = choices.reduce((product, count) => Math.min(product * count, maxCombinations + 1), 1);
  const dice = createDice(seed);
  const fates: Fate[][] = [];
  if (combinations <= Math.min(maxCombinations, samples * 4)) {
    for (let number = 0; number < combinations; number++) fates.push(digits(number, choices));
  } else {
    fates.push(choices.map(() => 0));
    fates.push(choices.map(() => 1));
    for (let n = 0; n < samples; n++) fates.push(choices.map((count) => dice(count)));
  }
  return fates.map((chosen) => imageOf(state, chosen, dice));
}

/** The state in which only synced data survives. */
export function durableImage(state: DiskState): DiskState {
  return imageOf(
    state,
    openChanges(state).map(() => 0),
    createDice(1),
  );
}

function digits(number: number, bases: readonly number[]): number[] {
  let rest = number;
  return bases.map((base) => {
    const digit = rest % base;
    rest = Math.floor(rest / base);
    return digit;
  });
}

function imageOf(state: DiskState, fates: readonly Fate[], dice: Dice): DiskState {
  const queue = [...fates];
  const fate = (): Fate => queue.shift() ?? 0;
  const names = new Map<number, Map<string, number>>();
  for (const [inode, node] of state.nodes) if (node.kind === 'folder') names.set(inode, new Map(node.durable));
  for (const operation of state.operations) {
    if (fate() === 0) continue;
    for (const change of operation) {
      const folder = names.get(change.folder);
      if (change.to === null) folder?.delete(change.name);
      else folder?.set(change.name, change.to);
    }
  }
  const nodes = new Map<number, DiskNode>();
  for (const [inode, node] of state.nodes) {
    if (node.kind === 'folder') {
      const kept = names.get(inode) ?? new Map<string, number>();
      nodes.set(inode, { ...node, names: kept, durable: kept });
      continue;
    }
    const content = node.pending.reduce((bytes, change) => afterLoss(bytes, change, fate(), dice), node.durable);
    nodes.set(inode, { ...node, content, durable: content, pending: [] });
  }
  return reachable({ nodes, operations: [], next: state.next });
}

function afterLoss(content: Buffer, change: ByteChange, fate: Fate, dice: Dice): Buffer {
  if (fate === 0) return content;
  if (fate === 1 || change.kind === 'truncate') return applyBytes(content, change);
  const { at, bytes } = change;
  // 2: only its beginning. 3: its beginning, then zeros. 4: some sectors are zeros. 5: noise.
  if (fate === 2) return applyBytes(content, { kind: 'write', at, bytes: bytes.subarray(0, dice(bytes.length + 1)) });
  const garbled = Buffer.from(bytes);
  const begin = fate === 3 ? dice(bytes.length + 1) : 0;
  for (let from = begin; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + sectorBytes - ((at + from) % sectorBytes));
    if (fate === 3 || fate === 5 || dice(2) === 0) {
      for (let index = from; index < to; index++) garbled[index] = fate === 5 ? dice(256) : 0;
    }
    from = to;
  }
  return applyBytes(content, { kind: 'write', at, bytes: garbled });
}

/** Removes nodes that no name refers to. */
function reachable(state: DiskState): DiskState {
  const nodes = new Map<number, DiskNode>();
  const visit = (inode: number): void => {
    const node = state.nodes.get(inode);
    if (!node || nodes.has(inode)) return;
    nodes.set(inode, node);
    if (node.kind === 'folder') for (const child of folderAt(state, inode).names.values()) visit(child);
  };
  visit(rootNode);
  return { ...state, nodes };
}
