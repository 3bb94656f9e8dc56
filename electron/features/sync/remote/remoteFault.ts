// Failures of a store, by what to do about them.

import { type AppError, fail } from '../../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../../shared/core/sentence.ts';

/**
 * `unreachable`: may work later. The others need the user: wrong sign-in, wrong clock, no space, no permission to write, no such
 * bucket or folder, an object that is too large, a server that is not a usable store, or this device was revoked.
 */
export type RemoteFault =
  | 'unreachable'
  | 'credentials'
  | 'clock'
  | 'full'
  | 'readOnly'
  | 'missing'
  | 'tooLarge'
  | 'unfit'
  | 'revoked';

interface RemoteFailure {
  ok: false;
  error: AppError;
}

/** `retryAfterMs`: the store asks not to be called earlier. */
export function remoteFailure(fault: RemoteFault, message: Sentence, retryAfterMs?: number): RemoteFailure {
  const code = fault === 'unreachable' ? 'SYNC_UNREACHABLE' : 'SYNC_REFUSED';
  return fail(code, message, retryAfterMs === undefined ? { fault } : { fault, retryAfterMs });
}

export function cancelled(): RemoteFailure {
  return fail('CANCELLED', say`Stopped.`);
}

/** Larger objects are never written, and not read. */
export const maxObjectBytes = 64 * 1024 * 1024;

/** `store` begins a sentence, such as “The bucket photos at example.com”. */
export function tooLarge(store: Sentence, object: string): RemoteFailure {
  return remoteFailure('tooLarge', say`${store} does not take ${object}: it is too large.`);
}

export function storeFull(store: Sentence): RemoteFailure {
  return remoteFailure('full', say`${store} is full, or has reached its limit.`);
}

export function silentStore(store: Sentence, object: string): RemoteFailure {
  return remoteFailure('unreachable', say`${store} did not respond in time for ${object}. It is tried again later.`);
}
