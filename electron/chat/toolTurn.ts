// The calls of one reply: parse, check, ask, run. Independent calls run together; each result is stored as it finishes.
// Whatever happens, every call ends with exactly one stored result.

import type { ApprovalRequest, ConversationEvent } from '../../shared/conversation/event.ts';
import type {
  AssistantMessage,
  NewMessage,
  Outcome,
  ToolCall,
  ToolDetails,
} from '../../shared/conversation/message.ts';
import { callsOf } from '../../shared/conversation/message.ts';
import { describeThrown, type Result } from '../../shared/errors.ts';
import type { ExecutionEntry } from '../../shared/formats.ts';
import type { ApprovalMode } from '../../shared/permission.ts';
import { type Decision, decide } from '../../shared/permission.ts';
import type { Clock } from '../ports/clock.ts';
import type { PrintedOutput, PrintedResult } from '../ports/store.ts';
import type { Tool, ToolContext } from '../ports/tool.ts';
import type { ApprovalAnswer } from './approvals.ts';
import { liveOutput } from './liveOutput.ts';
import { type FinishedCall, noteCall } from './repeatDetector.ts';
import { printedContent, toolContent } from './toolContent.ts';

export interface ToolTurnDeps {
  /** Every tool of the program, offered or not: a call of one that is not offered is refused by name. */
  tools: readonly Tool[];
  offered: readonly Tool[];
  clock: Clock;
  signal: AbortSignal;
  newId(): string;
  publish(event: ConversationEvent): void;
  /** What a call prints; `onPrinted` is told what may be shown. */
  openOutput(toolCallId: string, onPrinted: (bytes: Buffer) => void): PrintedOutput;
  context(print: ToolContext['print'], onProcess: ToolContext['onProcess']): ToolContext;
  permission(): { mode: ApprovalMode; allowedInConversation: readonly string[] };
  ask(request: ApprovalRequest): Promise<ApprovalAnswer | null>;
  /** A person allowed this tool for the conversation. */
  allowInConversation(toolName: string): Promise<void>;
  logExecution(entry: ExecutionEntry): Promise<Result<void>>;
  onToolMessage(message: NewMessage, printed?: PrintedResult): Promise<Result<unknown>>;
  /** What this run has done so far; the turn adds to it. */
  finished: FinishedCall[];
}

export interface ToolTurnResult {
  /** Set when a result could not be stored: the run cannot go on. */
  storeError?: string;
  /** Set when the model goes in circles: why the run stops. */
  stop?: string;
}

/** What came of a call, before it is stored. */
interface Verdict {
  outcome: Outcome;
  content: string;
  details?: ToolDetails;
  startedAt?: string;
  duration?: number;
  waitedMs?: number;
  logged?: boolean;
  /** When the result is too large for memory; `content` is empty then. */
  printed?: PrintedResult & { fingerprint: string };
}

export async function toolTurn(message: AssistantMessage, deps: ToolTurnDeps): Promise<ToolTurnResult> {
  const result: ToolTurnResult = {};
  const cutOff = message.finishReason === 'length';
  for (const group of groupCalls(callsOf(message), deps.offered)) {
    await Promise.all(
      group.map(async ({ call, index }) => {
        const verdict = cutOff ? cutOffVerdict() : await handleCall(message.id, call, index, deps);
        try {
          await storeResult(message.id, call, index, verdict, deps, result);
        } finally {
          await verdict.printed?.output.discard();
        }
      }),
    );
  }
  return result;
}

interface PlacedCall {
  call: ToolCall;
  index: number;
}

/** Neighbours that may run together form a group; an exclusive call is a group of its own. */
function groupCalls(calls: readonly ToolCall[], tools: readonly Tool[]): PlacedCall[][] {
  const groups: PlacedCall[][] = [];
  let together = false;
  calls.forEach((call, index) => {
    const exclusive = tools.find((tool) => tool.name === call.function.name)?.exclusive ?? false;
    const last = groups.at(-1);
    if (last && together && !exclusive) last.push({ call, index });
    else groups.push([{ call, index }]);
    together = !exclusive;
  });
  return groups;
}

async function handleCall(messageId: string, call: ToolCall, index: number, deps: ToolTurnDeps): Promise<Verdict> {
  if (deps.signal.aborted) return cancelledVerdict();
  const name = call.function.name;
  const tool = deps.offered.find((candidate) => candidate.name === name);
  if (!tool) return unavailable(name, deps);
  const parsed = parseArguments(call.function.arguments);
  if (!parsed.ok)
    return failed(`the arguments of ${name} are not valid JSON: ${parsed.reason}`, 'TOOL_ARGS_INVALID_JSON');
  const checked = tool.check(parsed.value);
  if (!checked.ok) return failed(checked.error.message, checked.error.code);
  return permitAndRun({ messageId, call, index, tool, args: checked.value }, deps);
}

interface ReadyCall {
  messageId: string;
  call: ToolCall;
  index: number;
  tool: Tool;
  args: unknown;
}

