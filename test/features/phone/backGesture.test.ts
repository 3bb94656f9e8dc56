// The back gesture of a phone closes what is open, one layer at a time, and then leaves the app.

import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createViewStore, type View } from '../../../renderer/core/state/viewStore.ts';
import { followBack } from '../../../renderer/features/phone/backGesture.ts';
import { cite } from '../../support/cite.ts';

const address = 'http://127.0.0.1:4817/#conversation=now';

/** A history like a browser's: it arrives later, and then names the entry's state. */
function createBrowser() {
  const entries: { state: unknown; url: string }[] = [{ state: null, url: address }];
  let at = 0;
  let listener: ((event: PopStateEvent) => void) | null = null;
  const arrivals: (() => void)[] = [];
  const go = (by: number): void =>
    void arrivals.push(() => {
      at += by;
      listener?.({ state: entries[at]?.state } as PopStateEvent);
    });
  const history = {
    get state() {
      return entries[at]?.state;
    },
    pushState(state: unknown, _: string, url: string) {
      entries.splice(at + 1);
      entries.push({ state, url });
      at++;
    },
    replaceState(state: unknown, _: string, url: string) {
      entries[at] = { state, url };
    },
    go,
  };
  const browser = {
    history,
    addEventListener: (_: string, added: (event: PopStateEvent) => void) => {
      listener = added;
    },
    removeEventListener: () => {
      listener = null;
    },
  } as unknown as Parameters<typeof followBack>[1];
  return {
    browser,
    /** Lets the browser arrive where it was sent. */
    arrive(): void {
      while (arrivals.length > 0) arrivals.shift()?.();
    },
    back(): void {
      go(-1);
      this.arrive();
    },
    /** Entries before this one: what the back gesture has left. */
    depth: () => at,
    url: () => entries[at]?.url,
  };
}

function open(initial: Partial<View>) {
  const view = createStore<View>(() => createViewStore({ get: () => null, set: () => {} }).getState());
  view.setState({ page: 'activity', ...initial });
  const page = createBrowser();
  const stop = followBack(view, page.browser, () => address);
  return { view, page, stop };
}

test(cite('REMOTE-4', 'back closes the dialog, then the panel, then returns to Activity, and then leaves'), () => {
  const { view, page } = open({});
  expect(page.depth()).toBe(0);
  view.setState({ page: 'chat' });
  view.setState({ sheet: 'panel' });
  view.setState({ dialog: { type: 'shortcuts' } });
  expect(page.depth()).toBe(3);
  page.back();
  expect(view.getState()).toMatchObject({ dialog: null, sheet: 'panel', page: 'chat' });
  page.back();
  expect(view.getState()).toMatchObject({ sheet: null, page: 'chat' });
  page.back();
  expect(view.getState()).toMatchObject({ page: 'activity' });
  expect(page.depth()).toBe(0);
});

test('what a button closes leaves no entry behind, also while the browser is still on its way', () => {
  const { view, page } = open({ page: 'chat' });
  view.setState({ dialog: { type: 'shortcuts' } });
  view.setState({ dialog: null });
  view.setState({ sheet: 'sidebar' });
  page.arrive();
  expect(page.depth()).toBe(2);
  view.setState({ sheet: null, page: 'activity' });
  page.arrive();
  expect(page.depth()).toBe(0);
});

test('an entry never brings back the address of another conversation', () => {
  const { view, page } = open({});
  view.setState({ page: 'chat' });
  page.browser.history.replaceState(page.browser.history.state, '', 'http://127.0.0.1:4817/#conversation=other');
  page.back();
  expect(page.url()).toBe(address);
});
