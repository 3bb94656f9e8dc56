// Commands that open a menu of the composer, where there is no composer or its menu is hidden.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openControl, openModelMenu } from '../../renderer/core/commands/openControl.ts';
import { joinSession, snapshotFixture } from '../support/scriptedHost.ts';

const buttons = new Map<string, { focus: () => void }>();

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => then());
  vi.stubGlobal('document', { querySelector: (selector: string) => buttons.get(selector) ?? null });
});
afterEach(() => {
  buttons.clear();
  vi.unstubAllGlobals();
});

const fresh = () => joinSession({ snapshot: snapshotFixture() }).session;

test('with a composer, the page opens at its model', () => {
  const focus = vi.fn();
  buttons.set('[data-control="model"]', { focus });
  const session = fresh();
  session.view.setState({ page: 'search' });
  openModelMenu(session, 'options');
  expect(focus).toHaveBeenCalled();
  expect(session.view.getState()).toMatchObject({ page: 'chat', modelMenu: 'options', dialog: null });
});

test.each([
  ['models', 'model'],
  ['options', 'model'],
  ['preset', 'presets'],
] as const)('without one, %s are in the settings, and no menu waits to open', (page, section) => {
  const session = fresh();
  openModelMenu(session, page);
  expect(session.view.getState()).toMatchObject({ modelMenu: null, dialog: { type: 'settings', section } });
});

test('a hidden menu has a replacement', () => {
  const otherwise = vi.fn();
  openControl(fresh(), 'folder', otherwise);
  expect(otherwise).toHaveBeenCalledOnce();
});
