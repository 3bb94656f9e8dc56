// SQL over a data folder, in a real process for each query.

import { onTestFinished } from 'vitest';
import {
  createQueryService,
  type QueryOptions,
  type QueryService,
} from '../../electron/features/query/queryService.ts';
import { restrictToViews, startQuery } from '../../electron/features/query/runQuery.ts';
import { createSecretMask } from '../../electron/lib/secretMask.ts';
import { noNative } from '../../electron/ports/native.ts';
import type { StartProgram } from '../../electron/ports/programs.ts';
import { createDataFolder } from '../../electron/stores/dataFolder.ts';
import { diskWithKey } from '../../electron/stores/encryption/encryptedDisk.ts';
import { type DataKey, nodeDisk } from '../../electron/stores/files/disk.ts';
import { openForQueries, openQueryDatabase } from '../../electron/stores/query/queryDatabase.ts';
import { refreshQuery } from '../../electron/stores/query/refreshQuery.ts';
import { openFile } from '../../electron/stores/search/openedFile.ts';
import type { Result } from '../../shared/core/errors.ts';
import type { Cell } from '../../shared/features/query/methods.ts';
import { okValue } from './result.ts';

/** The same without a process for each query, which takes a second when it runs from its sources. */
export function openViews(dataDir: string, key: DataKey | null = null): { rows(sql: string): Promise<Cell[][]> } {
  const disk = diskWithKey(nodeDisk, key, dataDir);
  const data = createDataFolder(dataDir, disk);
  return {
    async rows(sql) {
      const writable = openQueryDatabase(data.query, data.databaseKey);
      const open = (path: string) => openFile(path, key);
      await refreshQuery({ disk, data, database: writable, open, projects: [], onProgress: () => {} });
      writable.close();
      const database = openForQueries(data.query, data.databaseKey);
      try {
        const { batches } = okValue(startQuery(restrictToViews(database), sql));
        return [...batches].flat();
      } finally {
        database.close();
      }
    },
  };
}

export interface OpenedQueries {
  service: QueryService;
  ask(sql: string, options?: Partial<QueryOptions>): Promise<Result<{ columns: string[]; rows: Cell[][] }>>;
  /** The rows of a query that must succeed. */
  rows(sql: string): Promise<Cell[][]>;
}

interface OpenOptions {
  key?: DataKey | null;
  secrets?: readonly string[];
  startProgram?: StartProgram;
  projects?: { id: string; name: string; folder: string | null }[];
}

export function openQueries(
  dataDir: string,
  { key = null, secrets = [], projects = [], startProgram }: OpenOptions = {},
): OpenedQueries {
  const service = createQueryService({
    dataDir,
    disk: diskWithKey(nodeDisk, key, dataDir),
    native: startProgram ? { ...noNative, startProgram } : noNative,
    mask: createSecretMask(
      () => secrets,
      () => false,
    ),
    keysKnown: async () => {},
    store: { listProjects: async () => projects },
  });
  onTestFinished(() => service.close());
  const ask: OpenedQueries['ask'] = async (sql, options = {}) => {
    let columns: string[] = [];
    const rows: Cell[][] = [];
    const ran = await service.run(sql, {
      onColumns(names) {
        columns = names;
      },
      onRows(batch) {
        rows.push(...batch);
        return true;
      },
      ...options,
    });
    return ran.ok ? { ok: true, value: { columns, rows } } : ran;
  };
  return { service, ask, rows: async (sql) => okValue(await ask(sql)).rows };
}
