// App state for the gallery: projects, conversations, providers.

import type { ConversationRow } from '../../shared/features/conversations/methods.ts';
import type { ProviderInfo } from '../../shared/features/models/methods.ts';
import type { ProjectInfo } from '../../shared/features/projects/methods.ts';
import { defaultSettings } from '../../shared/features/settings/settings.ts';
import type { AppSnapshot } from '../../shared/features/start/methods.ts';

const hour = 3_600_000;

function project(id: string, name: string, folder: string | null, more: Partial<ProjectInfo> = {}): ProjectInfo {
  return { id, name, folder, folderExists: true, trusted: false, approvalMode: null, ...more };
}

export const projects: ProjectInfo[] = [
  project('p1', 'harbour-api', '/home/mei/src/harbour-api'),
  project('p2', '记账本', '/home/mei/文档/记账本', { approvalMode: 'edits' }),
  project('p3', 'old-site', '/home/mei/src/old-site', { folderExists: false }),
  project('p0', 'No folder', null),
];

export const demoProvider: ProviderInfo = {
  id: 'demo',
  name: 'Demo',
  kind: 'openai',
  baseUrl: 'http://127.0.0.1:41733/v1',
  key: 'not_needed',
  origin: 'demo',
  defaultModel: { provider: 'demo', model: 'demo-script' },
};

export const providers: ProviderInfo[] = [
  demoProvider,
  {
    id: 'environment',
    name: 'Environment',
    kind: 'openai',
    baseUrl: 'https://models.example.org/v1',
    key: 'environment',
    origin: 'environment',
    defaultModel: { provider: 'environment', model: 'atlas-large' },
  },
  {
    id: 'workstation',
    name: 'Workstation',
    kind: 'openai',
    baseUrl: 'http://127.0.0.1:8080/v1',
    key: 'none',
    origin: 'settings',
    defaultModel: { provider: 'workstation', model: 'qwen-coder-32b' },
  },
  {
    id: 'team',
    name: 'Team gateway',
    kind: 'openai',
    baseUrl: 'https://gateway.example.com/a/rather/long/address/that/has/to/wrap/somewhere/v1',
    key: 'keychain',
    origin: 'settings',
    defaultModel: null,
  },
];

function row(id: string, projectId: string, title: string, hoursAgo: number, more: Partial<ConversationRow> = {}) {
  const at = new Date(Date.now() - hoursAgo * hour).toISOString();
  return {
    id,
    projectId,
    title,
    createdAt: at,
    updatedAt: at,
    messageCount: 12,
    activity: 'idle',
    pinned: false,
    archived: false,
    unread: false,
    ...more,
  } as const;
}

export const rows: ConversationRow[] = [
  row('current', 'p1', 'Find why the health check is slow', 0.1, { activity: 'waiting', messageCount: 42 }),
  row('c2', 'p1', 'Move the retry policy into one place', 1.5, { activity: 'running' }),
  row('c3', 'p2', '把三月的账单按类别汇总，并生成一份图表', 3),
  row('c4', 'p1', 'List the files and read the README', 27),
  row('c5', 'p1', 'A title that is a good deal longer than the column it has to stand in, as titles tend to be', 28),
  row('c6', 'p2', '修复导入 CSV 时的编码问题', 60),
  row('c7', 'p0', 'Explain backpressure to me', 75),
  row('c8', 'p0', '', 80),
  row('c9', 'p1', 'Upgrade to Node 24', 300),
  row('c10', 'p3', 'Convert the templates', 2400),
  row('c11', 'p1', 'First experiments', 9000),
];

export function snapshotFixture(change: Partial<AppSnapshot> = {}): AppSnapshot {
  return {
    seq: 1,
    version: '0.1.0',
    host: 'browser',
    settings: defaultSettings,
    providers,
    projects,
    conversations: rows,
    tools: [],
    startProjectId: 'p1',
    start: null,
    notices: [],
    news: [],
    ...change,
  };
}
