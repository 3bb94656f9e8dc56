// English strings of the first screen, one file per area (the rest: enLate.ts). Their type is the one that every
// translation implements.

import { catalog as attachments } from '../../features/attachments/words/en.ts';
import { catalog as calls } from '../../features/calls/words/en.ts';
import { catalog as chat } from '../../features/chat/words/en.ts';
import { catalog as files } from '../../features/files/words/en.ts';
import { catalog as modelOptions } from '../../features/models/words/options.en.ts';
import { catalog as processes } from '../../features/processes/words/en.ts';
import { catalog as sidebar } from '../../features/sidebar/words/en.ts';
import { catalog as start } from '../../features/start/words/en.ts';
import { catalog as undo } from '../../features/undo/words/en.ts';
import type { Wording } from '../words/wording.ts';
import { commandStrings } from './en/commands.ts';
import { sentenceStrings } from './en/sentences.ts';
import { uiStrings } from './en/ui.ts';

export const en = {
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

/** A key that a language lacks, or has too many, does not compile. */
export type Strings = Wording<typeof en>;
