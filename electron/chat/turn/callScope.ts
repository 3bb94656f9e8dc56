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
  /** What this run has done so far, for noticing that it goes in circles; each call adds to it. */
  finished: FinishedCall[];
  /** A person's own call: it has no place among the calls of a reply. */
  byHand?: true;
  onToolMessage(message: NewMessage, printed?: PrintedResult): Promise<Result<Message>>;
  /** A person refused a call and wants the run to end with it. */
  stopRun(): void;
}

/** A call whose arguments have passed the check of its tool. */
export interface ReadyCall {
  messageId: string;
  call: ToolCall;
  index: number;
  tool: Tool;
  args: unknown;
}
