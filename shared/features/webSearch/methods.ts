// Searching the web: the keys of the services, and a test. Who is asked is a setting.

import { z } from 'zod';
import { method, nothing } from '../../protocol/method.ts';
import type { KeySource } from '../models/methods.ts';
import { type KeyedBackend, keyedBackends, type WebSearchBackend } from './webSearch.ts';

export interface WebSearchInfo {
  keys: Readonly<Record<KeyedBackend, KeySource>>;
  /** From SEARXNG_URL: used while the settings have no address. Empty: none. */
  environmentAddress: string;
}

export const webSearchMethods = {
  'webSearch.info': method<WebSearchInfo>()('none', nothing),
  /** The key goes to the keychain, or is kept for the life of the process; it is never sent back. Empty: it is removed. */
  'webSearch.setKey': method<WebSearchInfo>()(
    'app',
    z.object({ backend: z.enum(keyedBackends), key: z.string().max(4096) }),
  ),
  /** One harmless search with what is saved; the error says what is wrong. */
  'webSearch.test': method<{ backend: WebSearchBackend; count: number }>()('none', nothing),
} as const;
