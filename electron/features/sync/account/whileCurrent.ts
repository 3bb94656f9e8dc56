// A store that answers only while this machine's membership is the one that was opened.

import { fail, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { RemoteStore } from '../remote/remoteStore.ts';

/** Without it, an open window would continue in a space that the command line has left. */
export function whileCurrent(remote: RemoteStore, isCurrent: () => Promise<boolean>): RemoteStore {
  const guarded = async <T>(request: () => Promise<Result<T>>): Promise<Result<T>> => {
    if (await isCurrent()) return request();
    return fail('SYNC_REFUSED', say`Another process has changed how this machine syncs.`, { fault: 'missing' });
  };
  return {
    list: (...what) => guarded(() => remote.list(...what)),
    get: (...what) => guarded(() => remote.get(...what)),
    put: (...what) => guarded(() => remote.put(...what)),
    remove: (...what) => guarded(() => remote.remove(...what)),
  };
}