async function permitAndRun(ready: ReadyCall, deps: ToolTurnDeps): Promise<Verdict> {
  const { messageId, index, tool, args, call } = ready;
  const live = liveOutput(deps.clock, (text) => deps.publish({ type: 'call.output', messageId, index, text }));
  const output = deps.openOutput(call.id, live.add);
  const context = deps.context(output.add, async (process) => {
    await deps.logExecution({ ...startedEntry(ready, deps), ...processFields(process) });
  });
  const decision = decide({ ...deps.permission(), kind: tool.kind, toolName: tool.name });
  const before = deps.clock.elapsed();
  if (decision.action === 'ask') {
    const refusal = await askPerson(ready, decision, context, deps);
    if (refusal) return { ...refusal, waitedMs: Math.round(deps.clock.elapsed() - before) };
  }
  const waitedMs = decision.action === 'ask' ? Math.round(deps.clock.elapsed() - before) : 0;
  if (deps.signal.aborted) return cancelledVerdict();
  const logged = tool.kind === 'write' || tool.kind === 'execute';
  if (logged) {
    const noted = await deps.logExecution(startedEntry(ready, deps));
    if (!noted.ok) return failed(`${tool.name} was not started: ${noted.error.message}`, noted.error.code);
  }
  const startedAt = deps.clock.now().toISOString();
  const start = deps.clock.elapsed();
  deps.publish({ type: 'call.started', messageId, index, startedAt });
  const verdict = await runTool(tool, args, context, output, call.function.name);
  live.end();
  const duration = Math.round(deps.clock.elapsed() - start);
  return { ...verdict, startedAt, duration, waitedMs, logged };
}

async function askPerson(
  ready: ReadyCall,
  decision: Decision,
  context: ToolContext,
  deps: ToolTurnDeps,
): Promise<Verdict | null> {
  const { messageId, index, tool, args } = ready;
  const preview = await tool.preview(args, context);
  // What cannot be done is not asked about: the model reads why.
  if (!preview.ok) return failed(preview.error.message, preview.error.code);
  const request: ApprovalRequest = {
    approvalId: deps.newId(),
    messageId,
    index,
    toolName: tool.name,
    kind: tool.kind,
    preview: preview.value,
    reason: decision.reason,
    askedAt: deps.clock.now().toISOString(),
  };
  deps.publish({ type: 'call.waiting', approval: request });
  const answer = await deps.ask(request);
  if (answer === null) return cancelledVerdict();
  if (answer.decision === 'deny') return denied(tool.name, answer.reason);
  if (answer.scope === 'conversation') await deps.allowInConversation(tool.name);
  return null;
}

async function runTool(
  tool: Tool,
  args: unknown,
  context: ToolContext,
  output: PrintedOutput,
  name: string,
): Promise<Verdict> {
  try {
    const returned = await tool.run(args, context);
    const { text, fingerprint } = await output.end();
    const { outcome, details, printed } = returned;
    const fields = { outcome, ...(details ? { details } : {}) };
    if (!printed || text !== null) {
      await output.discard();
      const content = printed ? printedContent(text ?? '', printed) : toolContent(returned.content);
      return { ...fields, content: asError(outcome, content) };
    }
    const before = asError(outcome, printed.before);
    return { ...fields, content: '', printed: { output, before, after: printed.after, fingerprint } };
  } catch (thrown) {
    await output.discard();
    return failed(`${name} failed: ${describeThrown(thrown)}`, 'TOOL_EXEC_FAILED');
  }
}

/** The model tells an error by how it begins. */
function asError(outcome: Outcome, text: string): string {
  return outcome === 'error' && !text.startsWith('Error: ') ? `Error: ${text}` : text;
}

async function storeResult(
  messageId: string,
  call: ToolCall,
  index: number,
  verdict: Verdict,
  deps: ToolTurnDeps,
  result: ToolTurnResult,
): Promise<void> {
  const name = call.function.name;
  const { logged, content, printed, ...fields } = verdict;
  const whole = printed ? `${printed.before}${printed.fingerprint}\n${printed.after}` : content;
  const made = { name, arguments: call.function.arguments, outcome: verdict.outcome, content: whole };
  const repeat = noteCall(deps.finished, made);
  if (repeat.action === 'stop') result.stop = repeat.message;
  const hint = repeat.action === 'hint' ? repeat.text : '';
  const stored = await deps.onToolMessage(
    { role: 'tool', tool_call_id: call.id, toolName: name, content: content + hint, ...fields },
    printed && { output: printed.output, before: printed.before, after: printed.after + hint },
  );
  if (!stored.ok) result.storeError = stored.error.message;
  if (logged) {
    const at = deps.clock.now().toISOString();
    await deps.logExecution({ v: 1, type: 'tool_ended', at, messageId, toolCallId: call.id, index, name });
  }
}

function startedEntry(ready: ReadyCall, deps: ToolTurnDeps): ExecutionEntry {
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

function parseArguments(text: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, value: JSON.parse(text.trim() === '' ? '{}' : text) };
  } catch (thrown) {
    return { ok: false, reason: describeThrown(thrown) };
  }
}

function failed(message: string, errorCode: string): Verdict {
  return { outcome: 'error', content: `Error: ${message}`, details: { errorCode } };
}

function unavailable(name: string, deps: ToolTurnDeps): Verdict {
  const offered = deps.offered.map((tool) => tool.name).join(', ') || 'none';
  const known = deps.tools.some((tool) => tool.name === name);
  const why = known ? `the tool ${name} is not available in this conversation` : `there is no tool named "${name}"`;
  return failed(`${why}. Tools that are: ${offered}.`, 'TOOL_NOT_AVAILABLE');
}

function denied(name: string, reason: string): Verdict {
  const because = reason.trim() === '' ? '' : ` Their reason: ${reason.trim()}`;
  return {
    outcome: 'denied',
    content: `Error: the person refused this call of ${name}; it was not run.${because}`,
    details: { errorCode: 'TOOL_DENIED' },
  };
}

function cancelledVerdict(): Verdict {
  return { outcome: 'cancelled', content: 'Error: the person stopped the run before this call was started.' };
}

function cutOffVerdict(): Verdict {
  return failed(
    'the reply was cut off at its length limit, so the arguments may be incomplete and nothing was run. Make shorter calls.',
    'TOOL_ARGS_INVALID',
  );
}
