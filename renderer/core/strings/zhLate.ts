// Chinese words of settings, MCP servers, imports and exports, which the first screen does not need.

import type { LateStrings } from './enLate.ts';
import { activityStrings } from './zh/activity.ts';
import { chainStrings } from './zh/chains.ts';
import { exportStrings } from './zh/export.ts';
import { hookStrings } from './zh/hooks.ts';
import { importingStrings } from './zh/importing.ts';
import { mcpStrings } from './zh/mcp.ts';
import { presetStrings } from './zh/presets.ts';
import { previewStrings } from './zh/preview.ts';
import { providerStrings } from './zh/providers.ts';
import { selectingStrings } from './zh/selecting.ts';
import { settingsStrings } from './zh/settings.ts';
import { slashStrings } from './zh/slash.ts';
import { toldStrings } from './zh/told.ts';
import { worktreeStrings } from './zh/worktrees.ts';

export const zhLate: LateStrings = {
  activity: activityStrings,
  chains: chainStrings,
  export: exportStrings,
  hooks: hookStrings,
  importing: importingStrings,
  mcp: mcpStrings,
  presets: presetStrings,
  preview: previewStrings,
  providers: providerStrings,
  selecting: selectingStrings,
  settings: settingsStrings,
  slash: slashStrings,
  told: toldStrings,
  worktrees: worktreeStrings,
};
