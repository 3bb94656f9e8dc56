// The operations on runs: send, resume, resolve a call, stop.

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
  /** Resolves when the current run has ended. */
  ended: Promise<RunOutcome>;
}

/** `elsewhere`: the last message was stored for another folder or model. */
export type ResumeOptions = RunOverrides & { elsewhere?: boolean };

export interface ChatHandler extends Pick<MessageQueue, 'withdraw' | 'saveDraft'> {
  /**
   * MESSAGE_NOT_FOUND if an attachment no longer exists. `now`: stops a run and sends this message before the queued
   * ones.
   */
  send(
    conversationId: string,
    text: string,
    overrides?: RunOverrides,
    attachments?: readonly AttachmentRef[],
    now?: boolean,
  ): Promise<Result<SendReceipt>>;
  /** Sends a queued message immediately, stopping a run. False: no longer queued. */
  sendQueued(conversationId: string, queueId: string): Promise<Result<boolean>>;
  /** Continues from the end of the log without a new message; NOTHING_TO_RESUME says why it cannot. */
  resume(conversationId: string, overrides?: ResumeOptions): Promise<Result<SendReceipt>>;
  /**
   * Stores a message as `send` does, without asking the model. CONVERSATION_BUSY during a run; queued messages are
   * stored before it.
   */
  post(
    conversationId: string,
    text: string,
    attachments?: readonly AttachmentRef[],
  ): Promise<Result<{ messageId: string }>>;
  /**
   * Gives an interrupted call its only result; CALL_NOT_OPEN if it has one. A rerun returns when it has started;
   * `ended` resolves when it is done. A process it left running is ended first with `endProcess`; otherwise the call
   * fails.
   */
  resolve(
    conversationId: string,
    call: CallRef,
    choice: CallChoice,
    overrides?: RunOverrides & { endProcess?: boolean },
  ): Promise<Result<{ ended: Promise<RunOutcome> | null }>>;
  /** Runs a tool manually, with the usual approval. Returns when it has started, or what is wrong with the call. */
  runTool(conversationId: string, call: ManualCall, overrides?: RunOverrides): Promise<Result<ManualRunStart>>;
  /**
   * Compacts the context now; resolves when done. `stop` cancels it, and messages wait for its end. `model` replaces
   * the conversation's own for the summary.
   */
  compact(conversationId: string, model?: ModelRef | null): Promise<Result<CompactionOutcome>>;
  /** Resolves when the run has ended and every call has its result. */
  stop(conversationId: string): Promise<void>;
  /** Ends the wait before a retry: the model is asked now. Does nothing if none waits. */
  tryNow(conversationId: string): void;
  /** Returns which options a model supports, and what a request to it would contain of these. */
  modelTakes(model: ModelRef, options: ModelOptions): Promise<Result<ModelTakes>>;
  isRunning(conversationId: string): boolean;
  /** Ends every run. */
  close(): Promise<void>;
}
