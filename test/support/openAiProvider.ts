// The provider under test, pointed at an address.

import type { Provider } from '../../electron/ports/provider.ts';
import { chatCompletionsApi } from '../../electron/providers/chatCompletions/api.ts';
import { type ApiProviderOptions, createApiProvider } from '../../electron/providers/http/apiProvider.ts';
import { createNoTimeoutFetch } from '../../electron/providers/http/noTimeoutFetch.ts';

export function openAiProvider(baseUrl: string, options: Partial<ApiProviderOptions> = {}): Provider {
  return createApiProvider(chatCompletionsApi, {
    id: 'test',
    baseUrl,
    key: 'sk-test-key-1234567890',
    fetch: createNoTimeoutFetch().fetch,
    ...options,
  });
}
