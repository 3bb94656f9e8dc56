// The app behind a window: the core, the contract's handlers, and ownership of the data folder.

import { ok, type Result } from '../shared/core/errors.ts';
import type { UserText } from '../shared/core/sentence.ts';
import type { Transport } from '../shared/protocol/transport.ts';
import { watchAttention } from './chat/attention.ts';
import { createConversationList } from './chat/conversationList.ts';
import { createRemovalPublisher } from './chat/removalPublisher.ts';
import { findStartConversation, type StartConversation } from './chat/run/startConversation.ts';
import { watchTitles } from './chat/titles/watchTitles.ts';
import { watchUnread } from './chat/unread.ts';
import { type Core, createCore } from './core.ts';
import type { CoreOptions } from './coreOptions.ts';
import type { AppParts } from './features/appParts.ts';
import { closeServices, createServices, featureHandlers, publishFeatures } from './features/feature.ts';
import { appFeatures, features } from './features.ts';
import { systemClock } from './lib/clock.ts';
import { createIdSource } from './lib/ids.ts';
import { createKeyedQueue } from './lib/keyedQueue.ts';
import type { Log } from './lib/log.ts';
import type { Handlers } from './lib/protocolServer.ts';
import { serve } from './lib/protocolServer.ts';
import type { McpServers } from './mcp/servers.ts';
import { type Confirm, refuseAllConfirmations } from './ports/confirm.ts';
import type { Native } from './ports/native.ts';
import type { TokenCounter } from './ports/tokens.ts';
import { claimDataFolder } from './stores/locks/locks.ts';
import { makeDemoFolder } from './stores/projects/demoFolder.ts';

export type { RunOutcome } from './chat/chatToolLoop.ts';
export type { StartConversation } from './chat/run/startConversation.ts';

export interface AppOptions {
  dataDir: string;
  /** The folder to open at startup; null: none. */
  projectFolder: string | null;
  /** The conversation that a window opens first; null or absent: the last one shown. */
  conversation?: StartConversation | null;
  host: 'desktop' | 'browser';
  native: Native;
  /** Confirms actions that a session cannot authorize; default: rejects them. */
  confirm?: Confirm;
  env: Record<string, string | undefined>;
  version: string;
  log: Log;
  /** The MCP servers; default: those configured on this machine. */
  mcp?: McpServers;
  /** Agents of other vendors; default: those that are installed or added on this machine. */
  externalAgents?: CoreOptions['externalAgents'];
  /** The demo model's script. */
  scenario?: CoreOptions['scenario'];
  /** Counts tokens; the caller closes it. Default: the app's own. */
  tokens?: TokenCounter;
  /** For tests: addresses of the web search services. */
  webSearchDoors?: CoreOptions['webSearchDoors'];
}

export interface App {
  /** Serves the contract on a connection of the host. */
  attach(transport: Transport): void;
  /** Ends runs and tools; everything is stored when it resolves. */
  close(): Promise<void>;
  notices: UserText[];
}

/** In milliseconds: the first view is rendered by then. */
const tidyAfterMs = 1500;

/**
 * Fails with DATA_FOLDER_BUSY if another host has the data folder, or with the problem of the folder or the project.
 */
export async function createApp(options: AppOptions): Promise<Result<App>> {
  const claim = await claimDataFolder(options.dataDir, options.host);
  if (!claim.ok) return claim;
  const core = createCore({ ...options, person: true });
  const start = await findStartConversation(core.store, options.conversation ?? null, options.projectFolder);
  if (!start.ok) {
    await core.close();
    claim.value.release();
    return start;
  }
  const project = options.projectFolder === null ? null : await core.store.openProject(options.projectFolder);
  if (project && !project.ok) {
    await core.close();
    claim.value.release();
    return project;
  }
  const { notices } = await core.settings.read();
  const queue = createKeyedQueue();
  const list = createConversationList(core.store, core.hub, core.feed);
  const publishRemovals = createRemovalPublisher(core.store, core.hub);
  const stopWatching = core.store.onOutsideChange((conversationIds) => {
    for (const conversationId of conversationIds) {
      core.search.changed(conversationId);
      list.touch(conversationId);
      void core.hub.refresh(conversationId).then(() => publishRemovals(conversationId));
      void endIfGone(core, conversationId);
    }
  });
  // Leftovers of a killed app run; the first view does not wait for them.
  void core.endLeftovers().then(() => core.undo.settleLeft());
  const stopTelling = core.background.onChange(() => {
    core.feed.publish({ type: 'processes.changed', commands: core.background.list() });
  });
  const stopAttention = watchAttention(core.hub, core.feed);
  const stopUnread = watchUnread({ store: core.store, hub: core.hub, list });
  const stopTitles = options.env.THROUGHLINE_TITLES === 'off' ? async () => {} : watchTitles({ ...core.titles, list });
  const services = createServices(appFeatures, {
    ...core,
    dataDir: options.dataDir,
    env: options.env,
    native: options.native,
  });
  const stopFeatures = publishFeatures(features, { ...core, ...services }, core);
  core.search.start();
  core.inPlace.start();
  // Completes the removals of processes that have ended. It reads every conversation, so it runs after the first view.
  const tidying = setTimeout(() => {
    void core.store.finishRemovals();
    void core.interop.exports.sweep();
  }, tidyAfterMs).unref();
  const parts: AppParts = {
    ...core,
    ...services,
    exports: core.interop.exports,
    publishRemovals,
    list,
    version: options.version,
    host: options.host,
    native: options.native,
    demoFolder: () => makeDemoFolder(options.dataDir),
    confirm: options.confirm ?? refuseAllConfirmations,
    startProjectId: project?.value.id ?? null,
    start: start.value === null ? null : { key: createIdSource(systemClock).randomId(), conversationId: start.value },
  };
  const handlers: Handlers = featureHandlers(features, { ...core, ...services }, parts);
  return ok({
    notices,
    attach: (transport) =>
      serve(transport, {
        handlers,
        queue,
        onDefect: (method, thrown) => core.log('defect', `${method}: ${String(thrown)}`),
      }),
    async close() {
      stopWatching();
      stopTelling();
      stopFeatures();
      stopAttention();
      stopUnread();
      const titled = stopTitles();
      list.close();
      await closeServices(appFeatures, services);
      clearTimeout(tidying);
      await titled;
      await core.close();
      claim.value.release();
    },
  });
}

/** Another process deleted the conversation, so its commands end. */
async function endIfGone({ store, background }: Core, conversationId: string): Promise<void> {
  if (!background.list().some((command) => command.conversationId === conversationId)) return;
  const there = await store.readBranch(conversationId, { tail: 1 });
  if (!there.ok && there.error.code === 'CONVERSATION_NOT_FOUND') await background.endConversation(conversationId);
}
