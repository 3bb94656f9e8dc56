// Notifications that answer: exactly the prompt that they show, once, and nothing that must be read in the window.

import { expect, test } from 'vitest';
import { createNotices } from '../../../electron/host/desktop/notices.ts';
import { type NativeNotice, noNative } from '../../../electron/ports/native.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { electronDouble } from '../../support/electronDouble.ts';

const labels = { allow: 'Allow once', deny: 'Deny', reply: 'Answer' };

function desktopThatNotifies() {
  const notices: NativeNotice[] = [];
  const fronts: string[] = [];
  const native = {
    ...noNative,
    desktop: {
      toFront: () => fronts.push('front'),
      onEvent: () => () => {},
      follow() {},
      work() {},
      opened() {},
    } as never,
    notify: async (notice: NativeNotice) => notices.push(notice) > 0,
  };
  return { notices, fronts, native };
}

const call = (name: string, args: object, id = 'c') => ({ id, name, arguments: JSON.stringify(args) });

/** A run that waits for this command, and its notification. */
async function asks(command: string, patch: Record<string, unknown> = { noticeContent: true }) {
  const { notices, fronts, native } = desktopThatNotifies();
  const app = await startTestApp({ native, settings: { approvalMode: 'ask' } });
  await app.call('settings.update', { patch });
  await app.call('app.open', {});
  const id = await app.start();
  app.model.push({ calls: [call('run_command', { command })] }, { text: 'ok' });
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'go' });
  await app.event('call.waiting', undefined, from);
  await app.call('native.notify', { title: 'Garden', body: 'Needs your approval.', conversationId: id, labels });
  const notice = notices[0] as NativeNotice;
  const press = (label: string): void => notice.actions?.find((action) => action.label === label)?.run();
  return { app, id, from, notice, press, fronts };
}

const labelsOf = ({ actions }: NativeNotice) => actions?.map(({ label }) => label);
const results = (app: TestApp, id: string) => app.rows(id).filter((row) => row.role === 'tool');
test(cite('UI-11', 'a notification shows the exact command, and allows it once'), async () => {
  const { app, id, from, notice, press, fronts } = await asks('echo hi');
  expect(notice.body).toBe('$ echo hi');
  expect(labelsOf(notice)).toEqual(['Allow once', 'Deny']);
  press('Allow once');
  await app.event('run.ended', undefined, from);
  expect(results(app, id)).toMatchObject([{ content: expect.stringContaining('hi') }]);
  expect(fronts).toEqual([]);
  // Late, and twice: it reaches nothing, and the window shows what became of it.
  press('Deny');
  expect(results(app, id)).toHaveLength(1);
  expect(fronts).toEqual(['front']);
  await expect.poll(() => app.events.slice(from).some(({ event }) => event.type === 'window.show')).toBe(true);
});

test(cite('UI-11', 'a prompt that was answered in the window is not answered again by its notification'), async () => {
  const { app, id, from, press, fronts } = await asks('echo hi');
  const { approval } = await app.event('call.waiting', undefined, from);
  await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'deny' });
  await app.event('run.ended', undefined, from);
  press('Allow once');
  expect(results(app, id)).toMatchObject([{ content: expect.not.stringContaining('hi\n') }]);
  expect(fronts).toEqual(['front']);
});

test.each([
  ['dangerous', 'rm -rf ~/things'],
  ['hidden characters', 'echo \u202Eevil'],
  ['several lines', 'echo one\necho two'],
  ['read as markup by Linux', 'echo <b>one</b> && two'],
  ['too long to be read there', `echo ${'x'.repeat(300)}`],
])(cite('UI-11', 'what is %s can be denied or opened, never allowed from its notification'), async (_why, command) => {
  const { notice, app, id, from, press } = await asks(command);
  expect(labelsOf(notice)).toEqual(['Deny']);
  expect(notice.body.length).toBeLessThanOrEqual(160);
  expect(notice.body).not.toMatch(/[\u202E\n]/);
  press('Deny');
  await app.event('run.ended', undefined, from);
  expect(results(app, id)).toHaveLength(1);
});

