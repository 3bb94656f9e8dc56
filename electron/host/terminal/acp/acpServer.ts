// The protocol's methods over the app's core: sessions are our conversations. It knows no transport.

import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type {
  InitializeRequest,
  InitializeResponse,
  LoadSessionResponse,
  McpServer,
  NewSessionResponse,
  SessionConfigOption,
} from '@agentclientprotocol/sdk';
import { isSafeId } from '../../../../shared/core/ids.ts';
import { isInPlace } from '../../../../shared/features/inPlace/inPlace.ts';
import type { Core } from '../../../core.ts';
import { resolveSlashScope } from '../../../features/conversationFolder.ts';
import type { McpServers } from '../../../mcp/servers.ts';
import { availableCommands, usageOf } from './announcements.ts';
import {
  configOptions,
  createModelLists,
  modelOf,
  type OptionParts,
  setConfigOption,
  setMode,
} from './configOptions.ts';
import { createEditorUser } from './editorUser.ts';
import { AcpFailure, failureOf, invalid, rpcCodes, unwrap } from './failure.ts';
import { modeState } from './modes.ts';
import { createOutbox } from './outbox.ts';
import { messageFrom, unsavedTextOf } from './promptContent.ts';
import type { AgentMethods, Client, ClientCapabilities } from './sdkConnection.ts';
import { busyElsewhere, createSession, type Session } from './session.ts';
import { listSessions } from './sessionList.ts';

export interface AcpServerOptions {
  core: Core;
  client: Client;
  version: string;
  protocolVersion: number;
  /** The command line named the scripted model, so nothing has to be configured. */
  demoIsFine: boolean;
  /** Applies the command line's choices to a new conversation. */
  prepare(conversationId: string): Promise<void>;
}

export interface AcpServer extends AgentMethods {
  /** Ends every turn; what they did is stored. */
  close(): Promise<void>;
}

interface Open {
  session: Session;
  /** Ends the servers that the client passed for it. */
  returnServers(): Promise<void>;
  confirmAllTools(): Promise<boolean>;
  /** The options and the commands that the client was sent last, as JSON. */
  knownOptions: string;
  knownCommands: string;
}

const setupMethod = 'setup';

