// Notifications: what the host shows through the system, and what it sends to windows about runs that are out of view.

import { expect, test } from 'vitest';
import { createDesktopNative } from '../../../electron/host/desktop/native.ts';
import { createNotices } from '../../../electron/host/desktop/notices.ts';
import type { AppEvent } from '../../../shared/contract.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { electronDouble } from '../../support/electronDouble.ts';

function desktop() {
  const double = electronDouble();
  const fronts: string[] = [];
  const window = new double.electron.BrowserWindow({});
  const native = createDesktopNative({
    ...double.electron,
    currentWindow: () => window,
    desktop: {
      notices: createNotices({ ...double.electron, platform: 'linux', toFront: () => fronts.push('front') } as never),
    },
  } as never);
  return { ...double, fronts, window, native };
}

test(cite('UI-11', 'a click on a notification brings the window to the front, then reports it, once'), async () => {
  const { native, notifications, fronts } = desktop();
  expect(
    await native.notify({ title: 'Garden', body: 'Done.', conversationId: 'c1', onClick: () => fronts.push('click') }),
  ).toBe(true);
  const [notice] = notifications;
  expect(notice?.options).toEqual({ title: 'Garden', body: 'Done.' });
  expect(notice?.did).toEqual(['show']);
  notice?.emit('click');
  expect(fronts).toEqual(['front', 'click']);
});

test('a system without notifications says so, and only a limited number is kept', async () => {
  const { native, notifications, notified } = desktop();
  for (let n = 0; n < 25; n++) await native.notify({ title: `${n}`, body: '', conversationId: 'c1', onClick() {} });
  expect(notifications.filter(({ did }) => did.includes('close')).map(({ options }) => options.title)).toEqual([
    '0',
    '1',
    '2',
    '3',
    '4',
  ]);
  notified.supported = false;
  expect(await native.notify({ title: '', body: '', conversationId: 'c1', onClick() {} })).toBe(false);
});

test(
  cite('UI-11', 'the icon shows the number of pending approvals; a window in the background requests attention'),
  async () => {
    const { native, app, window } = desktop();
    await native.badge(2);
    window.focused = true;
    await native.badge(3);
    await native.badge(0);
    expect(app.badges).toEqual([2, 3, 0]);
    expect(window.flashes).toEqual([true, false, false]);
  },
);

/** The events that windows receive about runs. */
async function told(app: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const from = app.events.length;
  await work();
  return app.events.slice(from).flatMap(({ event }) => {
    const { type } = event as AppEvent;
    return type === 'conversation.attention' ? [(event as AppEvent & { type: typeof type }).what] : [];
  });
}

test(
  cite('UI-11', 'every view is notified when a run asks, finishes or fails, and none when it is stopped'),
  async () => {
    const app = await startTestApp({
      replies: [
        { text: 'Hello.' },
        { calls: [{ name: 'run_command', arguments: { command: 'echo hi' } }] },
        { text: 'Said hi.' },
        { status: 400, body: { error: { message: 'no' } } },
      ] as never,
    });
    await app.call('app.open', {});
    const id = await app.start();
    expect(await told(app, () => app.turn(id, 'Hello'))).toEqual(['done']);
    const asked = await told(app, async () => {
      await app.call('run.send', { conversationId: id, text: 'Run it' });
      const { approval } = await app.event('call.waiting');
      const { approvalId } = approval;
      const from = app.events.length;
      await app.call('approval.answer', { conversationId: id, approvalId, decision: 'allow' });
      await app.event('run.ended', undefined, from);
    });
    expect(asked).toEqual(['approval', 'done']);
    expect(await told(app, () => app.turn(id, 'Once more'))).toEqual(['failed']);
  },
);

test('disabled notifications are never shown', async () => {
  const app = await startTestApp();
  await app.call('settings.update', { patch: { notifications: false } });
  const id = await app.start();
  expect(await app.call('native.notify', { title: 'a', body: 'b', conversationId: id })).toEqual({ shown: false });
  expect(await app.call('native.badge', { count: 1 })).toEqual({ shown: false });
});
