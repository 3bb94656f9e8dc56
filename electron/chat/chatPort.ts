// What callers can ask of runs: send, continue, decide about a call, stop.

import type { AttachmentRef } from '../../shared/conversation/attachments.ts';
import type { Result } from '../../shared/core/errors.ts';
import type { CompactionOutcome } from '../../shared/features/context/methods.ts';
import type { ModelOptions, ModelRef, ModelTakes } from '../../shared/features/models/modelOptions.ts';
import type { RunOutcome } from './chatToolLoop.ts';
import type { ManualCall, ManualRunStart } from './run/manualRun.ts';
import type { MessageQueue } from './run/messageQueue.ts';
import type { CallChoice, CallRef } from './run/resolveCall.ts';
import type { RunOverrides } from './runSettings.ts';

export interface SendReceipt {
  queued: boolean;
  messageId: string;
  /** Resolves when the run that is going on now has ended. */
  ended: Promise<RunOutcome>;
}

export interface ChatHandler extends Pick<MessageQueue, 'withdraw' | 'saveDraft'> {
  /**
   * MESSAGE_NOT_FOUND when one of the attachments is no longer kept. `now`: a run is stopped, and this message is sent before
   * all others that wait.
   */
  send(
    conversationId: string,
    text: string,
    overrides?: RunOverrides,
    attachments?: readonly AttachmentRef[],
    now?: boolean,
  ): Promise<Result<SendReceipt>>;
  /** Sends one message of the queue at once; a run is stopped for it. False: it does not wait any more. */
  sendQueued(conversationId: string, queueId: string): Promise<Result<boolean>>;
  /** Goes on from the end of the log without a new message; NOTHING_TO_RESUME says why it cannot. */
  resume(conversationId: string, overrides?: RunOverrides): Promise<Result<SendReceipt>>;
  /**
   * Gives an interrupted call its one result; CALL_NOT_OPEN when it has one. To run again answers when that has begun:
   * `ended` resolves when it has ended. What it had started and still lives is ended first with `endProcess`, else refused.
   */
  resolve(
    conversationId: string,
    call: CallRef,
    choice: CallChoice,
    overrides?: RunOverrides & { endProcess?: boolean },
  ): Promise<Result<{ ended: Promise<RunOutcome> | null }>>;
  /** A person runs a tool: asked about like any call. Answers when it has begun; what is wrong with the call is the answer. */
  runTool(conversationId: string, call: ManualCall, overrides?: RunOverrides): Promise<Result<ManualRunStart>>;
  /**
   * Compacts the context now; resolves when it is done. `stop` cancels it, and a message waits for its end. `model` writes the
   * summary in place of the conversation's own.
   */
  compact(conversationId: string, model?: ModelRef | null): Promise<Result<CompactionOutcome>>;
  /** Resolves when the run has ended and every call has its result. */
  stop(conversationId: string): Promise<void>;
  /** What of the options a model takes, and what a request to it would hold of these. */
  modelTakes(model: ModelRef, options: ModelOptions): Promise<Result<ModelTakes>>;
  isRunning(conversationId: string): boolean;
  /** Ends every run. */
  close(): Promise<void>;
}
