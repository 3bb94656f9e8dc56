// Starts a language server in the read-only sandbox, without a network, and speaks the protocol with it. A server runs
// the project's settings and plugins, and what it prints is not trusted.

import { Transform } from 'node:stream';
import spawn from 'cross-spawn';
import type { ProtocolConnection } from 'vscode-languageserver-protocol/node';
import { SentenceError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Environment } from '../../lib/environment.ts';
import type { ProcessJournal } from '../../ports/processes.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import { serverEnvironment } from '../../tools/process/serverEnvironment.ts';

export interface ServerProcessDeps {
  sandbox: Sandbox;
  journal: ProcessJournal;
  env: Environment;
}

export interface ServerProcess {
  connection: ProtocolConnection;
  pid: number;
  /** Resolves when the process has ended. */
  ended: Promise<void>;
  /** Call it before each request: a server that prints more than `maxAnswerBytes` until the next one is ended. */
  expectAnswer(): void;
  close(): Promise<void>;
}

/** Bytes that a server may print for one request, notices included. */
const maxAnswerBytes = 32 * 1024 * 1024;

/** Where tools write what they compute: the sandbox's own temporary folder, as the project and the home folder are read-only. */
function cachesIn(temporary: string | undefined): Record<string, string> {
  if (temporary === undefined) return {};
  const at = (name: string): string => `${temporary}/.cache/${name}`;
  return {
    ...{
      GOCACHE: at('go-build'),
      CARGO_TARGET_DIR: at('cargo'),
      RUFF_CACHE_DIR: at('ruff'),
      MYPY_CACHE_DIR: at('mypy'),
    },
    ...{ PYTHONPYCACHEPREFIX: at('python'), BUNDLE_USER_HOME: at('bundle'), ZIG_GLOBAL_CACHE_DIR: at('zig') },
    ...{ ZIG_LOCAL_CACHE_DIR: at('zig-local') },
  };
}

/** `path`: the program's absolute path. Throws if it cannot be started. */
export async function startServerProcess(
  { sandbox, journal, env }: ServerProcessDeps,
  program: { path: string; args: readonly string[]; name: string },
  folder: string,
  id: string,
): Promise<ServerProcess> {
  const opening = { paths: [], hosts: [], refusedHosts: [], readOnly: true as const };
  const conversationId = `languageServer:${id}`;
  const opened = await sandbox.open({ conversationId, folder, opening });
  if (!opened.ok) throw new SentenceError(opened.error.message);
  const tracked = await journal.start({ kind: 'languageServer', name: program.name });
  const wrapped = opened.value.wrap([program.path, ...program.args], folder);
  const child = spawn(wrapped.file, [...wrapped.args], {
    cwd: folder,
    env: {
      ...serverEnvironment(env, new Map(), folder, process.platform),
      ...wrapped.env,
      ...cachesIn(wrapped.env.TMPDIR),
      ...tracked.env,
    },
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
    detached: process.platform !== 'win32',
  });
  const { stdin, stdout } = child;
  const ended = new Promise<void>((resolve) => {
    const end = async (): Promise<void> => {
      await tracked.end();
      await opened.value.end();
      await sandbox.close(conversationId);
      resolve();
    };
    child.once('exit', () => void end());
    child.once('error', () => void end());
  });
  if (child.pid === undefined || !stdin || !stdout) {
    await ended;
    throw new SentenceError(say`could not be started`);
  }
  void tracked.started(child.pid);
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxAnswerBytes) child.kill('SIGKILL');
      done(null, bytes > maxAnswerBytes ? null : chunk);
    },
  });
  const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = await import(
    'vscode-languageserver-protocol/node'
  );
  for (const stream of [stdin, stdout, counted]) stream.on('error', () => {});
  const connection = createProtocolConnection(
    new StreamMessageReader(stdout.pipe(counted)),
    new StreamMessageWriter(stdin),
  );
  connection.onError(() => child.kill('SIGKILL'));
  connection.listen();
  return {
    connection,
    pid: child.pid,
    ended,
    expectAnswer() {
      bytes = 0;
    },
    async close() {
      connection.dispose();
      stdin.end();
      await tracked.end({ graceMs: 400 });
      await ended;
    },
  };
}
