// The platform that every part builds on: data folder, store, settings, secrets, sandbox and event feed.

import { homedir } from 'node:os';
import { join } from 'node:path';
import type { AppEvent } from '../shared/contract.ts';
import { sentenceFields } from '../shared/core/errors.ts';
import { mapUserText, type UserText } from '../shared/core/sentence.ts';
import { defaultSettings, type Settings } from '../shared/features/settings/settings.ts';
import type { ChatDeps } from './chat/chatDeps.ts';
import type { ChatHandler } from './chat/chatHandler.ts';
import { createFeed } from './chat/feed.ts';
import type { CoreOptions } from './coreOptions.ts';
import type { UndoService } from './features/undo/undoService.ts';
import { systemClock } from './lib/clock.ts';
import { createIdSource } from './lib/ids.ts';
import type { Log } from './lib/log.ts';
import { createRedactor } from './lib/redaction.ts';
import { noNative } from './ports/native.ts';
import { createAcceptedItems } from './stores/acceptedItems.ts';
import { diskWithKey } from './stores/encryption/encryptedDisk.ts';
import { createContentHash } from './stores/files/contentHash.ts';
import { nodeDisk } from './stores/files/disk.ts';
import { createInstalledPlugins } from './stores/installedPlugins.ts';
import { createKeychain } from './stores/keychain.ts';
import { createProcessRecords } from './stores/processRecords.ts';
import { guardedDisk, whyReadOnly } from './stores/readOnlyData.ts';
import { createRuntimeStore } from './stores/runtimeStore.ts';
import { createConversationSearch } from './stores/search/conversationSearch.ts';
import { createSettingsFile } from './stores/settingsFile.ts';
import { createUsageLedger } from './stores/usage/usageLedger.ts';
import { createProcessJournal } from './tools/process/processJournal.ts';
import { createSandbox } from './tools/sandbox/sandbox.ts';

export type Platform = ReturnType<typeof createPlatform>;

/** The platform plus the engine, which runs conversations. */
export interface Engine extends Platform {
  chatDeps: ChatDeps;
  chat: ChatHandler;
  undo: UndoService;
}

export function createPlatform(options: CoreOptions) {
  const { dataDir, env, log: writeLog, native = noNative, version = '0' } = options;
  const readOnly = whyReadOnly(dataDir);
  const logFiles = readOnly === null ? options.logFiles : undefined;
  const rawDisk = guardedDisk(dataDir, options.disk ?? nodeDisk);
  const disk = diskWithKey(rawDisk, options.dataKey ?? null, dataDir);
  const clock = systemClock;
  const ids = createIdSource(clock);
  const home = env.HOME ?? homedir();
  const keychain = createKeychain({ service: 'throughline' });
  // It opens encrypted data, so it is masked like a key.
  if (env.THROUGHLINE_RECOVERY_CODE) keychain.remember(env.THROUGHLINE_RECOVERY_CODE);
  if (env.THROUGHLINE_WEBHOOK_SECRET) keychain.remember(env.THROUGHLINE_WEBHOOK_SECRET);
  const redactor = createRedactor(keychain);
  const { mask, ready: keysKnown } = redactor;
  /** Read with every other setting, so that a change takes effect without a restart. */
  let fileLevel: Settings['logs'] = defaultSettings.logs;
  const log: Log = (level, message, code, fields) => {
    writeLog(level, mask.text(message), code, fields);
    if (fileLevel === 'all' || (fileLevel === 'problems' && level !== 'info')) logFiles?.write(level, code, fields);
  };
  const settings = createSettingsFile(dataDir, { mask, disk: guardedDisk(dataDir, nodeDisk) });
  const readSettings = async () => {
    const { settings: current } = await settings.read();
    fileLevel = current.logs;
    return current;
  };
  /** The maximum size of one stored result, in bytes. */
  const resultCap = async () => (await readSettings()).resultCapMegabytes * 1024 * 1024;
  const search = createConversationSearch({ dataDir, disk, log });
  const store = createRuntimeStore({ dataDir, disk, clock, ids, log, search, mask, keysKnown, resultCap });
  const processRecords = createProcessRecords(dataDir, { disk, clock, log });
  const journal = createProcessJournal({ records: processRecords, clock, environment: env });
  const sandbox = createSandbox({ home, protectedFolders: [dataDir], folder: join(dataDir, 'sandbox'), env });
  const ledger = createUsageLedger(dataDir, { disk, log });
  const feed = createFeed<AppEvent>();
  return {
    options,
    native,
    version,
    dataDir,
    env,
    home,
    disk,
    /** Encrypts nothing, and knows of no conversion. */
    rawDisk,
    /** Why nothing may be written; null: it may. */
    readOnly,
    clock,
    ids,
    log,
    keychain,
    redactor,
    mask,
    keysKnown,
    settings,
    readSettings,
    resultCap,
    /** Environment variables that commands receive although they look like secrets. */
    allowedVariables: async () => (await readSettings()).commandVariables,
    search,
    store,
    processRecords,
    journal,
    sandbox,
    ledger,
    /** Items of teams that the user has accepted. */
    acceptedItems: createAcceptedItems(dataDir, { disk, clock }),
    /** Never encrypted, because servers and scripts read the files of plugins. */
    installedPlugins: createInstalledPlugins(dataDir, { disk: rawDisk, clock }),
    contentHash: createContentHash(disk),
    feed,
    /** Shows the user a message that is not stored. */
    notice: (message: UserText): void =>
      feed.publish({ type: 'notice', ...sentenceFields(mapUserText(message, mask.text)), tone: 'info' }),
  };
}
