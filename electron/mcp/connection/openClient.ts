// Opens a connection: transport, protocol version and client, in bounded time.

import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import {
  type AuthProvider,
  Client,
  type ClientOptions,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Transport,
} from '@modelcontextprotocol/client';
import { SentenceError, sentenceFromThrown } from '../../../shared/core/errors.ts';
import { mapUserText, type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ProcessJournal } from '../../ports/processes.ts';
import type { Sandbox, WrappedProgram } from '../../ports/sandbox.ts';
import { resolveCommandPath, searchPathOnly } from '../../tools/process/commandPath.ts';
import { type SandboxedServer, sandboxServer } from '../../tools/process/sandboxedServer.ts';
import { serverEnvironment } from '../../tools/process/serverEnvironment.ts';
import type { ServerLog } from '../../tools/process/serverLog.ts';
import type { HttpConfig, ServerConfig, StdioConfig } from '../config/serverConfig.ts';
import { createHttpTransport } from './httpTransport.ts';
import { clientCapabilities } from './serverRequests.ts';
import { createStdioTransport, type StdioTransport } from './stdioTransport.ts';

export interface OpenDeps {
  name: string;
  version: string;
  clock: Clock;
  env: Environment;
  journal: ProcessJournal;
  log: ServerLog;
  /** The server's start folder. */
  folder: string | null;
  sandbox: Sandbox | null;
  /** The project's folder, where a sandboxed server may write. */
  projectFolder(): string | null;
  authProvider(address: string): AuthProvider | null;
  /** Configures each client before it connects. */
  prepare(client: Client): void;
  /** A server reported that a list changed. */
  onListChanged: Record<'tools' | 'prompts' | 'resources', () => void>;
  /** The connection had an error, but may still work. */
  onError(): void;
  /** Whether an earlier connection found only the older protocol. */
  isOlder: boolean;
}

export interface OpenClient {
  client: Client;
  transport: Transport;
  stdio: StdioTransport | null;
  isOlder: boolean;
}

/** Maximum message size, which is parsed at once. */
const maxMessageBytes = 16 * 1024 * 1024;
/** For messages with lists, whose schemas are kept in memory. */
const maxListBytes = 2 * 1024 * 1024;
/** How long a server may take to reject the newer protocol. */
const probeMs = 5000;

/** Throws the SDK's errors. */
export async function openClient(config: ServerConfig, deps: OpenDeps, signal: AbortSignal): Promise<OpenClient> {
  return config.transport === 'stdio' ? openStdio(config, deps, signal) : openHttp(config, deps, signal);
}

async function openStdio(config: StdioConfig, deps: OpenDeps, signal: AbortSignal): Promise<OpenClient> {
  const folder = config.cwd ?? deps.folder ?? homedir();
  const env = {
    ...serverEnvironment(deps.env, config.env, folder, process.platform),
    ...(process.platform === 'win32' ? searchPathOnly : {}),
  };
  const command = await resolveCommandPath(config.command, env, process.platform, isFile);
  if (command === null) throw new SentenceError(say`${config.command} is not in PATH`);
  const attempt = async (isOlder: boolean): Promise<OpenClient> => {
    const sandboxed =
      config.sandbox && (await sandboxServer(config.sandbox, { ...deps, kind: 'mcp', folder: deps.projectFolder() }));
    const tracked = await deps.journal.start({ kind: 'mcp', name: deps.name });
    const stdio = createStdioTransport({
      ...inSandbox(sandboxed, { file: command, args: [...config.args], env }, folder, config.env),
      cwd: folder,
      released: () => sandboxed?.release() ?? Promise.resolve(),
      tracked,
      log: deps.log,
      clock: deps.clock,
      maxBytes: maxMessageBytes,
      maxListBytes,
    });
    try {
      return { ...(await connect(stdio, config, deps, signal, isOlder)), stdio };
    } catch (thrown) {
      const why = stdio.ended();
      await stdio.close();
      if (why !== null && !signal.aborted) throw new EndedEarly(why, thrown);
      throw thrown;
    }
  };
  if (deps.isOlder) return attempt(true);
  try {
    return await attempt(false);
  } catch (thrown) {
    // Some older servers exit at the first unknown request. Do not retry one that could not start.
    if (!(thrown instanceof EndedEarly) || !thrown.ran || signal.aborted) throw thrown;
    deps.log.add('app', 'info', say`It exited when asked for its protocol version. Restarted with the older protocol.`);
    return attempt(true);
  }
}

