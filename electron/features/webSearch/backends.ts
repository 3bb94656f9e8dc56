// The backends, their addresses, and the environment variables that may hold their keys.

import type { KeyedBackend, WebSearchBackend } from '../../../shared/features/webSearch/webSearch.ts';
import type { SearchBackend } from './backend.ts';
import { brave } from './brave.ts';
import { exa } from './exa.ts';
import { kagi } from './kagi.ts';
import { searxng } from './searxng.ts';
import { tavily } from './tavily.ts';

export const backends: Readonly<Record<WebSearchBackend, SearchBackend>> = { searxng, brave, tavily, exa, kagi };

export const serviceAddresses: Readonly<Record<KeyedBackend, string>> = {
  brave: 'https://api.search.brave.com',
  tavily: 'https://api.tavily.com',
  exa: 'https://api.exa.ai',
  kagi: 'https://kagi.com',
};

/** The first one set is used. */
export const keyVariables: Readonly<Record<KeyedBackend, readonly string[]>> = {
  brave: ['BRAVE_API_KEY', 'BRAVE_SEARCH_API_KEY'],
  tavily: ['TAVILY_API_KEY'],
  exa: ['EXA_API_KEY'],
  kagi: ['KAGI_API_KEY'],
};

export const addressVariable = 'SEARXNG_URL';
