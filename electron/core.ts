// The core that every door shares, and its parts. It owns nothing itself.

import { homedir } from 'node:os';
import { join } from 'node:path';
import type { AppEvent } from '../shared/contract/contract.ts';
import type { ExportForm, WireForm } from '../shared/contract/conversation.ts';
import type { AttachmentRef } from '../shared/conversation/attachments.ts';
import type { ModelRef } from '../shared/conversation/event.ts';
import { createMemo } from '../shared/conversation/memo.ts';
import { ok, type Result, saidByError, spoken } from '../shared/errors.ts';
import { mapUserText, textOf } from '../shared/sentence.ts';
import { type Approvals, createApprovals, nobody } from './chat/approvals.ts';
import { type AttachmentService, createAttachmentService } from './chat/attachmentService.ts';
import { type ChainFollowing, type LongChain, readLongChain } from './chat/chain/longChain.ts';
import type { ChatDeps } from './chat/chatDeps.ts';
import { type ChatHandler, createChatHandler } from './chat/chatHandler.ts';
import { createAttachmentLoader } from './chat/context/attachedBytes.ts';
import { type ContextService, createContextService } from './chat/context/contextService.ts';
import { readInstructions } from './chat/context/environment.ts';
import { readNamedResult } from './chat/context/namedResult.ts';
import { previewRequest } from './chat/context/nextRequest.ts';
import { type ConversationHub, createConversationHub } from './chat/conversationHub.ts';
import { type CostService, createCostService } from './chat/costs/costService.ts';
import { createSpending } from './chat/costs/spending.ts';
import { type ExportPiece, exportConversation, type Following } from './chat/export/exportConversation.ts';
import { createFeed, type Feed } from './chat/feed.ts';
import { createNotices, type Notices } from './chat/notices.ts';
import { createQuestions, nobodyToAsk, type Questions } from './chat/questions.ts';
import { createTreeService, type TreeService } from './chat/tree/treeService.ts';
import { createUndoService, type UndoService } from './chat/undo/undoService.ts';
import type { CoreOptions } from './coreOptions.ts';
import type { SettingsStore } from './handlers/handlerDeps.ts';
import { createInPlace } from './interop/inPlace/inPlace.ts';
import { createInterop, type Interop } from './interop/interop.ts';
import { recordedProviders } from './interop/scenario/recorder.ts';
import { createAskedThread, threadFile } from './lib/askedThread.ts';
import { systemClock } from './lib/clock.ts';
import { createIdSource } from './lib/ids.ts';
import { createKeyedQueue } from './lib/keyedQueue.ts';
import type { Log } from './lib/log.ts';
import { createRedactor } from './lib/redaction.ts';
import { lazyMcpServers } from './mcp/lazyMcpServers.ts';
import type { BackgroundCommands } from './ports/background.ts';
import type { FileChanges } from './ports/changes.ts';
import type { FolderFiles } from './ports/folderFiles.ts';
import type { InPlace } from './ports/inPlace.ts';
import type { McpServers } from './ports/mcp.ts';
import { noNative } from './ports/native.ts';
import type { Permissions } from './ports/permissions.ts';
import type { ProviderRegistry } from './ports/provider.ts';
import type { Sandbox } from './ports/sandbox.ts';
import type { ConversationSearch, SearchWait } from './ports/search.ts';
import type { ConversationStore } from './ports/store.ts';
import type { ResultPage, Tool } from './ports/tool.ts';
import type { ToolSource } from './ports/toolSource.ts';
import type { WebSearch } from './ports/webSearch.ts';
import { createRetryPolicy } from './providers/http/retry.ts';
import { maskedProviders } from './providers/maskedProvider.ts';
import { createProviderRegistry } from './providers/registry.ts';
import { createTokenCounter } from './providers/tokens/tokenCounter.ts';
import { createBackgroundFiles } from './stores/background/backgroundFiles.ts';
import { type CheckProgress, type CheckReport, checkData } from './stores/check/check.ts';
import { createContextWindowCache } from './stores/contextWindowCache.ts';
import { nodeDisk } from './stores/files/disk.ts';
import { createKeychain } from './stores/keychain.ts';
import { createMcpFiles } from './stores/mcpFiles.ts';
import { createPermissionRules } from './stores/permissionRules.ts';
import { createProcessRecords } from './stores/processRecords.ts';
import { createRuntimeStore, type RuntimeStore } from './stores/runtimeStore.ts';
import { createConversationSearch } from './stores/search/conversationSearch.ts';
import { createSettingsFile } from './stores/settingsFile.ts';
import { createFileChanges } from './stores/undo/fileChanges.ts';
import { createUsageLedger } from './stores/usage/usageLedger.ts';
import { createFolderTree } from './tools/changes/folderTree.ts';
import { createBackgroundCommands } from './tools/process/background/backgroundCommands.ts';
import { leftoverWords } from './tools/process/leftoverWords.ts';
import { createProcessJournal } from './tools/process/processJournal.ts';
import { createStartedProcesses } from './tools/process/startedProcesses.ts';
import { createBuiltInTools, createProjectFiles } from './tools/registry.ts';
import { createSandbox } from './tools/sandbox/sandbox.ts';
import { createToolSource } from './tools/toolSource.ts';
import { createWebSearch } from './tools/webSearch/webSearch.ts';

