// What a person may allow from now on with an answer, the narrowest first. Each is tried against the call that is asked about,
// among the rules in force: what would not let this very call pass the next time is not offered. No rule is offered for a
// folder above the project's, and one for a place outside of the project says so.

import { visibleText } from '../core/visibleText.ts';
import { isHarmlessPart } from './commandRules.ts';
import { decide } from './decide.ts';
import { readByTable } from './harmlessWords.ts';
import { matchWords } from './matchWords.ts';
import { pathFits } from './pathPattern.ts';
import { ownSubcommands, programName } from './programs.ts';
import { type CallFacts, type CommandFacts, maxCommandLength, type PermissionRule, type RuleMatch } from './rule.ts';

/** `folder`: the project's, absolute. `rules`: those in whose scope the call is. */
export function offersFor(
  facts: CallFacts,
  folder: string | null = null,
  rules: readonly PermissionRule[] = [],
): ApprovalOffer[] {
  const seen = new Set<string>();
  const isOutside = facts.paths?.some(({ outside }) => outside) === true;
  const offers = matches(facts, folder).flatMap((match): ApprovalOffer[] => {
    const key = JSON.stringify(match);
    if (seen.has(key) || !helps(match, facts, folder, rules)) return [];
    seen.add(key);
    return [{ match, label: matchWords(match), ...(isOutside ? { outside: true } : {}) }];
  });
  const refused = offers.length === 0 ? null : programMatch(facts, folder);
  if (refused === null || seen.has(JSON.stringify(refused))) return offers;
  return [...offers, { match: refused, label: matchWords(refused), onlyRefused: true }];
}

/** All that a program does, or one of its subcommands: a refusal may be as wide as that. */
function programMatch({ toolName: tool, command, background }: CallFacts, folder: string | null): RuleMatch | null {
  const part = command?.parts.find((one) => !isHarmlessPart(one, folder));
  const [first, second] = part?.words ?? [];
  if (typeof first !== 'string' || command?.doubts.length) return null;
  const isSub = ownSubcommands.has(programName(first)) && typeof second === 'string' && !second.startsWith('-');
  return { tool, command: isSub ? [first, second] : [first], ...(background ? { background } : {}) };
}

/** Whether the call would pass in the mode in which what only reads is not asked about. */
export function readsWouldPass(
  facts: CallFacts,
  folder: string | null = null,
  rules: readonly PermissionRule[] = [],
): boolean {
  return facts.kind === 'read' && decide({ mode: 'reads', facts, rules, folder }).action === 'allow';
}

function matches(facts: CallFacts, folder: string | null): RuleMatch[] {
  const { toolName: tool, kind, server, serverId, command, origin, process } = facts;
  if (server !== undefined) {
    const which = { server, ...(serverId === undefined ? {} : { serverId }) };
    return [
      { tool, ...which },
      { tool: '*', ...which },
    ];
  }
  // What the same text does depends on what reads it: a rule for text, or for any program, would say nothing.
  if (process !== undefined) return [{ tool, process }];
  if (command) return commandMatches(facts, command, folder);
  if (origin !== undefined) return [{ tool, origin }];
  return [...pathMatches(facts, folder), ...(kind === 'state' ? [] : [{ tool }])];
}

/** Whether the rule, beside those in force, would let this call pass. */
function helps(match: RuleMatch, facts: CallFacts, folder: string | null, rules: readonly PermissionRule[]): boolean {
  const rule = {
    id: '',
    effect: 'allow' as const,
    match,
    scope: { type: 'conversation' as const, conversationId: '' },
    origin: { type: 'answer' as const, conversationId: '', messageId: '' },
    createdAt: '',
    lastUsedAt: null,
  };
  return decide({ mode: 'ask', facts, rules: [...rules, rule], folder }).action === 'allow';
}

function commandMatches(
  { toolName: tool, background }: CallFacts,
  command: CommandFacts,
  folder: string | null,
): RuleMatch[] {
  const { text, parts, doubts } = command;
  // What cannot be read as it is, is not remembered either.
  if (text.length > maxCommandLength || visibleText(text) !== text) return [];
  const where = background ? { background } : {};
  const whole = { tool, commandLine: text, ...where };
  if (doubts.length > 0) return [whole];
  const needed = parts.filter((part) => !isHarmlessPart(part, folder));
  const [first] = needed;
  const named = first ? (readByTable(first.words)?.named ?? 0) : 0;
  const begins = (first?.words ?? []).slice(0, named).filter((word) => word !== null);
  return [whole, ...(begins.length > 0 ? [{ tool, command: begins, ...where }] : []), { tool }];
}

function pathMatches({ toolName: tool, paths = [] }: CallFacts, folder: string | null): RuleMatch[] {
  const [first, ...more] = paths;
  // In a pattern it would mean something else.
  if (!first || more.length > 0 || first.path.includes('*')) return [];
  const { path } = first;
  const own = { tool, path };
  // The project's own folder is itself what is listed or looked through.
  if (path === folder) return [own, { tool, path: `${folder}/**` }];
  const parent = path.replace(/[/\\][^/\\]*$/, '');
  const isRoot = parent === '' || /^[A-Za-z]:$/.test(parent) || parent === path;
  const pattern = `${parent}/**`;
  // The project's folder, or one above it: that would be more than the project.
  const holdsProject = folder !== null && pathFits(pattern, folder, { folder, broad: true });
  return isRoot || holdsProject ? [own] : [own, { tool, path: pattern }];
}

/** A rule that the person may make with the answer. */
export interface ApprovalOffer {
  match: RuleMatch;
  /** What it allows, as words after "Allow": "commands that begin with npm test". */
  label: string;
  /** It is about a place outside of the project's folder: it may not hold everywhere. */
  outside?: true;
  /** Too wide to be allowed. These come last. */
  onlyRefused?: true;
}
