// Chinese words of settings and MCP servers, which the first screen does not need.

import type { LateStrings } from './enLate.ts';
import { mcpStrings } from './zh/mcp.ts';
import { providerStrings } from './zh/providers.ts';
import { settingsStrings } from './zh/settings.ts';

export const zhLate: LateStrings = { mcp: mcpStrings, providers: providerStrings, settings: settingsStrings };
