// Reads and writes files and runs commands for an agent, with our own tools: their path gate, rules, sandbox, and
// undo apply. It belongs to the agent's open call about it, or to a call of its own if there is none.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { CallFacts } from '../../../shared/permission/permission.ts';
import { splitPath } from '../../lib/absolutePath.ts';
import type { AgentHandlers } from '../../ports/externalAgents.ts';
import type { Tool } from '../../ports/tool.ts';
import { currentMode } from '../runSettings.ts';
import { askerOf } from '../turn/approvalRouting.ts';
import { authorizeCall } from '../turn/authorizeCall.ts';
import type { ReadyCall } from '../turn/callScope.ts';
import { type CallListeners, createToolContext } from '../turn/toolContext.ts';
import type { AgentStep, AllowedCalls } from './agentAllowed.ts';
import { scopeWith } from './agentPermission.ts';
import type { AgentRun } from './agentRun.ts';
import { createAgentTerminals } from './agentTerminals.ts';
import { isAbout } from './agentTool.ts';
import type { AgentTurn } from './agentTurn.ts';
import type { Prepare } from './prepareStep.ts';

/** Bytes of a file that is read for an agent, and of a page of it. */
const maxFile = 32 * 1024 * 1024;
const pageBytes = 1024 * 1024;

export interface AgentWork extends Pick<AgentHandlers, 'readTextFile' | 'writeTextFile' | 'terminals'> {
  /** Ends all work, and resolves then; nothing begins afterwards. */
  close(): Promise<void>;
}

const quiet: CallListeners = { print: () => null, onProcess: async () => {}, onAgent: async () => {} };
const turnEnded = fail('CANCELLED', say`The turn has ended.`);

