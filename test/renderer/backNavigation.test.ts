// The way back from a call that the user jumped to: how long it lasts, and what uses it.

import { describe, expect, test } from 'vitest';
import { backKeyAction, type FocusTarget } from '../../renderer/features/chat/BackPill.tsx';
import { cite } from '../support/cite.ts';
import { conversationFixture, joinSession, settled, snapshotFixture } from '../support/scriptedHost.ts';

/** An element by its parents and itself. */
function at(within: string, own = ''): FocusTarget {
  return {
    closest: (selector: string) => (selector.includes(within) ? ({} as Element) : null),
    matches: (selector: string) => own !== '' && selector.includes(own),
  } as FocusTarget;
}

const press = (key: string, change: { isComposing?: boolean; defaultPrevented?: boolean } = {}) => ({
  key,
  keyCode: 0,
  isComposing: false,
  defaultPrevented: false,
  ...change,
});

describe('Escape', () => {
  test.each([
    ['Escape', at('[role="log"]'), 'back'],
    ['ArrowDown', at('[role="log"]'), null],
    ['j', at('[role="log"]'), null],
    // An edited message and an approval card: both are in the transcript, and contain text fields.
    ['Escape', at('[role="log"]', 'textarea'), 'end'],
    // Our own list, which Escape closes.
    ['Escape', at('[role="log"]', '[role="combobox"]'), 'end'],
    ['a', at('[data-composer]', 'textarea'), 'end'],
    ['Escape', at('[data-composer]', 'textarea'), 'end'],
    ['Escape', at('[role="dialog"]'), null],
    ['Escape', at('[role="menu"]'), null],
    ['Escape', at('nowhere', 'body'), null],
    ['Shift', at('[data-composer]', 'textarea'), null],
  ] as const)('%s', (key, target, step) => expect(backKeyAction(press(key), target)).toBe(step));

  test('goes nowhere during composition, or if something nearer handled it', () => {
    const log = at('[role="log"]');
    expect(backKeyAction(press('Escape', { isComposing: true }), log)).toBeNull();
    expect(backKeyAction(press('Escape', { defaultPrevented: true }), log)).toBeNull();
  });
});

describe('a way back', () => {
  async function gone() {
    const state = (id: string) => conversationFixture({ conversationId: id });
    const joined = joinSession({
      snapshot: snapshotFixture(),
      answers: { 'conversation.open': async ({ conversationId }: { conversationId: string }) => state(conversationId) },
    } as never);
    await settled();
    const { session } = joined;
    session.actions.show('c1');
    session.view.setState({ page: 'chains' });
    session.wayBack.start('chains', 'c2');
    session.actions.show('c2');
    await settled();
    return session;
  }

  test(cite('UI-2', "exists at the jump's target, and is the only one"), async () => {
    const { wayBack } = await gone();
    expect(wayBack.store.getState().way).toEqual({ to: 'chains', conversationId: 'c2' });
    wayBack.start('search', 'c2');
    expect(wayBack.store.getState().way?.to).toBe('search');
  });

  test.each([
    ['another conversation', (session: Awaited<ReturnType<typeof gone>>) => session.actions.show('c3')],
    ['a new chat', (session: Awaited<ReturnType<typeof gone>>) => session.actions.newChat()],
    ['another page', (session: Awaited<ReturnType<typeof gone>>) => session.view.setState({ page: 'search' })],
  ])('ends with %s', async (_, go) => {
    const session = await gone();
    go(session);
    expect(session.wayBack.store.getState().way).toBeNull();
  });
});
