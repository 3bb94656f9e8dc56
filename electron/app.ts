// The app behind a window: the core, the contract's handlers, and ownership of the data folder.

import { join } from 'node:path';
import { errorSentence, ok, type Result } from '../shared/core/errors.ts';
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
import { limitsOf, refuseFromDevices } from './features/remote/deviceLimits.ts';
import { lookAtCall } from './features/remote/lookAtCall.ts';
import { appFeatures, features } from './features.ts';
import { systemClock } from './lib/clock.ts';
import { createIdSource } from './lib/ids.ts';
import { createKeyedQueue } from './lib/keyedQueue.ts';
import { type LocalServer, noLocalServer } from './lib/localServer.ts';
import type { Log, LogFiles } from './lib/log.ts';
import type { Handlers } from './lib/protocolServer.ts';
import { serve } from './lib/protocolServer.ts';
import type { McpServers } from './mcp/servers.ts';
import { migrationOf, readOnlyHandlers, readOnlyNotices } from './otherVersions.ts';
import { type Confirm, refuseAllConfirmations } from './ports/confirm.ts';
import type { RemoteDevice } from './ports/device.ts';
import { type Encryption, noEncryption } from './ports/encryption.ts';
import { type Native, noNative } from './ports/native.ts';
import type { TokenCounter } from './ports/tokens.ts';
import type { UpdateHost } from './ports/updates.ts';
import { noUpdates } from './ports/updates.ts';
import { nodeDisk } from './stores/files/disk.ts';
import { claimDataFolder } from './stores/locks/claimDataFolder.ts';
import { onFolderRequest } from './stores/locks/folderRequest.ts';
import { migrateData } from './stores/migrations.ts';
import { makeDemoFolder } from './stores/projects/demoFolder.ts';
import { whyReadOnly } from './stores/readOnlyData.ts';

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
  /** The host's loopback server; default: it has none. */
  localServer?: LocalServer;
  /** The host name of a tunnel for devices, for this start only; null or absent: the saved one. */
  remoteName?: string | null;
  /** Called when another process needs the data folder; absent: this host keeps it. */
  onRequested?: () => void;
  env: Record<string, string | undefined>;
  version: string;
  log: Log;
  /** The log files; default: none. */
  logFiles?: LogFiles;
  /** The MCP servers; default: those configured on this machine. */
  mcp?: McpServers;
  /** Agents of other vendors; default: those that are installed or added on this machine. */
  externalAgents?: CoreOptions['externalAgents'];
  /** The demo model's script. */
  scenario?: CoreOptions['scenario'];
  /** Encrypts the data; null or absent: it is plain. */
  dataKey?: CoreOptions['dataKey'];
  /** Turns encryption on and off; default: cannot. */
  encryption?: Encryption;
  /** Counts tokens; the caller closes it. Default: the app's own. */
  tokens?: TokenCounter;
  /** How this installation replaces itself; default: it does not. */
  updates?: UpdateHost;
  /** For tests: addresses of the web search services. */
  webSearchDoors?: CoreOptions['webSearchDoors'];
  pluginGuards?: CoreOptions['pluginGuards'];
}

export interface App {
  /** Serves the contract on a connection of the host, within the rights of a paired device. */
  attach(transport: Transport, device?: RemoteDevice): void;
  /** Ends runs and tools; everything is stored when it resolves. */
  close(): Promise<void>;
  notices: UserText[];
  /** A newer version wrote the data: nothing may be written. */
  readOnly: boolean;
}

/** In milliseconds: the first view is rendered by then. */
const tidyAfterMs = 1500;

/**
 * Fails with DATA_FOLDER_BUSY if another host has the data folder, or with the problem of the folder or the project.
 */
