// Where toasts are, which of them are visible, and what removes them.

import { describe, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Around, toastPosition } from '../../renderer/app/useToastPosition.ts';
import type { ConnectionStatus } from '../../renderer/core/connection/connection.ts';
import type { AppView } from '../../renderer/core/state/appStore.ts';
import { createToastCauses, watchToasts } from '../../renderer/core/state/toastCauses.ts';
import { collapsedToasts, createToasts } from '../../renderer/core/state/toasts.ts';
import { fail, ok } from '../../shared/core/errors.ts';
import type { AppSnapshot } from '../../shared/features/start/methods.ts';

const window: Around = {
  sidebar: { left: 0, width: 264, top: 690 },
  field: { left: 350, width: 808, top: 680 },
  windowWidth: 1280,
  windowHeight: 800,
};

describe('toasts are shown', () => {
  test("above the sidebar's footer, within it", () => {
    expect(toastPosition(window)).toEqual({
      on: 'sidebar',
      position: { left: 8, bottom: 118, width: 248, maxHeight: 400 },
    });
  });

  test('without a sidebar above the field, at its left edge and no wider than it', () => {
    expect(toastPosition({ ...window, sidebar: null })).toEqual({
      on: 'field',
      position: { left: 350, bottom: 128, width: 352, maxHeight: 320 },
    });
    const narrow = toastPosition({ ...window, sidebar: null, field: { left: 0, width: 300, top: 680 } });
    expect(narrow.position.width).toBe(300);
  });

  test('in the corner if there is neither, never wider than the window', () => {
    const { on, position } = toastPosition({ sidebar: null, field: null, windowWidth: 300, windowHeight: 800 });
    expect(on).toBe(null);
    expect(position).toEqual({ left: 12, bottom: 12, width: 276, maxHeight: 400 });
  });
});

test('three are visible: the newest, and before them errors and pending ones; all are kept', () => {
  const toasts = createToasts();
  toasts.show({ tone: 'error', message: 'wrong' });
  toasts.show({ tone: 'info', message: 'waits', onDismiss: () => {} });
  for (const message of ['a', 'b', 'c']) toasts.show({ tone: 'info', message });
  const { visibleToasts } = toasts.store.getState();
  expect(visibleToasts).toHaveLength(5);
  expect(collapsedToasts(visibleToasts).map(({ message }) => message)).toEqual(['wrong', 'waits', 'c']);
});

function watched(ids: readonly string[], archived: readonly string[] = []) {
  const snapshot = (now: readonly string[], inArchive: readonly string[]): AppSnapshot =>
    ({ conversations: now.map((id) => ({ id, archived: inArchive.includes(id) })) }) as unknown as AppSnapshot;
  const toasts = createToasts();
  const store = createStore<AppView>(() => ({ snapshot: snapshot(ids, archived), error: null }));
  const status = createStore<ConnectionStatus>(() => ({ kind: 'open' }));
  watchToasts(toasts, { store, reload: async () => {} }, { status });
  return {
    toasts,
    status,
    become: (now: readonly string[], inArchive: readonly string[] = []) =>
      store.setState({ snapshot: snapshot(now, inArchive) }),
    messages: () => toasts.store.getState().visibleToasts.map(({ message }) => message),
  };
}

describe('a toast disappears', () => {
  test('with its conversation, and not before', () => {
    const { toasts, become, messages } = watched(['a', 'b']);
    toasts.show({ tone: 'error', message: 'of a', about: 'a' });
    toasts.show({ tone: 'error', message: 'of one that is in no list', about: 'agent' });
    become(['a']);
    expect(messages()).toHaveLength(2);
    become([]);
    expect(messages()).toEqual(['of one that is in no list']);
  });

  test('when its statement is no longer true; before the app knows, it stays', () => {
    const { toasts, become, messages } = watched(['a']);
    const isGone = ({ conversations }: AppSnapshot): boolean => !conversations.some(({ id }) => id === 'a');
    toasts.show({ tone: 'info', message: 'deleted', while: isGone });
    become(['a']);
    expect(messages()).toEqual(['deleted']);
    become([]);
    expect(messages()).toEqual(['deleted']);
    become(['a']);
    expect(messages()).toEqual([]);
  });

  test('when the failed call succeeds, whatever its text; another call changes nothing', async () => {
    const { toasts, messages } = watched([]);
    let works = false;
    const causes = createToastCauses(
      (async () => (works ? ok({}) : fail('STORE_WRITE_FAILED', 'no'))) as never,
      toasts,
    );
    const send = (text: string, conversationId = 'a') => causes.call('run.send', { conversationId, text } as never);
    const failed = await send('one');
    if (failed.ok) throw new Error('it worked');
    toasts.show({ tone: 'error', message: 'not sent', ...causes.of(failed.error) });
    works = true;
    await send('two', 'b');
    await causes.call('run.stop', { conversationId: 'a' });
    expect(messages()).toEqual(['not sent']);
    await send('two');
    expect(messages()).toEqual([]);
  });

  test('when the connection that it mentions is back', async () => {
    const { toasts, status, messages } = watched([]);
    const causes = createToastCauses((async () => fail('CONNECTION_CLOSED', 'away')) as never, toasts);
    const failed = await causes.call('run.stop', { conversationId: 'a' });
    if (failed.ok) throw new Error('it worked');
    status.setState({ kind: 'reconnecting', attempt: 1 }, true);
    toasts.show({ tone: 'error', message: 'away', ...causes.of(failed.error) });
    toasts.show({ tone: 'error', message: 'something else' });
    status.setState({ kind: 'open' }, true);
    expect(messages()).toEqual(['something else']);
  });
});
