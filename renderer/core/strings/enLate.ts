// English words that the first screen does not need (../lateStrings.ts): what a conversation shows of its calls, settings, MCP
// servers, previews, imports and exports.

import { catalogue as approvals } from '../../features/approvals/words/en.ts';
import { catalogue as markdown } from '../../features/markdown/words/en.ts';
import { catalogue as results } from '../../features/results/words/en.ts';
import { catalogue as settings } from '../../features/settings/words/en.ts';
import { catalogue as selecting } from '../../features/sidebar/words/selection.en.ts';
import { catalogue as tools } from '../../features/tools/words/en.ts';
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
