// Handles one call: parse, authorize, execute, finish. The outcome is a verdict in every case.

import type { AllowedBy, ToolCall } from '../../../shared/conversation/message.ts';
import type { SandboxDetails } from '../../../shared/conversation/sandbox.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData, type UserText } from '../../../shared/core/sentence.ts';
import type { ExecutionEntry } from '../../conversation/formats.ts';
import type { KeyedQueue } from '../../lib/protocolServer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PrintedOutput } from '../../ports/store.ts';
import type { Tool, ToolContext } from '../../ports/tool.ts';
import { authorizeCall } from './authorizeCall.ts';
import { withDiagnostics } from './callDiagnostics.ts';
import { createCallHooks } from './callHooks.ts';
import {
  canceledVerdict,
  disabledToolError,
  excludedToolError,
  failedVerdict,
  parseArguments,
  rejectedVerdict,
  unavailableToolError,
  type Verdict,
} from './callResult.ts';
import type { CallScope, ReadyCall } from './callScope.ts';
import { toChangeDetails, watchChanges } from './callWatch.ts';
import { type CheckedArguments, checkArguments } from './checkedArguments.ts';
import { createLiveOutput } from './liveOutput.ts';
import { runTool } from './runTool.ts';
import { createToolContext } from './toolContext.ts';

export async function handleCall(messageId: string, call: ToolCall, index: number, scope: CallScope): Promise<Verdict> {
  if (scope.signal.aborted) return canceledVerdict();
  const parsed = await checkCall(call.function, scope);
  if (!parsed.ok) return rejectedVerdict(parsed.error);
  const { tool, args, note } = parsed.value;
  const verdict = await authorizeAndRun({ messageId, call, index, tool, args }, scope);
  return note === '' ? verdict : { ...verdict, note: [note, verdict.note].filter(Boolean).join('\n\n') };
}

interface CheckedCall extends CheckedArguments {
  tool: Tool;
}

/** Finds the tool of a call and validates the arguments; runs nothing. */
export async function checkCall(
  { name, arguments: text }: ToolCall['function'],
  { deps, settings }: Pick<CallScope, 'deps' | 'settings'>,
): Promise<Result<CheckedCall>> {
  // Also covers tools disabled after the request that offered them.
  const isSwitchedOff = async (tool: string): Promise<boolean> =>
    settings.switchedOff.includes(tool) || (await deps.settings()).disabledTools.includes(tool);
  const exists = settings.knownTools.some((tool) => tool.name === name);
  if (exists && (await isSwitchedOff(name))) return disabledToolError(name);
  if (settings.leftOut.includes(name)) return excludedToolError(name, settings.preset);
  const tool = settings.offered.find((candidate) => candidate.name === name);
  if (!tool) return unavailableToolError(name, settings);
  const parsed = parseArguments(text);
  if (!parsed.ok)
    return fail('TOOL_ARGS_INVALID_JSON', say`the arguments of ${name} are not valid JSON: ${parsed.reason}`);
  const checked = checkedTarget(tool, parsed.value);
  if (!checked.ok || checked.value.tool === tool) return checked;
  const meant = checked.value.tool.name;
  if (settings.leftOut.includes(meant)) return excludedToolError(meant, settings.preset);
  return (await isSwitchedOff(meant)) ? disabledToolError(meant) : checked;
}

/** Resolves redirects to the actual tool and its validated arguments. */
function checkedTarget(tool: Tool, rawArguments: unknown): Result<CheckedCall> {
  const checked = checkArguments(tool, rawArguments);
  if (!checked.ok) return checked;
  const target = tool.target?.(checked.value.args) ?? null;
  if (target === null) return ok({ tool, ...checked.value });
  if (!target.ok) return target;
  const inner = checkArguments(target.value.tool, target.value.args);
  if (!inner.ok) return inner;
  const note = [checked.value.note, inner.value.note].filter(Boolean).join('\n');
  return ok({ tool: target.value.tool, args: inner.value.args, note });
}

