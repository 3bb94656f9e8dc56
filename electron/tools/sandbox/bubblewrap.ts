// The arguments of bubblewrap (Linux). Later ones lie over earlier ones: all is read-only, then the project can be written,
// then what may not be changed in it cannot, then what is hidden is empty. A program finds no process but its own, and ends
// when the app does.

import { join, relative } from 'node:path';
import type { Place } from './hiddenPlaces.ts';
import { isBelow } from './isBelow.ts';
import type { SandboxProfile } from './sandboxProfile.ts';

/** Bytes of the /tmp that the programs of a conversation share; it is memory. */
const temporaryBytes = 512 * 1024 * 1024;

/**
 * A program's command line in the room of its conversation (`room.ts`), which has the network and the /tmp. What is to be
 * hidden may be gone by the time that it is (a service has ended, and its socket with it), which bubblewrap takes for a
 * failure: what is gone is left out, and what goes while it begins makes it begin again.
 */
export function programCommand(
  profile: SandboxProfile,
  edge: string,
  cwd: string,
  argv: readonly string[],
): readonly string[] {
  return ['/bin/sh', '-c', starting, edge, ...programArguments(profile, edge, cwd), ...ownErrors, ...argv];
}

const maxPrefixes = 20;
/** In the folder of the edge: the filter of system calls, where there is one for this machine. */
export const filterFile = 'filter.bpf';

/** What bubblewrap itself says goes into a file that programs do not see; descriptor 9 leads to where errors go. */
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

/** For the program: its errors go where they belong again. */
const ownErrors = ['/bin/sh', '-c', 'exec "$0" "$@" 2>&9 9>&-'];

function programArguments(profile: SandboxProfile, edge: string, cwd: string): string[] {
  const source = (path: string): string => inRoom(path, edge);
  return [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--bind', '/tmp', '/tmp'],
    ...ofTheKernel.flatMap((name) => ['--ro-bind-try', `/proc/${name}`, `/proc/${name}`]),
    ...profile.writable.flatMap((path) => ['--bind', source(path), path]),
    ...profile.readOnly.flatMap((path) => ['--ro-bind-try', source(path), path]),
    ...['--tmpfs', edge, '--remount-ro', edge],
    ...hiding(profile, source),
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--cap-drop', 'ALL', ...(process.getuid?.() === 0 ? asOwner : [])],
    ...['--die-with-parent', '--new-session', '--chdir', cwd, '--'],
  ];
}

/** What was opened in a hidden folder lies over it, and what is hidden in that lies over it in turn. */
function hiding({ hidden, reopened }: SandboxProfile, source: (path: string) => string): string[] {
  const isInner = ({ path }: Place): boolean => reopened.some((each) => each !== path && isBelow(path, each));
  const words = (places: readonly Place[]): string[] =>
    places.map(({ path, isFolder }) => `${isFolder ? 'folder' : 'file'}:${path}`);
  const outer = hidden.filter((place) => !isInner(place));
  return [
    ...words(outer),
    ...reopened.flatMap((path) => ['--bind-try', source(path), path]),
    ...words(hidden.filter(isInner)),
    ...hidden.filter(({ isFolder }) => isFolder).map(({ path }) => `closed:${path}`),
  ];
}

/** What sets up the whole machine belongs to the administrator, and it is the owner that is asked for there, not a capability. */
const ofTheKernel = 'sys sysrq-trigger irq bus fs acpi scsi driver mtrr'.split(' ');

/** The administrator's programs may handle files that belong to others, as outside: what is mounted read-only stays so. */
const asOwner = ['CAP_CHOWN', 'CAP_DAC_OVERRIDE', 'CAP_FOWNER'].flatMap((name) => ['--cap-add', name]);

/** Where a path of the machine is in a room, whose own /tmp lies over the machine's: that is to be had below the edge. */
export function inRoom(path: string, edge: string): string {
  return isBelow(path, '/tmp') ? join(edge, edgeTemporary, relative('/tmp', path)) : path;
}

/** In the folder of the edge: an empty folder, where the room has the machine's /tmp. */
export const edgeTemporary = 'tmp';

/**
 * For the room: a network of its own with nothing in it but a loopback, and an empty /tmp. `edge`: a folder outside of /tmp
 * with the socket of the proxy.
 */
export function roomArguments(edge: string, asAdministrator: boolean): string[] {
  return [
    ...(asAdministrator ? [] : ['--unshare-user']),
    ...['--unshare-net', '--bind', '/', '/', '--dev-bind', '/dev', '/dev', '--bind', '/tmp', join(edge, edgeTemporary)],
    ...['--size', String(temporaryBytes), '--perms', '1777', '--tmpfs', '/tmp'],
    ...['--die-with-parent', '--info-fd', '3', '--'],
  ];
}
