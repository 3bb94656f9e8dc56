// Agents of other vendors that Throughline runs over the Agent Client Protocol, as views and the chat see them. A
// conversation chooses one where it chooses a model: the provider is `agent:ID`.

import type { UserTextData } from '../../core/sentence.ts';
import type { ModelRef } from '../models/modelOptions.ts';

/** Prefix of the provider id of an external agent. Saved providers cannot have a colon in theirs. */
const providerPrefix = 'agent:';

/** The model of an agent that was left to choose its own. */
const agentsOwnModel = 'default';

export function agentModelRef(agentId: string): ModelRef {
  return { provider: `${providerPrefix}${agentId}`, model: agentsOwnModel };
}

/** The agent's id; null for a model of ours. */
export function externalAgentOf(ref: Pick<ModelRef, 'provider'> | null): string | null {
  return ref?.provider.startsWith(providerPrefix) ? ref.provider.slice(providerPrefix.length) : null;
}

/**
 * `missing`: its command was not found. `unapproved`: the user has not allowed exactly this command yet. `idle`: not
 * running; it starts with the next message. `signed_out`: it answered that it needs a sign-in.
 */
export type AgentStatus = 'missing' | 'unapproved' | 'idle' | 'starting' | 'ready' | 'signed_out' | 'failed';

export interface AgentInfo {
  id: string;
  name: string;
  /** The exact command and its arguments. */
  command: string[];
  /** Names of the environment variables that the user set for it; never their values. */
  variables: string[];
  /** `known`: on the app's list of agents, found when installed. */
  origin: 'known' | 'added' | 'registry';
  status: AgentStatus;
  /** Why it is `failed` or `signed_out`, or what it is doing while `starting`. */
  problem?: UserTextData;
  /** As the agent reports it, once started. */
  version?: string;
  /** Identifies exactly this command, arguments and variables; an approval names it. */
  fingerprint: string;
  /** Whether it runs in the sandbox. */
  sandboxed: boolean;
  /** If it does: the paths that it may change there, besides its folder, and the hosts that it may connect to. */
  opens?: { paths: string[]; hosts: string[] };
  /** Whether it receives the user's MCP servers. */
  receivesServers: boolean;
  /** The command that installs a known agent, as a line to copy; absent: unknown. */
  install?: string;
  /** The last lines that it printed to standard error, without secrets, if it `failed`. */
  printed?: string;
  /** How the user can sign in, as the agent reports it; empty until it has started. */
  signIns: AgentSignIn[];
}

/** `terminal`: the user runs this command. `agent`: the agent does it itself when asked. */
export interface AgentSignIn {
  id: string;
  name: string;
  description?: string;
  type: 'terminal' | 'agent';
  /** For `terminal`: the command to run, as words. */
  command?: string[];
}

/** A choice that the agent offers in a session: its mode, model, effort, and others. */
export interface AgentOption {
  id: string;
  name: string;
  description?: string;
  category: 'mode' | 'model' | 'model_config' | 'thought_level' | 'other';
  /** A boolean has the choices `true` and `false`. */
  type: 'select' | 'boolean';
  current: string;
  choices: { value: string; name: string; description?: string; group?: string }[];
}

export interface AgentCommand {
  /** Without the `/`. */
  name: string;
  description: string;
  /** Hint for the text after the name. */
  hint?: string;
}

/**
 * How an agent came to know a conversation. `live`: its process still has the session. `resumed`, `loaded`: it reopened its
 * own session. `new`: nothing had been said before. `history`: a new session that was given the history as text.
 */
export type AgentContinuation = 'live' | 'resumed' | 'loaded' | 'new' | 'history';

/** A conversation's session with an agent; a view shows it next to the model's name. */
export interface AgentSessionInfo {
  agentId: string;
  /** Null until a session is open. */
  sessionId: string | null;
  options: AgentOption[];
  commands: AgentCommand[];
  /** Null until a session is open. */
  continuation: AgentContinuation | null;
  /** Why its earlier session could not be continued, or how the agent's replay differs from the stored record. */
  notes: UserTextData[];
  /** Tokens in the agent's context, and its size, as the agent reports them. */
  context?: { used: number; size: number };
}

/** The protocol's kinds of calls. */
export const agentCallKinds = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
] as const;
export type AgentCallKind = (typeof agentCallKinds)[number];

/** Which external agent wrote a reply, and in which of its sessions. */
export interface ExternalReply {
  agentId: string;
  sessionId: string;
  /** Absolute path of the folder that it worked in; its calls name files by their whole path. */
  folder?: string;
  /** For calls of its sub-agents: by the call's id, the id of the call that started the sub-agent. */
  parents?: Record<string, string>;
}

/** An external agent's own description of a call, stored in the `details` of its result as `external`. */
export interface ExternalCallDetails {
  agentId: string;
  /** The last title; the name of the stored call never changes. */
  title: string;
  kind: AgentCallKind;
  /** The last arguments, where they differ from those stored with the call. */
  rawInput?: unknown;
  rawOutput?: unknown;
  locations: { path: string; line?: number }[];
  /** Diffs of files, in the agent's order. `oldText` null: a new file. */
  diffs?: { path: string; oldText: string | null; newText: string }[];
  /** The option of the agent's permission prompt that was chosen, and who chose. */
  permission?: { option: string; kind: string; by: 'person' | 'rule' };
}

/** Options of an agent's permission prompt, shown on the approval with what each really does. */
export interface AgentPermissionOption {
  id: string;
  name: string;
  kind: 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always';
}

/** A session that an agent lists as its own. */
export interface ListedAgentSession {
  agentId: string;
  sessionId: string;
  /** Absolute path of its folder. */
  folder: string;
  title: string;
  /** ISO 8601; null: unknown. */
  updatedAt: string | null;
}
