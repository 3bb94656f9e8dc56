// What the calls of one run share, and a single call that has passed its checks.

import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import type { AllowedBy, Message, NewMessage, ToolCall } from '../../../shared/conversation/message.ts';
import type { Result } from '../../../shared/core/errors.ts';
import type { CallFacts, Decision } from '../../../shared/permission/permission.ts';
import type { PrintedResult } from '../../ports/store.ts';
import type { Tool } from '../../ports/tool.ts';
import type { ApprovalAnswer } from '../approvals.ts';
import type { RunDeps } from '../runDeps.ts';
import type { RunSettings } from '../runSettings.ts';
import type { FinishedCall } from './repeatDetector.ts';

export interface CallScope {
  deps: RunDeps;
  conversationId: string;
  settings: RunSettings;
  signal: AbortSignal;
  /** The run's finished calls, for loop detection; each call adds to it. */
  finished: FinishedCall[];
  /** A manual call, which belongs to no reply. */
  byHand?: true;
  onToolMessage(message: NewMessage, printed?: PrintedResult): Promise<Result<Message>>;
  /** Ends the run, when the user denied a call and requested that. */
  stopRun(): void;
}

/** A call whose arguments have passed its tool's validation. */
export interface ReadyCall {
  messageId: string;
  call: ToolCall;
  index: number;
  tool: Tool;
  args: unknown;
  /**
   * How a call that would be asked about was allowed before, so that nobody is asked; null: it was not. Denials, plan mode and the
   * sandbox apply all the same.
   */
  allowedBefore?(facts: CallFacts, decision: Decision): Promise<AllowedBy | null>;
  /** Set when an external agent asks about its own call: its prompt, and where the user's answer goes. */
  external?: { prompt: NonNullable<ApprovalRequest['external']>; answered(answer: ApprovalAnswer): void };
}
