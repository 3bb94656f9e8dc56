// The permissions that an answer can include, narrowest first. Each is tested against the call and the current rules,
// and only offered if it would let this very call pass next time. No rule is offered for a folder above the project,
// and one for a place outside it says so.

import { visibleText } from '../core/visibleText.ts';
import { coversWords, isHarmlessPart } from './commandRules.ts';
import { decide } from './decide.ts';
import { classifyByTable } from './harmlessCommand.ts';
import { matchesPath } from './pathPattern.ts';
import { prefixLength } from './prefixRules.ts';
import { ownSubcommands, programName } from './programs.ts';
import {
  type CallFacts,
  type CommandFacts,
  type CommandPart,
  maxCommandLength,
  type PermissionRule,
  type RuleMatch,
} from './rule.ts';
import { describeMatch } from './ruleText.ts';

/** `folder`: the project's, absolute. `rules`: those whose scope includes the call. */
export function offersFor(
  facts: CallFacts,
  folder: string | null = null,
  rules: readonly PermissionRule[] = [],
): ApprovalOffer[] {
  const seen = new Set<string>();
  const isOutside = facts.paths?.some(({ outside }) => outside) === true;
  const offers = matches(facts, folder, rules).flatMap((candidate): ApprovalOffer[] => {
    const { match } = candidate;
    const key = keyOf(match);
    if (seen.has(key) || !helps(matchesOf(candidate), facts, folder, rules)) return [];
    seen.add(key);
    const label = matchesOf(candidate).map(describeMatch).join(' and ');
    return [{ ...candidate, match, label, ...(isOutside ? { outside: true } : {}) }];
  });
  const refused = offers.length === 0 ? null : programMatch(facts, folder);
  if (refused === null || seen.has(keyOf(refused))) return offers;
  return [...offers, { match: refused, label: describeMatch(refused), onlyRefused: true }];
}

/** Ignores what only widens a permission. */
function keyOf({ begins, ...match }: RuleMatch): string {
  return JSON.stringify(match);
}

/** A whole program or subcommand: refusals may be that broad. */
function programMatch({ toolName: tool, command, background }: CallFacts, folder: string | null): RuleMatch | null {
  const part = command?.parts.find((one) => !isHarmlessPart(one, folder));
  const [first, second] = part?.words ?? [];
  if (typeof first !== 'string' || command?.doubts.length) return null;
  const isSub = ownSubcommands.has(programName(first)) && typeof second === 'string' && !second.startsWith('-');
  return { tool, command: isSub ? [first, second] : [first], ...(background ? { background } : {}) };
}

/** Returns whether the call would pass in the mode that allows reads. */
export function isAllowedInReadsMode(
  facts: CallFacts,
  folder: string | null = null,
  rules: readonly PermissionRule[] = [],
): boolean {
  return facts.kind === 'read' && decide({ mode: 'reads', facts, rules, folder }).action === 'allow';
}

type Candidate = Pick<ApprovalOffer, 'match' | 'prefixes'>;

function matches(facts: CallFacts, folder: string | null, rules: readonly PermissionRule[]): Candidate[] {
  const prefixed = facts.command ? prefixOffer(facts, facts.command, folder, rules) : null;
  const all = plainMatches(facts, folder).map((match): Candidate => ({ match }));
  // After the exact command, which is narrower.
  return prefixed ? [...all.slice(0, 1), prefixed, ...all.slice(1)] : all;
}

function plainMatches(facts: CallFacts, folder: string | null): RuleMatch[] {
  const { toolName: tool, kind, server, serverId, command, origin, process } = facts;
  if (server !== undefined) {
    const which = { server, ...(serverId === undefined ? {} : { serverId }) };
    return [
      { tool, ...which },
      { tool: '*', ...which },
    ];
  }
  // The effect of a text depends on the program that reads it, so a rule for the text, or for any program, is
  // meaningless.
  if (process !== undefined) return [{ tool, process }];
  if (command) return commandMatches(facts, command);
  if (origin !== undefined) return [{ tool, origin }];
  return [...pathMatches(facts, folder), ...(kind === 'state' ? [] : [{ tool }])];
}

/** Returns whether the rules, added to the current ones, let this call pass. */
function helps(
  added: readonly RuleMatch[],
  facts: CallFacts,
  folder: string | null,
  rules: readonly PermissionRule[],
): boolean {
  return decide({ mode: 'ask', facts, rules: [...rules, ...added.map(permissionFor)], folder }).action === 'allow';
}

function permissionFor(match: RuleMatch): PermissionRule {
  return {
    id: '',
    effect: 'allow' as const,
    match,
    scope: { type: 'conversation' as const, conversationId: '' },
    origin: { type: 'answer' as const, conversationId: '', messageId: '' },
    createdAt: '',
    lastUsedAt: null,
  };
}

