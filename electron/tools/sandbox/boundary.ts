// Attributes failures of a program to the sandbox by matching the end of its output against its profile. Programs
// phrase errors differently but include the system's message and the path.

import { isAbsolute, resolve } from 'node:path';
import type { SandboxViolation } from '../../../shared/conversation/sandbox.ts';
import { isBelow } from './isBelow.ts';
import type { SandboxProfile } from './sandboxProfile.ts';

/** UTF-16 units from the end of the output. */
const lookedAt = 16_384;
const maxViolations = 5;

/** System messages by kind of access; seatbelt reports "Operation not permitted", and mounts are busy. */
const written = /read-only file system|EROFS|operation not permitted|EPERM|device or resource busy|EBUSY/i;
const missing = /no such file or directory|ENOENT|permission denied|EACCES/i;
const nameless =
  /EAI_AGAIN|ENOTFOUND|could not resolve host|unable to resolve host address|name resolution|name or service not known/i;
const systemWords = new RegExp([written, missing, nameless].map(({ source }) => source).join('|'), 'i');
/** In any kind of quotes, a word with a slash, or the last word before the system's message. */
const paths =
  /["'`‘“]([^"'`’”\n]+)["'`’”]|(?<![\w.:/-])((?:\.{0,2}\/|[\w.-]+\/)[^\s:,;"'()]+)|([^\s:"'`’”]+)(?=: read-only file system)/gi;
/**
 * UTF-16 units around the system's message. The regexes are quadratic in line length, output is untrusted, and some
 * programs print very long lines.
 */
const lookedAround = 400;
const maxWindows = 40;

/** `printed` is the end of its output; `cwd` is absolute. */
export function findViolations(printed: string, profile: SandboxProfile, cwd: string): SandboxViolation[] {
  const violations = new Map<string, SandboxViolation>();
  for (const line of windowsOf(printed.slice(-lookedAt))) {
    const isWrite = written.test(line);
    const host = unknownName.exec(line)?.slice(1).find(Boolean);
    if (host !== undefined) violations.set(`host ${host}`, { type: 'host', host, port: null });
    if (!isWrite && !missing.test(line)) continue;
    for (const path of pathsOf(line, cwd)) {
      if (isWrite && !mayWrite(path, profile)) violations.set(`write ${path}`, { type: 'write', path });
      else if (isHidden(path, profile)) violations.set(`read ${path}`, { type: 'read', path });
    }
    if (violations.size >= maxViolations) break;
  }
  return [...violations.values()].slice(0, maxViolations);
}

/** Lines with a system message; only the part around it for long lines. */
function windowsOf(printed: string): string[] {
  const windows = printed.split('\n').flatMap((line) => {
    if (line.length <= 2 * lookedAround) return systemWords.test(line) ? [line] : [];
    const at = line.search(systemWords);
    return at < 0 ? [] : [line.slice(Math.max(0, at - lookedAround), at + lookedAround)];
  });
  return windows.slice(-maxWindows);
}

/** Errors of programs that ignore proxies: Node, curl and git, ssh, wget, ping and others. */
const unknownName =
  /(?:EAI_AGAIN|ENOTFOUND) ([\w-]+(?:\.[\w-]+)+)|could not resolve (?:host|hostname):? ['"‘]?([\w-]+(?:\.[\w-]+)+)|unable to resolve host address ['"‘]([^'"’]+)|([\w-]+(?:\.[\w-]+)+): (?:Temporary failure in name resolution|Name or service not known)/i;

/** A shell prefixes its name and the line. */
const shellPrefix = /^\S+: (?:line )?\d+: /;

function pathsOf(line: string, cwd: string): string[] {
  return [...line.replace(shellPrefix, '').matchAll(paths)].map(([, quoted, plain, last]) => {
    const path = (quoted ?? plain ?? last ?? '').replace(/[.:]+$/, '');
    return isAbsolute(path) ? resolve(path) : resolve(cwd, path);
  });
}

function mayWrite(path: string, { writable, readOnly, hidden }: SandboxProfile): boolean {
  if (readOnly.some((each) => isBelow(path, each))) return false;
  if (path === '/tmp' || path.startsWith('/tmp/') || path.startsWith('/dev/')) return true;
  if (hidden.some((each) => isBelow(path, each.path))) return false;
  return writable.some((each) => isBelow(path, each));
}

function isHidden(path: string, { hidden }: SandboxProfile): boolean {
  return hidden.some((each) => isBelow(path, each.path));
}
