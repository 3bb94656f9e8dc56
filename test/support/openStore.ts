// A real store on a test folder, closed at the end of the test.

import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../electron/lib/clock.ts';
import { createIdSource } from '../../electron/lib/ids.ts';
import { silentLog } from '../../electron/lib/log.ts';
import { createRuntimeStore, type RuntimeStore, type RuntimeStoreOptions } from '../../electron/stores/runtimeStore.ts';
import { okValue } from './result.ts';
import { diskFolder, tempFolder } from './tempFolder.ts';

export interface OpenedStore {
  dataDir: string;
  store: RuntimeStore;
}

export function openStore(options: Partial<RuntimeStoreOptions> = {}): OpenedStore {
  const dataDir = options.dataDir ?? join(tempFolder(), 'data');
  const store = createRuntimeStore({
    clock: systemClock,
    ids: createIdSource(systemClock),
    log: silentLog,
    ...options,
    dataDir,
  });
  onTestFinished(() => store.close());
  return { dataDir, store };
}

export interface OpenedConversation extends OpenedStore {
  projectId: string;
  conversationId: string;
  /** Its folder, and its files that tests inspect. */
  folder: string;
  messagesPath: string;
  metaPath: string;
  resultsFolder: string;
}

/** Creates a conversation in a project without a folder. */
export async function openConversation(options: Partial<RuntimeStoreOptions> = {}): Promise<OpenedConversation> {
  const opened = openStore(options);
  const project = okValue(await opened.store.openFolderlessProject());
  const { conversationId } = okValue(await opened.store.createConversation(project.id));
  return { ...opened, ...placeOf(opened.dataDir, project.id, conversationId) };
}

/** The same on the system's own disk, in every run. */
export function openConversationOnDisk(options: Partial<RuntimeStoreOptions> = {}): Promise<OpenedConversation> {
  return openConversation({ dataDir: join(diskFolder(), 'data'), ...options });
}

export function placeOf(
  dataDir: string,
  projectId: string,
  conversationId: string,
): Omit<OpenedConversation, keyof OpenedStore> {
  const project = join(dataDir, 'projects', projectId);
  const folder = join(project, 'conversations', conversationId);
  return {
    projectId,
    conversationId,
    folder,
    messagesPath: join(folder, 'messages.json'),
    metaPath: join(folder, 'meta.json'),
    resultsFolder: join(project, 'state', 'logs', 'tool-results', conversationId),
  };
}
