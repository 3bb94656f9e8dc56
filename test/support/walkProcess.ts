// The program's own objects on a test disk, without windows or entry points: the memory of one process. It can end like
// a process that is closed, and like one that loses power.

import { createApprovals } from '../../electron/chat/approvals.ts';
import type { ChatDeps } from '../../electron/chat/chatDeps.ts';
import { type ChatHandler, createChatHandler } from '../../electron/chat/chatHandler.ts';
import { createAttachmentLoader } from '../../electron/chat/context/attachedBytes.ts';
import { type ConversationHub, createConversationHub } from '../../electron/chat/conversationHub.ts';
import { createAgentSessions } from '../../electron/chat/externalAgent/agentSessions.ts';
import { createQuestions } from '../../electron/chat/questions.ts';
import { createMemo } from '../../electron/conversation/memo.ts';
import { createTreeService, type TreeService } from '../../electron/features/branches/treeService.ts';
import { instructionTexts, memoryTexts, type UserStandingDeps } from '../../electron/features/memory/standingTexts.ts';
import { createUserTextFiles } from '../../electron/features/memory/userTextFiles.ts';
import { presetToolLimits } from '../../electron/features/presets/choosePreset.ts';
import type { Presets } from '../../electron/features/presets/presets.ts';
import { presetTexts } from '../../electron/features/presets/standingText.ts';
import { createSlash } from '../../electron/features/slash/slash.ts';
import { createUndoService } from '../../electron/features/undo/undoService.ts';
import { createIdSource } from '../../electron/lib/ids.ts';
import { createKeyedQueue } from '../../electron/lib/keyedQueue.ts';
import { createSecretMask } from '../../electron/lib/secretMask.ts';
import type { Clock } from '../../electron/ports/clock.ts';
import { joinSources } from '../../electron/ports/mentionSources.ts';
import type { UserTextFiles } from '../../electron/ports/ownTextFiles.ts';
import type { Provider } from '../../electron/ports/provider.ts';
import { noResources } from '../../electron/ports/resources.ts';
import type { SlashSource } from '../../electron/ports/slash.ts';
import type { Tool } from '../../electron/ports/tool.ts';
import type { Disk } from '../../electron/stores/files/disk.ts';
import { createRuntimeStore, type RuntimeStore } from '../../electron/stores/runtimeStore.ts';
import { diffText } from '../../electron/tools/text/diffText.ts';
import { fail, ok } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import { settingsSchema } from '../../shared/features/settings/settings.ts';
import { noExternalAgents } from './noExternalAgents.ts';

export interface WalkProcess {
  store: RuntimeStore;
  hub: ConversationHub;
  chat: ChatHandler;
  tree: TreeService;
  deps: ChatDeps;
  ownFiles: UserTextFiles;
  close(): Promise<void>;
}

export interface WalkProcessOptions {
  dataDir: string;
  disk: Disk;
  clock: Clock;
  provider: Provider;
  /** Additional providers, by ID. */
  others?: (id: string) => Provider | null;
  /** May change while it runs. */
  tools: readonly Tool[];
  /** The model's context size in tokens; by default more than any walk needs. */
  window?: number;
  /** The presets, which outlive the process. */
  presets?: Pick<Presets, 'find'>;
  /** Slash commands and standing texts. */
  slash?: readonly SlashSource[];
  standing?: ChatDeps['standing'];
  /** The user's instructions for all conversations. */
  instructions?: () => string;
  /** Replaces parts, for deliberately broken programs. */
  change?: (deps: ChatDeps) => ChatDeps;
}

