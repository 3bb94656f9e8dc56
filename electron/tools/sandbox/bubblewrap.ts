// Builds bubblewrap's arguments (Linux). Later ones override earlier ones: everything is read-only, then the project is writable,
// then its guarded paths are read-only, then hidden paths are empty. A program sees only its own processes and ends with the app.

import { join, relative } from 'node:path';
import type { SandboxPath } from './hiddenPaths.ts';
import { isBelow } from './isBelow.ts';
import type { SandboxProfile } from './sandboxProfile.ts';

/** Size limit of the /tmp that a conversation's programs share; it is in memory. */
const temporaryBytes = 512 * 1024 * 1024;

/**
 * A program's command line in its conversation's namespace (`networkNamespace.ts`), which provides network and /tmp. A path to hide
 * may vanish meanwhile (a service ends and removes its socket), which makes bubblewrap fail: missing paths are skipped,
 * and one that vanishes during the start causes a retry.
 */
export function sandboxedCommandLine(
  profile: SandboxProfile,
  edge: string,
  cwd: string,
  argv: readonly string[],
  ownTerminal: boolean,
): readonly string[] {
  const options = programArguments(profile, edge, cwd, ownTerminal);
  return ['/bin/sh', '-c', starting, edge, ...options, ...ownErrors, ...argv];
}

const maxPrefixes = 20;
/** In the proxy's folder: the system call filter, if this machine has one. */
export const filterFile = 'filter.bpf';

/** bubblewrap's own messages go to a file that programs cannot see; descriptor 9 is the real stderr. */
const starting = `said="$0/said-$$"
begin() {
  ours=1
  for word do
    shift
    case "$ours$word" in
    1--) ours=0; set -- "$@" -- ;;
    1file:*) [ ! -e "\${word#*:}" ] || set -- "$@" --ro-bind /dev/null "\${word#*:}" ;;
    1folder:*) [ ! -d "\${word#*:}" ] || set -- "$@" --tmpfs "\${word#*:}" ;;
    1closed:*) [ ! -d "\${word#*:}" ] || set -- "$@" --remount-ro "\${word#*:}" ;;
    *) set -- "$@" "$word" ;;
    esac
  done
  if [ -s "$0/${filterFile}" ]; then
    bwrap --seccomp 8 "$@" 8<"$0/${filterFile}" 9>&2 2>"$said"
  else
    bwrap "$@" 9>&2 2>"$said"
  fi
}
left=${maxPrefixes} why=
while [ $left -gt 0 ]; do
  left=$((left-1))
  begin "$@"
  code=$?
  why=
  read -r why <"$said" || true
  case "$why" in
  "bwrap: Can't create file at "* | "bwrap: Can't mkdir "* | "bwrap: Can't bind mount "* | "bwrap: Can't remount "*) ;;
  *) left=0 ;;
  esac
done
[ -z "$why" ] || cat "$said" >&2
rm -f "$said"
exit $code`;

/** Restores stderr for the program. */
const ownErrors = ['/bin/sh', '-c', 'exec "$0" "$@" 2>&9 9>&-'];

function programArguments(profile: SandboxProfile, edge: string, cwd: string, ownTerminal: boolean): string[] {
  const source = (path: string): string => toNamespacePath(path, edge);
  return [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--bind', '/tmp', '/tmp'],
    ...ofTheKernel.flatMap((name) => ['--ro-bind-try', `/proc/${name}`, `/proc/${name}`]),
    ...profile.writable.flatMap((path) => ['--bind-try', source(path), path]),
    ...protecting(profile, source, () => true),
    ...['--tmpfs', edge, '--remount-ro', edge],
    ...hiding(profile, source),
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--cap-drop', 'ALL', ...(process.getuid?.() === 0 ? asOwner : [])],
    // Without a session of its own, a program could type into the terminal (TIOCSTI) that it shares with the app.
    ...['--die-with-parent', ...(ownTerminal ? [] : ['--new-session']), '--chdir', cwd, '--'],
  ];
}

/** Paths that a program may not change for others, of those for which `applies`. */
function protecting(
  { own, copies, readOnly }: SandboxProfile,
  source: (path: string) => string,
  applies: (path: string) => boolean,
): string[] {
  return [
    ...own.filter(applies).flatMap((path) => ['--tmpfs', path]),
    ...copies.filter(({ path }) => applies(path)).flatMap(({ path, copy }) => ['--bind', copy, path]),
    ...readOnly.filter(applies).flatMap((path) => ['--ro-bind-try', source(path), path]),
  ];
}

/** Paths opened inside a hidden folder override it, and hidden paths inside those override them in turn. */
function hiding(profile: SandboxProfile, source: (path: string) => string): string[] {
  const { hidden, reopened } = profile;
  const isReopened = (path: string): boolean => reopened.some((each) => isBelow(path, each));
  const isInner = ({ path }: SandboxPath): boolean => reopened.some((each) => each !== path && isBelow(path, each));
  const maskArguments = (places: readonly SandboxPath[]): string[] =>
    places.map(({ path, isFolder }) => `${isFolder ? 'folder' : 'file'}:${path}`);
  const outer = hidden.filter((place) => !isInner(place));
  return [
    ...maskArguments(outer),
    ...reopened.flatMap((path) => ['--bind-try', source(path), path]),
    ...protecting(profile, source, isReopened),
    ...maskArguments(hidden.filter(isInner)),
    ...hidden.filter(({ isFolder }) => isFolder).map(({ path }) => `closed:${path}`),
  ];
}

/** Machine-wide settings belong to root and are checked by owner, not by capability. */
const ofTheKernel = 'sys sysrq-trigger irq bus fs acpi scsi driver mtrr'.split(' ');

/** Root's programs may handle other users' files, as outside; read-only mounts stay read-only. */
const asOwner = ['CAP_CHOWN', 'CAP_DAC_OVERRIDE', 'CAP_FOWNER'].flatMap((name) => ['--cap-add', name]);

/** Maps a path of the machine to the namespace, whose own /tmp hides the machine's; that one is available in the proxy's folder. */
export function toNamespacePath(path: string, edge: string): string {
  return isBelow(path, '/tmp') ? join(edge, sandboxTemporary, relative('/tmp', path)) : path;
}

/** In the proxy's folder: an empty folder where the namespace mounts the machine's /tmp. */
export const sandboxTemporary = 'tmp';

/**
 * For the namespace: a network with only a loopback device, and an empty /tmp. `edge` is a folder outside of /tmp that
 * has the proxy's socket.
 */
export function namespaceArguments(edge: string, asAdministrator: boolean): string[] {
  return [
    ...(asAdministrator ? [] : ['--unshare-user']),
    ...[
      '--unshare-net',
      '--bind',
      '/',
      '/',
      '--dev-bind',
      '/dev',
      '/dev',
      '--bind',
      '/tmp',
      join(edge, sandboxTemporary),
    ],
    ...['--size', String(temporaryBytes), '--perms', '1777', '--tmpfs', '/tmp'],
    ...['--die-with-parent', '--info-fd', '3', '--'],
  ];
}
