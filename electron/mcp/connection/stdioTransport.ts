// Runs a server as a child process that exchanges one JSON message per line over stdin and stdout. The process tree
// ends with the connection, and is found again after a crash of the app. Logs and ignores other output. The SDK's own
// transport ends only the child, and can wait up to four seconds for it.

import type { ChildProcess } from 'node:child_process';
import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import spawn from 'cross-spawn';
import { SentenceError, sentenceFromThrown } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TrackedProcess } from '../../ports/processes.ts';
import { createLineSplitter, responseIdIn } from '../../tools/process/messageLines.ts';
import type { ServerLog } from '../../tools/process/serverLog.ts';
import { createReceivedMessages } from './received/receivedMessages.ts';

export interface StdioOptions {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  cwd: string;
  tracked: TrackedProcess;
  log: ServerLog;
  clock: Clock;
  /** Call when the process tree has ended. */
  released(): Promise<void>;
  /** Limit per message. */
  maxBytes: number;
  /** Limit per message with a list. */
  maxListBytes: number;
}

export interface StdioTransport extends Transport {
  /** The SDK recognizes a child process by these two. */
  readonly stderr: null;
  readonly pid: number | null;
  /** How it ended; null while running. */
  ended(): Sentence | null;
}

/** How long a server may take to exit once stdin is closed. */
const graceMs = 400;
/** Maximum log entries for invalid output. */
const maxNoted = 20;

export function createStdioTransport(options: StdioOptions): StdioTransport {
  const { log, tracked, maxBytes, maxListBytes, clock } = options;
  let child: ChildProcess | null = null;
  let endReason: Sentence | null = null;
  let closing: Promise<void> | null = null;
  let notedCount = 0;
  /** Pending list requests. */
  const lists = new Set<number | string>();
  const received = createReceivedMessages();

  function note(text: Sentence): void {
    if (notedCount++ < maxNoted) log.add('app', 'warning', text);
    else if (notedCount === maxNoted + 1)
      log.add('app', 'warning', say`It keeps printing lines that are not messages.`);
  }

  function receive(line: string): void {
    if (line.trim() === '') return;
    // Counts characters, which never exceed bytes. Assumes a list unless the line answers another request.
    if (lists.size > 0 && line.length > maxListBytes) {
      const [head, tail] = [line.slice(0, 400), line.slice(-400)];
      const id = responseIdIn(head, tail);
      if (id === null || lists.has(id)) {
        tooLong(line.length, head, tail);
        return;
      }
    }
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(received.read(JSON.parse(line)));
    } catch {
      note(say`It printed a line that is not a message: ${line}`);
      return;
    }
    if ('id' in message && message.id !== undefined && !('method' in message)) {
      lists.delete(message.id);
      // The SDK handles notifications in a microtask, and drops a call's progress once it has the response: a response
      // in the same chunk must not overtake earlier notifications.
      queueMicrotask(() => deliver(message));
    } else {
      deliver(message);
    }
  }

  function deliver(message: JSONRPCMessage): void {
    try {
      transport.onmessage?.(message);
    } catch (thrown) {
      note(say`A message could not be used: ${sentenceFromThrown(thrown)}`);
    }
  }

  function tooLong(bytes: number, head: string, tail: string): void {
    const id = responseIdIn(head, tail);
    const isList = lists.size > 0 && (id === null || lists.has(id));
    const max = isList ? maxListBytes : maxBytes;
    note(say`Rejected a message of ${bytes} bytes; the limit is ${max}.`);
    const message = say`the response has ${bytes} bytes; the limit is ${max}`.text;
    for (const of of isList ? [...lists] : id === null ? [] : [id]) {
      lists.delete(of);
      transport.onmessage?.({ jsonrpc: '2.0', id: of, error: { code: -32603, message } });
    }
  }

  function end(how: Sentence): void {
    if (endReason !== null) return;
    endReason = how;
    log.add('app', closing ? 'info' : 'warning', say`The process ${how}.`);
    // Its child processes may outlive it.
    void tracked
      .end()
      .then(options.released)
      .catch(() => {})
      .then(() => transport.onclose?.());
  }

  const transport: StdioTransport = {
    stderr: null,
    get pid() {
      return child?.pid ?? null;
    },
    ended: () => endReason,

    start: () =>
      new Promise<void>((resolve, reject) => {
        const { command, args, cwd, env } = options;
        try {
          child = spawn(command, [...args], {
            cwd,
            env: { ...env, ...tracked.env },
            stdio: ['pipe', 'pipe', 'pipe'],
            shell: false,
            windowsHide: true,
            detached: process.platform !== 'win32',
          });
        } catch (thrown) {
          endReason = say`could not be started`;
          return reject(thrown);
        }
        const startedChild = child;
        if (startedChild.pid !== undefined) void tracked.started(startedChild.pid);
        startedChild.once('error', (error) => {
          end(say`could not be started: ${error}`);
          reject(error);
        });
        startedChild.once('spawn', () => resolve());
        startedChild.once('exit', (code, signal) => {
          const how = signal === null ? say`ended with code ${code}` : say`was stopped by ${signal}`;
          // Read its last output first, but do not wait for other processes that hold the pipe.
          const timeout = new AbortController();
          startedChild.once('close', () => timeout.abort());
          void clock.wait(200, timeout.signal).then(() => end(how));
        });
        startedChild.stdout?.on('data', createLineSplitter(maxBytes, { line: receive, tooLong }));
        startedChild.stderr?.on('data', (bytes: Buffer) => log.stderr(bytes));
        for (const stream of [startedChild.stdin, startedChild.stdout, startedChild.stderr]) {
          stream?.on('error', (error: Error) => transport.onerror?.(error));
        }
      }),

    send(message) {
      const input = child?.stdin;
      if (!input || endReason !== null || !input.writable)
        return Promise.reject(new SentenceError(say`the server has ended`));
      if ('method' in message && 'id' in message && message.method === 'tools/list') lists.add(message.id);
      received.sent(message);
      return new Promise((resolve) => {
        // A server that does not read only blocks its own messages.
        if (input.write(serializeMessage(message))) resolve();
        else input.once('drain', resolve).once('close', resolve);
      });
    },

    close() {
      closing ??= (async () => {
        child?.stdin?.end();
        await tracked.end({ graceMs });
        end(say`was stopped`);
        for (const stream of [child?.stdin, child?.stdout, child?.stderr]) stream?.destroy();
      })();
      return closing;
    },
  };
  return transport;
}
