// Every word of the interface. One catalogue for each area; another language is another set of the same shape.

import { callStrings } from './strings/calls.ts';
import { chatStrings } from './strings/chat.ts';
import { contextStrings } from './strings/context.ts';
import { mentionStrings } from './strings/mention.ts';
import { settingsStrings } from './strings/settings.ts';
import { sidebarStrings } from './strings/sidebar.ts';
import { startStrings } from './strings/start.ts';
import { uiStrings } from './strings/ui.ts';

/** The language of dates and numbers. */
export const locale = 'en';

export const strings = {
  ui: uiStrings,
  chat: chatStrings,
  calls: callStrings,
  context: contextStrings,
  mention: mentionStrings,
  sidebar: sidebarStrings,
  settings: settingsStrings,
  start: startStrings,
} as const;
