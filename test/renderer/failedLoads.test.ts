// Window code that fails to load: why, and what helps.

import { describe, expect, test } from 'vitest';
import { createFailedLoads, createPageReloader } from '../../renderer/core/state/failedLoads.ts';
import { createToasts, type Toast } from '../../renderer/core/state/toasts.ts';
import { strings } from '../../renderer/core/strings.ts';
import { cite } from '../support/cite.ts';

const words = strings.ui.lost;

/** A page loaded with one script, and its URL's current response. */
function opened(answer: () => Promise<Response>) {
  const done: string[] = [];
  const page = { querySelectorAll: () => [{ getAttribute: () => '/assets/index-old.js' }] };
  const at = { pathname: '/', search: '', reload: () => done.push('reload') };
  const door = createPageReloader(page as never, answer as never, at as never);
  const toasts = createToasts();
  const lost = createFailedLoads(door, { flush: () => done.push('flush') }, toasts);
  return { lost, done, said: (): Toast[] => toasts.store.getState().visibleToasts };
}

const pageWith = (script: string) => async () => new Response(`<script type="module" src="${script}"></script>`);

describe('a part whose code fails to load', () => {
  test(cite('UI-10', 'after an update is reported, and reloading keeps the draft'), async () => {
    const { lost, done, said } = opened(pageWith('/assets/index-new.js'));
    await lost.tell(() => done.push('again'));
    const [toast] = said();
    expect(toast).toMatchObject({ message: words.updated, stays: true, tone: 'info' });
    expect(toast?.action?.label).toBe(words.loadAgain);
    toast?.action?.run();
    expect(done).toEqual(['flush', 'reload']);
  });

  test.each([
    ['the host is away', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the host refuses', async () => new Response('no', { status: 403 })],
  ] as const)('is requested again if %s', async (_, answer) => {
    const { lost, done, said } = opened(answer as () => Promise<Response>);
    expect(await lost.why()).toBe('away');
    await lost.tell(() => done.push('again'));
    expect(said()[0]).toMatchObject({ message: words.away, stays: true });
    said()[0]?.action?.run();
    expect(done).toEqual(['again']);
  });

  test('a browser may cache the failure: with a responding host the page reloads', async () => {
    const { lost, done, said } = opened(pageWith('/assets/index-old.js'));
    await lost.tell(() => done.push('again'));
    expect(said()[0]).toMatchObject({ message: words.failed, action: { label: words.loadAgain } });
    said()[0]?.action?.run();
    expect(done).toEqual(['flush', 'reload']);
  });
});
