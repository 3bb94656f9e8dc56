// English words that the first screen does not need (../lateStrings.ts): what a conversation shows of its calls, settings, MCP
// servers, previews, imports and exports.

import { activityStrings } from './en/activity.ts';
import { approvalStrings } from './en/approvals.ts';
import { boxStrings } from './en/boxes.ts';
import { chainStrings } from './en/chains.ts';
import { costStrings } from './en/costs.ts';
import { exportStrings } from './en/export.ts';
import { importingStrings } from './en/importing.ts';
import { markdownStrings } from './en/markdown.ts';
import { mcpStrings } from './en/mcp.ts';
import { presetStrings } from './en/presets.ts';
import { previewStrings } from './en/preview.ts';
import { providerStrings } from './en/providers.ts';
import { selectingStrings } from './en/selecting.ts';
import { settingsStrings } from './en/settings.ts';
import { slashStrings } from './en/slash.ts';
import { toldStrings } from './en/told.ts';
import { toolStrings } from './en/tools.ts';
import type { Wording } from './wording.ts';

export const enLate = {
  activity: activityStrings,
  approvals: approvalStrings,
  boxes: boxStrings,
  chains: chainStrings,
  costs: costStrings,
  export: exportStrings,
  importing: importingStrings,
  markdown: markdownStrings,
  mcp: mcpStrings,
  presets: presetStrings,
  preview: previewStrings,
  providers: providerStrings,
  selecting: selectingStrings,
  settings: settingsStrings,
  slash: slashStrings,
  told: toldStrings,
  tools: toolStrings,
};

export type LateStrings = Wording<typeof enLate>;
