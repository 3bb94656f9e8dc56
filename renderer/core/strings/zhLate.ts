// Chinese strings that the first screen does not need: a conversation's calls, settings, MCP servers, imports and
// exports.

import { catalog as approvals } from '../../features/approvals/words/zh.ts';
import { catalog as markdown } from '../../features/markdown/words/zh.ts';
import { catalog as results } from '../../features/results/words/zh.ts';
import { catalog as settings } from '../../features/settings/words/zh.ts';
import { catalog as selecting } from '../../features/sidebar/words/selection.zh.ts';
import { catalog as tools } from '../../features/tools/words/zh.ts';
import type { LateStrings } from './enLate.ts';

export const zhLate: LateStrings = {
  approvals,
  results,
  markdown,
  selecting,
  settings,
  tools,
};
