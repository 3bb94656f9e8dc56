// Composes the core that all hosts share. It owns nothing itself.

import { errorSentence, ok, sentenceFields } from '../shared/core/errors.ts';
import { mapUserText, textOf } from '../shared/core/sentence.ts';
import { isShared } from '../shared/features/inPlace/inPlace.ts';
import { createApprovals, denyAllApprovals } from './chat/approvals.ts';
import type { ChatDeps } from './chat/chatDeps.ts';
import { createChatHandler } from './chat/chatHandler.ts';
import { createAttachmentLoader } from './chat/context/attachedBytes.ts';
import { readInstructions } from './chat/context/environment.ts';
import { readNamedResultPage } from './chat/context/namedResult.ts';
import { previewRequest } from './chat/context/nextRequest.ts';
import { createConversationHub } from './chat/conversationHub.ts';
import { createSpending } from './chat/costs/spending.ts';
import { createAgentSessions } from './chat/externalAgent/agentSessions.ts';
import { createLaterAnswers } from './chat/laterAnswers.ts';
import { createNotices } from './chat/notices.ts';
import { createQuestions, declineAllQuestions } from './chat/questions.ts';
import { watchForHooks } from './chat/turn/notifyHooks.ts';
import { createRetries } from './chat/turn/retries.ts';
import { createMemo } from './conversation/memo.ts';
import type { CoreOptions } from './coreOptions.ts';
import type { Core } from './coreParts.ts';
import { readLongChain } from './features/chains/longChain.ts';
import { exportConversation } from './features/export/exportConversation.ts';
import { closeServices, createServices } from './features/feature.ts';
import { createGit } from './features/git/repository/git.ts';
import { createCallSource } from './features/mentions/callSource.ts';
import { createConversationSource } from './features/mentions/conversationSource.ts';
import { createGitSource } from './features/mentions/gitSource.ts';
import { choosePreset, presetToolLimits } from './features/presets/choosePreset.ts';
import { createSlash } from './features/slash/slash.ts';
import { createUndoService } from './features/undo/undoService.ts';
import { coreFeatures, engineFeatures, platformFeatures } from './features.ts';
import { withRecording } from './interop/scenario/recorder.ts';
import { createInterop } from './interop.ts';
import { createKeyedQueue } from './lib/keyedQueue.ts';
import { createPlatform } from './platform.ts';
import { joinSources } from './ports/mentionSources.ts';
import { createRetryPolicy } from './providers/http/retry.ts';
import { maskedProviders } from './providers/maskedProvider.ts';
import { createProviderRegistry } from './providers/registry.ts';
import { createTokenCounter } from './providers/tokens/tokenCounter.ts';
import { standingSources } from './standing.ts';
import { createBackgroundFiles } from './stores/background/backgroundFiles.ts';
import { checkData } from './stores/check/check.ts';
import { createContextWindowCache } from './stores/contextWindowCache.ts';
import { createFileChanges } from './stores/undo/fileChanges.ts';
import { createFolderTree } from './tools/changes/folderTree.ts';
import { createBackgroundCommands } from './tools/process/background/backgroundCommands.ts';
import { leftoverNotice } from './tools/process/leftoverNotice.ts';
import { createStartedProcesses } from './tools/process/startedProcesses.ts';
import { createBuiltInTools, createProjectFiles, createProjectSymbols } from './tools/registry.ts';
import { diffText } from './tools/text/diffText.ts';
import { createToolSource } from './tools/toolSource.ts';

export type { Core };