export function createAcpServer(options: AcpServerOptions): AcpServer {
  const { core, client } = options;
  const parts: OptionParts = { ...core, modelLists: createModelLists(core.providers) };
  const open = new Map<string, Open>();
  let can: ClientCapabilities = {};

  function openSession(sessionId: string): Open {
    const session = open.get(sessionId);
    if (session) return session;
    throw new AcpFailure(rpcCodes.notFound, `There is no open session ${quoted(sessionId)}. Load or resume it first.`);
  }

  /** Opens a conversation for the client. One that is open already stays, with its turn. */
  async function attach(conversationId: string, cwd: string, servers: readonly McpServer[]): Promise<Open> {
    const branch = unwrap(await core.store.readBranch(conversationId, { tail: 1 }));
    const place = unwrap(await core.store.workingFolder(branch));
    if (place.missing) throw failureOf(place.missing);
    const folders = [place.folder, place.project.folder].filter((folder) => folder !== null);
    if (folders.length > 0 && !folders.includes(cwd)) {
      throw invalid(`This session works in ${place.folder ?? place.project.folder}, not in ${quoted(cwd)}.`);
    }
    unwrap(await core.hub.load(conversationId));
    await open.get(conversationId)?.returnServers();
    const returnServers = await lendServers(core.mcp, conversationId, servers);
    const existing = open.get(conversationId);
    if (existing) {
      existing.returnServers = returnServers;
      return existing;
    }
    const outbox = createOutbox((update) => client.update(conversationId, update));
    const { form, url } = can.elicitation ?? {};
    const { folder } = place;
    const user = createEditorUser({
      ...{ core, client, conversationId, folder, outbox },
      forms: { form: Boolean(form), url: Boolean(url) },
    });
    const shows = { notices: Boolean(can.session?.notices), compaction: Boolean(can.session?.compaction) };
    const session = createSession({
      ...{ core, conversationId, outbox, user },
      replay: { folder, shows, readBase64: async (hash) => base64Of(conversationId, hash) },
    });
    const made: Open = {
      session,
      returnServers,
      confirmAllTools: user.confirmAllTools,
      knownOptions: '',
      knownCommands: '',
    };
    open.set(conversationId, made);
    return made;
  }

  /** A conversation that could not be opened for the client is not left behind. */
  async function orDeleted(conversationId: string, task: () => Promise<Open>): Promise<Open> {
    try {
      return await task();
    } catch (thrown) {
      await core.store.deleteConversation(conversationId);
      throw thrown;
    }
  }

  async function base64Of(conversationId: string, hash: string): Promise<string | null> {
    const bytes = await core.store.readAttachment(conversationId, hash);
    return bytes.ok ? bytes.value.toString('base64') : null;
  }

  async function described(described: Open): Promise<LoadSessionResponse> {
    const state = described.session.state();
    parts.modelLists.refresh();
    const options = await configOptions(parts, state);
    isNews(described, options);
    return { modes: modeState(state.approvalMode), configOptions: options };
  }

  /** Sends what follows the response: only then does the client know the session. */
  function announceLater(session: Session): void {
    setImmediate(() => inBackground(announce(session)));
  }

  /** The session may be deleted meanwhile. */
  function inBackground(work: Promise<void>): void {
    const text = "A session's description was not sent";
    work.catch((reason: unknown) => core.log('info', text, 'SESSION_UNDESCRIBED', { reason }));
  }

  async function announce(session: Session): Promise<void> {
    const { conversationId, outbox } = session;
    const scope = await resolveSlashScope(core.store, null, conversationId);
    if (!scope.ok) return;
    const commands = availableCommands((await core.slash.list(scope.value)).entries, session.state().model);
    const described = open.get(conversationId);
    if (!described) return;
    if (JSON.stringify(commands) !== described.knownCommands) outbox.push(commands);
    described.knownCommands = JSON.stringify(commands);
    const usage = await usageOf(core, conversationId);
    if (usage) outbox.push(usage);
    const row = await core.store.listConversation(conversationId);
    if (!row.ok || !row.value || row.value.title === '') return;
    const { title, updatedAt } = row.value;
    outbox.push({ sessionUpdate: 'session_info_update', title, updatedAt });
  }

  /** Sends the options if the client has others. */
  async function optionsChanged(conversationId: string): Promise<void> {
    const changed = open.get(conversationId);
    if (!changed || changed.knownOptions === '') return;
    const options = await configOptions(parts, changed.session.state());
    if (!isNews(changed, options)) return;
    changed.session.outbox.push({ sessionUpdate: 'config_option_update', configOptions: options });
  }

  function isNews(open: Open, options: SessionConfigOption[]): boolean {
    const text = JSON.stringify(options);
    const isNew = text !== open.knownOptions;
    open.knownOptions = text;
    return isNew;
  }

  async function mustHaveProvider(): Promise<void> {
    const standard = await core.providers.defaultModel();
    const isDemo = standard.ok && standard.value.provider === 'demo';
    if (!standard.ok || (isDemo && !options.demoIsFine)) throw notConfigured();
  }

  async function load(request: { sessionId: string; cwd: string; mcpServers?: readonly McpServer[] }): Promise<Open> {
    if (!isSafeId(request.sessionId) || isInPlace(request.sessionId)) throw unknownSession(request.sessionId);
    return attach(request.sessionId, await folderAt(request.cwd), request.mcpServers ?? []);
  }

  async function detach(sessionId: string): Promise<void> {
    const closing = open.get(sessionId);
    if (!closing) return;
    open.delete(sessionId);
    await closing.session.close();
    await closing.returnServers();
  }

  const unsubscribe = core.store.onOutsideChange((ids) => {
    for (const id of ids) if (open.has(id)) void core.hub.refresh(id);
  });
  const stopWatching = core.hub.subscribe(null, (conversationId, _seq, event) => {
    if (event.type === 'meta.changed') inBackground(optionsChanged(conversationId));
  });
  const stopHearing = core.feed.subscribe((_seq, event) => {
    if (event.type === 'slash.changed') for (const { session } of open.values()) inBackground(announce(session));
  });

  return {
    initialize(request) {
      can = request.clientCapabilities ?? {};
      return initialized(request, options);
    },
    async authenticate(methodId) {
      if (methodId !== setupMethod) throw invalid(`There is no sign-in method “${quoted(methodId)}”.`);
      await mustHaveProvider();
    },
    async newSession({ cwd, additionalDirectories, mcpServers }) {
      noMoreFolders(additionalDirectories);
      const folder = await folderAt(cwd);
      await mustHaveProvider();
      const project = unwrap(await core.store.openProject(folder));
      const { conversationId } = unwrap(await core.store.createConversation(project.id));
      const made = await orDeleted(conversationId, async () => {
        await options.prepare(conversationId);
        return attach(conversationId, folder, mcpServers);
      });
      made.session.follow();
      announceLater(made.session);
      const response: NewSessionResponse = { sessionId: conversationId, ...(await described(made)) };
      return response;
    },
    async loadSession(request) {
      noMoreFolders(request.additionalDirectories);
      const loaded = await load(request);
      await loaded.session.replay();
      announceLater(loaded.session);
      return described(loaded);
    },
    async resumeSession(request) {
      noMoreFolders(request.additionalDirectories);
      const resumed = await load(request);
      resumed.session.follow();
      announceLater(resumed.session);
      return described(resumed);
    },
    async forkSession({ sessionId, cwd, mcpServers }) {
      if (!isSafeId(sessionId) || isInPlace(sessionId)) throw unknownSession(sessionId);
      const folder = await folderAt(cwd);
      const { headId, meta, projectId } = unwrap(await core.store.readBranch(sessionId, { tail: 1 }));
      const { conversationId } = unwrap(
        headId === null
          ? await core.store.createConversation(projectId)
          : await core.store.forkConversation(sessionId, headId, meta.title),
      );
      const forked = await orDeleted(conversationId, () => attach(conversationId, folder, mcpServers ?? []));
      forked.session.follow();
      announceLater(forked.session);
      return { sessionId: conversationId, ...(await described(forked)) };
    },
    async listSessions({ cwd, cursor }) {
      const folder = cwd === undefined || cwd === null ? null : await realpath(cwd).catch(() => path.resolve(cwd));
      return listSessions(core.store, folder, cursor ?? null);
    },
    async closeSession(sessionId) {
      openSession(sessionId);
      await detach(sessionId);
    },
    async deleteSession(sessionId) {
      if (!isSafeId(sessionId) || isInPlace(sessionId)) throw unknownSession(sessionId);
      unwrap(await core.store.readBranch(sessionId, { tail: 1 }));
      if (core.store.isWrittenElsewhere(sessionId)) throw busyElsewhere();
      await detach(sessionId);
      const preview = await core.store.describeDeletion(sessionId);
      const agents = preview.ok ? preview.value.subAgents.map(({ id }) => id) : [];
      for (const id of [sessionId, ...agents]) {
        await Promise.all([core.background.endConversation(id), core.terminals.endConversation(id)]);
      }
      unwrap(await core.store.deleteConversation(sessionId));
      for (const id of [sessionId, ...agents]) await core.permissions.forgetConversation(id);
    },
    async setMode({ sessionId, modeId }) {
      const chosen = openSession(sessionId);
      await setMode(parts, chosen.session.state(), modeId, chosen.confirmAllTools);
      await optionsChanged(sessionId);
    },
    async setConfigOption({ sessionId, configId, ...given }) {
      const changed = openSession(sessionId);
      const { session, confirmAllTools } = changed;
      await setConfigOption(parts, session.state(), { configId, value: given.value }, confirmAllTools);
      const options = await configOptions(parts, session.state());
      isNews(changed, options);
      return { configOptions: options };
    },
    async prompt({ sessionId, prompt }, signal) {
      const { session } = openSession(sessionId);
      const { conversationId, folder } = session;
      const context = {
        ...{ attachments: core.attachments, conversationId, folder },
        newId: () => crypto.randomUUID(),
        unsavedText: unsavedTextOf(can.fs?.readTextFile ? client : null, conversationId, signal),
      };
      const check = async (): Promise<void> => {
        if ((await modelOf(core, session.state())) === null) throw notConfigured();
      };
      const response = await session.prompt(check, () => messageFrom(prompt, context), prompt, signal);
      announceLater(session);
      return response;
    },
    async cancel({ sessionId }) {
      await open.get(sessionId)?.session.cancel();
    },
    async close() {
      unsubscribe();
      stopWatching();
      stopHearing();
      await Promise.all([...open.keys()].map(detach));
    },
  };
}

