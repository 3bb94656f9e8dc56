// The user's decision about an interrupted call. Each call gets one result: the decision is stored as that result, once
// readers are certain to pair it with exactly that call.

import {
  type AssistantMessage,
  callsOf,
  type Message,
  type NewMessage,
  type ToolCall,
} from '../../../shared/conversation/message.ts';
import { pairResults } from '../../../shared/conversation/pairing.ts';
import type { OpenCallState } from '../../../shared/conversation/repair.ts';
import { isLastQuestion } from '../../../shared/conversation/resume.ts';
import { fail, ok, type Result, sentenceFields } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { StartedProcess } from '../../ports/processes.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { CallTask } from '../../ports/tool.ts';
import type { Append } from '../appendMessage.ts';
import type { ChatDeps } from '../chatDeps.ts';
import type { RunOutcome } from '../chatToolLoop.ts';
import { endLeftoverProcesses } from '../recovery/openProcesses.ts';
import { agentDetails, callRefOf, openCalls } from '../recovery/recover.ts';
import type { RunDeps } from '../runDeps.ts';
import { type RunOverrides, runSettings } from '../runSettings.ts';
import type { CallScope } from '../turn/callScope.ts';
import { fetchCallResult, rerunCall } from '../turn/toolTurn.ts';
import { busy } from '../withIdleConversation.ts';

export type CallChoice = 'run_again' | 'get_result' | 'skip' | 'mark_done';

type RunChoice = 'run_again' | 'get_result';

export function isRunChoice(choice: CallChoice): choice is RunChoice {
  return choice === 'run_again' || choice === 'get_result';
}

export interface CallRef {
  /** The message with the call, and the call's index there. */
  messageId: string;
  index: number;
}

export interface OpenCall extends CallRef {
  branch: StoredBranch;
  message: AssistantMessage;
  call: ToolCall;
  state: OpenCallState;
  processes: StartedProcess[];
  agent: string | null;
  task: CallTask | null;
}

/** Records to read around the call. */
const tail = 200;

/** Reads the call from disk; CALL_NOT_OPEN if it has a result, or cannot be given one of its own. */
export async function findOpenCall(
  deps: Pick<ChatDeps, 'store'>,
  conversationId: string,
  { messageId, index }: CallRef,
): Promise<Result<OpenCall>> {
  const branch = await deps.store.readBranch(conversationId, { tail, including: messageId });
  if (!branch.ok) return branch;
  const { messages, readOnly } = branch.value;
  if (readOnly) return fail('STORE_READ_ONLY', readOnly);
  const message = messages.find(
    (candidate): candidate is AssistantMessage => candidate.id === messageId && isReply(candidate),
  );
  const call = message && callsOf(message)[index];
  if (!message || !call) return fail('CALL_NOT_OPEN', say`There is no such call in this conversation.`);
  const slot = pairResults(messages).slots.find((slot) => slot.messageId === messageId && slot.callIndex === index);
  if (!slot || slot.result !== null) {
    return fail('CALL_NOT_OPEN', say`This ${call.function.name} call already has its result. Nothing was changed.`);
  }
  if (!isLastQuestion(messages, messageId)) {
    const why = say`The conversation has continued, and the model has already seen this call as interrupted`;
    return fail('CALL_NOT_OPEN', say`${why}. This cannot be changed now. Ask for it again in a message.`);
  }
  if (!wouldAnswer(messages, { messageId, index }, call)) {
    const why = say`A later call has the same ID, so their results cannot be told apart`;
    return fail('CALL_NOT_OPEN', say`${why}. This call stays open and is sent as interrupted.`);
  }
  const log = await deps.store.readExecution(conversationId);
  const openState = openCalls(messages, log).find((open) => open.messageId === messageId && open.index === index);
  const { state = 'unknown', processes = [], agent = null, task = null } = openState ?? {};
  return ok({ branch: branch.value, message, messageId, index, call, state, processes, agent, task });
}

function isReply(message: Message): boolean {
  return message.role === 'assistant';
}

/** Returns whether a result appended now would be paired with exactly this call. */
function wouldAnswer(branch: readonly Message[], { messageId, index }: CallRef, call: ToolCall): boolean {
  const probe = {
    ...choiceRecord(call, 'skip', { messageId, index, state: 'unknown', agent: null }),
    v: 1,
    id: '~',
    parentId: null,
    createdAt: '',
  } as Message;
  const slots = pairResults([...branch, probe]).slots;
  return slots.find((slot) => slot.messageId === messageId && slot.callIndex === index)?.result === probe;
}

