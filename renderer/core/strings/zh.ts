// The words of the first screen in Chinese, one file for each area (the rest: zhLate.ts).

import type { Strings } from './en.ts';
import { attachStrings } from './zh/attach.ts';
import { branchStrings } from './zh/branches.ts';
import { callStrings } from './zh/calls.ts';
import { changeStrings } from './zh/changes.ts';
import { chatStrings } from './zh/chat.ts';
import { commandStrings } from './zh/commands.ts';
import { confirmStrings } from './zh/confirm.ts';
import { contextStrings } from './zh/context.ts';
import { mentionStrings } from './zh/mention.ts';
import { modelOptionStrings } from './zh/modelOptions.ts';
import { notifyStrings } from './zh/notify.ts';
import { processStrings } from './zh/processes.ts';
import { searchStrings } from './zh/search.ts';
import { sentenceStrings } from './zh/sentences.ts';
import { sidebarStrings } from './zh/sidebar.ts';
import { startStrings } from './zh/start.ts';
import { uiStrings } from './zh/ui.ts';

export const zh: Strings = {
  ui: uiStrings,
  chat: chatStrings,
  attach: attachStrings,
  branches: branchStrings,
  calls: callStrings,
  changes: changeStrings,
  commands: commandStrings,
  confirm: confirmStrings,
  context: contextStrings,
  mention: mentionStrings,
  modelOptions: modelOptionStrings,
  notify: notifyStrings,
  processes: processStrings,
  search: searchStrings,
  sidebar: sidebarStrings,
  sentences: sentenceStrings,
  start: startStrings,
};
