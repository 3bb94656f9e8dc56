// The tool loop, top to bottom. A run (run/run.ts) provides the steps: request, model, tools, and storage hooks.
// Whether it continues depends on the presence of calls, never on `finish_reason`.

import type { RunEnd, RunPhase } from '../../shared/conversation/event.ts';
import {
  type AssistantMessage,
  callsOf,
  type ErrorInfo,
  type Message,
  type NewMessage,
} from '../../shared/conversation/message.ts';
import type { SpendLimitRef } from '../../shared/conversation/question.ts';
import { type AppError, type Result, sentenceFields } from '../../shared/core/errors.ts';
import { say, type UserText } from '../../shared/core/sentence.ts';
import type { ModelFailure, ModelRequest } from '../ports/provider.ts';
import type { PrintedResult } from '../ports/store.ts';
import type { ModelTurn } from './turn/modelTurn.ts';
import { failureInfo } from './turn/retries.ts';
import type { ToolTurnResult } from './turn/toolTurn.ts';

/** Both are awaited: a message is durable before anything that depends on it happens. */
interface LoopHooks {
  /** Stores text and calls together, before any tool starts. */
  onAssistantMessage(message: NewMessage): Promise<Result<Message>>;
  /** Stores a result as its call finishes. */
  onToolMessage(message: NewMessage, printed?: PrintedResult): Promise<Result<Message>>;
}

export interface LoopSteps extends LoopHooks {
  maxTurns: number;
  signal: AbortSignal;
  /** Stores messages that the user queued meanwhile; returns how many. None after a stop. */
  storeQueued(): Promise<Result<number>>;
  /** Compacts first if the request would exceed the limit. */
  buildRequest(): Promise<Result<ModelRequest>>;
  /** After a refusal as too long: returns whether compaction allows another attempt. */
  compactToFit(failure: ModelFailure): Promise<boolean>;
  /** Requests one reply, including retries. */
  modelTurn(request: ModelRequest): Promise<ModelTurn>;
  /** Returns the record for an accepted reply. */
  replyRecord(turn: ModelTurn & { kind: 'reply' }): NewMessage;
  /** Runs the reply's calls; stores each result as it arrives. */
  toolTurn(message: AssistantMessage): Promise<ToolTurnResult>;
  /** Stores the instructions of folders that the calls touched first. */
  tellFolders(message: AssistantMessage): Promise<Result<void>>;
  /** Runs the user's hooks at the end of a turn; true: one sent the model back to work and told it why. */
  endOfTurn(reply: AssistantMessage): Promise<Result<boolean>>;
  enterPhase(phase: RunPhase): void;
}

export interface RunOutcome {
  end: RunEnd;
  error?: ErrorInfo;
}

export async function chatToolLoop(run: LoopSteps): Promise<RunOutcome> {
  const { signal } = run;
  let hasCompacted = false;
  for (let turn = 1; turn <= run.maxTurns; turn++) {
    if (signal.aborted) return { end: 'stopped' };
    run.enterPhase('model');
    const request = await run.buildRequest();
    if (!request.ok) return failedOutcome(request.error);

    const reply = await run.modelTurn(request.value);
    if (reply.kind === 'aborted') return stopped(reply, run);
    if (reply.kind === 'failed') {
      const again =
        !hasCompacted && reply.failure.code === 'LLM_CONTEXT_TOO_LONG' && (await run.compactToFit(reply.failure));
      if (!again) return signal.aborted ? { end: 'stopped' } : modelFailed(reply, run);
      hasCompacted = true;
      turn--;
      continue;
    }
    hasCompacted = false;

    const stored = await run.onAssistantMessage(run.replyRecord(reply));
    if (!stored.ok) return failedOutcome(stored.error);
    const message = stored.value as AssistantMessage;

    if (callsOf(message).length > 0) {
      run.enterPhase('tools');
      const tools = await run.toolTurn(message);
      if (tools.storeError)
        return { end: 'error', error: { code: 'STORE_WRITE_FAILED', ...sentenceFields(tools.storeError) } };
      if (signal.aborted || tools.postponed) return { end: 'stopped' };
      if (tools.stop) return stoppedByEngine('loop', 'ENGINE_LOOP_DETECTED', tools.stop, run);
      const noted = await run.tellFolders(message);
      if (!noted.ok) return failedOutcome(noted.error);
    }
    const queued = await run.storeQueued();
    if (!queued.ok) return failedOutcome(queued.error);
    // If the run was stopped while its last reply was stored, messages stay queued.
    if (callsOf(message).length === 0 && queued.value === 0) {
      const goesOn = signal.aborted ? null : await run.endOfTurn(message);
      if (goesOn && !goesOn.ok) return failedOutcome(goesOn.error);
      if (!goesOn?.value) return { end: signal.aborted ? 'stopped' : 'done' };
    }
    // A user's message is a new question with a full turn budget.
    if (queued.value > 0) turn = 0;
  }
  const text = say`Stopped after ${run.maxTurns} model turns, the limit for a run. Everything so far is saved.`;
  return stoppedByEngine('max_turns', 'ENGINE_MAX_TURNS_EXCEEDED', text, run);
}

/** A stop by the user is not an error: text received so far is kept. */
async function stopped(
  { messageId, text, reasoning, reasoningMs, discarded, response }: ModelTurn & { kind: 'aborted' },
  hooks: LoopHooks,
): Promise<RunOutcome> {
  if (text.trim() !== '') {
    const stored = await hooks.onAssistantMessage({
      id: messageId,
      role: 'assistant',
      content: text,
      ...(reasoning === '' ? {} : { reasoning }),
      ...(reasoning === '' || reasoningMs === undefined ? {} : { reasoningMs }),
      finishReason: 'stopped',
      ...(discarded ? { usage: { discarded } } : {}),
      ...(response ? { response } : {}),
    });
    if (!stored.ok) return failedOutcome(stored.error);
  }
  return { end: 'stopped' };
}

async function modelFailed(turn: ModelTurn & { kind: 'failed' }, hooks: LoopHooks): Promise<RunOutcome> {
  const error = failureInfo(turn.failure, turn.item);
  const { text, reasoning } = turn.failure.partial;
  const stored = await hooks.onAssistantMessage({
    id: turn.messageId,
    role: 'assistant',
    partType: 'error',
    content: text === '' ? null : text,
    ...(reasoning === '' ? {} : { reasoning }),
    ...(reasoning === '' || turn.reasoningMs === undefined ? {} : { reasoningMs: turn.reasoningMs }),
    error,
    ...(turn.discarded ? { usage: { discarded: turn.discarded } } : {}),
    ...(turn.response ? { response: turn.response } : {}),
  });
  return stored.ok ? { end: 'error', error } : failedOutcome(stored.error);
}

async function stoppedByEngine(
  end: 'loop' | 'max_turns',
  code: string,
  message: UserText,
  hooks: LoopHooks,
): Promise<RunOutcome> {
  const error = { code, ...sentenceFields(message) };
  const stored = await hooks.onAssistantMessage({ role: 'assistant', partType: 'note', content: error.message, error });
  return stored.ok ? { end, error } : failedOutcome(stored.error);
}

function failedOutcome({ code, message, said, details }: AppError): RunOutcome {
  const limit = code === 'SPEND_LIMIT_REACHED' ? (details?.limit as SpendLimitRef) : undefined;
  return { end: 'error', error: { code, message, ...(said ? { said } : {}), ...(limit ? { limit } : {}) } };
}
