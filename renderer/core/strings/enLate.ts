// English strings that the first screen does not need (../lateStrings.ts): a conversation's calls, settings, MCP
// servers, previews, imports and exports.

import { catalog as approvals } from '../../features/approvals/words/en.ts';
import { catalog as markdown } from '../../features/markdown/words/en.ts';
import { catalog as results } from '../../features/results/words/en.ts';
import { catalog as settings } from '../../features/settings/words/en.ts';
import { catalog as selecting } from '../../features/sidebar/words/selection.en.ts';
import { catalog as tools } from '../../features/tools/words/en.ts';
import type { Wording } from '../words/wording.ts';

export const enLate = {
  approvals,
  results,
  markdown,
  selecting,
  settings,
  tools,
};

export type LateStrings = Wording<typeof enLate>;
