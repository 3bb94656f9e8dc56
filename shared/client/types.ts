// Types of the local API, as its client package ships them: this file becomes its type declarations, so it imports
// nothing. shared/features/api/operations.ts has the schemas, which the compiler compares with these types.

/** Permissions of a token. `calls:read` adds arguments and results of tool calls to what `history:read` returns. */
export type Scope = 'history:read' | 'calls:read' | 'runs:start' | 'runs:steer' | 'approvals:answer' | 'openai';

/** `waiting`: a call waits for the user's approval or answer. */
export type RunState = 'idle' | 'running' | 'waiting';

export type CallOutcome = 'ok' | 'error' | 'denied' | 'cancelled' | 'interrupted';

export interface Project {
  id: string;
  name: string;
  /** Absolute path; null: the project for chats without a folder. */
  folder: string | null;
}

export interface ConversationSummary {
  id: string;
  projectId: string;
  title: string;
  /** ISO 8601, UTC, as all times. */
  createdAt: string;
  updatedAt: string;
  /** Null until a very long conversation has been counted. */
  messageCount: number | null;
  state: RunState;
  pinned: boolean;
  archived: boolean;
  tags: string[];
}

export interface ConversationPage {
  conversations: ConversationSummary[];
  /** For the next page; null: this is the last. */
  cursor: string | null;
}

/** An approval that a call waits for. */
export interface WaitingApproval {
  id: string;
  messageId: string;
  index: number;
  tool: string;
  reason: string;
  /** The exact command, change or text; null without the scope `calls:read`. */
  preview: string | null;
  /** Can only be allowed in the window. */
  windowOnly: boolean;
  askedAt: string;
}

export interface Conversation {
  id: string;
  projectId: string;
  title: string;
  state: RunState;
  /** The text of the reply that is streaming in; null: none. */
  streaming: string | null;
  waiting: WaitingApproval[];
  /** How many messages wait until the run ends. */
  queued: number;
}

/** A tool call of a reply. */
export interface ToolCall {
  index: number;
  id: string;
  tool: string;
  /** As the model sent them, usually JSON; null without the scope `calls:read`. */
  arguments: string | null;
}

/** The result of a tool call. */
export interface ToolResult {
  callId: string;
  tool: string;
  outcome: CallOutcome;
  /** Milliseconds; null: unknown. */
  durationMs: number | null;
}

export interface Message {
  id: string;
  role: 'user' | 'assistant' | 'tool' | 'system';
  createdAt: string;
  /** A result's text is empty without the scope `calls:read`. */
  text: string;
  reasoning: string | null;
  model: string | null;
  calls: ToolCall[];
  result: ToolResult | null;
  error: { code: string; message: string } | null;
}

export interface MessagePage {
  /** Oldest first. */
  messages: Message[];
  /** For the page before this one; null: this is the first. */
  before: string | null;
}

export interface CallDetails extends ToolCall {
  conversationId: string;
  messageId: string;
  /** Null until it has a result. */
  result: (ToolResult & { messageId: string; text: string; bytes: number | null; nextOffset: number | null }) | null;
}

export interface SearchHit {
  conversationId: string;
  title: string;
  messageId: string | null;
  role: 'user' | 'assistant' | 'tool' | 'system' | null;
  part: 'content' | 'arguments' | 'result' | 'error' | 'reasoning' | 'title';
  tool: string | null;
  createdAt: string;
  snippet: string;
}

export interface SearchPage {
  hits: SearchHit[];
  /** For the next page; null: this is the last. */
  cursor: string | null;
  /** False while the index is behind. */
  complete: boolean;
}

export interface StartedRun {
  conversationId: string;
  messageId: string;
  /** A run was in progress: the message waits for its end. */
  queued: boolean;
}

/** `end` and `text` are null while it runs. `end` is also null if it ran elsewhere or before the app started. */
export interface RunStatus {
  conversationId: string;
  state: RunState;
  end: 'done' | 'stopped' | 'error' | 'max_turns' | 'loop' | null;
  /** The text of the last reply. */
  text: string | null;
  error: { code: string; message: string } | null;
  waiting: WaitingApproval[];
}

/** Every event has a `cursor` to continue after, and the conversation it is about. */
export type ApiEvent = { cursor: string } & (
  | { type: 'message'; conversationId: string; message: Message }
  | { type: 'text'; conversationId: string; text: string }
  | { type: 'run.started'; conversationId: string }
  | { type: 'run.ended'; conversationId: string; end: NonNullable<RunStatus['end']>; error: RunStatus['error'] }
  | { type: 'waiting'; conversationId: string; approval: WaitingApproval }
  | { type: 'answered'; conversationId: string; messageId: string; index: number }
  | { type: 'removed'; conversationId: string }
  /** Events between the cursor and this one are no longer available: read what you need again. */
  | { type: 'gap'; conversationId: null }
);

/** RFC 9457. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
}

export interface ListInput {
  project?: string;
  tag?: string;
  state?: RunState;
  cursor?: string;
  limit?: number;
}

export interface MessagesInput {
  conversationId: string;
  /** Messages before this one; absent: the newest. */
  before?: string;
  limit?: number;
}

export interface CallInput {
  conversationId: string;
  messageId: string;
  index: number;
  /** Where to continue in a long result, in bytes. */
  offset?: number;
}

export interface SearchInput {
  text: string;
  conversation?: string;
  project?: string;
  cursor?: string;
  limit?: number;
}

export interface StartInput {
  text: string;
  /** ID of the project; absent: a chat without a folder. */
  project?: string;
  provider?: string;
  model?: string;
}

export interface ThroughlineClient {
  listProjects(): Promise<{ projects: Project[] }>;
  listConversations(input?: ListInput): Promise<ConversationPage>;
  getConversation(input: { conversationId: string }): Promise<Conversation>;
  listMessages(input: MessagesInput): Promise<MessagePage>;
  getCall(input: CallInput): Promise<CallDetails>;
  search(input: SearchInput): Promise<SearchPage>;
  /** `idempotencyKey`: repeating the request with the same key starts nothing twice. */
  startConversation(input: StartInput, options?: { idempotencyKey?: string }): Promise<StartedRun>;
  sendMessage(
    input: { conversationId: string; text: string },
    options?: { idempotencyKey?: string },
  ): Promise<StartedRun>;
  /** Waits up to `wait` seconds for the run to end or to need the user. */
  getRun(input: { conversationId: string; wait?: number }): Promise<RunStatus>;
  stopRun(input: { conversationId: string }): Promise<RunStatus>;
  answerApproval(input: {
    conversationId: string;
    approvalId: string;
    decision: 'allow' | 'deny';
    reason?: string;
  }): Promise<RunStatus>;
  /** Yields events until the loop ends or the signal aborts. Reconnects after a lost connection. */
  events(options?: { conversationId?: string; after?: string; signal?: AbortSignal }): AsyncIterable<ApiEvent>;
}

export interface ClientOptions {
  /** Such as `http://127.0.0.1:4817`; `throughline api` prints it. */
  address: string;
  token: string;
  /** Default: the global ones. */
  fetch?: (address: string, request: FetchRequest) => Promise<FetchResponse>;
  WebSocket?: new (address: string, protocols: string[]) => EventSocket;
}

export interface FetchRequest {
  method: string;
  headers: Record<string, string>;
  redirect: 'error';
  body?: string;
}

export interface FetchResponse {
  ok: boolean;
  status: number;
  json(): Promise<unknown>;
}

/** The part of `WebSocket` that is used. */
export interface EventSocket {
  addEventListener(type: string, listener: (event: { data?: unknown; code?: number }) => void): void;
  close(): void;
}