async function authorizeAndRun(ready: ReadyCall, scope: CallScope): Promise<Verdict> {
  const { messageId, index, tool, call } = ready;
  const { deps, conversationId, settings, signal } = scope;
  const live = createLiveOutput(deps.clock, (text) =>
    deps.hub.publish(conversationId, { type: 'call.output', messageId, index, text }),
  );
  const place = { messageId, index };
  const output = deps.store.openOutput(conversationId, scope.byHand ? null : { toolCallId: call.id, place }, live.add);
  const note = async (more: Partial<ExecutionEntry>): Promise<void> => {
    await deps.store.logExecution(conversationId, { ...startedEntry(ready, deps), ...more });
  };
  const context = createToolContext(
    { ...place, toolCallId: call.id },
    {
      print: output.add,
      onProcess: (process) => note(processFields(process)),
      onTask: (task) => note({ task }),
      onAgent: (agent) => note({ agent }),
    },
    scope,
  );
  const hooks = await createCallHooks(ready, scope);
  const hooked = await hooks.before();
  if (hooked.refusal) return hooked.refusal;
  if (signal.aborted) return hooks.noted(canceledVerdict());
  const { refusal, sandbox, without, waitedMs, allowed } = await authorizeCall(ready, context, scope, {
    asks: hooked.asks,
    asking: hooks.asking,
  });
  if (refusal) return hooks.noted({ ...refusal, ...(waitedMs === null ? {} : { waitedMs }) });
  const approved = allowed ? { allowed } : {};
  if (signal.aborted) return hooks.noted({ ...canceledVerdict(), ...approved });
  const run = async (): Promise<Verdict> => {
    if (hasEffects(tool)) await hooks.begins();
    const executed = await execute({ ...ready, allowed }, { ...context, sandbox }, { output, end: live.end }, scope);
    return withDiagnostics(await hooks.after(executed), ready, scope);
  };
  // Tools that only ask or take notes would make others wait for the user.
  const waits = settings.agent !== null && tool.exclusive && hasEffects(tool);
  const ran = waits ? await inAgentLane(deps.tasks, settings.folder, signal, run) : await run();
  if (ran === null) return hooks.noted({ ...canceledVerdict(), ...approved });
  const details = without === null ? ran.details : { ...ran.details, sandbox: noSandbox(without) };
  return { ...ran, ...(details ? { details } : {}), ...approved, waitedMs: waitedMs ?? 0 };
}

function noSandbox(why: UserText): SandboxDetails {
  return { kind: 'none', reason: toUserTextData(why) };
}

/** Logs the start if it matters, records what undo needs, and runs it. */
async function execute(
  ready: ReadyCall & { allowed: AllowedBy | null },
  context: ToolContext,
  live: { output: PrintedOutput; end(): void },
  scope: CallScope,
): Promise<Verdict> {
  const { messageId, index, tool, args } = ready;
  const { deps, conversationId } = scope;
  const logged = hasEffects(tool);
  if (logged) {
    const how = ready.allowed ? { allowed: ready.allowed } : {};
    const noted = await deps.store.logExecution(conversationId, { ...startedEntry(ready, deps), ...how });
    if (!noted.ok)
      return failedVerdict(fail(noted.error.code, say`${tool.name} was not started: ${noted.error}`).error);
  }
  // An agent's changes belong to its own calls. Null: touches nothing in the folder.
  const watched = tool.watches ? tool.watches(args, context) : ({ type: 'tree' } as const);
  const isWatched = logged && tool.kind !== 'agent' && watched !== null;
  const watch = isWatched ? await watchChanges({ messageId, index }, watched, scope) : null;
  const startedAt = deps.clock.now().toISOString();
  const start = deps.clock.elapsed();
  deps.hub.publish(conversationId, { type: 'call.started', messageId, index, startedAt });
  const verdict = await runTool(tool, args, context, live.output, scope);
  live.end();
  const duration = Math.round(deps.clock.elapsed() - start);
  const changes = (await watch?.end()) ?? null;
  const details = { ...verdict.details, ...(changes ? { changes: toChangeDetails(changes) } : {}) };
  return {
    ...verdict,
    ...(Object.keys(details).length > 0 ? { details } : {}),
    startedAt,
    duration,
    logged,
  };
}

/** Whether it may change something outside the conversation: then its start is on disk before it runs. */
function hasEffects(tool: Tool): boolean {
  return ['write', 'execute', 'mcp', 'agent'].includes(tool.kind) && tool.harmless !== true;
}

function startedEntry(ready: ReadyCall, { clock }: { clock: Clock }): ExecutionEntry {
  return {
    v: 1,
    type: 'tool_started',
    at: clock.now().toISOString(),
    messageId: ready.messageId,
    toolCallId: ready.call.id,
    index: ready.index,
    name: ready.tool.name,
  };
}

function processFields(process: {
  pid: number;
  startedAt: string | null;
}): Pick<ExecutionEntry, 'pid' | 'processStartedAt'> {
  return process.startedAt === null ? { pid: process.pid } : { pid: process.pid, processStartedAt: process.startedAt };
}

// Agents work in parallel in one folder. Exclusive calls, such as file changes, wait for each other, like calls within
// one reply; parallel-safe calls do not wait.

/** Null: stopped while waiting, so it does not run. */
async function inAgentLane<T>(
  tasks: KeyedQueue,
  folder: string | null,
  signal: AbortSignal,
  task: () => Promise<T>,
): Promise<T | null> {
  const waiting = new AbortController();
  const ran = tasks.run(`agents:${folder ?? ''}`, async () => {
    waiting.abort();
    return signal.aborted ? null : task();
  });
  const stopped = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true, signal: waiting.signal });
  });
  return Promise.race([ran, stopped]);
}
