// How a key travels to servers of OpenAI's two wires.

import type { WireHeaders } from './http/wire.ts';

/**
 * Azure takes its keys in `api-key`, and tokens of its sign-in, which are JSON Web Tokens, as any bearer (learn.microsoft.com,
 * Azure OpenAI v1).
 */
export function keyHeaders(key: string | null, hasKeyHeader: boolean): WireHeaders {
  if (key === null) return {};
  return hasKeyHeader && !key.startsWith('eyJ') ? { 'api-key': key } : { authorization: `Bearer ${key}` };
}
