// The decision. A refusal beats a question, a question beats a permission, in every mode.
//
// What is asked about in every mode, whatever else allows the call: a path outside the project's folder that no permission
// names, a file that holds secrets or decides what others run (no permission ends that), a command line that is too long to
// be read, and one of which it cannot be told whether a refusal is about it.

import type { ToolKind } from '../toolInfo.ts';
import {
  isAboutCommands,
  isHarmlessPart,
  namedPaths,
  redirectionsAllowed,
  wordsAllowed,
  wordsRefused,
} from './commandRules.ts';
import { matchWords } from './matchWords.ts';
import { pathFits } from './pathPattern.ts';
import {
  type CallFacts,
  type CommandFacts,
  type CommandPart,
  type Decision,
  longestCommand,
  type PermissionInput,
  type PermissionRule,
  type RuleMatch,
} from './rule.ts';
import { isTooWide } from './ruleScope.ts';

export function decide(input: PermissionInput): Decision {
  const { facts, mode, rules, folder } = input;
  const of = (effect: PermissionRule['effect']): PermissionRule[] => rules.filter((rule) => rule.effect === effect);
  const refusing = of('deny').map((rule) => ({ rule, fits: fitsBroadly(rule.match, facts, folder) }));
  const refused = refusing.filter(({ fits }) => fits === 'yes').map(({ rule }) => rule);
  if (refused.length > 0) return decided('deny', `You refused ${named(refused)}.`, refused);
  const asking = of('ask').filter((rule) => fitsBroadly(rule.match, facts, folder) !== 'no');
  if (asking.length > 0) return decided('ask', `You want to be asked about ${named(asking)}.`, asking);
  const unsure = refusing.filter(({ fits }) => fits === 'maybe').map(({ rule }) => rule);
  if (unsure.length > 0) {
    const why = facts.command?.doubts[0] ?? 'It is made while it runs.';
    return decided('ask', `It cannot be told whether it is what you refused: ${named(unsure)}. ${why}`, unsure);
  }
  if (facts.kind === 'state') return decided('allow', 'It changes only the conversation itself.');
  const allowing = of('allow').filter((rule) => !isTooWide(rule) && isAboutTool(rule.match, facts));
  const always = alwaysAsked(facts, allowing, folder);
  if (always) return decided('ask', always);
  if (mode === 'all') return decided('allow', 'Everything is allowed without asking.');
  if (mode === 'reads' && facts.kind === 'read') {
    return decided('allow', 'Reading is allowed without asking.', outsideRules(facts, allowing, folder));
  }
  const allowed = facts.command ? commandRules(facts.command, allowing, folder) : callRules(facts, allowing, folder);
  if (allowed) return decided('allow', `You allowed ${named(allowed)}.`, allowed);
  return decided('ask', askReason(facts));
}

function decided(action: Decision['action'], reason: string, rules: readonly PermissionRule[] = []): Decision {
  return { action, reason, ruleIds: [...new Set(rules.map(({ id }) => id))] };
}

function named(rules: readonly PermissionRule[]): string {
  return [...new Set(rules.map(({ match }) => matchWords(match)))].join(' and ');
}

/** A permission for a built-in tool is never one for a server's tool of the same name. */
function isAboutTool({ tool, server }: RuleMatch, facts: CallFacts): boolean {
  return server === facts.server && (tool === '*' || tool === facts.toolName);
}

type Fit = 'yes' | 'maybe' | 'no';

/** For refusals and questions: whatever could be meant is. */
function fitsBroadly(match: RuleMatch, facts: CallFacts, folder: string | null): Fit {
  if (match.tool !== '*' && match.tool !== facts.toolName) return 'no';
  if (match.server !== undefined && match.server !== facts.server) return 'no';
  if (match.origin !== undefined && sameOrigin(match.origin) !== sameOrigin(facts.origin ?? '')) return 'no';
  const command = isAboutCommands(match) ? commandFit(match, facts.command) : 'yes';
  const path = match.path === undefined ? 'yes' : pathFit(match.path, facts, folder);
  if (command === 'no' || path === 'no') return 'no';
  return command === 'maybe' || path === 'maybe' ? 'maybe' : 'yes';
}

function sameOrigin(origin: string): string {
  return origin.toLowerCase().replace(/\/+$/, '');
}

function commandFit({ command: wanted, commandLine }: RuleMatch, command: CommandFacts | undefined): Fit {
  if (!command) return 'no';
  if (commandLine !== undefined && command.text.trim() === commandLine.trim()) return 'yes';
  if (wanted === undefined) return 'no';
  const fits = command.parts.map((part) => wordsRefused(part, wanted));
  if (fits.includes('yes')) return 'yes';
  return fits.includes('maybe') || command.doubts.length > 0 ? 'maybe' : 'no';
}

