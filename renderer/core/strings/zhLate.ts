// Chinese words of settings, MCP servers and exports, which the first screen does not need.

import type { LateStrings } from './enLate.ts';
import { exportStrings } from './zh/export.ts';
import { mcpStrings } from './zh/mcp.ts';
import { providerStrings } from './zh/providers.ts';
import { settingsStrings } from './zh/settings.ts';

export const zhLate: LateStrings = {
  export: exportStrings,
  mcp: mcpStrings,
  providers: providerStrings,
  settings: settingsStrings,
};
