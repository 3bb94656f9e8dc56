// Explains why a call is dangerous, with its object: it deletes, discards work, runs a download, reads a secret, uses
// another user's rights, or leaves the project's folder. For commands this is judged by their words, and run-time
// values are reported as such. Informational only: a rule that allows the call still does.

import { type Sentence, SentenceSet, say, type UserText } from '../core/sentence.ts';
import { downloadedScriptReasons } from './downloadedScript.ts';
import { isInHomeFolder, outsidePaths, possiblePathsIn } from './outsidePaths.ts';
import { programName } from './programs.ts';
import type { CallFacts, CommandFacts, CommandPart } from './rule.ts';

/** Returns sentences, most dangerous first, without duplicates; empty: not dangerous. */
export function dangerReasons(facts: CallFacts, folder: string | null): UserText[] {
  const { command, grave, paths = [] } = facts;
  const reasons = [
    ...paths.flatMap((path) => pathReason(path) ?? []),
    ...(command ? commandReasons(command, folder, grave) : grave === undefined ? [] : [grave]),
  ];
  const each = new SentenceSet();
  for (const reason of reasons) each.add(reason);
  return [...each].slice(0, maxReasons);
}

const maxReasons = 6;

/** Why a file is sensitive; null: it is not. */
export function pathReason({
  path,
  access,
  outside,
  sensitive,
}: NonNullable<CallFacts['paths']>[number]): Sentence | null {
  const reads = access === 'read';
  if (sensitive !== undefined)
    return reads ? say`It reads ${path}: ${sensitive}.` : say`It changes ${path}: ${sensitive}.`;
  if (!outside) return null;
  return reads
    ? say`It reads ${path}, which is outside the project folder.`
    : say`It changes ${path}, which is outside the project folder.`;
}

function commandReasons(command: CommandFacts, folder: string | null, secret: UserText | undefined): UserText[] {
  const parts = [...command.parts, ...(command.launched ?? [])];
  const elsewhere = outsidePaths({ ...command, parts }, folder);
  return [
    ...parts.flatMap((part) => destructiveReason(part) ?? []),
    ...downloadedScriptReasons(parts),
    ...parts.flatMap((part) => otherRights(part) ?? []),
    ...(secret === undefined ? [] : [secret]),
    ...(elsewhere.length === 0 ? [] : [leaving(elsewhere)]),
  ];
}

/** What it deletes or discards; null: nothing, judging by its words. */
export function destructiveReason(part: CommandPart): Sentence | null {
  return deletes(part) ?? throwsAway(part);
}

const deleting = new Set(
  'rm rmdir unlink shred truncate dd wipefs del erase rd srm trash dropdb remove-item'.split(' '),
);

function deletes({ words, made = [] }: CommandPart): Sentence | null {
  const [first, ...rest] = words;
  const name = nameOf(first);
  if (name === 'find' && rest.includes('-delete')) return say`It deletes the files it finds.`;
  if (!deleting.has(name) && !name.startsWith('mkfs')) return null;
  const targets = rest.filter((word) => word === null || !word.startsWith('-'));
  const unknown = targets.filter((word) => word === null).length;
  const homes = made.flatMap(possiblePathsIn).filter(isInHomeFolder);
  if (unknown > homes.length) return say`What it deletes cannot be checked in advance.`;
  const named = [...targets.filter((word) => word !== null && word !== '{}'), ...homes].map((word) =>
    brief(word ?? ''),
  );
  if (named.length === 0) return say`It deletes the files another command lists.`;
  const more = named.length - maxNames;
  if (more > 0) return say`It deletes ${named.slice(0, maxNames).join(', ')} and ${more} more.`;
  return say`It deletes ${named.join(', ')}.`;
}

const maxNames = 3;
const brief = (word: string): string => (word.length > 80 ? `${word.slice(0, 79)}…` : word);

/** Programs with other uses, and which of their words delete something. */
const throwing: Readonly<Record<string, RegExp>> = {
  git: /^(?:clean|rm|restore|filter-branch|reset.* --hard|checkout.* (?:--|\.|-f)|branch.* -D|stash (?:drop|clear)|push.* (?:-f|--force\S*|--delete|--mirror))(?: |$)/,
  docker: /^(?:rm|rmi|(?:\w+ )?prune|volume rm)(?: |$)/,
  podman: /^(?:rm|rmi|(?:\w+ )?prune|volume rm)(?: |$)/,
  kubectl: /^(?:delete|drain)(?: |$)/,
  helm: /^uninstall /,
  terraform: /^destroy(?: |$)/,
  tofu: /^destroy(?: |$)/,
  aws: /^[\w-]+ (?:rm|rb|delete[\w-]*)(?: |$)/,
  gcloud: / delete(?: |$)/,
  az: / delete(?: |$)/,
  gh: /^\w+ delete(?: |$)/,
  npm: /^unpublish(?: |$)/,
  cargo: /^yank(?: |$)/,
};

function throwsAway({ words }: CommandPart): Sentence | null {
  const [first, ...rest] = words;
  const name = nameOf(first);
  const names = rest
    .slice(0, maxWords)
    .map((word) => word ?? '…')
    .join(' ');
  return throwing[name]?.test(names) ? say`It discards something permanently: ${brief(`${name} ${names}`)}.` : null;
}

const maxWords = 30;

const withRights = new Set(['sudo', 'doas', 'su', 'pkexec', 'run0', 'chroot']);

function otherRights({ words: [first] }: CommandPart): Sentence | null {
  const name = nameOf(first);
  return withRights.has(name) ? say`It runs with another user’s permissions (${name}).` : null;
}

function leaving(places: readonly string[]): Sentence {
  const named = places.slice(0, maxNames).map(brief).join(', ');
  const more = places.length - maxNames;
  return more > 0
    ? say`It works outside the project folder: ${named} and ${more} more.`
    : say`It works outside the project folder: ${named}.`;
}

function nameOf(word: string | null | undefined): string {
  return programName(word ?? '').toLowerCase();
}
