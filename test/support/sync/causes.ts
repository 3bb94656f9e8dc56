// Why sync failed, from the details of its errors.

import type { AppError } from '../../../shared/core/errors.ts';

/** Null: not a failure of the store. */
export function faultOf({ code, details }: AppError): unknown {
  return code === 'SYNC_UNREACHABLE' || code === 'SYNC_REFUSED' ? details?.fault : null;
}

/** Null: not an object that cannot be opened. */
export function damageOf({ code, details }: AppError): unknown {
  return code === 'SYNC_DAMAGED' ? (details?.cause ?? null) : null;
}
