// The calls of one reply: parse, check, ask, run. Independent calls run together; each result is stored as it finishes.
// Whatever happens, every call ends with exactly one stored result.

import type { ApprovalRequest, ConversationEvent } from '../../../shared/conversation/event.ts';
import type { AssistantMessage, NewMessage, Outcome, ToolCall } from '../../../shared/conversation/message.ts';
import { callsOf } from '../../../shared/conversation/message.ts';
import { describeThrown, type Result } from '../../../shared/errors.ts';
import { type ExecutionEntry, spillThresholdBytes } from '../../../shared/formats.ts';
import type { ApprovalMode } from '../../../shared/permission.ts';
import { type Decision, decide } from '../../../shared/permission.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PrintedOutput, PrintedResult } from '../../ports/store.ts';
import type { Tool, ToolContext } from '../../ports/tool.ts';
import type { ApprovalAnswer } from '../approvals.ts';
import { liveOutput } from './liveOutput.ts';
import { type FinishedCall, noteCall } from './repeatDetector.ts';
import { printedContent, toolContent } from './toolContent.ts';
import {
  cancelledVerdict,
  cutOffVerdict,
  denied,
  failed,
  parseArguments,
  unavailable,
  type Verdict,
} from './toolVerdict.ts';

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

/**
 * Runs one call of an earlier turn again, asked and stored like any other. `declined`: it was not started, because the
 * person said no or stopped; nothing is stored then and the call stays open.
 */
export async function runCallAgain(
  message: AssistantMessage,
  index: number,
  note: string,
  deps: ToolTurnDeps,
): Promise<ToolTurnResult & { declined: boolean }> {
  const call = callsOf(message)[index] as ToolCall;
  const result: ToolTurnResult = {};
  const verdict = message.finishReason === 'length' ? cutOffVerdict() : await handleCall(message.id, call, index, deps);
  const declined = verdict.startedAt === undefined && ['denied', 'cancelled'].includes(verdict.outcome);
  try {
    if (!declined) await storeResult(message.id, call, index, verdict, deps, result, { note });
  } finally {
    await verdict.printed?.output.discard();
  }
  return { ...result, declined };
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
  again?: { note: string },
): Promise<void> {
  const name = call.function.name;
  const { logged, content, printed, ...fields } = verdict;
  const whole = printed ? `${printed.before}${printed.fingerprint}\n${printed.after}` : content;
  const made = { name, arguments: call.function.arguments, outcome: verdict.outcome, content: whole };
  const repeat = noteCall(deps.finished, made);
  if (repeat.action === 'stop') result.stop = repeat.message;
  const note = [repeat.action === 'hint' ? repeat.text : '', again?.note ?? ''].filter(Boolean).join('\n');
  const stored = await deps.onToolMessage(
    {
      role: 'tool',
      tool_call_id: call.id,
      toolName: name,
      content: withNote(content, note),
      ...fields,
      ...(again ? { resolution: 'run_again' } : {}),
    },
    printed && { output: printed.output, before: noteFirst(printed.before, note), after: printed.after },
  );
  if (!stored.ok) result.storeError = stored.error.message;
  if (logged) {
    const at = deps.clock.now().toISOString();
    await deps.logExecution({ v: 1, type: 'tool_ended', at, messageId, toolCallId: call.id, index, name });
  }
}

/** After the result; before it when it goes to a file of its own, of which the model reads only the beginning. */
function withNote(content: string, note: string): string {
  if (note === '') return content;
  const large = Buffer.byteLength(content) + Buffer.byteLength(note) + 2 > spillThresholdBytes;
  return large ? noteFirst(content, note) : `${content}\n\n${note}`;
}

function noteFirst(content: string, note: string): string {
  return note === '' ? content : `${note}\n\n${content}`;
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
