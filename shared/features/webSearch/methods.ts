// Web search: the services' keys, and a test. The backend is a setting.

import { z } from 'zod';
import { defineMethod, nothing } from '../../protocol/method.ts';
import type { KeySource } from '../models/methods.ts';
import { type KeyedBackend, keyedBackends, type WebSearchBackend } from './webSearch.ts';

export interface WebSearchInfo {
  keys: Readonly<Record<KeyedBackend, KeySource>>;
  /** From SEARXNG_URL: used unless the settings have an address. Empty: none. */
  environmentAddress: string;
}

export const webSearchMethods = {
  'webSearch.info': defineMethod<WebSearchInfo>()('none', nothing),
  /** Stores a key in the keychain, or for the life of the process; it is never sent back. Empty: removes it. */
  'webSearch.setKey': defineMethod<WebSearchInfo>()(
    'app',
    z.object({ backend: z.enum(keyedBackends), key: z.string().max(4096) }),
  ),
  /** Runs one harmless search with the saved configuration; the error says what is wrong. */
  'webSearch.test': defineMethod<{ backend: WebSearchBackend; count: number }>()('none', nothing),
} as const;