/** Returns the result of a call that is not rerun. */
export function choiceRecord(
  call: ToolCall,
  choice: Exclude<CallChoice, RunChoice>,
  { state, agent, ...place }: CallRef & { state: OpenCallState; agent: string | null },
): Extract<NewMessage, { role: 'tool' }> {
  return {
    role: 'tool',
    tool_call_id: call.id,
    toolName: call.function.name,
    outcome: choice === 'skip' ? 'interrupted' : 'ok',
    content: choiceText(choice, state),
    details: { interrupted: state, call: callRefOf(place), ...agentDetails(agent) },
    resolution: choice,
  };
}

/** The text of the result, for the model. */
function choiceText(choice: Exclude<CallChoice, RunChoice>, state: OpenCallState): string {
  if (choice === 'mark_done') {
    return 'This call was interrupted. The user marked it as done; its output is unknown.';
  }
  return state === 'not_started'
    ? 'Error: interrupted before this call was started; nothing was done. The user chose to skip it.'
    : 'Error: interrupted while this call was running; its outcome is unknown. The user chose not to run it again.';
}

/** Returns a function that reruns the call or fetches its result, if possible. */
export async function prepareRerun(
  deps: RunDeps,
  open: OpenCall,
  { choice, overrides, controller, append }: Rerun,
): Promise<Result<() => Promise<RunOutcome>>> {
  const settings = await runSettings(deps, open.branch, { ...overrides, preview: true, startServers: true });
  if (!settings.ok) return settings;
  const { conversationId } = open.branch;
  const scope: CallScope = {
    deps,
    conversationId,
    settings: settings.value,
    signal: controller.signal,
    finished: [],
    onToolMessage: append,
    stopRun: () => controller.abort(),
  };
  const { task } = open;
  return ok(() =>
    choice === 'get_result' && task !== null ? fetchOpenCall(open, task, scope) : runOpenCall(open, scope),
  );
}

interface Rerun {
  choice: RunChoice;
  overrides: RunOverrides;
  controller: AbortController;
  append: Append;
}

/** Fetches its result. If that fails, it stays open for another decision. */
async function fetchOpenCall(open: OpenCall, task: CallTask, scope: CallScope): Promise<RunOutcome> {
  const fetched = await fetchCallResult(open.message, open.index, task, scope);
  if (!fetched.ok) return { end: 'error', error: fetched.error };
  const { storeError } = fetched.value;
  if (storeError) return { end: 'error', error: { code: 'STORE_WRITE_FAILED', ...sentenceFields(storeError) } };
  return { end: scope.signal.aborted ? 'stopped' : 'done' };
}

/** Reruns the call. If declined, it stays open for another decision. */
async function runOpenCall(open: OpenCall, scope: CallScope): Promise<RunOutcome> {
  const ran = await rerunCall(open.message, open.index, againNote(open.state), scope);
  if (ran.storeError) return { end: 'error', error: { code: 'STORE_WRITE_FAILED', ...sentenceFields(ran.storeError) } };
  return { end: ran.declined || scope.signal.aborted ? 'stopped' : 'done' };
}

/** What the model reads with the result of a rerun of a call that may have run before. */
function againNote(state: OpenCallState): string {
  return state === 'not_started'
    ? ''
    : '[This call was interrupted before, and that outcome is unknown. The user ran it again; this is the latest result.]';
}

/** An external agent's call can only be run by the agent. */
export function checkChoice({ message, task }: OpenCall, choice: CallChoice): Result<void> {
  if (choice === 'get_result' && task === null) {
    return fail('NOT_SUPPORTED', say`No server continues this call, so there is no result to fetch.`);
  }
  if (choice !== 'run_again' || message.external === undefined) return ok(undefined);
  return fail(
    'NOT_SUPPORTED',
    say`Only the agent can run its call again. Skip it or mark it as done, or write a message.`,
  );
}

/** Ends what may still be running of the call before it is resolved. */
export function endProcessesOfCall(
  { processes }: OpenCall,
  deps: Pick<ChatDeps, 'processes'>,
  choice: CallChoice,
  endProcess: boolean,
): Promise<Result<void>> {
  return endLeftoverProcesses(processes, deps.processes, { endThem: endProcess, rerun: choice === 'run_again' });
}

/** Returns why it cannot be resolved during a run; `again`: the call that this run reruns. */
export function callBusyError(again: CallRef | undefined, call: CallRef): Result<never> {
  return again?.messageId === call.messageId && again.index === call.index
    ? fail('CALL_NOT_OPEN', say`This call is already being run again.`)
    : busy;
}
