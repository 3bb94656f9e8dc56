// The provider under test, pointed at an address.

import type { Provider } from '../../electron/ports/provider.ts';
import {
  createOpenAiProvider,
  type OpenAiProviderOptions,
} from '../../electron/providers/chatCompletions/openAiProvider.ts';
import { createNoTimeoutFetch } from '../../electron/providers/http/noTimeoutFetch.ts';

export function openAiProvider(baseUrl: string, options: Partial<OpenAiProviderOptions> = {}): Provider {
  return createOpenAiProvider({
    id: 'test',
    baseUrl,
    key: 'sk-test-key-1234567890',
    fetch: createNoTimeoutFetch().fetch,
    ...options,
  });
}
