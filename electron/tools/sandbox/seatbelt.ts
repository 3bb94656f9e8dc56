// Builds the profile for macOS's `sandbox-exec`, in its own language. The last matching rule wins. Paths are escaped strings.

import { dirname } from 'node:path';
import type { SandboxPath } from './hiddenPaths.ts';
import { isBelow } from './isBelow.ts';
import type { NetworkNamespace } from './networkNamespace.ts';
import { sandboxEnvironment } from './sandboxEnvironment.ts';
import type { SandboxProfile } from './sandboxProfile.ts';

/** Shared by a conversation's programs: the folder that serves as /tmp, and the way to the proxy. */
export function createSeatbeltNamespace(temporary: string, proxy: string): NetworkNamespace {
  return {
    kind: 'seatbelt',
    wrap: (profile, argv) => ({
      file: '/usr/bin/sandbox-exec',
      args: ['-p', seatbeltProfile(profile, temporary, Number(new URL(proxy).port)), ...argv],
      env: sandboxEnvironment(proxy, temporary),
    }),
    isOpen: () => true,
    close() {},
  };
}

/** `temporary` is the folder that serves as /tmp; `proxyPort` is the only reachable port, null for none. @internal */
export function seatbeltProfile(profile: SandboxProfile, temporary: string, proxyPort: number | null): string {
  const isInner = ({ path }: SandboxPath): boolean =>
    profile.reopened.some((each) => each !== path && isBelow(path, each));
  const outer = profile.hidden.filter((place) => !isInner(place));
  const rules = [
    '(version 1)',
    '(allow default)',
    '(deny network*)',
    ...(proxyPort === null ? [] : [`(allow network-outbound (remote ip "localhost:${proxyPort}"))`]),
    '(allow network* (local unix-socket))',
    '(deny network-outbound (remote unix-socket))',
    '(deny file-write*)',
    ...[...profile.writable, temporary].map((path) => `(allow file-write* (subpath ${quoted(path)}))`),
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (regex #"^/dev/fd/"))',
    ...protecting(profile),
    ...above(profile).map((path) => `(deny file-write-unlink (literal ${quoted(path)}))`),
    ...hidden(outer),
    ...profile.reopened.map((path) => `(allow file-read* file-write* (subpath ${quoted(path)}))`),
    ...(profile.reopened.length > 0 ? protecting(profile) : []),
    ...hidden(profile.hidden.filter(isInner)),
    '(deny process-info* (target others))',
    '(deny signal (target others))',
    '(deny mach-lookup (global-name "com.apple.SecurityServer") (global-name "com.apple.security.authhost"))',
    '(deny appleevent-send)',
  ];
  return `${rules.join('\n')}\n`;
}

/** A copy or an empty folder cannot replace a path here, so that it cannot be written at all. */
function protecting({ readOnly, copies, own }: SandboxProfile): string[] {
  const paths = [...readOnly, ...copies.map(({ path }) => path), ...own];
  return paths.map((path) => `(deny file-write* (subpath ${quoted(path)}))`);
}

/** Parents of read-only paths: one that is moved away could be recreated. */
function above({ readOnly, writable }: SandboxProfile): string[] {
  const parents = new Set<string>();
  for (const path of readOnly) {
    for (let at = dirname(path); writable.some((each) => isBelow(at, each)); at = dirname(at)) parents.add(at);
  }
  return [...parents];
}

function hidden(places: readonly SandboxPath[]): string[] {
  return places.map(
    ({ path, isFolder }) => `(deny file-read* file-write* (${isFolder ? 'subpath' : 'literal'} ${quoted(path)}))`,
  );
}

function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`;
}
