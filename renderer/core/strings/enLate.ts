// English strings that the first screen does not need (../lateStrings.ts): a conversation's calls, settings, MCP
// servers, previews, imports and exports.

import { catalog as approvals } from '../../features/approvals/words/en.ts';
import { catalog as branching } from '../../features/branches/words/late.en.ts';
import { catalog as compare } from '../../features/compare/words/late.en.ts';
import { catalog as context } from '../../features/context/words/en.ts';
import { catalog as mentions } from '../../features/files/words/late.en.ts';
import { catalog as markdown } from '../../features/markdown/words/en.ts';
import { catalog as modelMenu } from '../../features/models/words/menu.en.ts';
import { catalog as notifications } from '../../features/notifications/words/en.ts';
import { catalog as processing } from '../../features/processes/words/late.en.ts';
import { catalog as results } from '../../features/results/words/en.ts';
import { catalog as search } from '../../features/search/words/en.ts';
import { catalog as settings } from '../../features/settings/words/en.ts';
import { catalog as selecting } from '../../features/sidebar/words/selection.en.ts';
import { catalog as tools } from '../../features/tools/words/en.ts';
import { catalog as undoing } from '../../features/undo/words/late.en.ts';
import type { Wording } from '../words/wording.ts';
import { confirmStrings } from './en/confirm.ts';
import { shortcutStrings } from './en/shortcuts.ts';

export const enLate = {
  approvals,
  branching,
  compare,
  confirm: confirmStrings,
  context,
  mentions,
  notifications,
  processing,
  modelMenu,
  results,
  search,
  markdown,
  selecting,
  settings,
  shortcuts: shortcutStrings,
  tools,
  undoing,
};

export type LateStrings = Wording<typeof enLate>;