export function startWalkProcess(options: WalkProcessOptions): WalkProcess {
  const { dataDir, disk, clock, provider, tools, window = 100_000_000, change = (deps) => deps } = options;
  const { presets = { find: async () => null } } = options;
  const ids = createIdSource(clock);
  const said: string[] = [];
  const store = createRuntimeStore({
    dataDir,
    disk,
    clock,
    ids,
    log: (level, message) => void said.push(`${level}: ${message}`),
    hostName: 'a machine',
  });
  const settings = settingsSchema.parse({ approvalMode: 'all' });
  const mask = createSecretMask(
    () => [],
    () => false,
  );
  const ownFiles = createUserTextFiles(dataDir, { disk, clock, mask, keysKnown: async () => {} });
  const own: UserStandingDeps = {
    files: ownFiles,
    texts: { memoryIsOn: async () => true },
    store,
    settings: async () => ({ ...settings, instructions: options.instructions?.() ?? '' }),
  };
  const hub = createConversationHub(store, async () => 'all');
  const unused = async () => fail('NOT_SUPPORTED', 'There is none.');
  const deps = change({
    store,
    hub,
    providers: {
      list: async () => [],
      get: async (id) => {
        const found = options.others?.(id) ?? provider;
        return ok(found);
      },
      defaultModel: async () => ok({ provider: provider.id, model: 'gemini-3-pro' }),
      contextWindow: async () => ({ tokens: window, source: 'settings' }),
      learnWindow: async () => {},
      models: unused,
      price: async () => null,
      discover: async () => [],
      bodyAs: () => ({}),
      typed: unused,
      resolve: unused,
      modelOf: unused,
      save: unused,
      remove: unused,
      setKey: unused,
      learnKeys: async () => {},
      close: async () => {},
    },
    toolLimits: presetToolLimits(presets),
    slash: createSlash(options.slash ?? []),
    resources: noResources,
    mentionSources: joinSources([]),
    standing: [instructionTexts(own), presetTexts({ presets, store }), memoryTexts(own), ...(options.standing ?? [])],
    agents: { agents: async () => [] },
    externalAgents: noExternalAgents,
    agentSessions: createAgentSessions(store),
    toolSource: {
      toolsFor: async () => ({ offered: [...tools], knownTools: [...tools], switchedOff: [], problems: [] }),
    },
    hooks: noHooks,
    languageServers: noLanguageServers,
    permissions: noPermissions,
    changes: noChanges,
    diffText,
    tokens: {
      methodFor: () => 'estimate',
      count: async (_model, texts) => texts.map((text) => Math.ceil(text.length / 4)),
    },
    files: {
      read: unused,
      beginning: unused,
      page: unused,
      find: async () => null,
      realFile: unused,
      list: unused,
      search: unused,
      realPath: unused,
      checkedOut: async () => ({ branch: 'walked', commit: 'c0'.repeat(20) }),
      complete: async () => ({ paths: [], complete: true }),
    },
    attachments: createAttachmentLoader(store),
    memo: createMemo(),
    approvals: createApprovals(),
    questions: createQuestions(),
    processes: { isAlive: async () => false, end: async () => true, settled: async () => {} },
    background: { endConversation: async () => {} },
    isUnchecked: async () => false,
    sandboxStatus: async () => ({
      available: false,
      reason: say`Sandboxing is not supported on this system yet.`,
      install: null,
    }),
    spending: {
      request: async (_payer, _kind, work) => work(async () => null),
      check: async () => ok(undefined),
      raise: unused,
      close: async () => {},
    },
    retries: { start: () => async () => 'give up', tryNow: () => {} },
    clock,
    ids,
    tasks: createKeyedQueue(),
    log: (level, message) => void said.push(`${level}: ${message}`),
    platform: 'linux',
    version: '0',
    strict: true,
    settings: async () => settings,
    reportStoreError: () => {},
    notice: () => {},
  });
  const chat = createChatHandler(deps);
  return {
    store,
    hub,
    chat,
    tree: createTreeService(deps, chat, createUndoService(deps, chat)),
    deps,
    ownFiles,
    async close() {
      await chat.close();
      await store.close();
      const defect = said.find((line) => line.startsWith('defect'));
      if (defect) throw new Error(defect);
    },
  };
}

const noPermissions: ChatDeps['permissions'] = {
  list: async () => [],
  add: async () => fail('NOT_SUPPORTED', 'There are none.'),
  remove: async () => fail('NOT_SUPPORTED', 'There are none.'),
  used: () => {},
  forgetConversation: async () => {},
  restoreConversation: async () => {},
  problem: async () => null,
  onChange: () => () => {},
  close: async () => {},
};

const unusedHook = async (): Promise<never> => {
  throw new Error('there are no hooks');
};

const noLanguageServers: ChatDeps['languageServers'] = { diagnose: async () => null };

const noHooks: ChatDeps['hooks'] = {
  track: () => {},
  startSession: () => false,
  inForce: async () => ({ has: () => false, run: unusedHook, noteChange: async () => {} }),
};

const noChanges: ChatDeps['changes'] = {
  start: async () => ({ end: async () => null }),
  preview: async (_scope, direction) => ok({ direction, files: [], notCovered: [] }),
  apply: async () => fail('NOT_SUPPORTED', 'There are none.'),
  review: async () => ok({ files: [], notCovered: [] }),
  netChanges: async () => fail('NOT_SUPPORTED', 'There are none.'),
  changesOf: async () => fail('NOT_SUPPORTED', 'There are none.'),
  restorePart: async () => fail('NOT_SUPPORTED', 'There are none.'),
  alone: (_folder, task) => task(),
  applied: async () => fail('NOT_SUPPORTED', 'There are none.'),
  setGoing: async () => ok(undefined),
  unfinished: async () => null,
  settle: async () => {},
  unsettled: async () => [],
  undone: async () => [],
  close: async () => {},
};
