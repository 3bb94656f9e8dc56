// A call that the user makes without the model: parsed, validated and approved like any other, and stored as one
// `tool_run` record. A call that never started leaves nothing.

import type { NewMessage, ToolCall } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Append } from '../appendMessage.ts';
import type { RunOutcome } from '../chatToolLoop.ts';
import { storePartial } from '../recovery/orphanedPartial.ts';
import type { RunDeps } from '../runDeps.ts';
import { type RunOverrides, runSettings } from '../runSettings.ts';
import { isDeclined, type Verdict } from '../turn/callResult.ts';
import type { CallScope } from '../turn/callScope.ts';
import { checkCall, handleCall } from '../turn/handleCall.ts';
import { addNoteToResult, prependNote } from '../turn/toolContent.ts';

export interface ManualCall {
  toolName: string;
  /** JSON text. */
  arguments: string;
  /** False: the model does not see it. */
  inContext: boolean;
}

export interface ManualRunStart {
  messageId: string;
  ended: Promise<RunOutcome>;
}

export interface ManualRun {
  /** Id of its future record: until then the call is identified by that id and index 0. */
  messageId: string;
  run(): Promise<RunOutcome>;
}

/** Records to read at the end of the conversation. */
const tail = 20;

/** Does everything up to the approval; problems with the call are returned, and nothing is stored. */
export async function prepareManualRun(
  deps: RunDeps,
  conversationId: string,
  request: ManualCall,
  { overrides, controller, append }: { overrides: RunOverrides; controller: AbortController; append: Append },
): Promise<Result<ManualRun>> {
  const branch = await deps.store.readBranch(conversationId, { tail });
  if (!branch.ok) return branch;
  if (branch.value.readOnly) return fail('STORE_READ_ONLY', branch.value.readOnly);
  const made = await runSettings(deps, branch.value, { ...overrides, preview: true, startServers: true });
  if (!made.ok) return made;
  // The user can also call tools that the model would have to search for.
  const offered = made.value.knownTools.filter(({ needsFolder }) => made.value.folder !== null || !needsFolder);
  const settings = { ...made.value, offered, leftOut: [] };
  const scope: CallScope = {
    deps,
    conversationId,
    settings,
    signal: controller.signal,
    finished: [],
    byHand: true,
    onToolMessage: append,
    stopRun: () => controller.abort(),
  };
  const messageId = deps.ids.ulid();
  const call: ToolCall = {
    id: `run_${messageId.toLowerCase()}`,
    type: 'function',
    function: { name: request.toolName, arguments: request.arguments },
  };
  const checked = await checkCall(call.function, scope);
  if (!checked.ok) return fail(checked.error.code, say`Not run: ${checked.error}`);
  const storedPartial = await storePartial(deps, branch.value, append);
  if (!storedPartial.ok) return storedPartial;
  return ok({
    messageId,
    async run() {
      const verdict = await handleCall(messageId, call, 0, scope);
      try {
        const declined = isDeclined(verdict);
        const stored = declined ? null : await append(...recordOf(messageId, call, request.inContext, verdict));
        if (stored && !stored.ok) return { end: 'error', error: stored.error };
        if (verdict.logged) await deps.store.logExecution(conversationId, endedEntry(messageId, call, deps));
        return { end: declined || controller.signal.aborted ? 'stopped' : 'done' };
      } finally {
        await verdict.printed?.output.discard();
      }
    },
  });
}

function recordOf(messageId: string, call: ToolCall, inContext: boolean, verdict: Verdict): Parameters<Append> {
  const { logged: _logged, content, printed, details, note = '', ...fields } = verdict;
  const record: NewMessage = {
    id: messageId,
    role: 'tool',
    partType: 'tool_run',
    tool_call_id: call.id,
    toolName: call.function.name,
    arguments: call.function.arguments,
    ...fields,
    ...addNoteToResult(content, details, note),
    ...(inContext ? {} : { includeInContext: false }),
  };
  return printed
    ? [record, { output: printed.output, before: prependNote(printed.before, note), after: printed.after }]
    : [record];
}

function endedEntry(
  messageId: string,
  call: ToolCall,
  { clock }: RunDeps,
): Parameters<RunDeps['store']['logExecution']>[1] {
  const at = clock.now().toISOString();
  return { v: 1, type: 'tool_ended', at, messageId, toolCallId: call.id, index: 0, name: call.function.name };
}
