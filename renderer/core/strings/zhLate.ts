// Chinese strings that the first screen does not need: a conversation's calls, settings, MCP servers, imports and
// exports.

import { catalog as approvals } from '../../features/approvals/words/zh.ts';
import { catalog as branching } from '../../features/branches/words/late.zh.ts';
import { catalog as compare } from '../../features/compare/words/late.zh.ts';
import { catalog as context } from '../../features/context/words/zh.ts';
import { catalog as mentions } from '../../features/files/words/late.zh.ts';
import { catalog as markdown } from '../../features/markdown/words/zh.ts';
import { catalog as modelMenu } from '../../features/models/words/menu.zh.ts';
import { catalog as notifications } from '../../features/notifications/words/zh.ts';
import { catalog as processing } from '../../features/processes/words/late.zh.ts';
import { catalog as results } from '../../features/results/words/zh.ts';
import { catalog as search } from '../../features/search/words/zh.ts';
import { catalog as settings } from '../../features/settings/words/zh.ts';
import { catalog as selecting } from '../../features/sidebar/words/selection.zh.ts';
import { catalog as tools } from '../../features/tools/words/zh.ts';
import { catalog as undoing } from '../../features/undo/words/late.zh.ts';
import type { LateStrings } from './enLate.ts';
import { confirmStrings } from './zh/confirm.ts';
import { shortcutStrings } from './zh/shortcuts.ts';

export const zhLate: LateStrings = {
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
