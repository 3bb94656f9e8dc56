// Chinese strings of the first screen, one file per area (the rest: zhLate.ts).

import { catalog as attachments } from '../../features/attachments/words/zh.ts';
import { catalog as calls } from '../../features/calls/words/zh.ts';
import { catalog as chat } from '../../features/chat/words/zh.ts';
import { catalog as files } from '../../features/files/words/zh.ts';
import { catalog as modelOptions } from '../../features/models/words/options.zh.ts';
import { catalog as processes } from '../../features/processes/words/zh.ts';
import { catalog as sidebar } from '../../features/sidebar/words/zh.ts';
import { catalog as start } from '../../features/start/words/zh.ts';
import { catalog as undo } from '../../features/undo/words/zh.ts';
import type { Strings } from './en.ts';
import { commandStrings } from './zh/commands.ts';
import { sentenceStrings } from './zh/sentences.ts';
import { uiStrings } from './zh/ui.ts';

export const zh: Strings = {
  ui: uiStrings,
  chat,
  attachments,
  calls,
  undo,
  commands: commandStrings,
  files,
  modelOptions,
  processes,
  sidebar,
  sentences: sentenceStrings,
  start,
};