export function createCore(options: CoreOptions): Core {
  const { person, strict = inDevelopment(), scenario, record, tokens: counter } = options;
  const platform = createPlatform(options);
  const { dataDir, env, version, disk, clock, ids, log, keychain, redactor, mask, keysKnown, ledger } = platform;
  const { settings, readSettings, resultCap, allowedVariables, search, store } = platform;
  const { processRecords, journal, sandbox, feed, notice } = platform;
  const tasks = createKeyedQueue();
  const learnt = createContextWindowCache(dataDir, { disk, clock, mask, log });
  const registry = createProviderRegistry({ settings, keychain, env, log, learnedWindows: learnt, scenario });
  const masked = maskedProviders(registry, mask);
  const providers = record ? withRecording(masked, record(mask)) : masked;
  const services = createServices(platformFeatures, platform);
  const { customizations, mcp, ownTexts, permissions, presets, traces, webSearch } = services;
  services.externalAgents.findServersWith(mcp.passable);
  services.sharedBrowser.setPermissions(permissions);
  redactor.start(settings, async () => {
    await Promise.all([providers.learnKeys(), webSearch.learnKeys(), traces.learnKeys()]);
  });
  const changes = createFileChanges({
    dataDir,
    disk,
    clock,
    log,
    mask,
    keysKnown,
    tree: createFolderTree({ protectedFolders: [dataDir] }),
    maxUndoBytes: async () => (await readSettings()).undoMegabytes * 1024 * 1024,
  });
  let leftovers: Promise<void> | undefined;
  const backgroundFiles = createBackgroundFiles(dataDir, { disk, mask, keysKnown, cap: resultCap });
  const background = createBackgroundCommands({
    clock,
    environment: env,
    allowedVariables,
    journal,
    files: backgroundFiles,
  });
  const tools = createBuiltInTools({
    memory: { files: ownTexts.files, isOn: ownTexts.memoryIsOn },
    sandbox,
    protectedFolders: [dataDir],
    background,
    journal,
    environment: env,
    allowedVariables,
    webSearch,
    sharedBrowser: services.sharedBrowser,
    skills: customizations.skills,
  });
  const toolSource = createToolSource({ builtIn: tools, servers: mcp, settings: readSettings });
  const files = createProjectFiles(clock);
  const symbols = createProjectSymbols(log);
  const tokens = counter ? { ...counter, close: async () => {} } : createTokenCounter({ log });
  const later = options.answersLater ? createLaterAnswers() : null;
  const approvals = later?.approvals ?? (person ? createApprovals() : denyAllApprovals);
  const questions = later?.questions ?? (person ? createQuestions() : declineAllQuestions);
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
  hub.subscribe(null, (id, _seq, event) => traces.heard(id, event, hub.peek(id)?.messages ?? []));
  const notices = createNotices(feed);
  const spending = createSpending({ ledger, clock, ids, providers, settings: readSettings, notice });
  const slash = createSlash([customizations.slash, mcp.prompts]);
  const mentionSources = joinSources([
    createGitSource(createGit(env)),
    createCallSource(store),
    createConversationSource(store),
  ]);
  const chatDeps: ChatDeps = {
    store,
    hub,
    providers,
    toolSource,
    slash,
    standing: standingSources(platform, services),
    toolLimits: presetToolLimits(presets),
    agents: customizations.agents,
    resources: mcp.resources,
    externalAgents: options.externalAgents ?? services.externalAgents,
    agentSessions: createAgentSessions(store),
    mentionSources,
    permissions,
    hooks: services.hooks,
    languageServers: services.languageServers,
    changes,
    diffText,
    tokens,
    files,
    attachments: createAttachmentLoader(store),
    memo: createMemo(),
    approvals,
    questions,
    later,
    processes,
    background,
    sandboxStatus: () => sandbox.status(),
    isUnchecked: sandbox.isUnchecked,
    spending,
    retries: createRetries({
      clock,
      policy: createRetryPolicy({ random: Math.random, isAttended: person }),
      publish: hub.publish,
    }),
    clock,
    ids,
    tasks,
    log,
    platform: process.platform,
    version,
    strict,
    settings: readSettings,
    reportStoreError: (error) =>
      feed.publish({ type: 'notice', ...sentenceFields(mapUserText(errorSentence(error), mask.text)) }),
    notice,
  };
  chatDeps.agentSessions.subscribe((conversationId, session) =>
    feed.publish({ type: 'agentSession.changed', conversationId, session }),
  );
  const chat = createChatHandler(chatDeps);
  const stopHookWatch = watchForHooks(chatDeps);
  const undo = createUndoService(chatDeps, chat);
  const engineServices = createServices(engineFeatures, {
    ...{ ...platform, chatDeps, chat, undo },
    ...{ customizations, permissions, presets },
  });
  const { inPlace, machineSessions, sharing, sync } = engineServices;
  engineServices.schedules.setGoals(engineServices.goals);
  machineSessions.attach(sync);
  inPlace.setElsewhere({
    ...machineSessions,
    prepare: (id) => (isShared(id) ? sharing.fetch(id) : machineSessions.prepare(id)),
  });
  sync.sessions = machineSessions;
  return {
    ...services,
    ...engineServices,
    dataDir,
    keychain,
    dataKey: disk.dataKey ?? null,
    store,
    search,
    settings,
    readSettings,
    providers,
    tools,
    toolSource,
    slash,
    choosePreset: (...what) => choosePreset({ ...chatDeps, presets }, ...what),
    changes,
    background,
    sandbox,
    files,
    symbols,
    mentionSources,
    approvals,
    questions,
    hub,
    feed,
    notices,
    chat,
    undo,
    titles: chatDeps,
    agentSessions: chatDeps.agentSessions,
    log,
    readResult: (...what) => readNamedResultPage(store, ...what),
    async keepsSecrets() {
      const probe = 'throughline-probe';
      const location = await keychain.set(probe, 'x');
      await keychain.remove(probe);
      return location.ok && location.value === 'keychain';
    },
    previewRequest: (...what) => previewRequest(chatDeps, ...what),
    exportConversation: (...what) => exportConversation(store, ...what),
    readChain: (...what) => readLongChain(store, ...what),
    instructionsIn: (folder) => readInstructions(chatDeps, folder),
    async check(conversationId, how, progress = () => {}) {
      const mended = how.repair ? (await store.mergeConflicts(conversationId)).map(textOf) : [];
      const report = await checkData(dataDir, conversationId, how, { progress, disk });
      if (how.repair) await store.finishRemovals();
      return { ...report, repaired: [...mended, ...report.repaired] };
    },
    merge: store.mergeFrom,
    interop: createInterop({ store, inPlace, version, mask: redactor.outgoing, dataDir, env }),
    async reindex(wait) {
      const listedCount = await store.rebuildIndex();
      const status = await search.rebuild(wait);
      if (!status.ok) return status;
      return ok({ listed: listedCount, searchable: status.value.done, complete: status.value.complete });
    },
    endLeftovers() {
      leftovers ??= journal.endLeftovers().then((ended) => {
        if (ended.length > 0) notices.tell(mapUserText(leftoverNotice(ended), mask.text));
        for (const id of hub.liveIds()) void hub.noteEnded(id);
      });
      return leftovers;
    },
    async close() {
      stopHookWatch();
      // Everything is asked to end at the same time, because two seconds must suffice. Runs are stopped first, so that
      // a server's call is reported as stopped rather than lost.
      const stopping = chat.close();
      const ending = Promise.all([
        background.close(),
        closeServices(coreFeatures, { ...services, ...engineServices }),
        leftovers,
      ]);
      await stopping;
      await Promise.all([ending, traces.close()]);
      await sandbox.closeAll();
      await inPlace.close();
      await spending.close();
      await providers.close();
      await permissions.close();
      await changes.close();
      await tokens.close();
      await symbols.close();
      await store.close();
      await search.close();
    },
  };
}

/** Set by the bundler: true under Vite's tests, false in builds; plain Node does not define it. */
function inDevelopment(): boolean {
  return (import.meta as { env?: { DEV?: boolean } }).env?.DEV === true;
}
