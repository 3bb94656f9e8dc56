// The rules that a person may make with an answer, the narrowest first. Each of them would have allowed the call that is
// asked about: a rule that changes nothing is not offered.

import type { ApprovalOffer } from '../conversation/event.ts';
import { visibleText } from '../visibleText.ts';
import { isHarmlessPart, wordsAllowed } from './commandRules.ts';
import { decide } from './decide.ts';
import { matchWords } from './matchWords.ts';
import { offeredWords } from './programs.ts';
import { type CallFacts, type CommandFacts, longestCommand, type RuleMatch } from './rule.ts';

/** `folder`: the project's, absolute. */
export function offersFor(facts: CallFacts, folder: string | null = null): ApprovalOffer[] {
  const seen = new Set<string>();
  return matches(facts, folder).flatMap((match) => {
    const key = JSON.stringify(match);
    if (seen.has(key) || !helps(match, facts, folder)) return [];
    seen.add(key);
    return [{ match, label: matchWords(match) }];
  });
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

/** Whether the rule alone would let this call pass. */
function helps(match: RuleMatch, facts: CallFacts, folder: string | null): boolean {
  const rule = {
    id: '',
    effect: 'allow' as const,
    match,
    scope: { type: 'always' as const },
    origin: { type: 'settings' as const },
    createdAt: '',
    lastUsedAt: null,
  };
  return decide({ mode: 'ask', facts, rules: [rule], folder }).action === 'allow';
}

function commandMatches(
  { toolName: tool, background }: CallFacts,
  command: CommandFacts,
  folder: string | null,
): RuleMatch[] {
  const { text, parts, doubts } = command;
  // What cannot be read as it is, is not remembered either.
  if (text.length > longestCommand || visibleText(text) !== text) return [];
  const where = background ? { background } : {};
  const whole = { tool, commandLine: text, ...where };
  if (doubts.length > 0) return [whole];
  const needed = parts.filter((part) => !isHarmlessPart(part, folder));
  const [first] = needed;
  const count = first ? offeredWords(first.words) : null;
  const words = first && count !== null ? first.words.slice(0, count) : [];
  const begins = words.filter((word) => word !== null);
  const fits = begins.length > 0 && needed.every((part) => wordsAllowed(part, begins));
  return [whole, ...(fits ? [{ tool, command: begins, ...where }] : []), { tool }];
}

function pathMatches({ toolName: tool, paths = [] }: CallFacts, folder: string | null): RuleMatch[] {
  const [first, ...more] = paths;
  // In a pattern it would mean something else.
  if (!first || more.length > 0 || first.path.includes('*')) return [];
  const { path } = first;
  const parent = path.replace(/[/\\][^/\\]*$/, '');
  const isRoot = parent === '' || /^[A-Za-z]:$/.test(parent) || parent === path;
  const outer = !first.outside && parent === folder ? [] : [{ tool, path: `${parent}/**` }];
  return [{ tool, path }, ...(isRoot ? [] : outer)];
}