function pathFit(pattern: string, facts: CallFacts, folder: string | null): Fit {
  const named = [
    ...(facts.paths ?? []).map(({ path }) => path),
    ...(facts.command?.parts ?? []).flatMap((part) => namedPaths(part, folder)),
  ];
  if (named.some((path) => pathFits(pattern, path, { folder, broad: true }))) return 'yes';
  const hidden = facts.command?.parts.some(
    ({ words, redirections }) => words.includes(null) || redirections.some(({ path }) => path === null),
  );
  return hidden || (facts.command?.doubts.length ?? 0) > 0 ? 'maybe' : 'no';
}

/** Why it is asked about in every mode; null: it is not. */
function alwaysAsked(facts: CallFacts, allowing: readonly PermissionRule[], folder: string | null): string | null {
  if (facts.command && facts.command.text.length > longestCommand) {
    return `The command has more than ${longestCommand.toLocaleString('en')} characters: such a one is always asked about.`;
  }
  const sensitive = facts.paths?.find((path) => path.sensitive !== undefined);
  if (sensitive) {
    const does = sensitive.access === 'read' ? 'reads' : 'changes';
    return `It ${does} ${sensitive.path}: ${sensitive.sensitive}. Such a file is asked about each time.`;
  }
  const outside = facts.paths?.find(({ path, outside }) => outside && !naming(path, allowing, folder));
  if (!outside) return null;
  const what = outside.access === 'read' ? 'reads' : 'changes';
  return `It ${what} ${outside.path}, which is outside of the project's folder.`;
}

function naming(path: string, allowing: readonly PermissionRule[], folder: string | null): PermissionRule | undefined {
  return allowing.find(
    ({ match }) =>
      match.path !== undefined && !isAboutCommands(match) && pathFits(match.path, path, { folder, broad: false }),
  );
}

function outsideRules(facts: CallFacts, allowing: readonly PermissionRule[], folder: string | null): PermissionRule[] {
  return (facts.paths ?? []).flatMap(({ path, outside }) => (outside && naming(path, allowing, folder)) || []);
}

/** The permissions that together cover a call that is no command; null: they do not. */
function callRules(
  facts: CallFacts,
  allowing: readonly PermissionRule[],
  folder: string | null,
): PermissionRule[] | null {
  const plain = allowing.find(
    ({ match }) => !isAboutCommands(match) && match.path === undefined && match.origin === undefined,
  );
  const used: PermissionRule[] = [];
  if (facts.origin !== undefined) {
    const { origin } = facts;
    const named = allowing.find(({ match }) => match.origin === origin && match.path === undefined);
    if (!named) return null;
    used.push(named);
  }
  for (const { path, outside } of facts.paths ?? []) {
    const rule = naming(path, allowing, folder) ?? (outside ? undefined : plain);
    if (!rule) return null;
    used.push(rule);
  }
  if (used.length > 0) return used;
  return plain ? [plain] : null;
}

/** The permissions that together cover every part of a command line; null: they do not. */
function commandRules(
  command: CommandFacts,
  allowing: readonly PermissionRule[],
  folder: string | null,
): PermissionRule[] | null {
  const whole = allowing.find(({ match }) => match.commandLine === command.text && match.path === undefined);
  if (whole) return [whole];
  const every = allowing.find(({ match }) => !isAboutCommands(match) && !match.path && !match.origin);
  if (every) return [every];
  if (command.doubts.length > 0 || command.parts.length === 0) return null;
  const used: PermissionRule[] = [];
  for (const part of command.parts) {
    const rules = partRules(part, allowing, folder);
    if (rules) used.push(...rules);
    else if (!isHarmlessPart(part, folder)) return null;
  }
  return used.length > 0 ? used : null;
}

function partRules(
  part: CommandPart,
  allowing: readonly PermissionRule[],
  folder: string | null,
): PermissionRule[] | null {
  const writable = allowing.filter(({ match }) => match.path !== undefined && !isAboutCommands(match));
  for (const rule of allowing) {
    const { command, path } = rule.match;
    if (!command || !wordsAllowed(part, command)) continue;
    const own = path === undefined ? [] : [path];
    const paths = [...own, ...writable.flatMap(({ match }) => match.path ?? [])];
    if (redirectionsAllowed(part, paths, folder)) return [rule];
  }
  return null;
}

function askReason(facts: CallFacts): string {
  const doubt = facts.command?.doubts[0] ?? facts.command?.parts.flatMap(({ cautions }) => cautions)[0];
  return [reasons[facts.kind](facts), ...(doubt === undefined ? [] : [doubt])].join(' ');
}

const reasons: Readonly<Record<ToolKind, (facts: CallFacts) => string>> = {
  state: () => 'It changes only the conversation itself.',
  read: () => 'Your setting asks before anything is read.',
  write: () => 'It changes a file in your folder.',
  execute: () => 'It runs a command on your machine.',
  network: ({ origin }) => `It sends a request over the network${origin === undefined ? '' : ` to ${origin}`}.`,
  mcp: ({ server }) => `It runs a tool of the server ${server ?? ''}.`,
  agent: () => 'It starts an agent that works by itself.',
};
