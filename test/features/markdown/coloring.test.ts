// Code keeps the right colors on a slow machine, and gets them after the worker's file failed to load.

import { afterEach, expect, test, vi } from 'vitest';
import type { ColorAnswer, ColorRequest } from '../../../renderer/features/markdown/highlighter.ts';
import { createHighlighter } from '../../../renderer/features/markdown/highlighter.ts';
import { cite } from '../../support/cite.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a line is colored to its end, however slow the machine', async () => {
  let color: (event: { data: ColorRequest }) => void = () => {};
  const answer = new Promise<ColorAnswer>((resolve) => {
    vi.stubGlobal('addEventListener', (_type: string, listener: typeof color) => {
      color = listener;
    });
    vi.stubGlobal('postMessage', resolve);
  });
  await import('../../../renderer/features/markdown/colorWorker.ts');
  // Every look at the clock is a second later.
  let now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => {
    now += 1000;
    return now;
  });
  const text = "export const total = sum([1, 2], 'all');\n";
  color({ data: { id: 1, chain: 1, language: 'javascript', text } });
  const { lines } = await answer;
  const [line = []] = lines ?? [];
  expect(line.map((token) => token.text).join('')).toBe(text.trimEnd());
  const colorOf = (part: string): string | undefined => line.find((token) => token.text.includes(part))?.color;
  expect(colorOf('export')).toContain('keyword');
  expect(colorOf('total')).not.toBe(colorOf('export'));
  expect(colorOf('all')).toContain('string');
});

/** Workers that only load while `isServed`. */
function workers() {
  const state = { isServed: false, started: 0 };
  const startWorker = (): Worker => {
    state.started++;
    const listeners = new Map<string, (event: unknown) => void>();
    const isServed = state.isServed;
    if (!isServed) queueMicrotask(() => listeners.get('error')?.({}));
    const worker = {
      addEventListener(type: string, listener: (event: unknown) => void) {
        listeners.set(type, listener);
      },
      postMessage({ id, text }: ColorRequest) {
        if (isServed) queueMicrotask(() => listeners.get('message')?.({ data: { id, lines: [[{ text }]] } }));
      },
      terminate() {},
    };
    return worker as unknown as Worker;
  };
  return { state, startWorker };
}

test(cite('UI-10', 'code is colored once the worker loads again'), async () => {
  const { state, startWorker } = workers();
  let connected = (): void => {};
  const highlighter = createHighlighter({
    startWorker,
    onConnected(listener) {
      connected = listener;
    },
  });
  const first = highlighter.start('js')?.next('a\n');
  await Promise.resolve();
  expect(state.started).toBe(1);
  state.isServed = true;
  connected();
  expect(await first).toEqual([[{ text: 'a\n' }]]);
  expect(await highlighter.start('js')?.next('b\n')).toEqual([[{ text: 'b\n' }]]);
  expect(state.started).toBe(2);
});

test('a worker that never loads leaves code plain', async () => {
  const { startWorker } = workers();
  let connected = (): void => {};
  const highlighter = createHighlighter({
    startWorker,
    onConnected(listener) {
      connected = listener;
    },
  });
  const first = highlighter.start('js')?.next('a\n');
  for (let tries = 0; tries < 3; tries++) {
    await Promise.resolve();
    connected();
  }
  expect(await first).toBeNull();
});