/** The parts that every door shares. */
export interface Core {
  store: ConversationStore;
  search: ConversationSearch;
  settings: SettingsStore;
  providers: ProviderRegistry;
  /** The tools that come with the app. */
  tools: readonly Tool[];
  toolSource: ToolSource;
  webSearch: WebSearch;
  permissions: Permissions;
  changes: FileChanges;
  background: BackgroundCommands;
  sandbox: Sandbox;
  mcp: McpServers;
  /** Whether a secret that is kept now is still there when this process has ended. */
  keepsSecrets(): Promise<boolean>;
  files: FolderFiles;
  approvals: Approvals;
  questions: Questions;
  hub: ConversationHub;
  feed: Feed<AppEvent>;
  notices: Notices;
  chat: ChatHandler;
  undo: UndoService;
  /** Moves between the branches of a conversation. */
  tree: TreeService;
  attachments: AttachmentService;
  /** What the next request holds, and what a person leaves out of it or keeps in it. */
  context: ContextService;
  /** What replies cost. */
  costs: CostService;
  /** Hides secrets. */
  log: Log;
  /** The exact body that the next turn would send; changes nothing. */
  previewRequest(
    conversationId: string,
    text: string,
    form?: WireForm,
    attachments?: readonly AttachmentRef[],
    model?: ModelRef | null,
  ): Promise<Result<unknown>>;
  /** A page of a result, named by its `@state/…` path, its message's id or its call's. */
  readResult(conversationId: string, named: string, offset: number, limit: number): Promise<Result<ResultPage>>;
  /** The next piece of the open branch as a text. */
  exportConversation(
    conversationId: string,
    to: ExportForm,
    cursor: string | null,
    following?: Following,
  ): Promise<Result<ExportPiece>>;
  /** The chain, whose calls are given one by one. */
  readChain(conversationId: string, following?: ChainFollowing): Promise<Result<LongChain>>;
  /** Whether the folder has an AGENTS.md that could be sent. */
  hasInstructions(folder: string): Promise<boolean>;
  /** Finds and names what is wrong on disk; one conversation or (null) all. */
  check(conversationId: string | null, options: { repair: boolean }, progress?: CheckProgress): Promise<CheckReport>;
  /** Takes in a copied conversation, project or data folder. */
  merge: RuntimeStore['mergeFrom'];
  /** Other programs' conversations, in and out. */
  interop: Interop;
  /** Sessions that stay in other programs' files. */
  inPlace: InPlace;
  /** Throws away what is derived (the list, the search) and makes it again: of how many conversations. */
  reindex(wait: SearchWait): Promise<Result<{ listed: number; searchable: number; complete: boolean }>>;
  /** Ends the commands and servers that a run of the app which was killed had left, once, and tells it. Never fails. */
  endLeftovers(): Promise<void>;
  close(): Promise<void>;
}

