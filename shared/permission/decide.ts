// The permission decision. Refusals override questions, which override permissions, in every mode.
// Always asked about, whatever allows the call: a path outside the project's folder that no permission names; a file
// with secrets or one that controls what others run (no permission covers these); an unreadably long command line; and
// one that may match a refusal.

import { type Sentence, SentenceSet, say, textOf, type UserText } from '../core/sentence.ts';
import type { ToolKind } from '../features/tools/toolInfo.ts';
import { createRefusalMatcher, pathsOf, worksOutsideFolder } from './commandRefusals.ts';
import { coversRedirections, coversWords, isCommandMatch, isHarmlessPart } from './commandRules.ts';
import { dangerReasons, destructiveReason, pathReason } from './dangerReasons.ts';
import { classifyByTable } from './harmlessCommand.ts';
import { individualReason } from './individualReason.ts';
import { createPathMatcher } from './pathArguments.ts';
import { matchesPath } from './pathPattern.ts';
import {
  type CallFacts,
  type CommandFacts,
  type CommandPart,
  type Decision,
  maxCommandLength,
  type PathArgument,
  type PermissionInput,
  type PermissionRule,
  type RuleMatch,
} from './rule.ts';
import { isSandboxOpening, isTooBroad } from './ruleScope.ts';
import { matchSentence } from './ruleText.ts';
import { coversSite } from './siteCover.ts';

/** Questions list every danger, whatever the reason for asking. */
export function decide(input: PermissionInput): Decision {
  const decided = withSandboxFallback(decideByRules(input), input);
  const decision = decided.action === 'ask' ? { ...decided, ...sandboxFor(input) } : decided;
  const grave = decision.action === 'ask' ? dangerReasons(input.facts, input.folder) : [];
  return grave.length === 0 ? decision : { ...decision, byItself: true, grave };
}

/** The sandbox for a call that would otherwise be asked about, in modes that have one. */
function sandboxFor({ mode, facts }: PermissionInput): Pick<Decision, 'sandboxed'> {
  if (!facts.sandboxable) return {};
  return mode === 'sandbox' ? { sandboxed: 'project' } : mode === 'plan' ? { sandboxed: 'read_only' } : {};
}

/** Without a sandbox nothing is allowed because of it; the question says why. */
function withSandboxFallback(decision: Decision, { mode, facts: { withoutSandbox } }: PermissionInput): Decision {
  if (mode !== 'sandbox' || withoutSandbox === undefined || decision.action === 'deny') return decision;
  const why = say`No sandbox is available: ${withoutSandbox}`;
  const reason = decision.action === 'ask' ? say.all([why, decision.reason]) : decision.reason;
  return { ...decision, reason, withoutSandbox };
}

function decideByRules(input: PermissionInput): Decision {
  const { facts, mode, folder } = input;
  const rules = input.rules.filter(({ match }) => !isSandboxOpening(match));
  const of = (effect: PermissionRule['effect']): PermissionRule[] => rules.filter((rule) => rule.effect === effect);
  const fitsBroadly = broadFit(facts, folder);
  const refusing = of('deny').map((rule) => ({ rule, fits: fitsBroadly(rule.match) }));
  const refused = refusing.filter(({ fits }) => fits === 'yes').map(({ rule }) => rule);
  if (refused.length > 0) return decided('deny', say`You denied ${named(refused)}.`, refused);
  const planned = mode === 'plan' ? inPlanMode(facts) : null;
  if (planned?.action === 'deny') return planned;
  const asking = of('ask').filter((rule) => fitsBroadly(rule.match) !== 'no');
  if (asking.length > 0) return askIndividually(say`You chose to be asked about ${named(asking)}.`, asking);
  const unsure = refusing.filter(({ fits }) => fits === 'maybe').map(({ rule }) => rule);
  if (unsure.length > 0) {
    const why = facts.command?.doubts[0] ?? unsureBecause(facts, folder);
    return askIndividually(say`It may match something you denied: ${named(unsure)}. ${why}`, unsure);
  }
  if (facts.kind === 'state') return decided('allow', say`It only changes the conversation itself.`);
  if (planned) return planned;
  const allowing = of('allow').filter((rule) => !isTooBroad(rule) && isAboutTool(rule.match, facts));
  const always = alwaysAsked(facts, allowing, folder);
  if (mode === 'sandbox' && facts.sandboxable) {
    // Permitted calls run as permitted: outside.
    const outside = always || !facts.command ? null : commandRules(facts.command, allowing, folder);
    return outside
      ? decided('allow', say`You allowed ${named(outside)}.`, outside)
      : { ...decided('allow', say`It runs in the sandbox.`), sandboxed: 'project' };
  }
  if (always) return askIndividually(always);
  if (mode === 'all') return decided('allow', say`Everything is allowed without asking.`);
  if (mode !== 'ask' && facts.kind === 'read') {
    return decided('allow', say`Reading is allowed without asking.`, outsideRules(facts, allowing, folder));
  }
  if ((mode === 'edits' || mode === 'sandbox') && facts.kind === 'write') {
    return decided(
      'allow',
      say`Editing files in the project is allowed without asking.`,
      outsideRules(facts, allowing, folder),
    );
  }
  const allowed = facts.command ? commandRules(facts.command, allowing, folder) : callRules(facts, allowing, folder);
  if (allowed) return decided('allow', say`You allowed ${named(allowed)}.`, allowed);
  const doubt = doubtOf(facts) ?? individualReason(facts, folder);
  const reason = reasons[facts.kind](facts);
  return doubt === null ? decided('ask', reason) : askIndividually(say.all([reason, doubt]));
}

