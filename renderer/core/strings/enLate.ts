// English words of settings, MCP servers and the import, which the first screen does not need (../lateStrings.ts).

import { importingStrings } from './en/importing.ts';
import { mcpStrings } from './en/mcp.ts';
import { providerStrings } from './en/providers.ts';
import { settingsStrings } from './en/settings.ts';
import type { Wording } from './wording.ts';

export const enLate = {
  importing: importingStrings,
  mcp: mcpStrings,
  providers: providerStrings,
  settings: settingsStrings,
};

export type LateStrings = Wording<typeof enLate>;
