// One call: parse, check, ask, run. What comes of it is a verdict, whatever happens.

import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { ToolCall } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import type { ExecutionEntry } from '../../../shared/formats.ts';
import type { ChangeWatch, Watched } from '../../ports/changes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PrintedOutput } from '../../ports/store.ts';
import type { Tool, ToolContext } from '../../ports/tool.ts';
import { liveOutput } from './liveOutput.ts';
import { type PermitDeps, permitCall } from './permitCall.ts';
import { type RunToolDeps, runTool } from './runTool.ts';
import {
  cancelledVerdict,
  failed,
  notRun,
  parseArguments,
  switchedOff,
  unavailable,
  type Verdict,
} from './toolVerdict.ts';

export interface HandleCallDeps extends PermitDeps, RunToolDeps {
  /** Everything that has a name, offered or not: a call of one that is not offered is refused by name. */
  tools: readonly Tool[];
  offered: readonly Tool[];
  /** Also one that was switched off after the request that it was offered with. */
  isSwitchedOff(name: string): Promise<boolean>;
  /**
   * Runs it at once, or, where agents work side by side in one folder, when the exclusive call before it has ended. Null:
   * stopped before that.
   */
  inTurn<T>(tool: Tool, task: () => Promise<T>): Promise<T | null>;
  clock: Clock;
  signal: AbortSignal;
  publish(event: ConversationEvent): void;
  /** What a call prints; `onPrinted` is told what may be shown. */
  openOutput(call: ToolContext['call'], onPrinted: (bytes: Buffer) => void): PrintedOutput;
  context(
    call: ToolContext['call'],
    print: ToolContext['print'],
    onProcess: ToolContext['onProcess'],
    onAgent: (conversationId: string) => Promise<void>,
  ): ToolContext;
  logExecution(entry: ExecutionEntry): Promise<Result<void>>;
  /** Keeps what is needed to undo what the call changes; null where there is no folder. */
  watch(call: ToolContext['call'], watched: Watched): Promise<ChangeWatch | null>;
}

/** A call whose arguments have passed the check of its tool. */
export interface ReadyCall {
  messageId: string;
  call: ToolCall;
  index: number;
  tool: Tool;
  args: unknown;
}

export async function handleCall(
  messageId: string,
  call: ToolCall,
  index: number,
  deps: HandleCallDeps,
): Promise<Verdict> {
  if (deps.signal.aborted) return cancelledVerdict();
  const checked = await checkCall(call.function, deps);
  if (!checked.ok) return notRun(checked.error);
  return permitAndRun({ messageId, call, index, ...checked.value }, deps);
}

/** The tool that a call names, with arguments that have passed its check; runs nothing. */
export async function checkCall(
  { name, arguments: text }: ToolCall['function'],
  deps: Pick<HandleCallDeps, 'tools' | 'offered' | 'isSwitchedOff'>,
): Promise<Result<{ tool: Tool; args: unknown }>> {
  const known = deps.tools.some((tool) => tool.name === name);
  if (known && (await deps.isSwitchedOff(name))) return switchedOff(name);
  const tool = deps.offered.find((candidate) => candidate.name === name);
  if (!tool) return unavailable(name, deps);
  const parsed = parseArguments(text);
  if (!parsed.ok)
    return fail('TOOL_ARGS_INVALID_JSON', `the arguments of ${name} are not valid JSON: ${parsed.reason}`);
  const checked = checkedTarget(tool, parsed.value);
  if (!checked.ok || checked.value.tool === tool) return checked;
  const meant = checked.value.tool.name;
  return (await deps.isSwitchedOff(meant)) ? switchedOff(meant) : checked;
}

/** The tool that is really meant, with its checked arguments. */
function checkedTarget(tool: Tool, given: unknown): Result<{ tool: Tool; args: unknown }> {
  const checked = tool.check(given);
  if (!checked.ok) return checked;
  const target = tool.target?.(checked.value) ?? null;
  if (target === null) return ok({ tool, args: checked.value });
  if (!target.ok) return target;
  const inner = target.value.tool.check(target.value.args);
  return inner.ok ? ok({ tool: target.value.tool, args: inner.value }) : inner;
}

async function permitAndRun(ready: ReadyCall, deps: HandleCallDeps): Promise<Verdict> {
  const { messageId, index, tool, call } = ready;
  const live = liveOutput(deps.clock, (text) => deps.publish({ type: 'call.output', messageId, index, text }));
  const place = { messageId, index, toolCallId: call.id };
  const output = deps.openOutput(place, live.add);
  const note = async (more: Partial<ExecutionEntry>): Promise<void> => {
    await deps.logExecution({ ...startedEntry(ready, deps), ...more });
  };
  const context = deps.context(
    place,
    output.add,
    (process) => note(processFields(process)),
    (conversationId) => note({ agent: conversationId }),
  );
  const permitted = await permitCall(ready, context, deps);
  const { waitedMs } = permitted;
  if (permitted.refusal) return { ...permitted.refusal, ...(waitedMs === null ? {} : { waitedMs }) };
  if (deps.signal.aborted) return cancelledVerdict();
  const ran = await deps.inTurn(tool, () => runPermitted(ready, context, { output, end: live.end }, deps));
  return ran === null ? cancelledVerdict() : { ...ran, waitedMs: waitedMs ?? 0 };
}

/** Notes the start where it matters, keeps what is needed to undo it, and runs it. */
async function runPermitted(
  ready: ReadyCall,
  context: ToolContext,
  live: { output: PrintedOutput; end(): void },
  deps: HandleCallDeps,
): Promise<Verdict> {
  const { messageId, index, tool, args, call } = ready;
  const place = { messageId, index, toolCallId: call.id };
  const logged = hasEffects(tool);
  if (logged) {
    const noted = await deps.logExecution(startedEntry(ready, deps));
    if (!noted.ok) return failed(`${tool.name} was not started: ${noted.error.message}`, noted.error.code);
  }
  // An agent's changes are those of its own calls.
  const watch =
    logged && tool.kind !== 'agent' ? await deps.watch(place, tool.watches?.(args, context) ?? { type: 'tree' }) : null;
  const startedAt = deps.clock.now().toISOString();
  const start = deps.clock.elapsed();
  deps.publish({ type: 'call.started', messageId, index, startedAt });
  const verdict = await runTool(tool, args, context, live.output, deps);
  live.end();
  const duration = Math.round(deps.clock.elapsed() - start);
  const changes = (await watch?.end()) ?? null;
  const details = { ...verdict.details, ...(changes ? { changes } : {}) };
  return {
    ...verdict,
    ...(Object.keys(details).length > 0 ? { details } : {}),
    startedAt,
    duration,
    logged,
  };
}

/** Whether it may change something outside of the conversation: its start is on disk before it begins. */
export function hasEffects(tool: Tool): boolean {
  return ['write', 'execute', 'mcp', 'agent'].includes(tool.kind) && tool.harmless !== true;
}

function startedEntry(ready: ReadyCall, deps: Pick<HandleCallDeps, 'clock'>): ExecutionEntry {
  return {
    v: 1,
    type: 'tool_started',
    at: deps.clock.now().toISOString(),
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