function initialized(request: InitializeRequest, options: AcpServerOptions): InitializeResponse {
  // `fork` is a draft of this version, so the stable types do not know it.
  const sessionCapabilities = { list: {}, resume: {}, close: {}, delete: {}, fork: {} };
  const isTerminal = request.clientCapabilities?.auth?.terminal === true;
  const method = {
    id: setupMethod,
    name: 'Set up a model',
    description: 'Run “throughline acp --setup” in a terminal. It says how to add a provider and its key.',
  };
  return {
    // The only version there is: a client that cannot speak it disconnects.
    protocolVersion: options.protocolVersion,
    agentInfo: { name: 'throughline', title: 'Throughline', version: options.version },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: false, embeddedContext: true },
      mcpCapabilities: { http: true, sse: true },
      sessionCapabilities,
      auth: {},
    },
    authMethods: [isTerminal ? { ...method, type: 'terminal', args: ['--setup'] } : method],
  };
}

function notConfigured(): AcpFailure {
  return new AcpFailure(
    rpcCodes.authRequired,
    'No model is set up. Add a provider in Throughline under Settings → Models, or set a key such as ANTHROPIC_API_KEY or OPENAI_API_KEY in this agent’s environment.',
    { code: 'NO_MODEL' },
  );
}

function unknownSession(sessionId: string): AcpFailure {
  return new AcpFailure(rpcCodes.notFound, `There is no session ${quoted(sessionId)}.`);
}

