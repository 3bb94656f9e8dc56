// What a rule of a person is, and what is known of a call before it runs.

import type { UserText } from '../core/sentence.ts';
import type { ToolKind } from '../features/tools/toolInfo.ts';

/**
 * What passes without a question. `ask`: nothing that touches the folder. `reads`: reads inside it. `edits`: reads and changes
 * of files inside it. `sandbox`: these, and commands, which then run in the sandbox. `all`: everything. `plan`: reads; what
 * changes anything is refused.
 */
export const approvalModes = ['ask', 'reads', 'edits', 'sandbox', 'all', 'plan'] as const;
export type ApprovalMode = (typeof approvalModes)[number];

/** What a call would do, as far as it can be told before it runs. */
export interface CallFacts {
  toolName: string;
  kind: ToolKind;
  /** The MCP server whose tool it is. */
  server?: string;
  /** Which of all servers that one is: those of two projects, or of a folder and the person's own, may have one name. */
  serverId?: string;
  /** Goes on while the conversation does. */
  background?: true;
  /** The background command that it writes to: `<conversation id>/<id>`. `command.text` is then what it writes. */
  process?: string;
  /**
   * Files that it would touch: absolute, links followed. `outside`: not in the project's folder. `sensitive`: why a person is
   * asked about it each time, whatever else is allowed; the end of a sentence.
   */
  paths?: { path: string; access: 'read' | 'write'; outside: boolean; sensitive?: UserText }[];
  /** Of a command. */
  command?: CommandFacts;
  /** Why it is grave (./graveReason.ts), where its tool knows it: a sentence. It decides nothing else. */
  grave?: UserText;
  /** Why it is read by itself before it is allowed, though it is not grave: a sentence. It decides nothing else. */
  notable?: UserText;
  /** Why no permission is one for it, such as that it is not what was allowed before: a sentence. It is asked about each time. */
  changed?: UserText;
  /** Of something that is fetched: its origin, as `https://example.com`. */
  origin?: string;
  /** It can be run in the sandbox of this system, or is for a program that runs there. */
  sandboxable?: true;
  /** Why it cannot, where it is of the kind that would: a sentence. */
  withoutSandbox?: UserText;
}

/** A command line taken apart by the shell's grammar. */
export interface CommandFacts {
  text: string;
  /** Every command in it, however deep: lists, pipes, substitutions, what wrappers run. In the order of the text. */
  parts: CommandPart[];
  /** Why it cannot be told what it does, as sentences: then no rule about first words allows it. Empty: every part is known. */
  doubts: UserText[];
  /** What parts launch under a name that is no well-known program: only refusals look at it. */
  launched?: CommandPart[];
  /** Words that are made while it runs and belong to no part: of loops, of what is assigned. As those of parts. */
  made?: string[];
}

export interface CommandPart {
  /** Name and arguments with quotes resolved; null where a word is made while it runs. */
  words: (string | null)[];
  /**
   * Files that it reads from or writes to by redirection; null where the name is made while it runs. `real`: where it leads,
   * absolute, links followed; not set where that is not known, such as behind a `cd`, or where no rule for a folder reaches.
   * `made`: as one that is made while it runs is written.
   */
  redirections: { mode: 'read' | 'write'; path: string | null; real?: string; made?: string }[];
  /** Variables that are set for it or by it. */
  assignments: string[];
  /** Words of it that are made while it runs, as they are written without their quotes: `~/a`, `$HOME/a`, `*.ts`. */
  made?: string[];
  /** What it starts is among the parts behind it. */
  wraps?: true;
  /** What its words and redirections name. Not set: nobody looked, or there are too many of them. */
  places?: PathArgument[];
}

/** A place that a command names and that is not simply the file of that name in the project's folder. */
export interface PathArgument {
  /** The number of the word in its part; null: a redirection. */
  word: number | null;
  /** Absolute, links followed. */
  path: string;
  /** As the words say it. Not set: it is found by itself. */
  said?: string;
  /** Where it leads cannot be told: `path` is what was written. */
  isUnknown?: true;
  /** Not in the project's folder. */
  outside: boolean;
  /** Why a person is asked about it each time, whatever else is allowed; the end of a sentence. */
  sensitive?: UserText;
  /** Why only a rule with the very words reaches it; the end of a sentence. */
  guarded?: UserText;
}

/** What a rule is about. All that is set must fit. */
export interface RuleMatch {
  /** Name of the tool; `*`: any. */
  tool: string;
  /** The MCP server of the tool. A rule without one is never about a server's tool, but to refuse or ask. */
  server?: string;
  /** Which server of that name. A permission without it is about the person's own for all projects; a refusal about any. */
  serverId?: string;
  /** Commands that go on in the background: a permission for commands without it is not about those. */
  background?: true;
  /** What is written to one background command. */
  process?: string;
  /** The first words of a command: each part of a command line must fit some rule. */
  command?: string[];
  /** A whole command line, to the letter. */
  commandLine?: string;
  /** A path with `*` and `**`, absolute or from the project's folder on. */
  path?: string;
  /** An origin, as `https://example.com`. */
  origin?: string;
  /** What the sandbox lets through, and nothing else: an absolute path that may be written. */
  opensPath?: string;
  /** The same: a host that may be reached; `*.example.com` is each name below it. With a port (`example.com:443`): only that. */
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
  /** Where it comes from: an answer in a conversation, or the settings. */
  origin: { type: 'answer'; conversationId: string; messageId: string } | { type: 'settings' };
  createdAt: string;
  lastUsedAt: string | null;
}

export type Decision = {
  action: 'allow' | 'ask' | 'deny';
  /** A sentence for people. */
  reason: UserText;
  /** Rules that decided it. */
  ruleIds: string[];
  /** Allowed because the sandbox holds it: it runs there and nowhere else. */
  sandboxed?: 'project' | 'read_only';
  /** It is decided as if the mode were `edits`, because there is no sandbox: why, a sentence. */
  withoutSandbox?: UserText;
  /** Of a question: one that is allowed only by an answer of its own, never together with others. */
  byItself?: true;
  /** Of a question: what is grave in the call, as sentences. Such a call is by itself, too. */
  grave?: UserText[];
};

export interface PermissionInput {
  mode: ApprovalMode;
  facts: CallFacts;
  /** The rules in whose scope the call is. */
  rules: readonly PermissionRule[];
  /** Absolute path of the project's folder, for rules that name paths. */
  folder: string | null;
}

/** A longer command line is always asked about: nobody reads it to its end. Characters. */
export const maxCommandLength = 10_000;
