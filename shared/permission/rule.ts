// Types of permission rules, and the facts about a call before it runs.

import type { UserText } from '../core/sentence.ts';
import type { ToolKind } from '../features/tools/toolInfo.ts';

/**
 * What passes without asking. `ask`: nothing that touches the folder. `reads`: reads inside it. `edits`: reads and file
 * changes inside it. `sandbox`: these, and sandboxed commands. `all`: everything. `plan`: reads; changes are refused.
 */
export const approvalModes = ['ask', 'reads', 'edits', 'sandbox', 'all', 'plan'] as const;
export type ApprovalMode = (typeof approvalModes)[number];

/** As the user types them; the stored names are accepted, too. */
export const approvalModeNames: Readonly<Record<ApprovalMode, string>> = {
  ask: 'ask',
  reads: 'read',
  edits: 'edit',
  sandbox: 'sandbox',
  all: 'all',
  plan: 'plan',
};

export function approvalModeNamed(name: string): ApprovalMode | undefined {
  return approvalModes.find((mode) => name === approvalModeNames[mode] || name === mode);
}

/** What a call would do, as far as known before it runs. */
export interface CallFacts {
  toolName: string;
  kind: ToolKind;
  /** The MCP server that provides the tool. */
  server?: string;
  /** Identifies the server: servers of two projects, or of a folder and the user, may share a name. */
  serverId?: string;
  /** It keeps running after the turn. */
  background?: true;
  /** The background command that it writes to: `<conversation id>/<id>`. `command.text` is then the input. */
  process?: string;
  /**
   * Files that it would touch: absolute, with links resolved. `outside`: not in the project's folder. `sensitive`: why
   * it is always asked about; the end of a sentence.
   */
  paths?: { path: string; access: 'read' | 'write'; outside: boolean; sensitive?: UserText }[];
  /** For a command. */
  command?: CommandFacts;
  /** Why it is dangerous (./graveReason.ts), if its tool knows: a sentence. Informational only. */
  grave?: UserText;
  /** Why it needs individual approval without being dangerous: a sentence. Informational only. */
  notable?: UserText;
  /** Why no permission covers it, such as a change since it was allowed: a sentence. It is always asked about. */
  changed?: UserText;
  /** For a fetch: its origin, such as `https://example.com`. */
  origin?: string;
  /** For the shared browser; `origin` is the page's. No mode opens a site that no permission names. */
  page?: 'open' | 'act';
  /** It can run in this system's sandbox, or belongs to a program that does. */
  sandboxable?: true;
  /** Why it cannot, if its kind otherwise could: a sentence. */
  withoutSandbox?: UserText;
}

/** A command line parsed by the shell's grammar. */
export interface CommandFacts {
  text: string;
  /** Every command in it at any depth: lists, pipes, substitutions, wrapped commands. In text order. */
  parts: CommandPart[];
  /** Why its effect is unclear, as sentences: no rule about first words allows it then. Empty: every part is known. */
  doubts: UserText[];
  /** Commands that parts launch under a program name that is not well known; only refusals check them. */
  launched?: CommandPart[];
  /** Run-time words that belong to no part: of loops and assignments. As in parts. */
  made?: string[];
}

export interface CommandPart {
  /** Name and arguments with quotes resolved; null for a word that is computed at run time. */
  words: (string | null)[];
  /**
   * Files read or written by redirection; null if the name is computed at run time. `real`: the target, absolute, with
   * links resolved; absent if unknown, as after a `cd`, or beyond any folder rule. `made`: a run-time name as written.
   */
  redirections: { mode: 'read' | 'write'; path: string | null; real?: string; made?: string }[];
  /** Variables set for it or by it. */
  assignments: string[];
  /** Run-time words as written, without quotes: `~/a`, `$HOME/a`, `*.ts`. */
  made?: string[];
  /** The command it starts is a later part. */
  wraps?: true;
  /** What its words and redirections name. Absent: not resolved, or too many. */
  places?: PathArgument[];
}

/** A place that a command names, unless it is simply a file of that name in the project's folder. */
export interface PathArgument {
  /** Index of the word in its part; null: a redirection. */
  word: number | null;
  /** Absolute, with links resolved. */
  path: string;
  /** As written in the words. Absent: the program finds it by itself. */
  said?: string;
  /** The target is unknown: `path` is as written. */
  isUnknown?: true;
  /** Not in the project's folder. */
  outside: boolean;
  /** Why it is always asked about; the end of a sentence. */
  sensitive?: UserText;
  /** Why only a verbatim rule covers it; the end of a sentence. */
  guarded?: UserText;
}

/** What a rule covers. All fields that are set must match. */
export interface RuleMatch {
  /** Name of the tool; `*`: any. */
  tool: string;
  /** The tool's MCP server. Without it, a permission never covers a server's tool. */
  server?: string;
  /** Which server of that name. Without it, a permission covers the user's global one; a refusal covers any. */
  serverId?: string;
  /** Background commands, which permissions for commands do not cover otherwise. */
  background?: true;
  /** Input to one background command. */
  process?: string;
  /** The first words of a command: each part of a command line must match some rule. */
  command?: string[];
  /** For a permission from a card: further words may follow that are known to only choose what the tool does. */
  begins?: true;
  /** A whole command line, verbatim. */
  commandLine?: string;
  /** A path with `*` and `**`, absolute or relative to the project's folder. */
  path?: string;
  /** An origin, such as `https://example.com`. */
  origin?: string;
  /** Only opens the sandbox: an absolute path that may be written. */
  opensPath?: string;
  /**
   * Only opens the sandbox: a host that may be reached; `*.example.com` covers every subdomain. With a port
   * (`example.com:443`): only that port.
   */
  opensHost?: string;
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
  /** Its source: an answer in a conversation, the settings, or what a member of a team published and the user accepted. */
  origin:
    | { type: 'answer'; conversationId: string; messageId: string }
    | { type: 'settings' }
    | { type: 'team'; team: string; author: string };
  createdAt: string;
  lastUsedAt: string | null;
}

export type Decision = {
  action: 'allow' | 'ask' | 'deny';
  /** A sentence for the user. */
  reason: UserText;
  /** Rules that determined the decision. */
  ruleIds: string[];
  /** Allowed only inside the sandbox. */
  sandboxed?: 'project' | 'read_only';
  /** Decided as if in mode `edits` for lack of a sandbox: why, a sentence. */
  withoutSandbox?: UserText;
  /** For a question: requires an individual answer, never in a batch. */
  byItself?: true;
  /** For a question: the call's dangers, as sentences. Such a call also requires an individual answer. */
  grave?: UserText[];
};

export interface PermissionInput {
  mode: ApprovalMode;
  facts: CallFacts;
  /** The rules whose scope includes the call. */
  rules: readonly PermissionRule[];
  /** Absolute path of the project's folder, for rules that name paths. */
  folder: string | null;
}

/** In characters. A longer command line is always asked about, because nobody reads it to the end. */
export const maxCommandLength = 10_000;

/** Whether a permission is dangerous because it covers any command instead of particular ones. */
export function isAnyCommand({ tool, command, commandLine, opensPath, opensHost }: RuleMatch): boolean {
  // Permissions for the sandbox are not commands.
  if (opensPath !== undefined || opensHost !== undefined) return false;
  return (tool === 'run_command' || tool === '*') && command === undefined && commandLine === undefined;
}
