// Subpages of the MCP settings: the list, one server, a form, other apps' servers.

import type { McpServerRef } from '../../../shared/features/mcp/methods.ts';

export type McpPage =
  | { type: 'list' }
  | { type: 'server'; server: McpServerRef }
  | { type: 'edit'; server: McpServerRef }
  | { type: 'add'; example: boolean }
  | { type: 'import' };
