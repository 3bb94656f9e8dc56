// The provider under test, pointed at an address.

import type { Provider } from '../../electron/ports/provider.ts';
import { chatWire } from '../../electron/providers/chatCompletions/chatWire.ts';
import { createNoTimeoutFetch } from '../../electron/providers/http/noTimeoutFetch.ts';
import { type ApiProviderOptions, createApiProvider } from '../../electron/providers/http/wireProvider.ts';

export function openAiProvider(baseUrl: string, options: Partial<ApiProviderOptions> = {}): Provider {
  return createApiProvider(chatWire, {
    id: 'test',
    baseUrl,
    key: 'sk-test-key-1234567890',
    fetch: createNoTimeoutFetch().fetch,
    ...options,
  });
}
