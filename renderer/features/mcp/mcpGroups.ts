// Servers grouped by file: global ones, then each project's, then those that folders define.

import type { McpOrigin, McpServerInfo } from '../../../shared/features/mcp/methods.ts';
import { projectOfOrigin } from '../../../shared/features/mcp/serverOrigin.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { mcpWords } from './words.ts';

export interface McpGroup {
  key: string;
  type: McpOrigin['type'];
  title: string;
  servers: McpServerInfo[];
}

const words = mcpWords;
const order: readonly McpOrigin['type'][] = ['global', 'project', 'folder', 'plugin'];

export function projectName(origin: McpOrigin, projects: readonly ProjectInfo[]): string {
  const projectId = projectOfOrigin(origin);
  if (projectId === null) return '';
  return projects.find(({ id }) => id === projectId)?.name ?? words.unknownProject;
}

export function groupTitle(origin: McpOrigin, projects: readonly ProjectInfo[]): string {
  if (origin.type === 'global' || origin.type === 'plugin') return words.groups[origin.type];
  return words.groups[origin.type](projectName(origin, projects));
}

export function mcpGroups(servers: readonly McpServerInfo[], projects: readonly ProjectInfo[]): McpGroup[] {
  const groups = new Map<string, McpGroup>();
  for (const server of servers) {
    const { origin } = server;
    const key = `${origin.type}:${projectOfOrigin(origin) ?? ''}`;
    const group = groups.get(key);
    if (group) group.servers.push(server);
    else groups.set(key, { key, type: origin.type, title: groupTitle(origin, projects), servers: [server] });
  }
  return [...groups.values()]
    .map((group) => ({ ...group, servers: group.servers.toSorted((a, b) => a.name.localeCompare(b.name)) }))
    .toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type) || a.title.localeCompare(b.title));
}
