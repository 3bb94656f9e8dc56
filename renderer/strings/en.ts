// Every word of the interface in English: one file for each area. Its shape is what any other language has to have.

import { approvalStrings } from './en/approvals.ts';
import { callStrings } from './en/calls.ts';
import { changeStrings } from './en/changes.ts';
import { chatStrings } from './en/chat.ts';
import { contextStrings } from './en/context.ts';
import { mcpStrings } from './en/mcp.ts';
import { mentionStrings } from './en/mention.ts';
import { processStrings } from './en/processes.ts';
import { settingsStrings } from './en/settings.ts';
import { sidebarStrings } from './en/sidebar.ts';
import { startStrings } from './en/start.ts';
import { toolStrings } from './en/tools.ts';
import { uiStrings } from './en/ui.ts';

export const en = {
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
};

/** A key that a language lacks, or has too many, does not compile. */
export type Strings = typeof en;