/** The server's own variables override the sandbox's, such as a cache location. */
function inSandbox(
  sandboxed: SandboxedServer | null,
  { file, args, env }: WrappedProgram,
  cwd: string,
  serverEnv: StdioConfig['env'],
) {
  const wrapped = sandboxed?.wrap([file, ...args], cwd);
  if (!wrapped) return { command: file, args, env };
  return {
    command: wrapped.file,
    args: wrapped.args,
    env: { ...env, ...wrapped.env, ...Object.fromEntries(serverEnv) },
  };
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

/** It exited before connecting. */
class EndedEarly extends SentenceError {
  readonly ran: boolean;
  constructor(how: Sentence, cause: unknown) {
    super(say`the process ${how}`, { cause });
    this.ran = !how.text.startsWith('could not be started');
  }
}

async function openHttp(config: HttpConfig, deps: OpenDeps, signal: AbortSignal): Promise<OpenClient> {
  const attempt = async (sse: boolean): Promise<OpenClient> => {
    let opened: Transport | null = null;
    const transport = createHttpTransport(
      {
        config,
        authProvider: deps.authProvider(config.url),
        maxBytes: maxMessageBytes,
        maxListBytes,
        onTooLarge(max) {
          deps.log.add('app', 'warning', say`Rejected a response of more than ${max} bytes.`);
          void opened?.close();
        },
      },
      sse,
    );
    opened = transport;
    try {
      return { ...(await connect(transport, config, deps, signal, deps.isOlder || sse)), stdio: null };
    } catch (thrown) {
      await transport.close().catch(() => {});
      throw thrown;
    }
  };
  if (config.sse) return attempt(true);
  try {
    return await attempt(false);
  } catch (thrown) {
    // The protocol's signs of a server older than Streamable HTTP.
    const isOld = thrown instanceof SdkHttpError && [400, 404, 405].includes(thrown.status);
    if (!isOld || signal.aborted) throw thrown;
    return attempt(true).catch(() => {
      throw thrown;
    });
  }
}

async function connect(
  transport: Transport,
  config: ServerConfig,
  deps: OpenDeps,
  signal: AbortSignal,
  isOlder: boolean,
): Promise<{ client: Client; transport: Transport; isOlder: boolean }> {
  const options: ClientOptions = {
    capabilities: clientCapabilities,
    // We do not enforce output schemas; compiling untrusted ones could take forever.
    jsonSchemaValidator: {
      getValidator: () => (value) => ({ valid: true, data: value as never, errorMessage: undefined }),
    },
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: Math.min(probeMs, config.timeoutSeconds * 1000) } },
    listChanged: {
      tools: { autoRefresh: false, debounceMs: 0, onChanged: deps.onListChanged.tools },
      prompts: { autoRefresh: false, debounceMs: 0, onChanged: deps.onListChanged.prompts },
      resources: { autoRefresh: false, debounceMs: 0, onChanged: deps.onListChanged.resources },
    },
  };
  const client = new Client({ name: 'throughline', title: 'Throughline', version: deps.version }, options);
  client.onerror = (error) => {
    deps.log.add('app', 'warning', error.message.slice(0, 1000));
    deps.onError();
  };
  deps.prepare(client);
  const timeout = config.timeoutSeconds * 1000;
  const connected = client.connect(transport, { timeout, signal, ...(isOlder ? { prior: { kind: 'legacy' } } : {}) });
  await raceAbort(connected, signal);
  if (client.getServerCapabilities()?.logging && client.getProtocolEra() === 'legacy') {
    await client.setLoggingLevel('info', { timeout, signal }).catch(() => {});
  }
  return { client, transport, isOlder: client.getProtocolEra() === 'legacy' };
}

/** Version negotiation ignores the signal. */
async function raceAbort(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const settled = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const end = (): void => reject(new SentenceError(say`it was stopped`));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true, signal: settled.signal });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    settled.abort();
  }
}

/** A sentence for the user and the model. */
export function connectionProblem(thrown: unknown, config: ServerConfig): UserText {
  if (thrown instanceof SentenceError) return sentenceFromThrown(thrown);
  if (thrown instanceof SdkError && thrown.code === SdkErrorCode.RequestTimeout) {
    return say`it did not respond within ${config.timeoutSeconds} s`;
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (!(error.cause instanceof Error) || error.cause.message === '') return error.message.slice(0, 1000);
  return mapUserText(say`${error} (${error.cause.message})`, (text) => text.slice(0, 1000));
}