function noMoreFolders(folders: readonly string[] | undefined): void {
  if (folders && folders.length > 0) throw invalid('A session works in one folder; more are not supported.');
}

/** The real path of an existing folder. */
async function folderAt(cwd: string): Promise<string> {
  if (!path.isAbsolute(cwd)) throw invalid('cwd must be an absolute path.');
  const folder = cwd.includes('\0') ? null : await realpath(cwd).catch(() => null);
  if (folder === null || !(await stat(folder)).isDirectory()) throw invalid(`There is no folder ${quoted(cwd)}.`);
  return folder;
}

/** Text of the client within a sentence. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 199)}…` : text);
}

/**
 * Runs servers that the client passes for its session only; they are never saved. Returns a function that ends them. Throws an `AcpFailure` for an
 * invalid one.
 */
async function lendServers(
  mcp: Pick<McpServers, 'lend'>,
  conversationId: string,
  servers: readonly McpServer[],
): Promise<() => Promise<void>> {
  if (servers.length === 0) return async () => {};
  const entries = servers.map((server) => ({ name: server.name, raw: entryOf(server) }));
  return unwrap(await mcp.lend(conversationId, entries));
}

/** In the form of an entry under `mcpServers`. */
function entryOf(server: McpServer): Record<string, unknown> {
  if ('url' in server) return { type: server.type, url: server.url, headers: pairs(server.headers) };
  return { command: server.command, args: server.args, env: pairs(server.env) };
}

function pairs(list: readonly { name: string; value: string }[]): Record<string, string> {
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}
