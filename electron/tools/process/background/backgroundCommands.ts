// Commands that keep running during a conversation. They end with the app, with their conversation, or when someone
// ends them; one that exits shows it in the list. After a crash their output is still on disk.

import type { SandboxViolation } from '../../../../shared/conversation/sandbox.ts';
import { fail, ok, type Result, sentenceFromThrown } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { BackgroundCommand } from '../../../../shared/features/processes/methods.ts';
import type { Environment } from '../../../lib/environment.ts';
import type { BackgroundCommands, BackgroundFiles, BackgroundLog, BackgroundStart } from '../../../ports/background.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ProcessJournal } from '../../../ports/processes.ts';
import type { SandboxedProgram } from '../../../ports/sandbox.ts';
import { commandEnvironment } from '../commandEnvironment.ts';
import { type BackgroundProcess, startInBackground } from './backgroundProcess.ts';

/** A throttle: notifies at once, then at most a few times a second, always including the last change. */
const everyMs = 300;

interface ChangeNotice {
  changed(): void;
  subscribe(listener: () => void): () => void;
  close(): void;
}

function createChangeNotice(clock: Clock): ChangeNotice {
  const listeners = new Set<() => void>();
  const over = new AbortController();
  let resting = false;
  let waiting = false;

  function tell(): void {
    waiting = false;
    resting = true;
    for (const listener of listeners) listener();
    void clock.wait(everyMs, over.signal).then(() => {
      resting = false;
      if (waiting && !over.signal.aborted) tell();
    });
  }

  return {
    changed() {
      if (over.signal.aborted) return;
      if (resting) waiting = true;
      else tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => over.abort(),
  };
}

export interface BackgroundOptions {
  clock: Clock;
  environment: Environment;
  /** Secret-looking variables that commands may see. */
  allowedVariables?(): Promise<readonly string[]>;
  journal: ProcessJournal;
  files: BackgroundFiles;
}

/** Per conversation; more at once is a mistake. */
const maxRunning = 16;
/** Maximum ended commands in the list. */
const maxEnded = 50;
/** Maximum bytes of input that a command has not read yet. */
const maxUnread = 1024 * 1024;

interface Command {
  conversationId: string;
  log: BackgroundLog;
  process: BackgroundProcess;
  details: Pick<BackgroundCommand, 'command' | 'cwd' | 'pid' | 'startedAt'>;
  /** Set before ending it, to record why. */
  endedBy: BackgroundCommand['endedBy'];
  exit: { exitCode: number | null; signal: string | null } | null;
  /** Null if unsandboxed. */
  sandbox: SandboxedProgram | null;
  violations: SandboxViolation[] | null;
  /** Resolves when the whole process tree is gone and recorded. */
  over: Promise<void>;
  wakers: Set<() => void>;
}

export function createBackgroundCommands(options: BackgroundOptions): BackgroundCommands {
  const { clock, environment, allowedVariables = async () => [], journal, files } = options;
  let commands: Command[] = [];
  const starting = new Set<Promise<unknown>>();
  const notice = createChangeNotice(clock);
  let closed = false;

  function changed(command: Command): void {
    for (const wake of command.wakers) wake();
    notice.changed();
  }

  function find(conversationId: string, id: string): Command | undefined {
    return commands.find((one) => one.conversationId === conversationId && one.log.id === id);
  }

  async function begin(request: BackgroundStart): Promise<Result<BackgroundCommand>> {
    const { conversationId, messageId, command, cwd } = request;
    const running = commands.filter((one) => one.conversationId === conversationId && one.exit === null);
    if (running.length >= maxRunning) {
      const message = say`This conversation already has ${maxRunning} background commands running. Stop one first.`;
      return fail('TOOL_EXEC_FAILED', message);
    }
    const startedAt = clock.now().toISOString();
    const opened = await files.open(conversationId, { messageId, command, cwd, startedAt });
    if (!opened.ok) return opened;
    const log = opened.value;
    const tracked = await journal.start({ kind: 'background', name: command, conversationId });
    let newCommand: Command | null = null;
    const started = await startInBackground({
      command,
      cwd,
      env: commandEnvironment(environment, await allowedVariables(), cwd),
      sandbox: request.sandbox,
      clock,
      tracked,
      onOutput: async (bytes) => {
        await log.add(bytes);
        if (newCommand) changed(newCommand);
      },
    });
    if (!started.ok) {
      await log.end({ at: clock.now().toISOString(), exitCode: null, signal: null, endedBy: 'request' });
      return started;
    }
    const process = started.value;
    newCommand = {
      conversationId,
      log,
      process,
      details: { command, cwd, pid: process.pid, startedAt },
      endedBy: undefined,
      exit: null,
      sandbox: request.sandbox,
      violations: null,
      over: Promise.resolve(),
      wakers: new Set(),
    };
    newCommand.over = watch(newCommand, request.timeoutMs);
    commands = withoutOldest([newCommand, ...commands]);
    notice.changed();
    try {
      await request.onProcess({ pid: process.pid, startedAt: process.startedAt });
    } catch (thrown) {
      await end(newCommand, 'request');
      return fail('TOOL_EXEC_FAILED', say`The command was stopped: ${sentenceFromThrown(thrown)}.`);
    }
    if (closed) await end(newCommand, 'app');
    return ok(toBackgroundCommand(newCommand));
  }

  async function watch(command: Command, timeoutMs: number | null): Promise<void> {
    const finished = new AbortController();
    if (timeoutMs !== null) {
      void clock.wait(timeoutMs, finished.signal).then(() => {
        if (!finished.signal.aborted) void end(command, 'timeout');
      });
    }
    const exit = await command.process.ended;
    const { endedBy } = command;
    const failed = endedBy === undefined && exit.exitCode !== 0;
    command.violations = (await command.sandbox?.end(failed ? command.log.tail() : '')) ?? null;
    finished.abort();
    const at = clock.now().toISOString();
    await command.log.end({ at, ...exit, ...(endedBy === undefined ? {} : { endedBy }), ...sandboxOf(command) });
    command.exit = exit;
    changed(command);
  }

  async function end(command: Command, why: NonNullable<BackgroundCommand['endedBy']>): Promise<void> {
    if (command.exit === null) command.endedBy ??= why;
    command.process.stop();
    await command.over;
  }

  return {
    list: () => commands.map(toBackgroundCommand),

    async start(request) {
      if (closed) return fail('ENGINE_ABORTED', say`The command was not started because the app is closing.`);
      const beginning = begin(request);
      starting.add(beginning);
      return beginning.finally(() => starting.delete(beginning));
    },

    async find(conversationId, id) {
      const runningCommand = find(conversationId, id);
      if (runningCommand) return ok(toBackgroundCommand(runningCommand));
      const record = await files.read(conversationId, id);
      if (!record.ok) return record;
      const { ended, command, cwd, startedAt, bytes, tail } = record.value;
      const endedBy = ended === null ? 'app' : ended.endedBy;
      return ok({
        ...{ id, conversationId, command, cwd, pid: 0, startedAt, state: 'ended', bytes, tail },
        exitCode: ended?.exitCode ?? null,
        signal: ended?.signal ?? null,
        ...(endedBy === undefined ? {} : { endedBy }),
        ...(ended?.sandbox ? { sandbox: ended.sandbox } : {}),
      });
    },

    output: (conversationId, id, offset, limit) => files.page(conversationId, id, offset, limit),

    async wait(conversationId, id, { beyond, ms, signal }) {
      const command = find(conversationId, id);
      if (!command) return;
      const done = new AbortController();
      const look = (): void => {
        if (command.exit !== null || command.log.bytes() > beyond) done.abort();
      };
      command.wakers.add(look);
      look();
      await clock.wait(ms, AbortSignal.any([done.signal, signal]));
      command.wakers.delete(look);
    },

    async write(conversationId, id, text, last = false) {
      const command = find(conversationId, id);
      if (!command) {
        const record = await files.read(conversationId, id);
        return record.ok
          ? fail('BACKGROUND_ENDED', say`${id} ended when the app was last closed. Nothing was written.`)
          : record;
      }
      const input = command.exit === null ? command.process.input() : null;
      if (input === null) {
        const why = command.exit === null ? 'its input is closed' : 'it has ended';
        return fail('BACKGROUND_ENDED', `Nothing was written to ${id}: ${why}.`);
      }
      if (input.writableLength + Buffer.byteLength(text) > maxUnread) {
        const unread = `${id} has not read its earlier input yet`;
        return fail('TOOL_EXEC_FAILED', `Nothing was written: ${unread}. Check what it is doing with read_command.`);
      }
      if (text !== '') input.write(text, 'utf8');
      if (last) input.end();
      return ok(undefined);
    },

    async end(conversationId, id) {
      const command = find(conversationId, id);
      if (!command) return this.find(conversationId, id);
      await end(command, 'request');
      return ok(toBackgroundCommand(command));
    },

    async endConversation(conversationId) {
      const inConversation = commands.filter((one) => one.conversationId === conversationId);
      await Promise.all(inConversation.map((one) => end(one, 'request')));
      if (inConversation.length === 0) return;
      commands = commands.filter((one) => one.conversationId !== conversationId);
      notice.changed();
    },

    onChange: notice.subscribe,

    async close() {
      closed = true;
      await Promise.allSettled(starting);
      await Promise.all(commands.map((one) => end(one, 'app')));
      notice.close();
    },
  };
}

function withoutOldest(commands: readonly Command[]): Command[] {
  let ended = 0;
  return commands.filter(({ exit }) => exit === null || ++ended <= maxEnded);
}

function sandboxOf({ sandbox, violations }: Command): Pick<BackgroundCommand, 'sandbox'> {
  if (sandbox === null) return {};
  const { kind, network } = sandbox;
  return { sandbox: { kind, network: [...network], violations: violations ?? sandbox.refused() } };
}

function toBackgroundCommand(command: Command): BackgroundCommand {
  const { conversationId, log, details: about, exit, endedBy } = command;
  return {
    id: log.id,
    conversationId,
    ...about,
    state: exit === null ? 'running' : 'ended',
    exitCode: exit?.exitCode ?? null,
    signal: exit?.signal ?? null,
    ...(exit === null || endedBy === undefined ? {} : { endedBy }),
    ...sandboxOf(command),
    bytes: log.bytes(),
    tail: log.tail(),
  };
}
