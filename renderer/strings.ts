// Every word of the interface. One catalogue for each area; another language is another set of the same shape.

import { approvalStrings } from './strings/approvals.ts';
import { callStrings } from './strings/calls.ts';
import { changeStrings } from './strings/changes.ts';
import { chatStrings } from './strings/chat.ts';
import { contextStrings } from './strings/context.ts';
import { mcpStrings } from './strings/mcp.ts';
import { mentionStrings } from './strings/mention.ts';
import { processStrings } from './strings/processes.ts';
import { settingsStrings } from './strings/settings.ts';
import { sidebarStrings } from './strings/sidebar.ts';
import { startStrings } from './strings/start.ts';
import { toolStrings } from './strings/tools.ts';
import { uiStrings } from './strings/ui.ts';

/** The language of dates and numbers. */
export const locale = 'en';

export const strings = {
  ui: uiStrings,
  chat: chatStrings,
  calls: callStrings,
  changes: changeStrings,
  context: contextStrings,
  mcp: mcpStrings,
  mention: mentionStrings,
  processes: processStrings,
  sidebar: sidebarStrings,
  settings: settingsStrings,
  start: startStrings,
  approvals: approvalStrings,
  tools: toolStrings,
} as const;
