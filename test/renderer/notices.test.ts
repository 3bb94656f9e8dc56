// Notices on the page: how many, which ones stay, and which are about a server.

import { describe, expect, test } from 'vitest';
import { addedMessages, serverOf } from '../../renderer/app/useNotices.ts';
import { applyAppEvent } from '../../renderer/core/state/appStore.ts';
import { createToasts } from '../../renderer/core/state/toasts.ts';
import type { AppSnapshot } from '../../shared/features/start/methods.ts';
import { cite } from '../support/cite.ts';

describe('notices on the page', () => {
  test('are at most twenty, each text once; errors are the last to be dropped', () => {
    const toasts = createToasts();
    const shown = (): string[] => toasts.store.getState().visibleToasts.map(({ message }) => message);
    const many = (tone: 'info' | 'error', name: string): void => {
      for (let n = 0; n < 20; n++) toasts.show({ tone, message: `${name}${n}` });
    };
    toasts.show({ tone: 'error', message: 'wrong' });
    for (const message of ['a', 'b', 'b', 'c']) toasts.show({ tone: 'info', message });
    expect(shown()).toEqual(['wrong', 'a', 'b', 'c']);
    many('info', 'n');
    expect(shown()).toHaveLength(20);
    expect(shown()).toContain('wrong');
    expect(shown()).not.toContain('a');
    many('error', 'w');
    expect(shown().every((message) => message.startsWith('w'))).toBe(true);
  });

  test(cite('AGENT-4', 'with the same text about two things keep both offers; a repeated failure offers once'), () => {
    const toasts = createToasts();
    const done: string[] = [];
    const show = (tone: 'info' | 'error', what: string): number =>
      toasts.show({ tone, message: 'the same', action: { label: 'Do', run: () => done.push(what) } });
    show('info', 'A');
    show('info', 'B');
    for (const { action } of toasts.store.getState().visibleToasts) action?.run();
    expect(done).toEqual(['A', 'B']);
    show('error', 'C');
    show('error', 'D');
    const failures = toasts.store.getState().visibleToasts.filter(({ tone }) => tone === 'error');
    for (const { action } of failures) action?.run();
    expect(done).toEqual(['A', 'B', 'D']);
  });

  test('about a server name it in full, even if one name starts with another', () => {
    const servers = [{ name: 'git' }, { name: 'git hub' }];
    expect(serverOf('The MCP server git hub is still starting; its tools come later.', servers)).toBe('git hub');
    expect(serverOf('The MCP server git is not available: ended', servers)).toBe('git');
    expect(serverOf('The MCP server other is not there', servers)).toBeNull();
  });

  test('are shown once each, even if a fresh snapshot starts their list again', () => {
    expect(addedMessages([], ['a', 'b'])).toEqual(['a', 'b']);
    expect(addedMessages(['a'], ['a', 'a'])).toEqual(['a']);
    expect(addedMessages(['a', 'b'], ['a'])).toEqual([]);
    expect(addedMessages(['a'], ['b'])).toEqual(['b']);
    expect(addedMessages(['a'], [])).toEqual([]);
  });

  test('are news or errors, as the host says', () => {
    const state = { seq: 0, notices: [], news: [] } as unknown as AppSnapshot;
    const told = applyAppEvent(state, 1, { type: 'notice', message: 'starting', tone: 'info' });
    const after = applyAppEvent(told, 2, { type: 'notice', message: 'disk full' });
    expect([after.news, after.notices]).toEqual([['starting'], ['disk full']]);
  });
});
