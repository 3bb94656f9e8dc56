// A running agent: its process, the messages to and from it, and the sessions that are open in it.

import { errorSentence, SentenceError } from '../../shared/core/errors.ts';
import { isJsonObject } from '../../shared/core/json.ts';
import { type Sentence, say } from '../../shared/core/sentence.ts';
import type { Clock } from '../ports/clock.ts';
import type { TrackedProcess } from '../ports/processes.ts';
import type { WrappedProgram } from '../ports/sandbox.ts';
import type { ServerLog } from '../tools/process/serverLog.ts';
import { timeIsUp } from './agentErrors.ts';
import { type AgentProcess, startAgentProcess } from './process/agentProcess.ts';
import { type AgentAbilities, clientCapabilities, readAbilities } from './protocol/abilities.ts';
import { createIncoming } from './protocol/incoming.ts';
import type { AgentPeer } from './protocol/sdkPeer.ts';
import { createClientRequests, type RequestTarget } from './session/clientRequests.ts';
import { TimeIsUp, withinTime } from './timeLimit.ts';

export interface SessionRoute {
  /** `update` is unchecked; `size` in characters. */
  update(update: unknown, size: number): void;
  /** One of its updates was too large to be read. */
  skipped(): void;
  target(): RequestTarget;
}

export interface AgentConnection {
  readonly abilities: AgentAbilities;
  readonly peer: AgentPeer;
  readonly log: ServerLog;
  /** For the app's log. */
  note(text: string): void;
  /** How its process ended, as a verb phrase; null while it runs. */
  ended(): Sentence | null;
  /** It takes no more requests. */
  isEnding(): boolean;
  /** Aborts when the process has ended. */
  readonly gone: AbortSignal;
  /** Sends a session's updates and requests there, including updates that came too early. */
  open(sessionId: string, route: SessionRoute): void;
  leave(sessionId: string): void;
  /** Stops reading from the agent while anything asks for it. */
  hold(key: object, isFull: boolean): void;
  /** `how`: why, as a verb phrase, if it is not ended as usual. */
  close(how?: Sentence): Promise<void>;
}

export interface ConnectionOptions {
  name: string;
  version: string;
  /** The agent's own command, which a sign-in in a terminal continues. */
  command: readonly string[];
  program: WrappedProgram;
  cwd: string;
  tracked: TrackedProcess;
  log: ServerLog;
  /** For the app's log. */
  note(text: string): void;
  clock: Clock;
  released(): Promise<void>;
}

/** The first start of some agents downloads or compiles; 32 s were seen on a busy machine. */
const initializeMs = 120_000;
const protocolVersion = 1;
/** Updates of a session whose ID is not known yet: they may overtake the response that names it. */
const maxEarly = 2000;
const maxEarlySize = 8_000_000;

/** Throws a SentenceError, or the agent's error response. Nothing is left running then. */
export async function connectAgent(options: ConnectionOptions, signal: AbortSignal): Promise<AgentConnection> {
  const { log, clock, program } = options;
  const { createAgentPeer } = await import('./protocol/sdkPeer.ts');
  const routes = new Map<string, SessionRoute>();
  const early: { sessionId: string; update: unknown; size: number }[] = [];
  const holds = new Set<object>();
  const gone = new AbortController();
  let process: AgentProcess | null = null;
  let earlySize = 0;

  const { note } = options;
  const incoming = createIncoming({
    update(params, size) {
      if (!isJsonObject(params) || typeof params.sessionId !== 'string')
        return note('It sent an update without a session.');
      const { sessionId, update } = params;
      const route = routes.get(sessionId);
      if (route) route.update(update, size);
      else {
        early.push({ sessionId, update, size });
        earlySize += size;
        // The oldest belong to sessions that were never opened.
        while (early.length > maxEarly || earlySize > maxEarlySize) earlySize -= early.shift()?.size ?? earlySize;
      }
    },
    message: (message) => peer.receive(message),
    skipped(text, sessionId) {
      note(text);
      if (sessionId !== null) routes.get(sessionId)?.skipped();
    },
    // Agents print the reason for an early end here, too.
    printed: (line) => log.add('stderr', 'info', line),
    hopeless() {
      note('Stopped: it prints too much that is not the Agent Client Protocol.');
      void process?.close();
    },
  });
  const requests = createClientRequests((sessionId) => routes.get(sessionId)?.target() ?? null, note);
  const peer = createAgentPeer(async (message) => {
    if (process === null) throw new SentenceError(say`the agent has ended`);
    await process.write(`${JSON.stringify(message)}\n`);
  }, requests);
  const started = await startAgentProcess({
    file: program.file,
    args: program.args,
    env: program.env,
    cwd: options.cwd,
    tracked: options.tracked,
    log,
    clock,
    released: options.released,
    line: incoming.line,
    tooLong: incoming.tooLong,
  });
  process = started;
  void started.over.then(() => {
    gone.abort();
    peer.close();
  });

  const close = async (how?: Sentence): Promise<void> => {
    await started.close(how);
    peer.close();
  };
  try {
    const abilities = await initialize(peer, options, AbortSignal.any([signal, gone.signal]));
    return {
      abilities,
      peer,
      log,
      note,
      ended: started.ended,
      isEnding: started.isEnding,
      gone: gone.signal,
      open(sessionId, route) {
        routes.set(sessionId, route);
        for (const each of early.filter((one) => one.sessionId === sessionId)) route.update(each.update, each.size);
        early.splice(0, early.length, ...early.filter((one) => one.sessionId !== sessionId));
        earlySize = early.reduce((sum, each) => sum + each.size, 0);
      },
      leave: (sessionId) => void routes.delete(sessionId),
      hold(key, isFull) {
        if (isFull) holds.add(key);
        else holds.delete(key);
        started.pause(holds.size > 0);
      },
      close,
    };
  } catch (thrown) {
    const how = started.ended();
    await close();
    if (how !== null && !signal.aborted) throw new EndedEarly(how);
    throw thrown;
  }
}

/** It answered, but cannot be used. The message is a whole sentence that names it. */
export class UnusableAgent extends SentenceError {}

/** Its process ended before it could be used. `how`: as a verb phrase. */
export class EndedEarly extends SentenceError {
  readonly how: Sentence;

  constructor(how: Sentence) {
    super(how);
    this.how = how;
  }
}

async function initialize(
  peer: AgentPeer,
  { name, version, command, clock }: ConnectionOptions,
  signal: AbortSignal,
): Promise<AgentAbilities> {
  try {
    const raw = await withinTime(clock, initializeMs, signal, (until) =>
      peer.request(
        'initialize',
        { protocolVersion, clientCapabilities, clientInfo: { name: 'throughline', title: 'Throughline', version } },
        until,
      ),
    );
    const abilities = readAbilities(raw, command);
    if (abilities === null)
      throw new UnusableAgent(say`${name} answered in a way that is not the Agent Client Protocol.`);
    if (abilities.protocolVersion !== protocolVersion) {
      const { protocolVersion: other } = abilities;
      throw new UnusableAgent(
        say`${name} speaks version ${other} of the Agent Client Protocol. This app speaks version ${protocolVersion}.`,
      );
    }
    return abilities;
  } catch (thrown) {
    if (!(thrown instanceof TimeIsUp)) throw thrown;
    throw new UnusableAgent(errorSentence(timeIsUp(name, initializeMs).error));
  }
}
