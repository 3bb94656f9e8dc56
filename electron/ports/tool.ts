// The port to a tool. A tool never throws: what went wrong is a result the model reads.

import type { ApprovalPreview, CallProgress } from '../../shared/conversation/event.ts';
import type { Todo, ToolDetails, WaitedTime } from '../../shared/conversation/message.ts';
import type { PersonQuestion, QuestionAnswer } from '../../shared/conversation/question.ts';
import type { SandboxViolation } from '../../shared/conversation/sandbox.ts';
import type { Result } from '../../shared/core/errors.ts';
import type { Sentence } from '../../shared/core/sentence.ts';
import type { ToolKind } from '../../shared/features/tools/toolInfo.ts';
import type { ApprovalMode, CallFacts } from '../../shared/permission/permission.ts';
import type { WatchScope } from './changes.ts';
import type { CustomizationPlace } from './customizations.ts';
import type { SandboxOpening } from './sandbox.ts';

export interface ToolContext {
  conversationId: string;
  projectId: string;
  /** The assistant message that asked, and the place of the call in it. */
  call: { messageId: string; index: number; toolCallId: string };
  /** Absolute path of the project's folder; null for a chat without one. */
  folder: string | null;
  /** Whether the person trusts what the folder's own files say, now: they may withdraw it during a run. */
  isTrusted(): Promise<boolean>;
  /** Aborts when the person stops the run; the tool then ends itself and its children and returns `cancelled`. */
  signal: AbortSignal;
  /**
   * What the tool prints, any size, as often as it likes: shown in the box as it comes, and kept for the result (see
   * `ToolOutput.printed`). Bytes are UTF-8, cut anywhere; what is not valid in them becomes U+FFFD. When it returns a
   * promise, wait for that before printing more, or changing the bytes: the disk is behind.
   */
  print(piece: string | Buffer): Promise<void> | null;
  /** Told once when the tool has started a process. Awaited: it is on disk before the tool goes on. */
  onProcess(process: { pid: number; startedAt: string | null }): Promise<void>;
  /** How far it has come: shown in the box. As often as it likes. */
  progress(progress: CallProgress): void;
  /**
   * Asks the person to fill in a form. Without a person, and when the run is stopped, it is not filled in. `until`, here and
   * below: ends it earlier than the run does.
   */
  askPerson(
    question: Pick<PersonQuestion, 'from' | 'message' | 'fields' | 'url'>,
    until?: AbortSignal,
  ): Promise<QuestionAnswer>;
  /** Shows the person a plan, to be changed, accepted or sent back. An accepted one has ended plan mode. */
  presentPlan(plan: { title: string; text: string }): Promise<PlanAnswer>;
  /** Asks the person to allow something more while the tool runs; false also without a person. */
  approve(preview: ApprovalPreview, reason: Sentence, until?: AbortSignal): Promise<boolean>;
  /**
   * Set when the call was allowed because the sandbox holds what it runs: what a person has opened in there. Null: it runs
   * outside.
   */
  sandbox: SandboxOpening | null;
  /**
   * Asks the person to let what runs in the sandbox through at places where it was stopped. A rule may be made of the answer.
   * `outside`: they want this command to run without it. `refused` also without a person.
   */
  openSandbox(wanted: SandboxWish, until?: AbortSignal): Promise<'opened' | 'outside' | 'refused'>;
  /** The conversation's own model, without tools; what a server asks for is first shown to the person (`approve`). */
  askModel(request: SideRequest, until?: AbortSignal): Promise<Result<SideReply>>;
  /** Lets an agent work at a task in a conversation of its own, with no more than this one may do. Ends with `signal`. */
  runAgent(request: AgentRequest): Promise<Result<AgentReport>>;
  /** The to-do list as the last call left it. */
  todos: readonly Todo[];
  /** A page of the whole text of an earlier result, named by its `@state/…` path, message id or call id. */
  readResult(reference: string, offset: number, limit: number): Promise<Result<NamedResultPage>>;
}

/** What a program in the sandbox wanted. `command`: the command line as it ran. */
export type SandboxWish =
  /** It failed there. `paths`: what may be opened for it, absolute; empty where that would be too much. It would run again. */
  | { type: 'files'; command: string; stoppedAt: readonly SandboxViolation[]; paths: readonly string[] }
  /** It waits for the answer. */
  | { type: 'host'; command: string; host: string; port: number };

