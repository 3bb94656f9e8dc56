// Why a call is read by itself before it is allowed, though nothing about it is unclear: it deletes, works with other rights, goes
// over the network, or names places and files that are not simply the project's. It decides nothing else: a rule that allows
// the call allows it.

import { worksElsewhere } from './commandRefusals.ts';
import { isHarmlessRedirection } from './commandRules.ts';
import { isAbsolute } from './pathPattern.ts';
import { programName } from './programs.ts';
import type { CallFacts, CommandFacts, CommandPart } from './rule.ts';

const deleting = new Set([
  'rm',
  'rmdir',
  'unlink',
  'shred',
  'truncate',
  'dd',
  'wipefs',
  'mkfs',
  'del',
  'erase',
  'rd',
  'srm',
  'trash',
]);
const withRights = new Set(['sudo', 'doas', 'su', 'pkexec', 'run0', 'chroot', 'chmod', 'chown', 'setfacl']);
const overNetwork = new Set([
  'curl',
  'wget',
  'ssh',
  'scp',
  'sftp',
  'rsync',
  'nc',
  'ncat',
  'netcat',
  'socat',
  'telnet',
  'ftp',
  'aria2c',
  'http',
  'https',
  'xh',
  'gh',
  'glab',
  'aws',
  'gcloud',
  'az',
  'kubectl',
]);
/** Of programs that do many things: what they send or throw away. */
const sending: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set(['push']),
  npm: new Set(['publish', 'unpublish', 'deprecate']),
  pnpm: new Set(['publish']),
  yarn: new Set(['publish']),
  cargo: new Set(['publish', 'yank']),
  docker: new Set(['push']),
};
const discarding: Readonly<Record<string, ReadonlySet<string>>> = { git: new Set(['clean', 'reset', 'rm']) };

/** A sentence; null: there is nothing of the kind. */
export function graveReason({ command, grave, paths = [] }: CallFacts, folder: string | null): string | null {
  if (grave !== undefined) return grave;
  if (paths.some(({ path, access }) => access === 'write' && isHidden(path, folder)))
    return 'It changes a hidden file.';
  return command ? graveCommand(command, folder) : null;
}

function graveCommand(command: CommandFacts, folder: string | null): string | null {
  const parts = [...command.parts, ...(command.launched ?? [])];
  if (worksElsewhere({ ...command, parts }, folder)) return 'It works in another folder.';
  for (const part of parts) {
    const why = gravePart(part, folder);
    if (why !== null) return why;
  }
  return null;
}

function gravePart(part: CommandPart, folder: string | null): string | null {
  const [first, ...rest] = part.words;
  const name = programName(first ?? '').toLowerCase();
  const says = (table: typeof sending): boolean => rest.some((word) => word !== null && table[name]?.has(word));
  if (deleting.has(name) || name.startsWith('mkfs.') || says(discarding)) return 'It deletes or throws away.';
  if (withRights.has(name)) return 'It works with other rights, or gives them.';
  if (overNetwork.has(name) || says(sending)) return 'It goes over the network.';
  if (rest.some((word) => word === null || namesElsewhere(word, folder))) return namesOther;
  for (const redirection of part.redirections) {
    if (isHarmlessRedirection(redirection) && redirection.mode === 'write') continue;
    const { path, real, mode } = redirection;
    if (path === null || namesElsewhere(path, folder)) return namesOther;
    if (mode === 'write' && (real === undefined || !isInside(real, folder))) return namesOther;
    if (mode === 'write' && isHidden(real ?? path, folder)) return 'It changes a hidden file.';
  }
  return null;
}

const namesOther = "It names a place outside of the project's folder, or one that is not known.";

/** `~/x`, `../x`, `a/../../x`, `/etc/x`, `--file=/etc/x`, `@/etc/x`. */
function namesElsewhere(word: string, folder: string | null): boolean {
  return [word, ...word.split(/[=:,@<>]/)].some((piece) => {
    if (/^~/.test(piece) || /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(piece)) return true;
    return isAbsolute(piece) && !/^\/dev\/(?:null|stdout|stderr)$/.test(piece) && !isInside(piece, folder);
  });
}

function isInside(path: string, folder: string | null): boolean {
  return folder !== null && (path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`));
}

/** By a name on the way to it from the project's folder on. */
function isHidden(path: string, folder: string | null): boolean {
  const own = isInside(path, folder) ? path.slice(folder?.length) : path;
  return own.split(/[/\\]/).some((name) => /^\.[^.]/.test(name));
}
