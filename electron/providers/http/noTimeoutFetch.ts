// `fetch` without a time limit of its own. Node's gives up after five minutes without a byte, where a local model may
// read a long prompt for longer; how long is too long is the person's setting, kept by the exchange.

import { Agent, fetch as undiciFetch } from 'undici';
import type { Fetch } from './exchange.ts';

export interface NoTimeoutFetch {
  fetch: Fetch;
  /** Ends idle connections. */
  close(): Promise<void>;
}

export function createNoTimeoutFetch(): NoTimeoutFetch {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  const send = undiciFetch as unknown as (url: string, init: object) => Promise<Response>;
  return {
    fetch: (url, init) => send(url, { ...init, dispatcher }),
    close: () => dispatcher.destroy(),
  };
}