/** `ending`: aborts when the run or the turn ends. */
export function createAgentWork(run: AgentRun, turn: AgentTurn, allowed: AllowedCalls, ending: AbortSignal): AgentWork {
  const { deps, conversationId, settings } = run.scope;
  /** Read through us in this turn: a later change by someone else is noticed on writing. */
  const seen = new Set<string>();
  const going = new Set<Promise<unknown>>();

  /** The turn's end waits for it. */
  async function noted<T>(task: Promise<T>): Promise<T> {
    going.add(task);
    try {
      return await task;
    } finally {
      going.delete(task);
    }
  }

  function toolNamed(name: string): Result<Tool> {
    const tool = settings.knownTools.find((each) => each.name === name);
    const isOff = settings.switchedOff.includes(name) || settings.leftOut.includes(name);
    if (!tool || settings.folder === null) {
      return fail('TOOL_NOT_AVAILABLE', say`This conversation has no folder to work in.`);
    }
    return isOff ? fail('TOOL_NOT_AVAILABLE', say`The user turned off the tool ${name}.`) : ok(tool);
  }

  const prepare: Prepare = async (tool, args, about, step, signal, listeners) => {
    if (signal.aborted) return turnEnded;
    const checked = tool.check(args);
    if (!checked.ok) return checked;
    const fitting = turn.openCalls().filter(({ call }) => about.kinds.includes(call.kind));
    const named = fitting.findLast(({ call }) => isAbout(call, about, run));
    const open = named ?? fitting.at(-1) ?? null;
    const id = `own_${deps.ids.ulid().toLowerCase()}`;
    const ownCall = open
      ? null
      : { id, title: tool.name, toolName: tool.name, rawInput: args, status: 'in_progress' as const };
    const state = open ?? (ownCall && (await turn.storedCall(ownCall)));
    if (!state?.stored) return turnEnded;
    const release = async (failed: boolean, text: string): Promise<void> => {
      if (ownCall === null) return;
      const content = [{ type: 'text' as const, text }];
      await turn.update([{ type: 'call_update', call: { id, status: failed ? 'failed' : 'completed', content } }]);
    };
    const scope = scopeWith(run, signal);
    const { messageId, index, call } = state.stored;
    const context = createToolContext({ messageId, index, toolCallId: call.id }, listeners, scope);
    const asker = askerOf(deps, conversationId, settings.agent);
    const allowedBefore: ReadyCall['allowedBefore'] = (facts, decision) =>
      allowed.covers(step, facts, decision, currentMode(deps, asker.conversationId, settings));
    const ready = { messageId, index, call, tool, args, allowedBefore };
    const { refusal, sandbox, waitedMs, facts, allowed: how } = await authorizeCall(ready, context, scope);
    state.waitedMs += waitedMs ?? 0;
    state.allowed ??= how;
    if (signal.aborted) {
      await release(true, 'Error: the turn ended before this was started.');
      return turnEnded;
    }
    if (refusal) {
      // Another call that is open keeps its own result.
      const isRefused = ownCall !== null || (named !== undefined && refusal.outcome === 'denied');
      if (isRefused) state.denied = { content: refusal.content, details: refusal.details ?? {} };
      await release(true, refusal.content);
      return fail('TOOL_DENIED', refusal.content.replace(/^Error: /, ''));
    }
    // Asked about it again, and allowed.
    if (named !== undefined && !named.permission?.kind.startsWith('reject')) named.denied = null;
    return ok({ args, context: { ...context, sandbox }, state, facts, release });
  };

  /** A file outside of the folder is read exactly where it was allowed. */
  async function wholeText(path: string, facts: CallFacts | null): Promise<Result<string>> {
    const place = facts?.paths?.find(({ outside }) => outside)?.path;
    const { folder, name } = place === undefined ? { folder: settings.folder ?? '', name: path } : splitPath(place);
    let text = '';
    for (let offset = 0; ; ) {
      if (place !== undefined) {
        const now = await deps.files.realPath(folder, name);
        if (!now.ok) return now;
        if (now.value !== place) return fail('PATH_OUTSIDE_PROJECT', say`${path} now leads elsewhere.`);
      }
      const page = await deps.files.page(folder, name, { offset, limit: pageBytes });
      if (!page.ok) return page;
      text += page.value.text;
      const next = page.value.nextOffset;
      if (next === null) return ok(text);
      if (next > maxFile) return fail('TOOL_EXEC_FAILED', say`${path} is larger than 32 MB.`);
      offset = next;
    }
  }

  async function read(path: string, { line, limit }: { line?: number; limit?: number }): Promise<Result<string>> {
    const tool = toolNamed('read_file');
    if (!tool.ok) return tool;
    const about = { kinds: ['read', 'search', 'edit'], path };
    const ready = await prepare(tool.value, { path }, about, { type: 'read' }, ending, quiet);
    if (!ready.ok) return ready;
    const { args, context, facts, release } = ready.value;
    // Notes what was read, so that a write over a later change is refused.
    const looked = await tool.value.run(args, context);
    const text: Result<string> =
      looked.outcome === 'ok' ? await wholeText(path, facts) : fail('TOOL_EXEC_FAILED', withoutError(looked.content));
    await release(!text.ok, text.ok ? `Read ${text.value.length} characters.` : text.error.message);
    if (!text.ok) return text;
    seen.add(path);
    return ok(linesOf(text.value, line ?? 1, limit));
  }

  async function write(path: string, content: string): Promise<Result<void>> {
    const tool = toolNamed('write_file');
    if (!tool.ok) return tool;
    const before = async (facts: CallFacts): Promise<string | null | undefined> => {
      const text = await wholeText(path, facts);
      return text.ok ? text.value : text.error.details?.missing === true ? null : undefined;
    };
    const step: AgentStep = { type: 'write', content, before };
    const about = { kinds: ['edit', 'move'], path };
    const ready = await prepare(tool.value, { path, content }, about, step, ending, quiet);
    if (!ready.ok) return ready;
    const { args, context, release } = ready.value;
    // The agent may have read the file itself, after our last look at it.
    const reader = seen.has(path) ? null : toolNamed('read_file');
    if (reader?.ok) {
      const look = { path };
      await reader.value.facts?.(look, context);
      await reader.value.run(look, context);
    }
    seen.add(path);
    const written = await tool.value.run(args, context);
    const text = String(written.content);
    await release(written.outcome !== 'ok', text);
    return written.outcome === 'ok' ? ok(undefined) : fail('TOOL_EXEC_FAILED', withoutError(text));
  }

  const terminals = createAgentTerminals(run, turn, prepare, toolNamed, ending);

  return {
    readTextFile: (path, range) => noted(read(path, range)),
    writeTextFile: (path, content) => noted(write(path, content)),
    terminals: { ...terminals, create: (request) => noted(terminals.create(request)) },
    async close() {
      await Promise.allSettled(going);
      await terminals.close();
    },
  };
}

function withoutError(content: unknown): string {
  return String(content).replace(/^Error: /, '');
}

/** `from`: 1-based. Line ends stay. */
function linesOf(text: string, from: number, limit: number | undefined): string {
  const start = endOfLines(text, 0, Math.max(1, from) - 1);
  return text.slice(start, limit === undefined ? undefined : endOfLines(text, start, limit));
}

/** The offset after this many lines, or the text's length. */
function endOfLines(text: string, from: number, count: number): number {
  let at = from;
  for (let line = 0; line < count && at < text.length; line++) {
    const end = text.indexOf('\n', at);
    at = end < 0 ? text.length : end + 1;
  }
  return at;
}
