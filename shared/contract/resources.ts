// The things that lists show: rows small enough to send ten thousand of them.

import type { ModelRef } from '../conversation/event.ts';

export interface ConversationRow {
  id: string;
  projectId: string;
  title: string;
  createdAt: string;
  updatedAt: string;
  messageCount: number;
  /** Known only for conversations that this process runs. */
  activity: 'idle' | 'running' | 'waiting';
}

export interface ProjectInfo {
  id: string;
  name: string;
  /** The folder on this machine; null for a project without one. */
  folder: string | null;
  /** False when the folder is no longer there. */
  folderExists: boolean;
}

/** Where a key comes from: never the key itself. */
export type KeySource = 'none' | 'keychain' | 'memory' | 'environment' | 'not_needed';

export interface ProviderInfo {
  id: string;
  name: string;
  baseUrl: string;
  key: KeySource;
  /** `demo` is the scripted model, `environment` comes from OPENAI_BASE_URL and OPENAI_API_KEY. */
  origin: 'demo' | 'environment' | 'settings';
  /** What a new conversation uses when its settings name no model. */
  defaultModel: ModelRef | null;
}