function commandMatches({ toolName: tool, background }: CallFacts, { text, doubts }: CommandFacts): RuleMatch[] {
  // Text that cannot be displayed exactly cannot be remembered either.
  if (!isRememberable(text)) return [];
  const whole = { tool, commandLine: text, ...(background ? { background } : {}) };
  return doubts.length > 0 ? [whole] : [whole, { tool }];
}

function isRememberable(text: string): boolean {
  return text.length <= maxCommandLength && visibleText(text) === text;
}

/** More than this many rules with one answer are hard to review. */
const maxPrefixes = 6;
/** The rule's limit. */
const maxPrefixWords = 50;

/** A permission by first words for each part that no rule covers yet; null if one of them has none. */
function prefixOffer(
  { toolName: tool, background }: CallFacts,
  { text, parts, doubts }: CommandFacts,
  folder: string | null,
  rules: readonly PermissionRule[],
): Candidate | null {
  if (doubts.length > 0 || !isRememberable(text)) return null;
  const allowing = rules.filter(({ effect, match }) => effect === 'allow' && match.tool === tool && match.command);
  const needed = parts.filter(
    (part) => !isHarmlessPart(part, folder) && !allowing.some((rule) => coversWords(part, rule)),
  );
  const prefixes = new Map<string, OfferedPrefix>();
  for (const part of needed) {
    const prefix = prefixOf(part);
    if (prefix === null) return null;
    prefixes.set(JSON.stringify(prefix.words.slice(0, prefix.length)), prefix);
  }
  const all = [...prefixes.values()];
  const [first] = all;
  if (!first || all.length > maxPrefixes) return null;
  return { match: matchOf(first, { tool, ...(background ? { background } : {}) }, first.length), prefixes: all };
}

function prefixOf({ words }: CommandPart): OfferedPrefix | null {
  const plain = words.filter((word) => word !== null);
  if (plain.length < words.length) return null;
  const named = classifyByTable(words)?.named ?? 0;
  const length = named > 0 ? named : prefixLength(words);
  if (length === null || length > maxPrefixWords) return null;
  return { words: plain.slice(0, maxPrefixWords), length, ...(named > 0 ? {} : { begins: true }) };
}

function matchOf({ words, begins }: OfferedPrefix, rest: RuleMatch, length: number): RuleMatch {
  return { ...rest, command: words.slice(0, length), ...(begins ? { begins } : {}) };
}

/** Returns the rules that an offer creates. `lengths`: how many first words of each prefix the user chose. */
export function matchesOf(
  { match, prefixes }: Pick<ApprovalOffer, 'match' | 'prefixes'>,
  lengths: readonly number[] = [],
): RuleMatch[] {
  if (!prefixes) return [match];
  return prefixes.map((prefix, at) => matchOf(prefix, match, lengths[at] ?? prefix.length));
}

/** Returns whether the user may choose these numbers of words: never fewer than suggested. */
export function arePrefixLengths({ prefixes = [] }: ApprovalOffer, lengths: readonly number[]): boolean {
  if (lengths.length !== prefixes.length) return false;
  return prefixes.every(({ words, length }, at) => {
    const chosen = lengths[at] ?? 0;
    return chosen >= length && chosen <= words.length;
  });
}

function pathMatches({ toolName: tool, paths = [] }: CallFacts, folder: string | null): RuleMatch[] {
  const [first, ...more] = paths;
  // It would have another meaning in a pattern.
  if (!first || more.length > 0 || first.path.includes('*')) return [];
  const { path } = first;
  const ownRule = { tool, path };
  // The project's own folder is itself listed or searched.
  if (path === folder) return [ownRule, { tool, path: `${folder}/**` }];
  const parent = path.replace(/[/\\][^/\\]*$/, '');
  const isRoot = parent === '' || /^[A-Za-z]:$/.test(parent) || parent === path;
  const pattern = `${parent}/**`;
  // The project's folder or one above it: this would cover more than the project.
  const holdsProject = folder !== null && matchesPath(pattern, folder, { folder, broad: true });
  return isRoot || holdsProject ? [ownRule] : [ownRule, { tool, path: pattern }];
}

/** The first words of one part of a command. */
export interface OfferedPrefix {
  /** All words of the part. */
  words: string[];
  /** How many of them cover the call: the suggestion, and the minimum. */
  length: number;
  /** A well-known tool that runs the project's code. Otherwise a program that only reads. */
  begins?: true;
}

/** A rule that the user may create with the answer. */
export interface ApprovalOffer {
  match: RuleMatch;
  /** For first words that the user may extend: one rule each. `match` is the first. */
  prefixes?: OfferedPrefix[];
  /** What it allows, in words that follow "Allow": "commands that begin with npm test". */
  label: string;
  /** It covers a place outside the project's folder, so it may not apply everywhere. */
  outside?: true;
  /** Too broad to allow. These come last. */
  onlyRefused?: true;
}
