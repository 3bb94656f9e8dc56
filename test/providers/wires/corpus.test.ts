// Every recorded exchange of real providers, read by the reader of its wire and held against what the manifest says is in it.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ModelReply } from '../../../electron/ports/provider.ts';
import { createAnthropicReply } from '../../../electron/providers/anthropic/reply.ts';
import { createChatReply } from '../../../electron/providers/chatCompletions/reply.ts';
import { createGeminiReply } from '../../../electron/providers/gemini/reply.ts';
import { createOllamaReply } from '../../../electron/providers/ollama/reply.ts';
import { createResponsesReply } from '../../../electron/providers/responses/reply.ts';

const corpus = path.resolve(import.meta.dirname, '../../../../shared/corpus');
const manifest = existsSync(path.join(corpus, 'MANIFEST.tsv'))
  ? readFileSync(path.join(corpus, 'MANIFEST.tsv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
  : [];
const silent = { onText() {}, onReasoning() {}, onCall() {} };
const readers = {
  anthropic: () => createAnthropicReply('p', 'm', silent),
  gemini: () => createGeminiReply('p', 'm', silent),
  responses: () => createResponsesReply('p', 'm', silent),
  ollama: () => createOllamaReply('p', 'm', silent),
  chat: () => createChatReply('p', silent),
} as const;

function eventsOf(file: string): unknown[] {
  const body = readFileSync(path.join(corpus, file), 'utf8');
  if (file.endsWith('.json')) return [JSON.parse(body)];
  if (file.endsWith('.ndjson'))
    return body
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return body.split(/\r?\n\r?\n/).flatMap((event) => {
    const data = event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).trim())
      .join('\n');
    return data === '' || data === '[DONE]' ? [] : [JSON.parse(data)];
  });
}
describe.skipIf(manifest.length === 0)('the corpus', () => {
  for (const wire of Object.keys(readers) as (keyof typeof readers)[]) {
    test(wire, () => {
      const seen: string[] = [];
      for (const [file = '', of, , , status, , what = ''] of manifest) {
        if (of !== wire || status !== '200' || file.startsWith('pairs')) continue;
        const reader = readers[wire]();
        for (const event of eventsOf(file)) reader.add(event);
        const reply: ModelReply = reader.reply();
        seen.push(
          `${file}: ${reader.finished()} ${reply.finishReason} t${reply.text.length} r${reply.reasoning.length} c${reply.calls.length} ${reader.problem() ? `problem ${JSON.stringify(reader.problem()).slice(0, 120)}` : ''} | ${what.slice(0, 160)}`,
        );
      }
      console.log(seen.join('\n'));
      expect(seen.length).toBeGreaterThan(3);
    });
  }
});
