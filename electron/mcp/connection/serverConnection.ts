// A project's connection to one server: starts on demand and reconnects after a loss with growing delays. Never throws.

import { type Client, ProtocolError } from '@modelcontextprotocol/client';
import { errorSentence, ok, type Result, SentenceError } from '../../../shared/core/errors.ts';
import { mapUserText, type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import type { McpServerState } from '../../../shared/features/mcp/methods.ts';
import { boundedText } from '../../lib/boundedText.ts';
import { toolFailure } from '../../tools/toolOutput.ts';
import type { ServerConfig } from '../config/serverConfig.ts';
import { needsSignIn } from './callFault.ts';
import { type ListedPrompt, listPrompts } from './listedPrompts.ts';
import { type ListedResource, listResources } from './listedResources.ts';
import { type ListedTool, listTools } from './listedTools.ts';
import { connectionProblem, type OpenClient, type OpenDeps, openClient } from './openClient.ts';
import { createResourceWatch, type ResourceWatch } from './resourceWatch.ts';
import { createRunningCalls, type RunningCalls } from './runningCalls.ts';
import { createServerList } from './serverList.ts';
import { handleServerRequests } from './serverRequests.ts';

export interface ConnectionDeps
  extends Pick<OpenDeps, 'name' | 'version' | 'clock' | 'env' | 'journal' | 'log' | 'authProvider' | 'sandbox'> {
  /** The configuration with variables replaced. */
  config(): Promise<Result<ServerConfig>>;
  /** The project's current folder. */
  folder(): string | null;
  /** Start folder of a process; null: any. */
  startFolder: string | null;
  onChange(): void;
  /** Its prompts or resources changed. */
  onOffersChange(): void;
}

export interface ConnectionInfo {
  state: Extract<McpServerState, 'idle' | 'starting' | 'ready' | 'needs_sign_in' | 'failed'>;
  problem: UserText | null;
  serverName: string | null;
  serverVersion: string | null;
  protocol: string | null;
  pid: number | null;
  startedAt: string | null;
}

export interface ServerConnection {
  info(): ConnectionInfo;
  readonly calls: RunningCalls;
  /** The latest list; empty before the first. */
  tools(): readonly ListedTool[];
  prompts(): readonly ListedPrompt[];
  resources(): readonly ListedResource[];
  /** Unusable entries of its lists. */
  notices(): readonly Sentence[];
  /**
   * Connects if necessary, like `ready`; settles when prompts and resources are listed, or on failure. Null: nothing to
   * wait for.
   */
  offersListed(): Promise<void> | null;
  /** Whether it offers completions, as of the latest connection. */
  completes(): boolean;
  readonly watch: ResourceWatch;
  /**
   * Connects if necessary; resolves on success or failure, with an up-to-date tool list. Does not retry soon after a
   * failure, unless `now`.
   */
  ready(options?: { now?: boolean }): Promise<void>;
  /** Returns the connected client or the reason for the failure. After a recent failure, waits for the next attempt. */
  client(signal: AbortSignal): Promise<Result<Client>>;
  /** Whether the server still responds; pings it if unknown. */
  isAlive(client: Client): Promise<boolean>;
  /** Reports a lost connection. */
  lost(client: Client, why: UserText): Promise<void>;
  /** How the last process ended. */
  lastEnd(): UserText | null;
  rootsChanged(): void;
  close(): Promise<void>;
}

const maxDelayMs = 60_000;
const firstDelayMs = 500;
/** How long to wait on close for a pending connection. */
const endMs = 1000;
/** Timeout of a ping. */
const aliveMs = 3000;
/** Maximum time that a call waits for the next attempt. */
const patienceMs = 8000;

export function createServerConnection(deps: ConnectionDeps): ServerConnection {
  const { clock, log, name } = deps;
  const calls = createRunningCalls();
  const closed = new AbortController();
  let state: ConnectionInfo['state'] = 'idle';
  let problem: UserText | null = null;
  let open: OpenClient | null = null;
  let connecting: Promise<void> | null = null;
  let startedAt: string | null = null;
  let failures = 0;
  let retryAt = 0;
  let isOlder = false;
  let lastEnd: UserText | null = null;
  let isAsking = false;
  const watch = createResourceWatch();
  let listingOffers: Promise<void> | null = null;
  let completes = false;
  const of = { clock, log, signal: closed.signal, client: () => open?.client ?? null };
  const tools = createServerList({
    ...of,
    list: listTools,
    words: {
      failed: (why) => say`Its tools could not be listed: ${why}`,
      changed: () => say`Its tool list has changed.`,
    },
    onChange: deps.onChange,
  });
  const prompts = createServerList({
    ...of,
    list: listPrompts,
    words: {
      failed: (why) => say`Its prompts could not be listed: ${why}`,
      changed: () => say`Its list of prompts has changed.`,
    },
    onChange: offersChanged,
  });
  const resources = createServerList({
    ...of,
    list: listResources,
    words: {
      failed: (why) => say`Its resources could not be listed: ${why}`,
      changed: () => say`Its list of resources has changed.`,
    },
    onChange: offersChanged,
  });

  function offersChanged(): void {
    deps.onChange();
    deps.onOffersChange();
  }

  /** In the background: slow lists do not delay tools. */
  function listOffers(client: Client, timeout: number): void {
    const listing = [prompts.load(client, timeout), resources.load(client, timeout)];
    const listed = Promise.allSettled(listing).then(() => {
      if (listingOffers === listed) listingOffers = null;
      offersChanged();
    });
    listingOffers = listed;
  }

  function enter(next: ConnectionInfo['state'], why: UserText | null = null): void {
    state = next;
    problem = why;
    deps.onChange();
  }

  function failed(why: UserText): void {
    failures++;
    retryAt = clock.elapsed() + Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1));
    const printed = log.lastPrinted();
    log.add('app', 'error', say`Not connected: ${why}`);
    enter(
      'failed',
      printed === ''
        ? say`${mapUserText(why, (text) => boundedText(text, 1000))}.`
        : say`${mapUserText(why, (text) => boundedText(text, 1000))}. Its last output: ${boundedText(printed, 500)}`,
    );
  }

  async function connect(): Promise<void> {
    enter('starting');
    startedAt = clock.now().toISOString();
    const config = await deps.config();
    if (!config.ok) return failed(errorSentence(config.error));
    const timeout = config.value.timeoutSeconds * 1000;
    log.add('app', 'info', config.value.transport === 'stdio' ? say`Starting.` : say`Connecting.`);
    let current: OpenClient | null = null;
    try {
      current = await openClient(
        config.value,
        {
          ...deps,
          folder: deps.startFolder,
          projectFolder: deps.folder,
          isOlder,
          prepare,
          onListChanged: { tools: tools.changed, prompts: prompts.changed, resources: resources.changed },
          onError,
        },
        closed.signal,
      );
      isOlder = current.isOlder;
      const opened = current;
      opened.client.onclose = () => void onGone(opened, say`the connection was closed`);
      await tools.load(opened.client, timeout);
      if (closed.signal.aborted) throw new SentenceError(say`it was stopped`);
      open = opened;
      failures = 0;
      log.add('app', 'info', say`Connected. Tools: ${tools.entries().length}.`);
      completes = opened.client.getServerCapabilities()?.completions !== undefined;
      listOffers(opened.client, timeout);
      enter('ready');
      tools.follow();
    } catch (thrown) {
      await current?.client.close().catch(() => {});
      await current?.transport.close().catch(() => {});
      if (closed.signal.aborted) return enter('idle');
      if (needsSignIn(thrown)) {
        log.add('app', 'warning', say`It needs you to sign in.`);
        return enter('needs_sign_in', say`Sign in to use it.`);
      }
      failed(connectionProblem(thrown, config.value));
    }
  }

  function prepare(client: Client): void {
    handleServerRequests(client, { name, calls, log, folder: deps.folder });
    client.setNotificationHandler('notifications/message', ({ params }) => {
      const text = typeof params.data === 'string' ? params.data : JSON.stringify(params.data);
      log.add('server', params.level, params.logger ? `${params.logger}: ${text}` : text);
    });
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => watch.updated(params.uri));
  }

  /** A broken HTTP connection only shows on the next request. */
  function onError(): void {
    const current = open;
    if (!current || current.stdio || isAsking || calls.count() === 0) return;
    isAsking = true;
    void isAlive(current).then((alive) => {
      isAsking = false;
      if (!alive) void onGone(current, say`the connection was lost`);
    });
  }

  async function isAlive(current: OpenClient): Promise<boolean> {
    if (open !== current) return false;
    if (current.stdio) return current.stdio.ended() === null;
    const options = { timeout: aliveMs, signal: closed.signal };
    const { client } = current;
    const ping = client.getProtocolEra() === 'modern' ? client.discover(options) : client.ping(options);
    return ping.then(
      () => true,
      (thrown) => thrown instanceof ProtocolError,
    );
  }

  async function onGone(which: OpenClient, why: UserText): Promise<void> {
    if (open !== which) return;
    open = null;
    watch.reset();
    const how = which.stdio?.ended() ?? null;
    lastEnd = how === null ? why : say`the process ${how}`;
    await which.transport.close().catch(() => {});
    if (!closed.signal.aborted) failed(lastEnd);
  }

  function ready({ now = false }: { now?: boolean } = {}): Promise<void> {
    if (closed.signal.aborted) return Promise.resolve();
    if (connecting) return connecting;
    if (state === 'ready') return tools.underWay() ?? Promise.resolve();
    if (!now && state === 'needs_sign_in') return Promise.resolve();
    if (!now && state === 'failed' && clock.elapsed() < retryAt) return Promise.resolve();
    connecting = connect().finally(() => {
      connecting = null;
    });
    return connecting;
  }

  return {
    calls,
    watch,
    completes: () => completes,
    tools: tools.entries,
    prompts: prompts.entries,
    resources: resources.entries,
    notices: () => [tools, prompts, resources].flatMap((list) => list.notices()),
    ready,
    offersListed() {
      if (listingOffers) return listingOffers;
      const isDue = state === 'idle' || state === 'starting' || (state === 'failed' && clock.elapsed() >= retryAt);
      return isDue && !closed.signal.aborted ? ready().then(() => listingOffers ?? undefined) : null;
    },
    lastEnd: () => lastEnd,
    info() {
      const server = open?.client.getServerVersion();
      return {
        state,
        problem,
        serverName: server ? boundedText(server.title ?? server.name, 200) : null,
        serverVersion: server ? boundedText(server.version, 100) : null,
        protocol: open?.client.getNegotiatedProtocolVersion() ?? null,
        pid: open?.stdio?.pid ?? null,
        startedAt: state === 'ready' || state === 'starting' ? startedAt : null,
      };
    },

    async client(signal) {
      const wait = state === 'failed' ? Math.max(0, retryAt - clock.elapsed()) : 0;
      if (wait <= patienceMs) await clock.wait(wait, signal);
      if (signal.aborted) return toolFailure(say`the user stopped the run`);
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      // Do not wait for a list in progress.
      if (!open) await Promise.race([ready({ now: wait <= patienceMs && state === 'failed' }), aborted]);
      if (open) return ok(open.client);
      if (signal.aborted) return toolFailure(say`the user stopped the run`);
      return toolFailure(problem ?? say`it is not connected`);
    },

    isAlive: async (client) => open?.client === client && (await isAlive(open)),

    async lost(client, why) {
      if (open?.client === client) await onGone(open, why);
    },

    rootsChanged() {
      if (open) void open.client.sendRootsListChanged().catch(() => {});
    },

    async close() {
      closed.abort();
      const current = open;
      open = null;
      if (connecting) await Promise.race([connecting.catch(() => {}), clock.wait(endMs)]);
      if (!current) return;
      log.add('app', 'info', say`Stopped by the app.`);
      // Also ends the server's session, if any.
      await Promise.race([current.client.close().catch(() => {}), clock.wait(1500)]);
      await current.transport.close().catch(() => {});
      enter('idle');
    },
  };
}
