// The real store on a folder, for the benchmark.

import { systemClock } from '../../electron/lib/clock.ts';
import { createIdSource } from '../../electron/lib/ids.ts';
import { silentLog } from '../../electron/lib/log.ts';
import { createRuntimeStore, type RuntimeStore } from '../../electron/stores/runtimeStore.ts';
import type { Result } from '../../shared/core/errors.ts';

export function benchStore(dataDir: string): RuntimeStore {
  return createRuntimeStore({ dataDir, clock: systemClock, ids: createIdSource(systemClock), log: silentLog });
}

export function mustBeOk<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
