// The words of the first screen in English, one file for each area (the rest: enLate.ts). Its shape is what any other language
// has to have.

import { attachStrings } from './en/attach.ts';
import { branchStrings } from './en/branches.ts';
import { callStrings } from './en/calls.ts';
import { changeStrings } from './en/changes.ts';
import { chatStrings } from './en/chat.ts';
import { commandStrings } from './en/commands.ts';
import { confirmStrings } from './en/confirm.ts';
import { contextStrings } from './en/context.ts';
import { mentionStrings } from './en/mention.ts';
import { modelOptionStrings } from './en/modelOptions.ts';
import { notifyStrings } from './en/notify.ts';
import { processStrings } from './en/processes.ts';
import { searchStrings } from './en/search.ts';
import { sentenceStrings } from './en/sentences.ts';
import { sidebarStrings } from './en/sidebar.ts';
import { startStrings } from './en/start.ts';
import { uiStrings } from './en/ui.ts';
import type { Wording } from './wording.ts';

export const en = {
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

/** A key that a language lacks, or has too many, does not compile. */
export type Strings = Wording<typeof en>;
