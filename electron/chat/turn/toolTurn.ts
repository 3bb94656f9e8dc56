// Runs the calls of one reply. Independent calls run in parallel; each result is stored as it arrives. In every case,
// each call ends with exactly one stored result.

import { type AssistantMessage, callsOf, type ToolCall } from '../../../shared/conversation/message.ts';
import { errorSentence, ok, type Result } from '../../../shared/core/errors.ts';
import type { Sentence } from '../../../shared/core/sentence.ts';
import type { CallTask, Tool } from '../../ports/tool.ts';
import { hasCallHooks, readActiveHooks } from './callHooks.ts';
import { cutOffVerdict, isDeclined, type Verdict } from './callResult.ts';
import type { CallScope } from './callScope.ts';
import { fetchTask } from './fetchTask.ts';
import { handleCall } from './handleCall.ts';
import { recordFinishedCall } from './repeatDetector.ts';
import { addNoteToResult, prependNote } from './toolContent.ts';
import type { HooksInForce } from './turnHooks.ts';

export interface ToolTurnResult {
  /** Set when a result could not be stored: the run cannot continue. */
  storeError?: Sentence;
  /** Set when the model loops: why the run stops. */
  stop?: Sentence;
  /** Set when a call waits for a user who is not there: it keeps no result, and the run ends. */
  postponed?: true;
}

export async function runToolTurn(message: AssistantMessage, scope: CallScope): Promise<ToolTurnResult> {
  const result: ToolTurnResult = {};
  const cutOff = message.finishReason === 'length';
  const hooks = await readActiveHooks(scope);
  for (const group of groupCalls(callsOf(message), scope.settings.offered, hooks)) {
    await Promise.all(
      group.map(async ({ call, index }) => {
        const verdict = cutOff ? cutOffVerdict() : await handleCall(message.id, call, index, scope);
        const isPostponed = scope.deps.later?.isPostponed(scope.conversationId, { messageId: message.id, index });
        if (isPostponed) result.postponed = true;
        try {
          if (!isPostponed && !verdict.leftOpen) await storeResult(message.id, call, index, verdict, scope, result);
        } finally {
          await verdict.printed?.output.discard();
        }
      }),
    );
    // An agent's calls are asked about in the call that started it, which keeps no result: its work would be lost.
    const { agent } = scope.settings;
    if (agent && scope.deps.later?.isPostponed(agent.conversationId, agent)) result.postponed = true;
    // The rest of the calls have not started, either.
    if (result.postponed) break;
  }
  return result;
}

/**
 * Reruns one call of an earlier turn, approved and stored like any other. `declined`: the user denied or stopped it
 * before it started; then nothing is stored and the call stays open.
 */
export async function rerunCall(
  message: AssistantMessage,
  index: number,
  note: string,
  scope: CallScope,
): Promise<ToolTurnResult & { declined: boolean }> {
  const call = callsOf(message)[index] as ToolCall;
  const result: ToolTurnResult = {};
  const verdict =
    message.finishReason === 'length' ? cutOffVerdict() : await handleCall(message.id, call, index, scope);
  const declined = isDeclined(verdict);
  try {
    const again = { note, resolution: 'run_again' } as const;
    if (!declined && !verdict.leftOpen) await storeResult(message.id, call, index, verdict, scope, result, again);
  } finally {
    await verdict.printed?.output.discard();
  }
  return { ...result, declined };
}

/** Fetches the result of a call that a server continued. A failure: it has none yet, and the call stays open. */
export async function fetchCallResult(
  message: AssistantMessage,
  index: number,
  task: CallTask,
  scope: CallScope,
): Promise<Result<ToolTurnResult>> {
  const call = callsOf(message)[index] as ToolCall;
  const result: ToolTurnResult = {};
  const fetched = await fetchTask(message.id, call, index, task, scope);
  if (!fetched.ok) return fetched;
  const more = { note: '', resolution: 'get_result' } as const;
  if (!fetched.value.leftOpen) await storeResult(message.id, call, index, fetched.value, scope, result, more);
  return ok(result);
}

interface PlacedCall {
  call: ToolCall;
  index: number;
}

/** Groups adjacent calls that may run in parallel; an exclusive call, or one with hooks, is a group of its own. */
function groupCalls(calls: readonly ToolCall[], tools: readonly Tool[], hooks: HooksInForce): PlacedCall[][] {
  const groups: PlacedCall[][] = [];
  let together = false;
  calls.forEach((call, index) => {
    const { name } = call.function;
    const exclusive = (tools.find((tool) => tool.name === name)?.exclusive ?? false) || hasCallHooks(hooks, name);
    const last = groups.at(-1);
    if (last && together && !exclusive) last.push({ call, index });
    else groups.push([{ call, index }]);
    together = !exclusive;
  });
  return groups;
}

async function storeResult(
  messageId: string,
  call: ToolCall,
  index: number,
  verdict: Verdict,
  { deps, conversationId, finished, onToolMessage }: CallScope,
  result: ToolTurnResult,
  more: { note: string; resolution?: 'run_again' | 'get_result' } = { note: '' },
): Promise<void> {
  const name = call.function.name;
  const { logged, content, printed, details, note: fromHooks = '', ...fields } = verdict;
  const whole = printed ? `${printed.before}${printed.fingerprint}\n${printed.after}` : content;
  const made = { name, arguments: call.function.arguments, outcome: verdict.outcome, content: whole };
  const repeat = recordFinishedCall(finished, made);
  if (repeat.action === 'stop') result.stop = repeat.message;
  const note = [fromHooks, repeat.action === 'hint' ? repeat.text : '', more.note].filter(Boolean).join('\n');
  const noted = addNoteToResult(content, details, note);
  const stored = await onToolMessage(
    {
      role: 'tool',
      tool_call_id: call.id,
      toolName: name,
      ...fields,
      ...noted,
      ...(more.resolution
        ? { resolution: more.resolution, details: { ...noted.details, call: { messageId, index } } }
        : {}),
    },
    printed && { output: printed.output, before: prependNote(printed.before, note), after: printed.after },
  );
  if (!stored.ok) result.storeError = errorSentence(stored.error);
  if (logged) {
    const at = deps.clock.now().toISOString();
    await deps.store.logExecution(conversationId, {
      v: 1,
      type: 'tool_ended',
      at,
      messageId,
      toolCallId: call.id,
      index,
      name,
    });
  }
}
