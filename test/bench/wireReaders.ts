// The readers of a streamed reply that the benchmark compares: this program, OpenAI's own library if it supports the
// API, and JSON.parse of each event as the minimum.

import OpenAI from 'openai';
import { providerApis } from '../../electron/providers/apis.ts';
import { createApiProvider } from '../../electron/providers/http/apiProvider.ts';
import type { ProviderKind } from '../../shared/features/models/providerKind.ts';
import { contentType } from '../support/wires/speech.ts';

/** Reads all bytes and returns the number of characters of text. `onFirst`: called with the first text. */
export type WireReader = (pieces: Iterable<Uint8Array>, onFirst?: () => void) => Promise<number>;

const request = { model: 'bench', system: '', messages: [{ role: 'user' as const, content: 'Go on.' }], tools: [] };

function playing(kind: ProviderKind, pieces: Iterable<Uint8Array>): typeof fetch {
  return async () => {
    const left = pieces[Symbol.iterator]();
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        const { done, value } = left.next();
        if (done) stream.close();
        else stream.enqueue(value);
      },
    });
    return new Response(body, { status: 200, headers: { 'content-type': contentType(kind) } });
  };
}

export function ourReader(kind: ProviderKind): WireReader {
  return async (pieces, onFirst) => {
    const options = { id: 'bench', baseUrl: 'http://127.0.0.1:9/v1', key: null, fetch: playing(kind, pieces) };
    let shown = 0;
    const outcome = await createApiProvider(providerApis[kind], options).complete(request, {
      signal: new AbortController().signal,
      idleTimeoutMs: 60_000,
      observer: {
        onText(text) {
          if (shown === 0) onFirst?.();
          shown += text.length;
        },
        onReasoning() {},
        onCall() {},
      },
    });
    if (outcome.kind !== 'reply') throw new Error(`${kind}: ${JSON.stringify(outcome).slice(0, 300)}`);
    if (outcome.reply.text.length !== shown) throw new Error(`${kind}: shown and kept differ`);
    return shown;
  };
}

/** Null if it does not support the API. */
export function libraryReader(kind: ProviderKind): WireReader | null {
  if (kind !== 'openai' && kind !== 'responses') return null;
  return async (pieces, onFirst) => {
    const client = new OpenAI({ apiKey: 'none', baseURL: 'http://127.0.0.1:9/v1', fetch: playing(kind, pieces) });
    let text = '';
    const add = (more: string | null | undefined): void => {
      if (text === '' && more) onFirst?.();
      text += more ?? '';
    };
    const messages = [{ role: 'user' as const, content: 'Go on.' }];
    if (kind === 'openai') {
      const stream = await client.chat.completions.create({ model: 'bench', messages, stream: true });
      for await (const chunk of stream) add(chunk.choices[0]?.delta.content);
    } else {
      const stream = await client.responses.create({ model: 'bench', input: messages, stream: true });
      for await (const event of stream) if (event.type === 'response.output_text.delta') add(event.delta);
    }
    return text.length;
  };
}

export function bareReader(kind: ProviderKind): WireReader {
  return async (pieces) => {
    const body = (await playing(kind, pieces)('')).body as ReadableStream<Uint8Array>;
    const decoder = new TextDecoder();
    let [held, parsed] = ['', 0];
    for await (const bytes of body) {
      const lines = (held + decoder.decode(bytes, { stream: true })).split('\n');
      held = lines.pop() ?? '';
      for (const line of lines) {
        const data = line.startsWith('data: ') ? line.slice(6) : line;
        if (data.startsWith('{') && JSON.parse(data)) parsed++;
      }
    }
    return parsed;
  };
}
