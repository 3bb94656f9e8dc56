// Chinese words that the first screen does not need: what a conversation shows of its calls, settings, MCP servers, imports and
// exports.

import type { LateStrings } from './enLate.ts';
import { activityStrings } from './zh/activity.ts';
import { approvalStrings } from './zh/approvals.ts';
import { boxStrings } from './zh/boxes.ts';
import { chainStrings } from './zh/chains.ts';
import { costStrings } from './zh/costs.ts';
import { exportStrings } from './zh/export.ts';
import { importingStrings } from './zh/importing.ts';
import { markdownStrings } from './zh/markdown.ts';
import { mcpStrings } from './zh/mcp.ts';
import { presetStrings } from './zh/presets.ts';
import { previewStrings } from './zh/preview.ts';
import { providerStrings } from './zh/providers.ts';
import { selectingStrings } from './zh/selecting.ts';
import { settingsStrings } from './zh/settings.ts';
import { slashStrings } from './zh/slash.ts';
import { toldStrings } from './zh/told.ts';
import { toolStrings } from './zh/tools.ts';

export const zhLate: LateStrings = {
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
