// English words of settings, MCP servers, previews, imports and exports, which the first screen does not need (../lateStrings.ts).

import { activityStrings } from './en/activity.ts';
import { chainStrings } from './en/chains.ts';
import { exportStrings } from './en/export.ts';
import { hookStrings } from './en/hooks.ts';
import { importingStrings } from './en/importing.ts';
import { mcpStrings } from './en/mcp.ts';
import { presetStrings } from './en/presets.ts';
import { previewStrings } from './en/preview.ts';
import { providerStrings } from './en/providers.ts';
import { selectingStrings } from './en/selecting.ts';
import { settingsStrings } from './en/settings.ts';
import { slashStrings } from './en/slash.ts';
import { toldStrings } from './en/told.ts';
import { worktreeStrings } from './en/worktrees.ts';
import type { Wording } from './wording.ts';

export const enLate = {
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

export type LateStrings = Wording<typeof enLate>;
