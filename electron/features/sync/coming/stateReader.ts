// Reads the state of sync without its engine: also without a connection, while sync is paused, and in every command.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createDataFolder } from '../../../stores/dataFolder.ts';
import { type Database, openDatabase } from '../../../stores/files/database.ts';
import type { Disk } from '../../../stores/files/disk.ts';

export type StateReader = <T>(otherwise: T, work: (state: Database) => Promise<T> | T) => Promise<T>;

/** Milliseconds to wait while the engine writes. */
const busyMs = 1_000;

/** `isOn`: whether sync is set up. */
export function createStateReader(disk: Disk, dataDir: string, isOn: () => Promise<boolean>): StateReader {
  const data = createDataFolder(dataDir, disk);
  return async (otherwise, work) => {
    const path = join(dataDir, 'sync-state.db');
    if (!existsSync(path) || !(await isOn())) return otherwise;
    let state: Database | null = null;
    try {
      state = openDatabase(path, { key: data.databaseKey, timeout: busyMs, readOnly: true });
      return await work(state);
    } catch {
      // It is damaged, or of another version: the engine replaces it.
      return otherwise;
    } finally {
      state?.close();
    }
  };
}
