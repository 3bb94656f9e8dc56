// The port to external agents. It knows sessions, prompts, updates and requests of an agent, but neither the protocol
// nor processes (electron/externalAgents). Never throws or rejects, except where stated.

import type { QuestionAnswer, QuestionField } from '../../shared/conversation/question.ts';
import type { AppError, Result } from '../../shared/core/errors.ts';
import type { UserText } from '../../shared/core/sentence.ts';
import type {
  AgentCallKind,
  AgentCommand,
  AgentInfo,
  AgentOption,
  AgentPermissionOption,
  ListedAgentSession,
} from '../../shared/features/externalAgents/externalAgent.ts';

export interface ExternalAgents {
  /** Null: there is no such agent. */
  find(agentId: string): Promise<AgentInfo | null>;
  /**
   * Starts the agent if necessary and opens a session: the one in `previous` if the agent still has it, else a new one.
   * Errors: AGENT_NOT_FOUND, AGENT_NOT_APPROVED, AGENT_SIGNED_OUT, AGENT_FAILED, each with a sentence that says what to do.
   */
  openSession(request: OpenAgentSession): Promise<Result<AgentSession>>;
  /** Sessions of the running agents, newest first. */
  listSessions(): Promise<ListedAgentSession[]>;
}

export interface OpenAgentSession {
  agentId: string;
  conversationId: string;
  projectId: string;
  /** The folder it works in; null: the conversation has none, and the agent gets an empty one. */
  folder: string | null;
  /** Whether the user trusts the folder's own files. */
  trusted: boolean;
  /** The id of the conversation's earlier session with this agent. */
  previous: string | null;
  /** Loads `previous` with its replay, even if it is open; fails if the agent cannot. No new session is opened. */
  reload?: true;
  /** Option values to restore in a new session, by option id. */
  options: Readonly<Record<string, string>>;
  handlers: AgentHandlers;
  signal: AbortSignal;
  /** Reports the reason for a wait: the first start of an agent may take a minute. */
  progress(text: UserText): void;
}

/** An MCP server of the user's that an agent is given. Values may be secret. */
export type PassedServer =
  | { type: 'stdio'; name: string; command: string; args: string[]; env: [name: string, value: string][] }
  | { type: 'http' | 'sse'; name: string; url: string; headers: [name: string, value: string][] };

/** Finds them for a project; those that may not run are left out. */
export type FindPassedServers = (projectId: string) => Promise<readonly PassedServer[]>;

/** A session that is open in a running process. One prompt at a time. */
export interface AgentSession {
  readonly agentId: string;
  readonly sessionId: string;
  readonly reached: 'live' | 'resumed' | 'loaded' | 'new';
  /** Replayed by the agent while loading, in order; null: nothing was loaded. */
  readonly replay: readonly AgentUpdate[] | null;
  /** Why the earlier session could not be continued. */
  readonly lost: UserText | null;
  /** Chosen options that it did not take when it was opened. */
  readonly refused: readonly AgentOptionChoice[];
  readonly takes: { images: boolean; audio: boolean; embeddedText: boolean };
  options(): readonly AgentOption[];
  commands(): readonly AgentCommand[];
  /** Its process has ended. */
  isGone(): boolean;
  setOption(id: string, value: string): Promise<Result<void>>;
  /**
   * Sends a prompt. All updates of the turn have been delivered when it resolves. On abort the agent is asked to cancel;
   * if it does not end the turn within the grace period, its process is ended.
   */
  prompt(content: readonly AgentPromptPart[], handlers: AgentHandlers, signal: AbortSignal): Promise<AgentTurnEnd>;
}

export interface AgentOptionChoice {
  id: string;
  /** As the agent shows it, else its ID. */
  name: string;
  value: string;
}

export type AgentPromptPart =
  | { type: 'text'; text: string }
  | { type: 'image'; mediaType: string; base64: string }
  | { type: 'embedded'; uri: string; mediaType: string; text: string }
  | { type: 'link'; uri: string; name: string };

