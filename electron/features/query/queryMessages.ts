// Messages between the app and the process of one query.

import type { AppError } from '../../../shared/core/errors.ts';
import type { Cell } from '../../../shared/features/query/methods.ts';
import type { ThreadKey } from '../../stores/encryption/encryptedDisk.ts';

export interface QueryRequest {
  type: 'run';
  dataDir: string;
  /** Of query.db; null: there is no data, and nothing is created. */
  path: string | null;
  locks: string;
  dataKey: ThreadKey;
  projects: { id: string; name: string; folder: string | null }[];
  sql: string;
  /** Bytes that the process may use. */
  memory: number;
}

/** `next`: the batch was taken. */
export type ToQuery = QueryRequest | { type: 'next' };

export type FromQuery =
  | { type: 'progress'; done: number; total: number }
  /** The data is up to date, and the query begins. */
  | { type: 'running' }
  | { type: 'columns'; columns: string[] }
  | { type: 'rows'; rows: Cell[][] }
  | { type: 'end' }
  | { type: 'error'; error: AppError };