export function createCore({
  dataDir,
  env,
  log: tell,
  person,
  strict = inDevelopment(),
  native = noNative,
  disk = nodeDisk,
  version = '0',
  scenario,
  record,
  mcp: given,
  tokens: counter,
  webSearchDoors,
}: CoreOptions): Core {
  const clock = systemClock;
  const keychain = createKeychain({ service: 'throughline' });
  const redactor = createRedactor(keychain);
  const { mask, ready: keysKnown } = redactor;
  const log: Log = (level, message) => tell(level, mask.text(message));
  const ids = createIdSource(clock);
  const tasks = createKeyedQueue();
  const search = createConversationSearch({ dataDir, log });
  const resultCap = async () => (await settings.read()).settings.resultCapMegabytes * 1024 * 1024;
  const store = createRuntimeStore({ dataDir, disk, clock, ids, log, search, mask, keysKnown, resultCap });
  const settings = createSettingsFile(dataDir, { mask });
  const learnt = createContextWindowCache(dataDir, { disk, clock, mask, log });
  const registry = createProviderRegistry({ settings, keychain, env, log, learnt, scenario });
  const masked = maskedProviders(registry, mask);
  const providers = record ? recordedProviders(masked, record(mask)) : masked;
  const webSearch = createWebSearch({
    settings,
    keychain,
    env,
    mask,
    ...(webSearchDoors ? { doors: webSearchDoors } : {}),
  });
  redactor.begin(settings, async () => {
    await Promise.all([providers.learnKeys(), webSearch.learnKeys()]);
  });
  const permissions = createPermissionRules(dataDir, { disk, clock, ids, log, mask });
  const changes = createFileChanges({
    dataDir,
    disk,
    clock,
    log,
    mask,
    keysKnown,
    tree: createFolderTree({ protectedFolders: [dataDir] }),
    most: async () => (await settings.read()).settings.undoMegabytes * 1024 * 1024,
  });
  const processRecords = createProcessRecords(dataDir, { disk, clock, log });
  const processJournal = createProcessJournal({ records: processRecords, clock, environment: env });
  let leftovers: Promise<void> | undefined;
  const allowedVariables = async () => (await settings.read()).settings.commandVariables;
  const backgroundFiles = createBackgroundFiles(dataDir, { disk, mask, keysKnown, cap: resultCap });
  const background = createBackgroundCommands({
    clock,
    environment: env,
    allowedVariables,
    journal: processJournal,
    files: backgroundFiles,
  });
  const sandbox = createSandbox({
    home: env.HOME ?? homedir(),
    protectedFolders: [dataDir],
    folder: join(dataDir, 'sandbox'),
  });
  const mcp =
    given ??
    lazyMcpServers(async () => {
      const [{ createMcpServers }, { createMcpAuth }] = await Promise.all([
        import('./mcp/mcpServers.ts'),
        import('./mcp/auth/mcpAuth.ts'),
      ]);
      return createMcpServers({
        files: createMcpFiles(dataDir, { disk, clock }),
        clock,
        env,
        keychain,
        journal: processJournal,
        sandbox,
        mask,
        remember: redactor.remember,
        auth: createMcpAuth({ keychain, remember: keychain.remember, native, clock, log }),
        version,
        projects: () => store.listProjects(),
        settings: async () => (await settings.read()).settings,
        async switchTool(name, enabled) {
          const others = (await settings.read()).settings.disabledTools.filter((other) => other !== name);
          return settings.update({ disabledTools: enabled ? others : [...others, name] });
        },
        home: env.HOME ?? homedir(),
        platform: process.platform,
      });
    });
  const tools = createBuiltInTools({
    sandbox,
    protectedFolders: [dataDir],
    background,
    journal: processJournal,
    environment: env,
    allowedVariables,
    webSearch,
  });
  const toolSource = createToolSource({ builtIn: tools, mcp, settings: async () => (await settings.read()).settings });
  const files = createProjectFiles(clock);
  const tokens = counter ? { ...counter, close: async () => {} } : createTokenCounter({ log });
  const approvals = person ? createApprovals() : nobody;
  const questions = person ? createQuestions() : nobodyToAsk;
  const readSettings = async () => (await settings.read()).settings;
  const processes = createStartedProcesses({ clock, records: processRecords, settled: async () => leftovers });
  const hub = createConversationHub(
    store,
    async (projectId) => {
      const project = await store.getProject(projectId);
      return (project.ok ? project.value.approvalMode : null) ?? (await readSettings()).approvalMode;
    },
    mask,
    processes,
    changes.undone,
  );
  const feed = createFeed<AppEvent>();
  const notices = createNotices(feed);
  const notice: ChatDeps['notice'] = (message) =>
    feed.publish({ type: 'notice', ...spoken(mapUserText(message, mask.text)), tone: 'info' });
  const ledger = createUsageLedger(dataDir, { disk, log });
  const spending = createSpending({ ledger, clock, providers, settings: readSettings, notice });
  const chatDeps: ChatDeps = {
    store,
    hub,
    providers,
    toolSource,
    permissions,
    changes,
    tokens,
    files,
    attachments: createAttachmentLoader(store),
    memo: createMemo(),
    approvals,
    questions,
    processes,
    background,
    sandboxStatus: () => sandbox.status(),
    spending,
    retry: createRetryPolicy({ random: Math.random }),
    clock,
    ids,
    tasks,
    log,
    platform: process.platform,
    version,
    strict,
    settings: readSettings,
    reportStoreError: (error) =>
      feed.publish({ type: 'notice', ...spoken(mapUserText(saidByError(error), mask.text)) }),
    notice,
  };
  const inPlace = createInPlace({
    thread: createAskedThread(() => ({
      name: 'throughline sessions',
      file: threadFile(import.meta.url, 'sessionWorker'),
      data: { dataDir },
    })),
    store,
    env,
    shown: async () => (await readSettings()).inPlace,
    show: (programs) => settings.update({ inPlace: programs }),
    async hidden() {
      await keysKnown();
      return redactor.hidden();
    },
    onRead(conversationId, { grown }) {
      search.changed(conversationId);
      void (grown ? hub.refresh(conversationId) : hub.reload(conversationId));
    },
    onRemoved(conversationId) {
      search.changed(conversationId);
      void hub.refresh(conversationId);
    },
    onChange: () => feed.publish({ type: 'inPlace.changed' }),
  });
  const chat = createChatHandler(chatDeps);
  const undo = createUndoService(chatDeps, chat);
  feed.subscribe((_seq, { type }) => {
    if (type === 'projects.changed') mcp.projectsChanged();
  });
  return {
    store,
    search,
    settings,
    providers,
    tools,
    toolSource,
    webSearch,
    permissions,
    changes,
    background,
    sandbox,
    mcp,
    files,
    approvals,
    questions,
    hub,
    feed,
    notices,
    chat,
    undo,
    tree: createTreeService(chatDeps, chat, undo),
    attachments: createAttachmentService({ store, providers, tasks, clock }),
    context: createContextService(chatDeps),
    costs: createCostService({ ...chatDeps, ledger }),
    log,
    readResult: (...what) => readNamedResult(store, ...what),
    async keepsSecrets() {
      const probe = 'throughline-probe';
      const kept = await keychain.set(probe, 'x');
      await keychain.remove(probe);
      return kept.ok && kept.value === 'keychain';
    },
    previewRequest: (...what) => previewRequest(chatDeps, ...what),
    exportConversation: (...what) => exportConversation(store, ...what),
    readChain: (...what) => readLongChain(store, ...what),
    hasInstructions: async (folder) => 'text' in (await readInstructions(chatDeps, folder)),
    async check(conversationId, how, progress = () => {}) {
      const mended = how.repair ? (await store.mergeConflicts(conversationId)).map(textOf) : [];
      const report = await checkData(dataDir, conversationId, how, { progress });
      if (how.repair) await store.finishRemovals();
      return { ...report, repaired: [...mended, ...report.repaired] };
    },
    merge: store.mergeFrom,
    inPlace,
    interop: createInterop({ store, version, mask, env }),
    async reindex(wait) {
      const listed = await store.rebuildIndex();
      const status = await search.rebuild(wait);
      if (!status.ok) return status;
      return ok({ listed, searchable: status.value.done, complete: status.value.complete });
    },
    endLeftovers() {
      leftovers ??= processJournal.endLeftovers().then((ended) => {
        if (ended.length > 0) notices.tell(mapUserText(leftoverWords(ended), mask.text));
        for (const id of hub.liveIds()) void hub.noteEnded(id);
      });
      return leftovers;
    },
    async close() {
      // All that runs is asked to end at the same time: two seconds are for everything.
      // The runs are stopped first, so that a call of a server is told as stopped and not as lost.
      const stopping = chat.close();
      const ending = Promise.all([background.close(), mcp.close(), leftovers]);
      await stopping;
      await ending;
      await sandbox.closeAll();
      await inPlace.close();
      await spending.close();
      await providers.close();
      await permissions.close();
      await changes.close();
      await tokens.close();
      await store.close();
      await search.close();
    },
  };
}

/** The bundler sets it: true under Vite's tests, false in what it builds; Node alone knows nothing of it. */
function inDevelopment(): boolean {
  return (import.meta as { env?: { DEV?: boolean } }).env?.DEV === true;
}