export type AgentTurnEnd = (
  | { reason: 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled' }
  /** The process ended, broke the protocol, or answered with an error. */
  | { reason: 'failed'; error: AppError }
) & {
  /** The process is gone; the next message starts another. */
  gone?: true;
  /** It did not stop when asked to, so its process was ended. */
  forced?: true;
  usage?: AgentUsage;
};

export interface AgentUsage {
  inputTokens?: number;
  outputTokens?: number;
  cachedInputTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
  /** Tokens in the context now, and its size. */
  contextUsed?: number;
  contextSize?: number;
  /** Cumulative cost of the session. */
  cost?: { amount: number; currency: string };
}

export interface AgentCall {
  id: string;
  title: string;
  kind: AgentCallKind;
  status: 'pending' | 'in_progress' | 'completed' | 'failed';
  /** The agent's own name of the tool, if it reveals it. */
  toolName?: string;
  rawInput?: unknown;
  rawOutput?: unknown;
  content: AgentCallContent[];
  locations: { path: string; line?: number }[];
  /** The call of a sub-agent: the call that started it. */
  parentId?: string;
}

export type AgentCallContent =
  | { type: 'text'; text: string }
  | { type: 'image'; mediaType: string; base64: string }
  | { type: 'link'; uri: string; name: string }
  | { type: 'diff'; path: string; oldText: string | null; newText: string }
  | { type: 'terminal'; terminalId: string };

export type AgentUpdate =
  /** Pieces with the same `messageId` belong to one message; absent: to the one before. */
  | { type: 'text' | 'thought' | 'user'; text: string; messageId?: string }
  /** An image or another block that is no text, in the agent's or (replayed) the user's message. */
  | { type: 'block'; of: 'agent' | 'user'; block: Exclude<AgentCallContent, { type: 'text' | 'diff' | 'terminal' }> }
  | { type: 'call'; call: AgentCall }
  /** Only the fields that changed; `content` and `locations` replace the earlier ones. */
  | { type: 'call_update'; call: Partial<AgentCall> & Pick<AgentCall, 'id'> }
  | { type: 'plan'; entries: { content: string; priority: string; status: 'pending' | 'in_progress' | 'completed' }[] }
  | { type: 'commands'; commands: AgentCommand[] }
  | { type: 'options'; options: AgentOption[] }
  | { type: 'title'; title: string }
  | { type: 'usage'; usage: AgentUsage }
  /** From the agent, or from the app about it. */
  | { type: 'notice'; text: UserText; level: 'info' | 'warning' | 'error' }
  | { type: 'compaction'; state: 'started' | 'ended' | 'failed'; summary?: string };

/** Requests of an agent to the app during a prompt. Each is answered; a rejection becomes the agent's error. */
export interface AgentHandlers {
  /**
   * In order of arrival, in batches: the next batch waits for the promise, which resolves when the updates are stored.
   * The port bounds what waits; beyond that it stops reading from the agent.
   */
  onUpdates(updates: readonly AgentUpdate[]): Promise<void>;
  /** Null: the prompt was withdrawn or the run stopped. */
  onPermission(request: AgentPermissionRequest, signal: AbortSignal): Promise<{ optionId: string } | null>;
  /** Paths are absolute; whole files unless `line` (1-based) and `limit` are given. */
  readTextFile(path: string, range: { line?: number; limit?: number }): Promise<Result<string>>;
  writeTextFile(path: string, content: string): Promise<Result<void>>;
  terminals: AgentTerminals;
  /** Null: the user declined. `url` questions are shown, never opened unasked. */
  onQuestion(
    question: { message: string; fields: QuestionField[]; url?: string },
    signal: AbortSignal,
  ): Promise<QuestionAnswer | null>;
}

interface AgentPermissionRequest {
  /** The call it is about, as far as it is known now. */
  call: Partial<AgentCall> & Pick<AgentCall, 'id'>;
  options: AgentPermissionOption[];
}

export interface AgentTerminals {
  create(request: {
    command: string;
    args: string[];
    environment: Record<string, string>;
    cwd: string | null;
    outputBytes: number | null;
  }): Promise<Result<{ terminalId: string }>>;
  output(terminalId: string): Promise<Result<{ output: string; truncated: boolean; exit: AgentTerminalExit | null }>>;
  waitForExit(terminalId: string): Promise<Result<AgentTerminalExit>>;
  kill(terminalId: string): Promise<Result<void>>;
  release(terminalId: string): Promise<Result<void>>;
}

export interface AgentTerminalExit {
  exitCode: number | null;
  signal: string | null;
}