/** Null: decided as in any mode. */
function inPlanMode({ kind, sandboxable, background, process }: CallFacts): Decision | null {
  if (kind === 'state' || kind === 'read' || kind === 'network') return null;
  if (kind === 'agent') return decided('allow', say`It only reads, like everything in plan mode.`);
  if (kind === 'execute' && sandboxable && !background && process === undefined) {
    return { ...decided('allow', say`It runs in the sandbox and cannot change anything.`), sandboxed: 'read_only' };
  }
  return decided('deny', say`Nothing is changed in plan mode.`);
}

function decided(action: Decision['action'], reason: UserText, rules: readonly PermissionRule[] = []): Decision {
  return { action, reason, ruleIds: [...new Set(rules.map(({ id }) => id))] };
}

/** Doubtful calls, and those asked about in every mode. */
function askIndividually(reason: UserText, rules: readonly PermissionRule[] = []): Decision {
  return { ...decided('ask', reason, rules), byItself: true };
}

function named(rules: readonly PermissionRule[]): UserText {
  const all = new SentenceSet();
  for (const { match } of rules) all.add(matchSentence(match));
  const [first = '', ...others] = all;
  return others.reduce((before, each) => say`${before} and ${each}`, first);
}

function unsureBecause({ command }: CallFacts, folder: string | null): Sentence {
  if (command && worksOutsideFolder(command, folder)) return say`It works in another folder.`;
  return command?.parts.some(hasHidden)
    ? say`What it uses cannot be checked in advance.`
    : say`It names too many files to check.`;
}

/**
 * A permission for a built-in tool never covers a server's tool of the same name. One for a server covers only the
 * server it was created for; a hand-written one covers the user's global server.
 */
function isAboutTool(match: RuleMatch, facts: CallFacts): boolean {
  const { tool, server, background, process } = match;
  if (server !== facts.server || (tool !== '*' && tool !== facts.toolName)) return false;
  if (server !== undefined && (match.serverId ?? `global:${server}`) !== facts.serverId) return false;
  if (process !== undefined && process !== facts.process) return false;
  // Permission to run a command in the foreground does not cover the background, and input for a program is not a
  // command.
  if (isCommandMatch(match) && (background === true) !== (facts.background === true)) return false;
  if (background === true && facts.background !== true) return false;
  return !isCommandMatch(match) || facts.process === undefined;
}

type Fit = 'yes' | 'maybe' | 'no';