test(cite('UI-11', 'several prompts, or content that was not turned on, are only announced'), async () => {
  const { notices, native } = desktopThatNotifies();
  const app = await startTestApp({ native, settings: { approvalMode: 'ask' } });
  const id = await app.start();
  app.model.push({ calls: ['a', 'b'].map((name) => call('read_file', { path: name }, name)) }, { text: 'ok' });
  await app.call('settings.update', { patch: { noticeContent: true } });
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'go' });
  // In either order.
  for (const index of [0, 1]) await app.event('call.waiting', ({ approval }) => approval.index === index, from);
  await app.call('native.notify', { title: 'T', body: 'Needs your approval.', conversationId: id, labels });
  expect(notices[0]).toMatchObject({ body: 'Needs your approval.' });
  expect(notices[0]?.actions).toBeUndefined();
  const quiet = await asks('echo secret', {});
  expect(quiet.notice.body).toBe('Needs your approval.');
  expect(quiet.notice.actions).toBeUndefined();
});

test(cite('UI-11', 'a question is answered in its notification where it has one field for text'), async () => {
  const { notices, native, fronts } = desktopThatNotifies();
  const app = await startTestApp({ native });
  await app.call('settings.update', { patch: { noticeContent: true } });
  const id = await app.start();
  const ask = async (questions: unknown[]): Promise<NativeNotice> => {
    const from = app.events.length;
    app.model.push({ calls: [call('ask_user', { questions }, String(from))] }, { text: 'Thanks.' });
    await app.call('run.send', { conversationId: id, text: 'go' });
    await app.event('call.asking', undefined, from);
    await app.call('native.notify', { title: 'T', body: 'Has a question for you.', conversationId: id, labels });
    return notices.at(-1) as NativeNotice;
  };
  const from = app.events.length;
  const notice = await ask([{ question: 'What is its name?' }]);
  expect([notice.body, notice.reply?.label]).toEqual(['What is its name?', 'Answer']);
  notice.reply?.send('Rose');
  await app.event('run.ended', undefined, from);
  expect(results(app, id)[0]).toMatchObject({ content: expect.stringContaining('Rose') });
  notice.reply?.send('Tulip');
  expect(fronts).toEqual(['front']);
  const two = await ask([{ question: 'First?' }, { question: 'Second?' }]);
  expect(two.reply).toBeUndefined();
});

test(cite('UI-11', 'the first answer counts, and a notification goes when nothing waits there any more'), () => {
  const { electron, notifications } = electronDouble();
  const did: string[] = [];
  const notices = createNotices({ ...electron, platform: 'linux', toFront: () => did.push('front') } as never);
  const show = (conversationId: string): void =>
    void notices.show({
      title: 't',
      body: 'b',
      conversationId,
      onClick: () => did.push('click'),
      actions: ['allow', 'deny'].map((label) => ({ label, run: () => did.push(label) })),
      reply: { label: 'Answer', send: (text) => did.push(text) },
    });
  show('a');
  const [first] = notifications;
  expect(first?.options).toMatchObject({
    actions: [
      { type: 'button', text: 'allow' },
      { type: 'button', text: 'deny' },
    ],
    hasReply: true,
  });
  first?.emit('action', { actionIndex: 7 }, 7);
  first?.emit('action', { actionIndex: 1 }, 1);
  first?.emit('action', { actionIndex: 0 }, 0);
  first?.emit('click');
  first?.emit('reply', { reply: 'hi' });
  expect(did).toEqual(['deny']);
  show('b');
  show('c');
  notices.withdraw((id) => id === 'c');
  expect(notifications.map((each) => each.did)).toEqual([['show', 'close'], ['show', 'close'], ['show']]);
  // Electron 25 has no details.
  notifications[2]?.emit('action', {}, 0);
  expect(did).toEqual(['deny', 'allow']);
});

test(
  cite('UI-11', 'Linux reads markup in notifications, so it gets none; other systems show the text as it is'),
  () => {
    const bodyOn = (platform: NodeJS.Platform): string | undefined => {
      const { electron, notifications } = electronDouble();
      const notices = createNotices({ ...electron, platform, toFront() {} } as never);
      notices.show({ title: 't', body: '$ a <b>&amp;</b>', conversationId: 'c', onClick() {} });
      return notifications[0]?.options.body;
    };
    expect(bodyOn('linux')).toBe('$ a &lt;b&gt;&amp;amp;&lt;/b&gt;');
    expect(bodyOn('win32')).toBe('$ a <b>&amp;</b>');
  },
);
