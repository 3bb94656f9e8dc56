// The terminals of all conversations. They live until they are closed, their conversation is deleted, or the app ends;
// the process journal ends what a killed app left behind.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { TerminalInfo, TerminalOutput } from '../../../shared/features/terminal/methods.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ProcessJournal } from '../../ports/processes.ts';
import type { Sandbox, SandboxedProgram } from '../../ports/sandbox.ts';
import { terminalEnvironment } from '../../tools/process/commandEnvironment.ts';
import { type StartPty, userShell } from './ptyProcess.ts';
import { createScrollback, type Scrollback } from './scrollback.ts';
import { createShellSession, type ShellSession } from './shellSession.ts';

const gone = fail('BACKGROUND_NOT_FOUND', say`This terminal was closed.`);

/** Per conversation or project. */
const maxTerminals = 8;

export interface TerminalLocation {
  conversationId: string | null;
  projectId: string;
  /** Absolute path of an existing folder. */
  folder: string;
  sandboxed: boolean;
}

export interface Size {
  cols: number;
  rows: number;
}

interface Terminal {
  info: TerminalInfo;
  place: TerminalLocation;
  scrollback: Scrollback;
  session: ShellSession;
}

export interface Terminals {
  list(): TerminalInfo[];
  /** Its place, for another start. */
  placeOf(id: string): Result<TerminalLocation>;
  open(place: TerminalLocation, size: Size): Promise<Result<TerminalInfo>>;
  restart(id: string, place: TerminalLocation, size: Size): Promise<Result<TerminalInfo>>;
  read(id: string, offset: number, signal: AbortSignal): Promise<Result<TerminalOutput>>;
  write(id: string, text: string): Result<void>;
  resize(id: string, size: Size): Result<void>;
  rename(id: string, name: string): Result<void>;
  remove(id: string): Promise<Result<void>>;
  endConversation(conversationId: string): Promise<void>;
  onChange(listener: (terminals: TerminalInfo[]) => void): () => void;
  close(): Promise<void>;
}

export interface TerminalsOptions {
  clock: Clock;
  newId(): string;
  environment: Environment;
  allowedVariables(): Promise<readonly string[]>;
  journal: ProcessJournal;
  sandbox: Sandbox;
  startPty: StartPty;
}

