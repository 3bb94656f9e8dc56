// What stands in the place of the MCP servers in the settings: the list, one server, a form, the servers of other programs.

import type { McpServerRef } from '../../../shared/features/mcp/methods.ts';

export type McpPage =
  | { type: 'list' }
  | { type: 'server'; server: McpServerRef }
  | { type: 'edit'; server: McpServerRef }
  | { type: 'add'; example: boolean }
  | { type: 'import' };
