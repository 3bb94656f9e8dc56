// A provider of any API, pointed at an address or at bytes passed to it chunk by chunk.

import { onTestFinished } from 'vitest';
import type { Provider } from '../../electron/ports/provider.ts';
import { providerApis } from '../../electron/providers/apis.ts';
import { type ApiProviderOptions, createApiProvider } from '../../electron/providers/http/apiProvider.ts';
import { createNoTimeoutFetch } from '../../electron/providers/http/noTimeoutFetch.ts';
import type { ProviderKind } from '../../shared/features/models/providerKind.ts';

export const testKey = 'sk-test-key-1234567890';

/** `address`: a server's, without a path. Call it inside a test. */
export function wireProvider(kind: ProviderKind, address: string, options: Partial<ApiProviderOptions> = {}): Provider {
  const patient = createNoTimeoutFetch();
  onTestFinished(() => patient.close());
  return createApiProvider(providerApis[kind], {
    id: 'test',
    baseUrl: baseUrlOf(kind, address),
    key: testKey,
    fetch: patient.fetch,
    ...options,
  });
}

/** As a user would write it for that API. */
export function baseUrlOf(kind: ProviderKind, address: string): string {
  const paths: Record<ProviderKind, string> = {
    openai: '/v1',
    responses: '/v1',
    anthropic: '',
    gemini: '/v1beta',
    ollama: '',
  };
  return address + paths[kind];
}

export interface PlayedAnswer {
  contentType: string;
  /** Each is read individually, whatever a network would do. */
  pieces: Iterable<Uint8Array>;
  /** The connection breaks after them; otherwise it ends. */
  breaks?: boolean;
}

/** Answers every request with the same chunks, without a network. */
export function playedProvider(kind: ProviderKind, { contentType, pieces, breaks }: PlayedAnswer): Provider {
  const fetch = async (): Promise<Response> => {
    const left = pieces[Symbol.iterator]();
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        const { done, value } = left.next();
        if (!done) return stream.enqueue(value);
        if (breaks) stream.error(new TypeError('terminated'));
        else stream.close();
      },
    });
    return new Response(body, { status: 200, headers: { 'content-type': contentType } });
  };
  return createApiProvider(providerApis[kind], {
    id: 'test',
    baseUrl: baseUrlOf(kind, 'http://127.0.0.1:9'),
    key: testKey,
    fetch,
  });
}