export function createTerminals(options: TerminalsOptions): Terminals {
  const { clock, newId, environment, allowedVariables, journal, sandbox, startPty } = options;
  const terminals = new Map<string, Terminal>();
  const listeners = new Set<(terminals: TerminalInfo[]) => void>();
  const starting = new Set<Promise<unknown>>();
  const restarting = new Map<string, Promise<Result<TerminalInfo>>>();
  /** How often the terminals of each conversation were ended, to notice it while a shell starts. */
  const endings = new Map<string, number>();
  let isClosed = false;

  const list = (): TerminalInfo[] => [...terminals.values()].map(({ info }) => info);
  function changed(): void {
    for (const listener of listeners) listener(list());
  }

  function find(id: string): Result<Terminal> {
    const terminal = terminals.get(id);
    return terminal ? ok(terminal) : gone;
  }

  async function start(place: TerminalLocation, size: Size, scrollback: Scrollback): Promise<Result<ShellSession>> {
    const { conversationId, projectId, folder } = place;
    const shell = userShell(environment);
    let program: SandboxedProgram | null = null;
    if (place.sandboxed) {
      const opening = { paths: [], hosts: [], refusedHosts: [] };
      const opened = await sandbox.open({ conversationId: conversationId ?? projectId, folder, opening });
      if (!opened.ok) return opened;
      program = opened.value;
    }
    const wrapped = program?.wrap([shell.file, ...shell.args], folder, true);
    const name = `${shell.name} (${folder})`;
    const tracked = await journal.start({ kind: 'terminal', name, ...(conversationId ? { conversationId } : {}) });
    const env = { ...terminalEnvironment(environment, await allowedVariables(), folder), ...wrapped?.env };
    const { file, args } = wrapped ?? shell;
    const pty = await startPty({ file, args, cwd: folder, env: { ...env, ...tracked.env }, ...size });
    if (!pty.ok) {
      await Promise.all([tracked.end(), program?.end()]);
      return pty;
    }
    void tracked.started(pty.value.pid);
    const session = createShellSession({ pty: pty.value, tracked, scrollback, clock });
    if (program) void session.ended.then(() => program.end());
    return ok(session);
  }

  /** Keeps the entry's place in the list if there is one. */
  async function run(id: string, name: string, place: TerminalLocation, size: Size): Promise<Result<TerminalInfo>> {
    const before = terminals.get(id);
    const scrollback = before?.scrollback ?? createScrollback();
    scrollback.clear();
    const { conversationId, projectId, folder, sandboxed } = place;
    const endingsBefore = endings.get(conversationId ?? '');
    const session = await start(place, size, scrollback);
    if (!session.ok) return session;
    if (terminals.get(id) !== before || endings.get(conversationId ?? '') !== endingsBefore) {
      await session.value.end();
      return gone;
    }
    const shell = userShell(environment).name;
    const info: TerminalInfo = {
      ...{ id, conversationId, projectId, name, shell, cwd: folder, sandboxed },
      state: 'running',
      exitCode: null,
    };
    const terminal = { info, place, scrollback, session: session.value };
    terminals.set(id, terminal);
    void session.value.ended.then((exitCode) => {
      terminal.info = { ...terminal.info, state: 'ended', exitCode };
      if (terminals.get(id) === terminal) changed();
    });
    if (isClosed) await session.value.end();
    changed();
    return ok(info);
  }

  async function restartShell(terminal: Terminal, place: TerminalLocation, size: Size): Promise<Result<TerminalInfo>> {
    const { id, name } = terminal.info;
    await terminal.session.end();
    return terminals.get(id) === terminal && !isClosed ? tracked(run(id, name, place, size)) : gone;
  }

  function tracked<T>(work: Promise<T>): Promise<T> {
    starting.add(work);
    return work.finally(() => starting.delete(work));
  }

  async function removeAll(which: (terminal: Terminal) => boolean): Promise<void> {
    const chosen = [...terminals.values()].filter(which);
    for (const { info } of chosen) terminals.delete(info.id);
    await Promise.all(chosen.map(({ session }) => session.end()));
    if (chosen.length > 0) changed();
  }

  return {
    list,
    placeOf(id) {
      const terminal = find(id);
      return terminal.ok ? ok(terminal.value.place) : terminal;
    },

    async open(place, size) {
      const { conversationId, projectId } = place;
      const isHere = ({ info }: Terminal): boolean =>
        conversationId === null
          ? info.conversationId === null && info.projectId === projectId
          : info.conversationId === conversationId;
      if ([...terminals.values()].filter(isHere).length + starting.size >= maxTerminals) {
        return fail('NOT_SUPPORTED', say`There are already ${maxTerminals} terminals here. Close one first.`);
      }
      if (isClosed) return fail('ENGINE_ABORTED', say`The terminal was not started because the app is closing.`);
      return tracked(run(newId(), '', place, size));
    },

    async restart(id, place, size) {
      const terminal = find(id);
      if (!terminal.ok) return terminal;
      const again = restarting.get(id) ?? restartShell(terminal.value, place, size);
      restarting.set(id, again);
      return again.finally(() => restarting.delete(id));
    },

    async read(id, offset, signal) {
      const terminal = find(id);
      return terminal.ok ? ok(await terminal.value.session.read(offset, signal)) : terminal;
    },

    write(id, text) {
      const terminal = find(id);
      if (!terminal.ok) return terminal;
      if (terminal.value.info.state === 'ended')
        return fail('BACKGROUND_ENDED', say`The shell in this terminal has ended.`);
      terminal.value.session.write(text);
      return ok(undefined);
    },

    resize(id, { cols, rows }) {
      const terminal = find(id);
      if (!terminal.ok) return terminal;
      if (terminal.value.info.state === 'running') terminal.value.session.resize(cols, rows);
      return ok(undefined);
    },

    rename(id, name) {
      const terminal = find(id);
      if (!terminal.ok) return terminal;
      terminal.value.info = { ...terminal.value.info, name };
      changed();
      return ok(undefined);
    },

    async remove(id) {
      const terminal = find(id);
      if (!terminal.ok) return terminal;
      await removeAll((each) => each === terminal.value);
      return ok(undefined);
    },

    endConversation(conversationId) {
      endings.set(conversationId, (endings.get(conversationId) ?? 0) + 1);
      return removeAll(({ info }) => info.conversationId === conversationId);
    },

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async close() {
      isClosed = true;
      await Promise.allSettled(starting);
      await Promise.all([...terminals.values()].map(({ session }) => session.end()));
    },
  };
}
