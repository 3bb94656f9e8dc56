// Whether a tool call runs, is asked about, or is refused. Pure: rules and the call go in, a decision comes out.

import type { ToolKind } from './toolInfo.ts';

/** `ask` asks about everything that touches the folder; `reads` lets reads pass; `all` asks nothing. */
export const approvalModes = ['ask', 'reads', 'all'] as const;
export type ApprovalMode = (typeof approvalModes)[number];

/** What a call would do, as far as it can be told before it runs. */
export interface CallFacts {
  toolName: string;
  kind: ToolKind;
  /** The MCP server whose tool it is. */
  server?: string;
  /** Files that it would touch: absolute, links followed. `outside`: not in the project's folder. */
  paths?: { path: string; access: 'read' | 'write'; outside: boolean }[];
  /** Of a command. */
  command?: CommandFacts;
  /** Of something that is fetched: its origin, as `https://example.com`. */
  origin?: string;
}

/** A command line taken apart by the shell's grammar. */
export interface CommandFacts {
  text: string;
  /** Every command in it, however deep: lists, pipes, substitutions, what wrappers run. In the order of the text. */
  parts: CommandPart[];
  /** Why it cannot be told what it does, as sentences: then no rule allows it. Empty: every part is known. */
  doubts: string[];
}

export interface CommandPart {
  /** Name and arguments with quotes resolved; null where a word is made while it runs. */
  words: (string | null)[];
  /** Files that it reads from or writes to by redirection; null where the name is made while it runs. */
  redirections: { mode: 'read' | 'write'; path: string | null }[];
  /** Variables that are set for it or by it. */
  assignments: string[];
}

/** What a rule is about. All that is set must fit. */
export interface RuleMatch {
  /** Name of the tool; `*`: any. */
  tool: string;
  /** The MCP server of the tool. */
  server?: string;
  /** The first words of a command: each part of a command line must fit some rule. */
  command?: string[];
  /** A path with `*` and `**`, absolute or from the project's folder on. */
  path?: string;
  /** An origin, as `https://example.com`. */
  origin?: string;
}

export type RuleScope =
  | { type: 'conversation'; conversationId: string }
  | { type: 'project'; projectId: string }
  | { type: 'always' };

export interface PermissionRule {
  id: string;
  effect: 'allow' | 'ask' | 'deny';
  match: RuleMatch;
  scope: RuleScope;
  /** Where it comes from: an answer in a conversation, or the settings. */
  origin: { type: 'answer'; conversationId: string; messageId: string } | { type: 'settings' };
  createdAt: string;
  lastUsedAt: string | null;
}

export type Decision = {
  action: 'allow' | 'ask' | 'deny';
  reason: string;
  /** Rules that decided it. */
  ruleIds: string[];
};

export interface PermissionInput {
  mode: ApprovalMode;
  facts: CallFacts;
  /** The rules in whose scope the call is. */
  rules: readonly PermissionRule[];
  /** Absolute path of the project's folder, for rules that name paths. */
  folder: string | null;
}

export function decide(input: PermissionInput): Decision {
  const { kind, toolName } = input.facts;
  const decided = (action: Decision['action'], reason: string): Decision => ({ action, reason, ruleIds: [] });
  if (kind === 'state') return decided('allow', 'It changes only the conversation itself.');
  if (input.mode === 'all') return decided('allow', 'Everything is allowed without asking.');
  if (input.mode === 'reads' && kind === 'read') return decided('allow', 'Reading is allowed without asking.');
  const rule = input.rules.find(({ effect, match }) => effect === 'allow' && match.tool === toolName);
  if (rule) return { action: 'allow', reason: `You allowed ${toolName}.`, ruleIds: [rule.id] };
  return decided('ask', askReason(input.facts));
}

function askReason({ kind, server }: CallFacts): string {
  if (kind === 'read') return 'Your setting asks before anything is read.';
  if (kind === 'write') return 'It changes a file in your folder.';
  if (kind === 'network') return 'It sends a request over the network.';
  if (kind === 'agent') return 'It starts an agent that works by itself.';
  if (kind === 'mcp') return `It runs a tool of the server ${server ?? ''}.`;
  return 'It runs a command on your machine.';
}
