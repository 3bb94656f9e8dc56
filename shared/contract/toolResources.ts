// What lists show of tools: permission rules, changes of files, background commands and MCP servers.

import type { PermissionRule } from '../permission.ts';

/** A rule with the names of what it speaks of. */
export interface ShownRule {
  rule: PermissionRule;
  /** "Commands that begin with npm test", "All of server github". */
  what: string;
  /** "In the project shop", "In this conversation", "Everywhere". */
  where: string;
}

/** Which changes of files are meant: those of one call, of a turn (named by the person's message), or all since a message. */
export type ChangeTarget =
  | { type: 'call'; messageId: string; index: number }
  | { type: 'turn'; messageId: string }
  | { type: 'since'; messageId: string };

export type ChangeDirection = 'undo' | 'redo';

export interface FileChange {
  /** Relative to the project's folder, with `/`. */
  path: string;
  /** Where a renamed file was. */
  from?: string;
  kind: 'added' | 'modified' | 'deleted' | 'renamed' | 'mode' | 'link';
  /** Unified diff; absent for what is no text or is too large, and after the first files where there are many. */
  diff?: string;
  /** Lines. Both are absent when they were not counted: it is no text, or too large, or there were too many files. */
  added?: number;
  removed?: number;
  /** Bytes after it; null for what is not there. */
  bytes: number | null;
}

/** What undoing or redoing would do to the files. */
export interface ChangePreview {
  direction: ChangeDirection;
  files: (FileChange & {
    /** Why it cannot be done: the file is no longer what the change made of it. Such a file is left as it is. */
    conflict?: string;
  })[];
  /** Changes that are not known, as sentences: a command in a folder that is too large, for example. */
  notCovered: string[];
  /** Set when there is more than can be shown: what is left out, as a sentence. Nothing is left out when it is done. */
  shortened?: string;
}

/** Everything that a turn or a call changed in files, as one diff from before to after. */
export type ChangeReview = Pick<ChangePreview, 'notCovered' | 'shortened'> & { files: FileChange[] };

export interface ChangeOutcome {
  done: number;
  /** Paths that were left as they are, and why. */
  skipped: { path: string; reason: string }[];
}

/** A command that goes on while the conversation does. */
export interface BackgroundCommand {
  /** As the model names it: `bg_1` and so on within a conversation. */
  id: string;
  conversationId: string;
  command: string;
  cwd: string;
  pid: number;
  startedAt: string;
  state: 'running' | 'ended';
  exitCode: number | null;
  signal: string | null;
  /** Why it has ended, where it did not by itself: somebody ended it, its time was up, or it ended with the app. */
  endedBy?: 'request' | 'timeout' | 'app';
  /** How much it has printed, in bytes of UTF-8. */
  bytes: number;
  /** The end of what it has printed, at most 2,000 characters. */
  tail: string;
}

/** `folder`: the `.mcp.json` of a project's folder, which counts only when the folder is trusted. */
export type McpOrigin =
  | { type: 'global' }
  | { type: 'project'; projectId: string }
  | { type: 'folder'; projectId: string };

/** Names a server: the same name may stand in several files. */
export interface McpServerRef {
  origin: McpOrigin;
  name: string;
}

export interface ServerToSave {
  server: McpServerRef;
  /** Its entry under `mcpServers`, as JSON. */
  configuration: string;
  secrets: Record<string, string>;
  /** One that is there already is not replaced. */
  isNew: boolean;
}

/** One of several that was not saved, by its place among them. The others were. */
export interface NotSaved {
  index: number;
  /** Why, as a sentence. */
  message: string;
}

export type McpServerState =
  | 'disabled'
  /** Its folder is not trusted: it cannot be approved either. */
  | 'untrusted'
  /** Nobody has approved this configuration: it is not started. */
  | 'unapproved'
  /** Another file with the same name counts instead. */
  | 'shadowed'
  /** Not needed yet: it starts with the next message. */
  | 'idle'
  | 'starting'
  | 'ready'
  | 'needs_sign_in'
  | 'failed';

export interface McpServerInfo extends McpServerRef {
  state: McpServerState;
  transport: 'stdio' | 'http' | 'unknown';
  /** The exact command line or address, whole; values of secrets are hidden. */
  runs: string;
  /** Names of the variables or headers that it gets, and which of them hold a secret. */
  variables: { name: string; secret: boolean }[];
  cwd: string | null;
  /** The configuration as JSON, with secrets hidden: what an approval is bound to. */
  configuration: string;
  /** Of the configuration; an approval names it. */
  hash: string;
  /** It was approved with another configuration before. */
  changed: boolean;
  /** What is wrong, as a sentence, and what can be done. */
  problem: string | null;
  tools: McpToolInfo[];
  /** The tools are many: the model finds them by search instead of reading all of them. */
  deferred: boolean;
  /** Asked for by the server when it was connected. */
  serverName: string | null;
  serverVersion: string | null;
  protocol: string | null;
  pid: number | null;
  startedAt: string | null;
  timeoutSeconds: number;
  /** It offers to sign in; null: it has not been asked for. */
  signedIn: boolean | null;
  /** Where the person signs in, while that is waited for: http or https. */
  signInUrl: string | null;
}

export interface McpToolInfo {
  /** As the server names it. */
  name: string;
  /** As the model calls it. */
  callName: string;
  description: string;
  /** What the server says of it; not believed for approvals. */
  readOnly: boolean;
  enabled: boolean;
}

export interface McpLogLine {
  at: string;
  /** `stderr`: printed; `server`: sent as a log message; `app`: what was done with it. */
  source: 'stderr' | 'server' | 'app';
  level: string;
  text: string;
}

/** A server in another client's file, which may be taken over. */
export interface McpCandidate {
  /** Names exactly this configuration in this file; empty for what cannot be taken over. */
  id: string;
  /** Name of the client, and its file. */
  client: string;
  file: string;
  name: string;
  runs: string;
  /** As JSON, with secrets hidden. */
  configuration: string;
  /** A server of this name is here already. */
  known: boolean;
  problem: string | null;
}
