// Chinese words of settings, MCP servers and the import, which the first screen does not need.

import type { LateStrings } from './enLate.ts';
import { importingStrings } from './zh/importing.ts';
import { mcpStrings } from './zh/mcp.ts';
import { providerStrings } from './zh/providers.ts';
import { settingsStrings } from './zh/settings.ts';

export const zhLate: LateStrings = {
  importing: importingStrings,
  mcp: mcpStrings,
  providers: providerStrings,
  settings: settingsStrings,
};