export async function createApp(options: AppOptions): Promise<Result<App>> {
  const { onRequested } = options;
  const claim = await claimDataFolder(options.dataDir, options.host, { yields: onRequested !== undefined });
  if (!claim.ok) return claim;
  const readOnly = whyReadOnly(options.dataDir);
  const migrated = readOnly === null ? await migrateData(migrationOf(options)) : ok(undefined);
  if (!migrated.ok) {
    claim.value.release();
    return migrated;
  }
  const core = createCore({ ...options, person: true });
  // Before anything is added here: it may bring encryption, which needs an empty folder.
  const restored = readOnly === null ? await core.backups.finish() : ok(undefined);
  if (!restored.ok) core.notices.tell(errorSentence(restored.error));
  const start = await findStartConversation(core.store, options.conversation ?? null, options.projectFolder);
  if (!start.ok) {
    await core.close();
    claim.value.release();
    return start;
  }
  const opensFolder = options.projectFolder !== null && readOnly === null;
  const project = opensFolder ? await core.store.openProject(options.projectFolder ?? '') : null;
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
  if (readOnly === null) void core.endLeftovers().then(() => core.undo.settleLeft());
  const stopTelling = core.background.onChange(() => {
    core.feed.publish({ type: 'processes.changed', commands: core.background.list() });
  });
  const stopAttention = watchAttention(core.hub, core.feed, core.goals.isInRound);
  const stopUnread = watchUnread({ store: core.store, hub: core.hub, list });
  const stopTitles = options.env.THROUGHLINE_TITLES === 'off' ? async () => {} : watchTitles({ ...core.titles, list });
  const services = createServices(appFeatures, {
    ...core,
    dataDir: options.dataDir,
    env: options.env,
    native: options.native,
    localServer: options.localServer ?? noLocalServer,
    remoteName: options.remoteName ?? null,
    readOnly,
    version: options.version,
    clock: systemClock,
    disk: nodeDisk,
    updateHost: options.updates ?? noUpdates('browser', join(options.dataDir, 'desktop', 'updates')),
  });
  const stopRequests = onRequested ? onFolderRequest(join(options.dataDir, 'locks'), onRequested) : () => {};
  const stopFeatures = publishFeatures(features, { ...core, ...services }, core);
  core.search.start();
  void core.readSettings().then(() => core.log('info', '', 'STARTED'));
  if (readOnly === null) core.inPlace.start();
  // Completes the removals of processes that have ended. It reads every conversation, so it runs after the first view.
  const tidying = setTimeout(() => {
    if (readOnly !== null) return;
    void core.store.finishRemovals();
    void core.interop.exports.sweep();
  }, tidyAfterMs).unref();
  const parts: AppParts = {
    ...core,
    ...services,
    notices: readOnly === null ? core.notices : readOnlyNotices(core.notices, readOnly),
    exports: core.interop.exports,
    publishRemovals,
    list,
    version: options.version,
    host: options.host,
    native: options.native,
    demoFolder: () => makeDemoFolder(options.dataDir),
    encryption: options.encryption ?? noEncryption,
    confirm: options.confirm ?? refuseAllConfirmations,
    startProjectId: project?.value.id ?? null,
    start: start.value === null ? null : { key: createIdSource(systemClock).randomId(), conversationId: start.value },
  };
  const handlersOf = (callerParts: AppParts): Handlers => {
    const all: Handlers = featureHandlers(features, { ...core, ...services }, callerParts);
    return readOnly === null ? all : readOnlyHandlers(all, readOnly);
  };
  const handlers = handlersOf(parts);
  /** A device is a browser elsewhere: it confirms nothing, and opens nothing on this machine. */
  const deviceHandlers = lazily(() =>
    handlersOf({ ...parts, host: 'browser', native: noNative, confirm: refuseFromDevices, start: null }),
  );
  return ok({
    notices: readOnly === null ? notices : [readOnly, ...notices],
    readOnly: readOnly !== null,
    attach: (transport, device) =>
      serve(transport, {
        handlers: device ? deviceHandlers() : handlers,
        queue,
        ...(device && { device: limitsOf(device, services.remote.passkeys, lookAtCall(core)) }),
        onDefect: (method, thrown) =>
          core.log('defect', `${method}: ${String(thrown)}`, 'METHOD_FAILED', { method, reason: thrown }),
      }),
    async close() {
      stopRequests();
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
      core.log('info', '', 'ENDED');
      await core.close();
      claim.value.release();
    },
  });
}

function lazily<T extends object>(create: () => T): () => T {
  let created: T | null = null;
  return () => {
    created ??= create();
    return created;
  };
}

/** Another process deleted the conversation, so its commands end. */
async function endIfGone({ store, background }: Core, conversationId: string): Promise<void> {
  if (!background.list().some((command) => command.conversationId === conversationId)) return;
  const there = await store.readBranch(conversationId, { tail: 1 });
  if (!there.ok && there.error.code === 'CONVERSATION_NOT_FOUND') await background.endConversation(conversationId);
}
