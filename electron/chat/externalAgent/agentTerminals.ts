// Terminals that an agent opens: each is a run of our own command tool.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { AgentTerminalExit, AgentTerminals } from '../../ports/externalAgents.ts';
import type { Tool, ToolOutput } from '../../ports/tool.ts';
import type { CallListeners } from '../turn/toolContext.ts';
import type { CallState } from './agentCalls.ts';
import { commandLine } from './agentCommand.ts';
import type { AgentRun } from './agentRun.ts';
import type { AgentTurn } from './agentTurn.ts';
import { OutputTail } from './outputTail.ts';
import type { Prepare } from './prepareStep.ts';

/** Bytes of a terminal's output that are kept, and of one that was released: its call may show it when it ends. */
const maxOutput = 1_000_000;
const maxReleasedOutput = 50_000;
/** Terminals that are open at a time, and released ones whose output is kept. */
const maxTerminals = 64;
const maxReleased = 100;
/** Seconds: the longest that a command may take. */
const maxSeconds = 3600;

interface Terminal {
  output: OutputTail;
  ending: AbortController;
  ended: Promise<AgentTerminalExit>;
  exit: AgentTerminalExit | null;
}

/** `turnEnds`: every command ends then. */
export function createAgentTerminals(
  run: AgentRun,
  turn: AgentTurn,
  prepare: Prepare,
  toolNamed: (name: string) => Result<Tool>,
  turnEnds: AbortSignal,
): AgentTerminals & { close(): Promise<void> } {
  const { deps, conversationId, settings } = run.scope;
  const open = new Map<string, Terminal>();
  /** Terminals that are being allowed, which have no id yet. */
  let starting = 0;
  const released = new Map<string, string>();
  const missing = fail('TOOL_EXEC_FAILED', say`There is no such terminal.`);
  turn.terminalText = (id) => open.get(id)?.output.text() ?? released.get(id) ?? '';

  function letGo(id: string, { output }: Terminal): void {
    open.delete(id);
    released.set(id, output.text(maxReleasedOutput));
    const [oldest] = released.keys();
    if (released.size > maxReleased && oldest !== undefined) released.delete(oldest);
  }

  /** Releases an ended one if there are too many: agents forget to. */
  function canOpen(): boolean {
    if (open.size + starting < maxTerminals) return true;
    const ended = [...open].find(([, { exit }]) => exit !== null);
    if (ended) letGo(...ended);
    return ended !== undefined;
  }

  async function start(tool: Tool, line: string, terminal: Terminal): Promise<Result<{ terminalId: string }>> {
    const signal = AbortSignal.any([turnEnds, terminal.ending.signal]);
    const decoder = new TextDecoder();
    let place: CallState | null = null;
    const print = (piece: string | Buffer): null => {
      terminal.output.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
      const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
      if (place?.stored && !place.isEnded) {
        const { messageId, index } = place.stored;
        deps.hub.publish(conversationId, { type: 'call.output', messageId, index, text });
      }
      return null;
    };
    const onProcess: CallListeners['onProcess'] = async ({ pid, startedAt }) => {
      if (!place?.stored) return;
      const { messageId, index, call } = place.stored;
      const at = deps.clock.now().toISOString();
      const started = startedAt === null ? { pid } : { pid, processStartedAt: startedAt };
      const named = { messageId, index, toolCallId: call.id, name: call.function.name };
      await deps.store.logExecution(conversationId, { v: 1, type: 'tool_started', at, ...named, ...started });
    };
    const listeners = { print, onProcess, onAgent: async () => {} };
    const args = { command: line, timeout_seconds: maxSeconds };
    const about = { kinds: ['execute'], line };
    const ready = await prepare(tool, args, about, { type: 'command', line }, signal, listeners);
    if (!ready.ok) return ready;
    const { context, state, release } = ready.value;
    place = state;
    terminal.ended = tool.run(ready.value.args, context).then(async (result) => {
      terminal.exit = exitOf(result);
      if (result.details?.sandbox) state.ours = { ...state.ours, sandbox: result.details.sandbox };
      await release(result.outcome !== 'ok', terminal.output.text());
      return terminal.exit;
    });
    const terminalId = deps.ids.randomId();
    open.set(terminalId, terminal);
    return ok({ terminalId });
  }

  return {
    async create({ command, args: words, environment, cwd, outputBytes }) {
      const tool = toolNamed('run_command');
      if (!tool.ok) return tool;
      if (!canOpen()) return fail('TOOL_EXEC_FAILED', say`Too many terminals are open in this turn.`);
      const output = new OutputTail(Math.min(outputBytes ?? maxOutput, maxOutput));
      const line = commandLine(command, words, environment, cwd, settings.folder);
      starting++;
      try {
        const terminal = { output, ending: new AbortController(), exit: null, ended: Promise.resolve(noExit) };
        return await start(tool.value, line, terminal);
      } finally {
        starting--;
      }
    },

    async output(id) {
      const terminal = open.get(id);
      if (!terminal) return missing;
      const { output, exit } = terminal;
      return ok({ output: output.text(), truncated: output.truncated, exit });
    },

    async waitForExit(id) {
      const terminal = open.get(id);
      return terminal ? ok(await terminal.ended) : missing;
    },

    async kill(id) {
      const terminal = open.get(id);
      if (!terminal) return missing;
      terminal.ending.abort();
      await terminal.ended;
      return ok(undefined);
    },

    async release(id) {
      const terminal = open.get(id);
      if (!terminal) return missing;
      terminal.ending.abort();
      await terminal.ended;
      letGo(id, terminal);
      return ok(undefined);
    },

    async close() {
      for (const { ending } of open.values()) ending.abort();
      await Promise.all([...open.values()].map(({ ended }) => ended));
    },
  };
}

const noExit: AgentTerminalExit = { exitCode: null, signal: null };

function exitOf({ details, outcome }: ToolOutput): AgentTerminalExit {
  const exitCode = typeof details?.exitCode === 'number' ? details.exitCode : null;
  const signal = typeof details?.signal === 'string' ? details.signal : outcome === 'cancelled' ? 'SIGTERM' : null;
  return { exitCode, signal };
}
