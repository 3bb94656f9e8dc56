// Who may use the API: tokens of other apps, and the clients of the MCP server.

import type { Scope } from './operations.ts';

export interface ApiToken {
  id: string;
  name: string;
  scopes: Scope[];
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Null: never. */
  expiresAt: string | null;
  /** To the minute; null: never. */
  lastUsedAt: string | null;
}

export const maxTokenName = 60;
export const maxTokens = 50;

export const mcpPermissions = ['search', 'read', 'calls', 'start', 'continue'] as const;
export type McpPermission = (typeof mcpPermissions)[number];

/** A client of the MCP server, by the name that it reports. */
export interface McpClient {
  name: string;
  allowed: McpPermission[];
  /** Permissions that it asked for and does not have. */
  asked: McpPermission[];
  lastSeenAt: string;
}

export interface ApiInfo {
  tokens: ApiToken[];
  clients: McpClient[];
  /** Where the API answers; null: nothing is allowed to use it, or this host has no server. */
  address: string | null;
}
