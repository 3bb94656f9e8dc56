// Explains why a call needs individual approval without being dangerous: it uses the network, changes permissions,
// names run-time values, or changes a hidden file. Informational only.

import { type Sentence, say, type UserText } from '../core/sentence.ts';
import { worksOutsideFolder } from './commandRefusals.ts';
import { isHarmlessRedirection } from './commandRules.ts';
import { isInside } from './outsidePaths.ts';
import { programName } from './programs.ts';
import type { CallFacts, CommandFacts, CommandPart } from './rule.ts';

const changesRights = new Set(['chmod', 'chown', 'chgrp', 'setfacl']);
const overNetwork = new Set(
  'curl wget ssh scp sftp rsync nc ncat netcat socat telnet ftp aria2c http https xh gh glab aws gcloud az kubectl'.split(
    ' ',
  ),
);
/** For programs with several uses: their words that send something. */
const sending: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set(['push']),
  npm: new Set(['publish', 'deprecate']),
  pnpm: new Set(['publish']),
  yarn: new Set(['publish']),
  cargo: new Set(['publish']),
  docker: new Set(['push']),
};

/** Returns a sentence, or null. */
export function individualReason({ command, notable, paths = [] }: CallFacts, folder: string | null): UserText | null {
  if (notable !== undefined) return notable;
  if (paths.some(({ path, access }) => access === 'write' && isHidden(path, folder)))
    return say`It changes a hidden file.`;
  return command ? ofCommand(command, folder) : null;
}

function ofCommand(command: CommandFacts, folder: string | null): Sentence | null {
  const parts = [...command.parts, ...(command.launched ?? [])];
  if (worksOutsideFolder({ ...command, parts }, folder)) return say`It works in another folder.`;
  for (const part of parts) {
    const why = ofPart(part, folder);
    if (why !== null) return why;
  }
  return null;
}

function ofPart({ words, redirections }: CommandPart, folder: string | null): Sentence | null {
  const [first, ...rest] = words;
  const name = programName(first ?? '').toLowerCase();
  if (changesRights.has(name)) return say`It changes who can read, write or run files.`;
  if (overNetwork.has(name) || rest.some((word) => word !== null && sending[name]?.has(word)))
    return say`It uses the network.`;
  const unknown = say`The files it uses cannot be checked in advance.`;
  if (rest.includes(null)) return unknown;
  for (const redirection of redirections) {
    if (isHarmlessRedirection(redirection) && redirection.mode === 'write') continue;
    const { path, real, mode } = redirection;
    if (path === null || (mode === 'write' && real === undefined)) return unknown;
    if (mode === 'write' && isHidden(real ?? path, folder)) return say`It changes a hidden file.`;
  }
  return null;
}

/** Judged by the names below the project's folder. */
function isHidden(path: string, folder: string | null): boolean {
  const relativePath = isInside(path, folder) ? path.slice(folder?.length) : path;
  return relativePath.split(/[/\\]/).some((name) => /^\.[^.]/.test(name));
}
