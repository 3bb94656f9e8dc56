// Authentication headers for OpenAI's two APIs.

import type { ApiHeaders } from './http/providerApi.ts';

/** Azure takes keys in `api-key`, and sign-in tokens (JWTs) as bearer (learn.microsoft.com, Azure OpenAI v1). */
export function keyHeaders(key: string | null, hasKeyHeader: boolean): ApiHeaders {
  if (key === null) return {};
  return hasKeyHeader && !key.startsWith('eyJ') ? { 'api-key': key } : { authorization: `Bearer ${key}` };
}
