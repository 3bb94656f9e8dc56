// The port to a tool. A tool never throws: failures are results for the model.

import type { ApprovalPreview, CallProgress } from '../../shared/conversation/event.ts';
import type { Todo, ToolDetails, WaitedTime } from '../../shared/conversation/message.ts';
import type { QuestionAnswer, UserQuestion } from '../../shared/conversation/question.ts';
import type { SandboxViolation } from '../../shared/conversation/sandbox.ts';
import type { Result } from '../../shared/core/errors.ts';
import type { Sentence } from '../../shared/core/sentence.ts';
import type { ToolKind } from '../../shared/features/tools/toolInfo.ts';
import type { ApprovalMode, CallFacts } from '../../shared/permission/permission.ts';
import type { WatchScope } from './changes.ts';
import type { CustomizationScope } from './customizations.ts';
import type { SandboxOpening } from './sandbox.ts';

export interface ToolContext {
  conversationId: string;
  projectId: string;
  /** The assistant message with the call, and the call's index there. */
  call: { messageId: string; index: number; toolCallId: string };
  /** Absolute path of the project's folder; null for a chat without one. */
  folder: string | null;
  /** Returns whether the user currently trusts the folder's own files: they may withdraw it during a run. */
  isTrusted(): Promise<boolean>;
  /** Aborts when the user stops the run; the tool then ends itself and its children and returns `cancelled`. */
  signal: AbortSignal;
  /**
   * Streams output of any size, any number of times: shown in the box and stored for the result (see
   * `ToolOutput.printed`). Bytes are UTF-8, split anywhere; invalid ones become U+FFFD. Await a returned promise before
   * printing more or reusing the buffer: the disk is behind.
   */
  print(piece: string | Buffer): Promise<void> | null;
  /** Reports a started process, once. Await it: it is on disk before the tool continues. */
  onProcess(process: { pid: number; startedAt: string | null }): Promise<void>;
  /** Reports that a server continues the work as a task. Await it: it is on disk before the tool continues. */
  onTask(task: CallTask): Promise<void>;
  /** Reports progress for the box. Call it as often as needed. */
  progress(progress: CallProgress): void;
  /**
   * Asks the user to fill in a form. Without a user, or when the run is stopped, it stays unfilled. `until`, here and
   * below: an additional abort signal.
   */
  askPerson(
    question: Pick<UserQuestion, 'from' | 'message' | 'fields' | 'url'>,
    until?: AbortSignal,
  ): Promise<QuestionAnswer>;
  /** Shows the user a plan to edit, accept or send back. Accepting it ends plan mode. */
  presentPlan(plan: { title: string; text: string }): Promise<PlanAnswer>;
  /** Asks the user to allow something more while the tool runs; false without a user. */
  approve(preview: ApprovalPreview, reason: Sentence, until?: AbortSignal): Promise<boolean>;
  /** Set when the call was allowed only inside the sandbox: what the user opened there. Null: it runs outside. */
  sandbox: SandboxOpening | null;
  /**
   * Asks the user to open what the sandbox denied. The answer may become a rule. `outside`: run this command without
   * the sandbox. `refused` also without a user.
   */
  openSandbox(choice: SandboxChoice, until?: AbortSignal): Promise<'opened' | 'outside' | 'refused'>;
  /** Asks the conversation's model, without tools; a server's request is first shown to the user (`approve`). */
  askModel(request: SideRequest, until?: AbortSignal): Promise<Result<SideReply>>;
  /** Runs an agent in its own conversation, with at most this one's permissions. Ends with `signal`. */
  runAgent(request: AgentRequest): Promise<Result<AgentReport>>;
  /** The to-do list after the last call. */
  todos: readonly Todo[];
  /** Reads a page of an earlier result, named by its `@state/…` path, message id or call id. */
  readResult(reference: string, offset: number, limit: number): Promise<Result<NamedResultPage>>;
}

/** An access that a sandboxed program needs. `command`: the command line as it ran. */
export type SandboxChoice =
  /**
   * It failed there. `paths`: absolute paths that may be opened for it; empty if that would be too broad. It would run
   * again.
   */
  | { type: 'files'; command: string; stoppedAt: readonly SandboxViolation[]; paths: readonly string[] }
  /** It waits for the answer. */
  | { type: 'host'; command: string; host: string; port: number };

/** `text`: the plan as edited by the user. `words`: their comment, if any. `mode`: `plan` if that mode has not ended. */
export type PlanAnswer =
  | { answer: 'accepted'; text: string; mode: ApprovalMode; words: string }
  | { answer: 'sent_back'; text: string; words: string }
  /** They closed it, or (`nobody`) there is no user. */
  | { answer: 'unanswered'; nobody: boolean };

/** A request to the model outside the conversation. */
export interface SideRequest {
  system: string;
  messages: { role: 'user' | 'assistant'; text: string }[];
  maxTokens: number | null;
}