/** For refusals and questions: matches anything that could be meant. Takes the call apart once for all of them. */
function broadFit(facts: CallFacts, folder: string | null): (match: RuleMatch) => Fit {
  const { command } = facts;
  const wordFit = once(() => createRefusalMatcher([...(command?.parts ?? []), ...(command?.launched ?? [])]));
  const places = once(() =>
    createPathMatcher(
      [...(facts.paths ?? []).map(({ path }) => path), ...(command ? pathsOf(command, folder) : [])],
      folder,
    ),
  );
  const isHidden = once(
    () =>
      command !== undefined &&
      (command.doubts.length > 0 || command.parts.some(hasHidden) || worksOutsideFolder(command, folder)),
  );

  function commandFit({ command: ruleWords, commandLine }: RuleMatch): Fit {
    if (!command) return 'no';
    if (commandLine !== undefined && command.text.trim() === commandLine.trim()) return 'yes';
    if (ruleWords === undefined) return 'no';
    const fit = wordFit()(ruleWords);
    return fit === 'no' && command.doubts.length > 0 ? 'maybe' : fit;
  }

  function pathFit(pattern: string): Fit {
    const fit = places()(pattern);
    return fit === 'no' && isHidden() ? 'maybe' : fit;
  }

  return (match) => {
    if (match.tool !== '*' && match.tool !== facts.toolName) return 'no';
    if (match.server !== undefined && match.server !== facts.server) return 'no';
    if (match.serverId !== undefined && match.serverId !== facts.serverId) return 'no';
    if (match.process !== undefined && match.process !== facts.process) return 'no';
    if (match.background === true && facts.background !== true) return 'no';
    if (match.origin !== undefined && !coversSite(match.origin, facts.origin ?? '')) return 'no';
    const byCommand = isCommandMatch(match) ? commandFit(match) : 'yes';
    if (byCommand === 'no') return 'no';
    const byPath = match.path === undefined ? 'yes' : pathFit(match.path);
    return byCommand === 'maybe' && byPath !== 'no' ? 'maybe' : byPath;
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function hasHidden({ words, redirections, places = [] }: CommandPart): boolean {
  if (words.includes(null) || redirections.some(({ path }) => path === null)) return true;
  return places.some(({ isUnknown }) => isUnknown);
}

/** Wildcards are for the shared browser, which checks each address that it reaches. */
function isSite({ origin, path }: RuleMatch, facts: CallFacts): boolean {
  if (origin === undefined || facts.origin === undefined || path !== undefined) return false;
  return origin === facts.origin || (facts.page !== undefined && coversSite(origin, facts.origin));
}

/** Why it is asked about in every mode; null: it is not. */
function alwaysAsked(facts: CallFacts, allowing: readonly PermissionRule[], folder: string | null): UserText | null {
  if (facts.changed !== undefined) return facts.changed;
  if (facts.command && facts.command.text.length > maxCommandLength) {
    return say`You are always asked about commands longer than ${maxCommandLength.toLocaleString('en')} characters.`;
  }
  const sensitive = facts.paths?.find((path) => path.sensitive !== undefined);
  const why = sensitive && pathReason(sensitive);
  if (why) return say.all([why, eachTime]);
  const named = placesOf(facts.command).find((place) => place.sensitive !== undefined);
  if (named) return say`It names ${named.path}: ${named.sensitive}. You are asked about files like this every time.`;
  if (facts.page === 'open' && !allowing.some(({ match }) => isSite(match, facts))) {
    return say`You have not allowed the shared browser to open ${facts.origin ?? ''} yet.`;
  }
  const outside = facts.paths?.find(({ path, outside }) => outside && !naming(path, allowing, folder, true));
  return outside ? pathReason(outside) : null;
}

const eachTime = say`You are asked about files like this every time.`;

function placesOf(command: CommandFacts | undefined): PathArgument[] {
  return [...(command?.parts ?? []), ...(command?.launched ?? [])].flatMap(({ places = [] }) => places);
}

/** Returns the permission that names the path. */
function naming(
  path: string,
  allowing: readonly PermissionRule[],
  folder: string | null,
  outside: boolean,
): PermissionRule | undefined {
  return allowing.find(
    (rule) =>
      rule.match.path !== undefined &&
      !isCommandMatch(rule.match) &&
      (!outside || reachesOutside(rule)) &&
      matchesPath(rule.match.path, path, { folder, broad: false }),
  );
}

/** A global answer was given about a place in its own project; for other projects that place is outside. */
function reachesOutside({ scope, origin }: PermissionRule): boolean {
  return scope.type !== 'always' || origin.type !== 'answer';
}

function outsideRules(facts: CallFacts, allowing: readonly PermissionRule[], folder: string | null): PermissionRule[] {
  return (facts.paths ?? []).flatMap(({ path, outside }) => (outside && naming(path, allowing, folder, true)) || []);
}

/** Returns the permissions that together cover a call other than a command; null: not covered. */
function callRules(
  facts: CallFacts,
  allowing: readonly PermissionRule[],
  folder: string | null,
): PermissionRule[] | null {
  const plain = allowing.find(
    ({ match }) => !isCommandMatch(match) && match.path === undefined && match.origin === undefined,
  );
  const used: PermissionRule[] = [];
  if (facts.origin !== undefined) {
    const named = allowing.find(({ match }) => isSite(match, facts));
    if (!named) return null;
    used.push(named);
  }
  for (const { path, outside } of facts.paths ?? []) {
    const rule = naming(path, allowing, folder, outside) ?? (outside ? undefined : plain);
    if (!rule) return null;
    used.push(rule);
  }
  if (used.length > 0) return used;
  return plain ? [plain] : null;
}

/** Returns the permissions that together cover every part of a command line; null: not covered. */
function commandRules(
  command: CommandFacts,
  allowing: readonly PermissionRule[],
  folder: string | null,
): PermissionRule[] | null {
  const whole = allowing.find(({ match }) => match.commandLine === command.text && match.path === undefined);
  if (whole) return [whole];
  const isNamed = (path: string): boolean => naming(path, allowing, folder, true) !== undefined;
  const every = allowing.find(({ match }) => !isCommandMatch(match) && !match.path && !match.origin);
  const strays = placesOf(command).some(
    ({ path, outside, guarded }) => guarded !== undefined || (outside && !isNamed(path)),
  );
  if (every && !strays) return [every];
  // After a `cd`, words no longer name the places they were resolved to.
  if (command.doubts.length > 0 || command.parts.length === 0 || worksOutsideFolder(command, folder)) return null;
  const used: PermissionRule[] = [];
  const byWords = allowing.filter(({ match }) => match.command !== undefined);
  const writable = allowing.flatMap((rule) => {
    const { path } = rule.match;
    if (path === undefined || isCommandMatch(rule.match)) return [];
    return reachesOutside(rule) || path.startsWith(`${folder}/`) ? path : [];
  });
  for (const part of command.parts) {
    const rule = byWords.find((candidate) => {
      if (!coversWords(part, candidate, isNamed) || isMoreDangerous(part, candidate.match.command)) return false;
      return coversRedirections(part, [candidate.match.path ?? [], writable].flat(), folder);
    });
    if (rule) used.push(rule);
    else if (!isHarmlessPart(part, folder)) return null;
  }
  return used.length > 0 ? used : null;
}

/** `git push` was allowed; `git push --force` discards commits, which its words do not show. */
function isMoreDangerous(part: CommandPart, ruleWords: readonly string[] = []): boolean {
  return destructiveReason(part) !== null && destructiveReason({ ...part, words: [...ruleWords] }) === null;
}

function doubtOf({ command }: CallFacts): UserText | undefined {
  return command?.doubts[0] ?? command?.parts.flatMap(unknownWord)[0] ?? revealedPlace(command);
}

/** Describes what it would print without naming it. */
function revealedPlace(command: CommandFacts | undefined): Sentence | undefined {
  const guardedPlace = placesOf(command).find(({ said, guarded }) => said === undefined && guarded !== undefined);
  return guardedPlace && say`It may reveal what is in ${guardedPlace.path}: ${guardedPlace.guarded}.`;
}

/** For a known program, its unknown words. */
function unknownWord({ words }: CommandPart): Sentence[] {
  const unknown = classifyByTable(words)?.unknown ?? null;
  return unknown === null ? [] : [say`${words[0]} with ${unknown.slice(0, 60)} may change something.`];
}

/**
 * `generic`: only what any call of its kind does, which the row and the preview show. `danger`: begins with one of
 * `grave`. `sandbox`: the command met the sandbox boundary, and the answer opens it.
 */
export type ApprovalReasonType = 'generic' | 'danger' | 'sandbox';

/** Undefined for a reason that is none of these types. */
export function reasonTypeOf({ reason, grave = [] }: Decision, facts: CallFacts): ApprovalReasonType | undefined {
  const text = textOf(reason);
  if (grave.some((danger) => text.startsWith(textOf(danger)))) return 'danger';
  return isShownByPreview.has(facts.kind) && text === reasons[facts.kind](facts).text ? 'generic' : undefined;
}

const isShownByPreview: ReadonlySet<ToolKind> = new Set(['read', 'write', 'execute', 'network']);

const reasons: Readonly<Record<ToolKind, (facts: CallFacts) => Sentence>> = {
  state: () => say`It only changes the conversation itself.`,
  read: () => say`Your approval mode asks before every read.`,
  write: () => say`It changes a file in your folder.`,
  execute: ({ page, origin }) =>
    page === undefined
      ? say`It runs a command on your machine.`
      : say`It uses a page of ${origin ?? '?'} with your sign-ins.`,
  network: ({ origin }) =>
    origin === undefined
      ? say`It sends a request over the network.`
      : say`It sends a request over the network to ${origin}.`,
  mcp: () => say`What it does depends on its server.`,
  agent: () => say`It starts an agent that works on its own.`,
};
