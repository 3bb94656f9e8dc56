// Names a repository's file across the contract. Git's names are bytes; those that are not UTF-8 travel as base64.

import { isUtf8 } from 'node:buffer';

export function fileIdOf(name: Buffer): string {
  return isUtf8(name) ? `u:${name.toString()}` : `b:${name.toString('base64')}`;
}

/** Null if it can't name a file inside the working tree. */
export function nameOfFile(id: string): Buffer | null {
  const name = id.startsWith('u:')
    ? Buffer.from(id.slice(2))
    : id.startsWith('b:')
      ? Buffer.from(id.slice(2), 'base64')
      : null;
  if (name === null || name.length === 0 || name.includes(0)) return null;
  const segments = name.toString('latin1').split('/');
  // An untracked repository ends with a slash.
  if (segments.at(-1) === '') segments.pop();
  return segments.some((segment) => ['', '.', '..', '.git'].includes(segment.toLowerCase())) ? null : name;
}
