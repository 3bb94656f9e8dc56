// query.*: SQL over the conversations, calls and costs on this machine.

import { ok, type Result } from '../../../shared/core/errors.ts';
import { type Cell, maxShownRows, type queryMethods, type SavedQuery } from '../../../shared/features/query/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Platform } from '../../platform.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { createQueryService, type QueryService } from './queryService.ts';
import { createSavedQueries, type SavedQueries } from './savedQueries.ts';

export const queryFeature = defineFeature<typeof queryMethods>()({
  create: (platform: Platform) => ({ ...createQueryService(platform), saved: createSavedQueries(platform) }),
  handlers,
  close: (queries) => queries.close(),
});

/** Characters of a page's rows, and of one cell in it. */
const pageLimits = { characters: 8_000_000, cell: 20_000 };

function handlers(
  { feed }: Pick<AppParts, 'feed'>,
  queries: QueryService & { saved: SavedQueries },
): HandlersOf<typeof queryMethods> {
  return {
    async 'query.run'({ sql }, { signal }) {
      let columns: string[] = [];
      const rows: Cell[][] = [];
      let characters = 0;
      let more = false;
      const ran = await queries.run(sql, {
        signal,
        onProgress: (done, total) => feed.publish({ type: 'query.progress', done, total }),
        onColumns(names) {
          columns = names;
        },
        onRows(batch) {
          for (const row of batch) {
            more = rows.length >= maxShownRows || characters >= pageLimits.characters;
            if (more) return false;
            const cells = row.map(cutCell);
            for (const cell of cells) characters += String(cell).length;
            rows.push(cells);
          }
          return true;
        },
      });
      return ran.ok ? ok({ columns, rows, more, ms: ran.value }) : ran;
    },
    'query.saved': async () => asAnswer(await queries.saved.list()),
    'query.save': async (query) => asAnswer(await queries.saved.save(query)),
    'query.remove': async ({ id }) => asAnswer(await queries.saved.remove(id)),
  };
}

function cutCell(cell: Cell): Cell {
  return typeof cell === 'string' && cell.length > pageLimits.cell ? `${cell.slice(0, pageLimits.cell)}…` : cell;
}

function asAnswer(queries: Result<SavedQuery[]>): Result<{ queries: SavedQuery[] }> {
  return queries.ok ? ok({ queries: queries.value }) : queries;
}
