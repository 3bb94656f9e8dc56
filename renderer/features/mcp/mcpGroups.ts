// Servers grouped by file: global ones, then each project's, then those that folders define.

import type { McpOrigin, McpServerInfo } from '../../../shared/features/mcp/methods.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { mcpWords } from './words.ts';

export interface McpGroup {
  key: string;
  type: McpOrigin['type'];
  title: string;
  servers: McpServerInfo[];
}

const words = mcpWords;
const order: readonly McpOrigin['type'][] = ['global', 'project', 'folder'];

export function projectName(origin: McpOrigin, projects: readonly ProjectInfo[]): string {
  if (origin.type === 'global') return '';
  return projects.find(({ id }) => id === origin.projectId)?.name ?? words.unknownProject;
}

export function groupTitle(origin: McpOrigin, projects: readonly ProjectInfo[]): string {
  return origin.type === 'global' ? words.groups.global : words.groups[origin.type](projectName(origin, projects));
}

export function mcpGroups(servers: readonly McpServerInfo[], projects: readonly ProjectInfo[]): McpGroup[] {
  const groups = new Map<string, McpGroup>();
  for (const server of servers) {
    const { origin } = server;
    const key = origin.type === 'global' ? 'global' : `${origin.type}:${origin.projectId}`;
    const group = groups.get(key);
    if (group) group.servers.push(server);
    else groups.set(key, { key, type: origin.type, title: groupTitle(origin, projects), servers: [server] });
  }
  return [...groups.values()]
    .map((group) => ({ ...group, servers: group.servers.toSorted((a, b) => a.name.localeCompare(b.name)) }))
    .toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type) || a.title.localeCompare(b.title));
}
