// Small hashes: of ids, to find them by a number, and of lines, to see whether they are still what they were. Pure.

import { hash } from 'node:crypto';

/** 48 bits, so that a number holds them exactly. */
export function idHash(id: string): number {
  return Number.parseInt(hash('sha1', id, 'hex').slice(0, 12), 16);
}

export function lineHash(line: Buffer): string {
  return hash('sha1', line, 'hex').slice(0, 20);
}
