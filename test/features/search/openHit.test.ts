// Going to a search hit: only the last request counts.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { revealMessage } from '../../../renderer/core/state/revealMessage.ts';
import type { Session } from '../../../renderer/core/state/session.ts';
import { createViewStore } from '../../../renderer/core/state/viewStore.ts';
import { openHit } from '../../../renderer/features/search/openHit.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import type { SearchHit } from '../../../shared/features/search/methods.ts';
import { cite } from '../../support/cite.ts';
import { pageMemory } from '../../support/scriptedHost.ts';

function shown() {
  const view = createViewStore(pageMemory());
  const said: string[] = [];
  const waiting: { id: string; resolve: (answer: Result<object>) => void }[] = [];
  const state = { id: 'c', state: {}, error: null, messageWindow: { messages: [] } };
  const goTo = (id: string): Promise<Result<object>> => new Promise((resolve) => waiting.push({ id, resolve }));
  const session = {
    view,
    conversation: { store: { getState: () => state, subscribe: () => () => {} }, goTo },
    actions: {
      show() {},
      report: ({ code }: { code: string }) => code !== 'CANCELLED' && said.push(code),
      call: async () => fail('INTERNAL', 'No.'),
    },
    toasts: { show() {} },
    panes: { paneFor: (pane: Session) => pane, focus() {} },
  } as unknown as Session;
  return { session, view, said, waiting };
}

const hit = (messageId: string): SearchHit => ({
  conversationId: 'c',
  projectId: 'p',
  title: '',
  messageId,
  role: 'tool',
  part: 'result',
  callIndex: 0,
  toolName: 'read_file',
  createdAt: '',
  place: 7,
  snippet: 'word',
  ranges: [[0, 4]],
});

/** The number of rendered frames. */
let frames = 0;

beforeEach(() => {
  frames = 0;
  vi.stubGlobal('document', { activeElement: null, querySelector: () => null });
  vi.stubGlobal('HTMLElement', class {});
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) =>
    setTimeout(() => {
      frames++;
      run();
    }),
  );
});
afterEach(() => vi.unstubAllGlobals());

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test(
  cite('UI-3', 'a record that was stepped past is not scrolled into view when its position arrives late'),
  async () => {
    const { session, view, said, waiting } = shown();
    const older = revealMessage(session, 'old');
    const newer = revealMessage(session, 'new');
    await turn();
    waiting.find(({ id }) => id === 'new')?.resolve(ok({}));
    expect(await newer).toBe(true);
    waiting.find(({ id }) => id === 'old')?.resolve(ok({}));
    expect(await older).toBe(false);
    expect(view.getState().reveal?.key).toBe('new');
    expect(said).toEqual([]);
  },
);

test('a canceled jump is silent, a failed one is reported', async () => {
  const { session, said, waiting } = shown();
  for (const code of ['CANCELLED', 'INTERNAL'] as const) {
    const going = revealMessage(session, 'x');
    await turn();
    waiting.pop()?.resolve(fail(code, 'No.'));
    expect(await going).toBe(false);
  }
  expect(said).toEqual(['INTERNAL']);
});

test(cite('UI-3', "stepping on opens only the last hit's viewer"), { tags: ['all'] }, async () => {
  const { session, view, waiting } = shown();
  const opened: string[] = [];
  view.subscribe(({ dialog }) => dialog?.type === 'output' && opened.push(dialog.messageId));
  const going: Promise<unknown>[] = [];
  for (const id of ['one', 'two', 'three']) {
    going.push(openHit(session, hit(id), 'word'));
    await turn();
    waiting.pop()?.resolve(ok({}));
    const before = frames;
    // It looks for its position on each frame, and keeps doing so.
    if (id !== 'three') await expect.poll(() => frames, { interval: 1 }).toBeGreaterThan(before + 2);
  }
  await Promise.all(going);
  expect(opened).toEqual(['three']);
});
