// The permissions that an answer can include, narrowest first. Each is tested against the call and the current rules,
// and only offered if it would let this very call pass next time. No rule is offered for a folder above the project,
// and one for a place outside it says so.

import { visibleText } from '../core/visibleText.ts';
import { isHarmlessPart } from './commandRules.ts';
import { decide } from './decide.ts';
import { classifyByTable } from './harmlessCommand.ts';
import { matchesPath } from './pathPattern.ts';
import { ownSubcommands, programName } from './programs.ts';
import { type CallFacts, type CommandFacts, maxCommandLength, type PermissionRule, type RuleMatch } from './rule.ts';
import { describeMatch } from './ruleText.ts';

/** `folder`: the project's, absolute. `rules`: those whose scope includes the call. */
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
    return [{ match, label: describeMatch(match), ...(isOutside ? { outside: true } : {}) }];
  });
  const refused = offers.length === 0 ? null : programMatch(facts, folder);
  if (refused === null || seen.has(JSON.stringify(refused))) return offers;
  return [...offers, { match: refused, label: describeMatch(refused), onlyRefused: true }];
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

function matches(facts: CallFacts, folder: string | null): RuleMatch[] {
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
  if (command) return commandMatches(facts, command, folder);
  if (origin !== undefined) return [{ tool, origin }];
  return [...pathMatches(facts, folder), ...(kind === 'state' ? [] : [{ tool }])];
}

/** Returns whether the rule, added to the current ones, lets this call pass. */
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
  // Text that cannot be displayed exactly cannot be remembered either.
  if (text.length > maxCommandLength || visibleText(text) !== text) return [];
  const where = background ? { background } : {};
  const whole = { tool, commandLine: text, ...where };
  if (doubts.length > 0) return [whole];
  const needed = parts.filter((part) => !isHarmlessPart(part, folder));
  const [first] = needed;
  const named = first ? (classifyByTable(first.words)?.named ?? 0) : 0;
  const begins = (first?.words ?? []).slice(0, named).filter((word) => word !== null);
  return [whole, ...(begins.length > 0 ? [{ tool, command: begins, ...where }] : []), { tool }];
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

/** A rule that the user may create with the answer. */
export interface ApprovalOffer {
  match: RuleMatch;
  /** What it allows, in words that follow "Allow": "commands that begin with npm test". */
  label: string;
  /** It covers a place outside the project's folder, so it may not apply everywhere. */
  outside?: true;
  /** Too broad to allow. These come last. */
  onlyRefused?: true;
}
