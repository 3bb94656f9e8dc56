// Chinese words of settings, MCP servers, imports and exports, which the first screen does not need.

import type { LateStrings } from './enLate.ts';
import { chainStrings } from './zh/chains.ts';
import { exportStrings } from './zh/export.ts';
import { importingStrings } from './zh/importing.ts';
import { mcpStrings } from './zh/mcp.ts';
import { previewStrings } from './zh/preview.ts';
import { providerStrings } from './zh/providers.ts';
import { selectingStrings } from './zh/selecting.ts';
import { settingsStrings } from './zh/settings.ts';
import { worktreeStrings } from './zh/worktrees.ts';

export const zhLate: LateStrings = {
  chains: chainStrings,
  export: exportStrings,
  importing: importingStrings,
  mcp: mcpStrings,
  preview: previewStrings,
  providers: providerStrings,
  selecting: selectingStrings,
  settings: settingsStrings,
  worktrees: worktreeStrings,
};
