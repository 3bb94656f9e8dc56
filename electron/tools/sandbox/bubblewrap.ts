// The arguments of bubblewrap (Linux). Later ones lie over earlier ones: all is read-only, then the project can be written,
// then what may not be changed in it cannot, then what is hidden is empty. A program finds no process but its own, and ends
// when the app does.

import { join, relative } from 'node:path';
import { isBelow } from './isBelow.ts';
import type { SandboxProfile } from './sandboxProfile.ts';

/** Bytes of the /tmp that the programs of a conversation share; it is memory. */
export const temporaryBytes = 512 * 1024 * 1024;

/** For a program: run in the room of its conversation (`room.ts`), which has the network and the /tmp. */
export function programArguments(profile: SandboxProfile, edge: string, cwd: string): string[] {
  const source = (path: string): string => inRoom(path, edge);
  return [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--bind', '/tmp', '/tmp'],
    ...ofTheKernel.flatMap((name) => ['--ro-bind-try', `/proc/${name}`, `/proc/${name}`]),
    ...profile.writable.flatMap((path) => ['--bind', source(path), path]),
    ...profile.readOnly.flatMap((path) => ['--ro-bind-try', source(path), path]),
    ...['--tmpfs', edge, '--remount-ro', edge],
    ...profile.hidden.flatMap(({ path, isFolder }) =>
      isFolder ? ['--tmpfs', path, '--remount-ro', path] : ['--ro-bind', '/dev/null', path],
    ),
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--cap-drop', 'ALL', ...(process.getuid?.() === 0 ? asOwner : [])],
    ...['--die-with-parent', '--new-session', '--chdir', cwd, '--'],
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
