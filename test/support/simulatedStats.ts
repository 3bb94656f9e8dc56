// A `stat` result for a node of the simulated disk.

import type { DiskState } from './diskModel.ts';

export function statsOf(state: DiskState, inode: number, bigint: boolean): object {
  const node = state.nodes.get(inode);
  const size = node?.kind === 'file' ? node.content.length : 4096;
  const mtimeNs = node?.mtime ?? 0n;
  const mtimeMs = Number(mtimeNs / 1_000_000n);
  const kinds = {
    isFile: () => node?.kind === 'file',
    isDirectory: () => node?.kind === 'folder',
    isSymbolicLink: () => false,
    isFIFO: () => false,
    mtime: new Date(mtimeMs),
    birthtime: new Date(mtimeMs),
    ctime: new Date(mtimeMs),
  };
  const numbers = {
    dev: 1,
    ino: inode,
    size,
    mode: node?.kind === 'file' ? 0o100600 : 0o40700,
    nlink: 1,
    blksize: 4096,
  };
  if (!bigint) return { ...kinds, ...numbers, mtimeMs, ctimeMs: mtimeMs, blocks: Math.ceil(size / 512) };
  const large = Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, BigInt(value)]));
  const times = { mtimeMs: BigInt(mtimeMs), mtimeNs, ctimeMs: BigInt(mtimeMs), ctimeNs: mtimeNs };
  return { ...kinds, ...large, ...times, blocks: BigInt(Math.ceil(size / 512)) };
}