/** `text`: the plan as the person left it. `words`: what they say about it, or nothing. */
export type PlanAnswer =
  | { answer: 'accepted'; text: string; mode: ApprovalMode; words: string }
  | { answer: 'sent_back'; text: string; words: string }
  /** They closed it, or (`nobody`) there is none to ask. */
  | { answer: 'unanswered'; nobody: boolean };

/** A question to the model beside the conversation. */
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
  /** One line for people; empty: made of the task. */
  title: string;
  /** Names of the tools that it gets, of those that the caller has; null: all of them. */
  tools: readonly string[] | null;
  /** The name of an agent that a file defines; null: none. */
  agent: string | null;
}

/** What came of an agent. */
export interface AgentReport {
  conversationId: string;
  title: string;
  /** How its run ended; `error`: why it failed, for the model. */
  end: 'done' | 'stopped' | 'error' | 'max_turns' | 'loop';
  error: string | null;
  /** Its last words. */
  text: string;
  /** As what it worked, where a file defines it. */
  name?: string;
  /** What of its definition could not be followed, for the model. */
  note?: string;
  calls: number;
  /** Replies of the model. */
  turns: number;
  usage: { inputTokens: number; outputTokens: number; usd?: number; unknown?: number };
  /** When its calls waited for the person; absent where none did. */
  waits?: WaitedTime[];
}

/** Offsets are bytes of UTF-8; a page begins and ends between characters. */
export interface ResultPage {
  text: string;
  offset: number;
  /** Null at the end. */
  nextOffset: number | null;
  totalBytes: number;
}

export interface NamedResultPage extends ResultPage {
  /** The tool whose result it is. */
  toolName: string;
}

export interface ToolOutput {
  outcome: 'ok' | 'error' | 'cancelled';
  /** What the model reads. Any value: the loop gives what is not a string a defined form. */
  content: unknown;
  /**
   * Set when the result is what was printed, with these words before it and this line after it; `content` is then not
   * looked at. It may be far larger than memory should hold: it is kept up to a cap, its head and its tail.
   */
  printed?: { before: string; after: string };
  details?: ToolDetails;
  /**
   * Images that go with it: stored as attachments and sent after the results of the reply. `name`: what a model and a person
   * may call it, such as the name of its file.
   */
  images?: { bytes: Buffer; mediaType: string; name?: string }[];
}

/** What a tool itself says of a call; its name, kind and server are added. */
export type ToolFacts = Omit<CallFacts, 'toolName' | 'kind' | 'server' | 'serverId'>;

export interface Tool {
  readonly name: string;
  readonly kind: ToolKind;
  /** Words for the model. */
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Record<string, unknown>;
  readonly needsFolder: boolean;
  /** False: it lacks what it needs, and is not offered; without it: it always has it. Asked before each request. */
  isSetUp?(place: CustomizationPlace & { projectId: string }): Promise<boolean>;
  /** What it runs can be held by the sandbox, where there is one: its facts say so for a call. */
  readonly sandboxable?: true;
  /** The MCP server that it belongs to. */
  readonly server?: string;
  /** Which of all servers that one is, with the file that it stands in: two files may have one name. */
  readonly serverId?: string;
  /** It changes nothing, as far as who offers it says: it may run beside others and needs no entry in the execution log. */
  readonly harmless?: boolean;
  /** False when it may run beside other calls of the same reply. */
  readonly exclusive: boolean;
  /** Checks parsed arguments against the schema; the error names the field and what is wrong with it. */
  check(args: unknown): Result<unknown>;
  /** A call of this tool that is really a call of another one: that one is checked, asked about and run. Null: it is its own. */
  target?(args: unknown): Result<{ tool: Tool; args: unknown }> | null;
  /** What it would do, for the rules; without it: its name and kind. */
  facts?(args: unknown, context: ToolContext): Promise<ToolFacts>;
  /**
   * What to watch for changes of files while it runs; null: it touches nothing of the folder. Without it: nothing for what only
   * reads, else the whole folder.
   */
  watches?(args: unknown, context: ToolContext): WatchScope | null;
  /** What the person is shown before it runs: the exact change or command. An error: it cannot be done. `args` have passed `check`. */
  preview(args: unknown, context: ToolContext): Promise<Result<ApprovalPreview>>;
  /** Give it the same `args` object as `preview`: a change that would now be another than the one shown is refused. */
  run(args: unknown, context: ToolContext): Promise<ToolOutput>;
}
