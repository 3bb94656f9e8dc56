// What the calls of one run share, and a single call that has passed its checks.

import type { Message, NewMessage, ToolCall } from '../../../shared/conversation/message.ts';
import type { Result } from '../../../shared/core/errors.ts';
import type { PrintedResult } from '../../ports/store.ts';
import type { Tool } from '../../ports/tool.ts';
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
}