export interface SideReply {
  text: string;
  model: string;
  finishReason: string | null;
}

export interface AgentRequest {
  task: string;
  /** One line for the user; empty: derived from the task. */
  title: string;
  /** Tools it may use, from the caller's; null: all of them. */
  tools: readonly string[] | null;
  /** Name of an agent definition; null: none. */
  agent: string | null;
}

/** The result of an agent. */
export interface AgentReport {
  conversationId: string;
  title: string;
  /** How its run ended; `error`: why it failed, for the model. */
  end: 'done' | 'stopped' | 'error' | 'max_turns' | 'loop';
  error: string | null;
  /** Its final reply. */
  text: string;
  /** Name of its definition, if any. */
  name?: string;
  /** Parts of its definition that could not be applied, for the model. */
  note?: string;
  calls: number;
  /** Number of model replies. */
  turns: number;
  usage: { inputTokens: number; outputTokens: number; usd?: number; unknown?: number };
  /** When its calls waited for the user; absent if none did. */
  waits?: WaitedTime[];
}

/** Offsets are UTF-8 bytes; pages start and end between characters. */
export interface ResultPage {
  text: string;
  offset: number;
  /** Null at the end. */
  nextOffset: number | null;
  totalBytes: number;
}

export interface NamedResultPage extends ResultPage {
  /** The tool that returned it. */
  toolName: string;
}

/** Work that a server continues without the app: how its result can be fetched later. */
export interface CallTask {
  /** Of protocol version 2025-11-25, or of the extension io.modelcontextprotocol/tasks. */
  form: 'utility' | 'extension';
  /** The server's name for it. */
  id: string;
  /** As `Tool.serverId`. */
  server: string;
}

/** The reason of a run's signal when the app closes. */
export const appClosing = new DOMException('The app closes.', 'AbortError');

export interface ToolOutput {
  outcome: 'ok' | 'error' | 'cancelled';
  /** Set when the app closes while a server continues the work: the call keeps no result, and its task can be fetched. */
  leftOpen?: true;
  /** For the model. Any value: the loop serializes non-strings in a defined way. */
  content: unknown;
  /**
   * Set when the result is the printed output, between this text and this final line; `content` is then ignored. The
   * output may exceed memory: its head and tail are stored, up to a cap.
   */
  printed?: { before: string; after: string };
  details?: ToolDetails;
  /**
   * Images of the result: stored as attachments and sent after the reply's results. `name`: for the model and the user,
   * such as a file name.
   */
  images?: { bytes: Buffer; mediaType: string; name?: string }[];
}

/** Facts that a tool provides about a call; name, kind and server are added. */
export type ToolFacts = Omit<CallFacts, 'toolName' | 'kind' | 'server' | 'serverId'>;

export interface Tool {
  readonly name: string;
  readonly kind: ToolKind;
  /** For the model. */
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Record<string, unknown>;
  readonly needsFolder: boolean;
  /** False: a requirement is missing, so it is not offered; default: always set up. Called before each request. */
  isSetUp?(place: CustomizationScope & { projectId: string }): Promise<boolean>;
  /** What it runs can be sandboxed if a sandbox is available: a call's facts say so. */
  readonly sandboxable?: true;
  /** The MCP server that provides it. */
  readonly server?: string;
  /** Identifies the server including its file, since two files may use the same name. */
  readonly serverId?: string;
  /** Only an app of its server may call it: not offered to the model. */
  readonly appOnly?: true;
  /** Read-only, according to its provider: it may run in parallel and needs no execution log entry. */
  readonly harmless?: boolean;
  /** False when it may run in parallel with other calls of the same reply. */
  readonly exclusive: boolean;
  /** Validates parsed arguments against the schema; the error names the field and its problem. */
  check(args: unknown): Result<unknown>;
  /** Redirects a call to another tool, which is then validated, approved and run. Null: no redirect. */
  target?(args: unknown): Result<{ tool: Tool; args: unknown }> | null;
  /** What the call would do, for the rules; default: its name and kind. */
  facts?(args: unknown, context: ToolContext): Promise<ToolFacts>;
  /**
   * What to watch for file changes while it runs; null: nothing in the folder. Default: nothing for read-only tools,
   * else the whole folder.
   */
  watches?(args: unknown, context: ToolContext): WatchScope | null;
  /** What the user sees before it runs: the exact change or command. An error: impossible. `args` are validated. */
  preview(args: unknown, context: ToolContext): Promise<Result<ApprovalPreview>>;
  /** Pass the same `args` object as to `preview`: a change that would now differ from the preview is rejected. */
  run(args: unknown, context: ToolContext): Promise<ToolOutput>;
  /** Fetches the result of a task that an earlier run of the call started. A failure leaves the call open. */
  fetchTask?(task: CallTask, context: ToolContext): Promise<Result<ToolOutput>>;
}
