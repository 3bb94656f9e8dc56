// The query page: before a query runs, with its result as a table and as bars, and with an error.

import { queryWords } from '../../../../renderer/features/query/words.ts';
import { type AppError, fail, ok } from '../../../../shared/core/errors.ts';
import type { Cell, QueryAnswer } from '../../../../shared/features/query/methods.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';

const saved = [
  { id: 'q1', name: 'Errors of last week', sql: "SELECT * FROM calls WHERE failed AND at > '2026-11-20'" },
];

const rows: Cell[][] = [
  ['read_file', 534, 11.84, 'src/health.ts'],
  ['run_command', 311, 4_210.5, 'npm test -- --run src/health.test.ts && npm run build && npm publish --dry-run'],
  ['edit_file', 187, 24.01, null],
  ['mcp__harbour-database__query_the_slow_log_of_a_replica', 96, 1_877.25, '检查慢查询'],
  ['search_files', 41, 96.4, '=HYPERLINK("https://example.org")'],
];

function page(answer: QueryAnswer | AppError | null, press: string[] = []): Scene {
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: healthTalk().messages }),
    handlers: {
      'query.saved': async () => ok({ queries: saved }),
      'query.run': async () => (answer && 'columns' in answer ? ok(answer) : { ok: false, error: answer as AppError }),
    },
    dialog: { type: 'query' },
    press: answer ? [run, ...press] : [],
  };
}

/** The primary button. */
const run = '[role="dialog"] textarea ~ div button';
const answer: QueryAnswer = { columns: ['tool', 'calls', 'average_ms', 'last'], rows, more: false, ms: 38 };

export const queryScenes: Record<string, () => Scene> = {
  query: () => page(null),
  queryRows: () => page(answer),
  queryEmpty: () => page({ ...answer, rows: [] }),
  queryBars: () => page(answer, [`[aria-label="${queryWords.show}"]`, '[role="option"]:nth-of-type(2)']),
  queryFails: () => page(fail('PARAMS_INVALID', 'no such column: averge', { position: { line: 2, column: 3 } }).error),
};
