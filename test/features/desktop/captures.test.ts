// Screens and the clipboard, as each page may ask for them.

import { expect, test } from 'vitest';
import { noNative } from '../../../electron/ports/native.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';

test(
  cite('DESK-3', 'a page that is not the quick window gets no picture, no list of windows and no text'),
  async () => {
    const calls: string[] = [];
    const ask = (name: string) => async () => void calls.push(name);
    const app = await startTestApp({
      native: {
        ...noNative,
        desktop: {
          ...{ sources: ask('sources'), capture: ask('capture'), selection: ask('selection') },
          ...{ onEvent: () => () => {}, follow() {}, work() {} },
        } as never,
      },
    });
    for (const [method, params] of [
      ['desktop.sources', {}],
      ['desktop.capture', { sourceId: 'screen:1' }],
      ['desktop.selection', {}],
    ] as const) {
      const answer = await app.client.call(method, params);
      expect(answer).toMatchObject({ ok: false, error: { code: 'NOT_SUPPORTED' } });
    }
    expect(calls).toEqual([]);
  },
);
