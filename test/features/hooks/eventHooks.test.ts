// Hooks outside of calls: messages, sessions, approvals, agents, compactions, notifications, ends.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp, type TestAppOptions } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { projectFolder } from '../../support/projectFolder.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { calling, type WrittenHook, writeHooks } from './hooksFile.ts';

async function open(hooks: WrittenHook[], options: TestAppOptions = {}) {
  const dataDir = path.join(tempFolder(), 'data');
  writeHooks(path.join(dataDir, 'hooks.json'), ...hooks);
  const folder = projectFolder({ 'a.txt': 'one\n' });
  const log = path.join(tempFolder(), 'seen');
  writeFileSync(log, '');
  const app = await startTestApp({
    dataDir,
    folder,
    settings: { approvalMode: 'reads' },
    otherwise: { text: 'Done.' },
    env: { SEEN: log },
    ...options,
  });
  const id = await app.start();
  const hookRecords = () => app.rows(id).filter((row) => row.role === 'system' && row.environment?.about === 'hook');
  const seen = () =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line): Record<string, unknown> => JSON.parse(line));
  const events = () => seen().map(({ hook_event_name: event }) => event);
  return { app, dataDir, folder, log, id, hookRecords, seen, events };
}

const note = 'cat >> "$SEEN"; echo >> "$SEEN"';

test(
  cite('HOOK-6', 'a hook of a message denies it or adds to it; a denied message is neither stored nor sent'),
  async () => {
    const deny = 'grep -q secret-plan && { echo "not that" >&2; exit 2; }; echo added-words; echo x > made.txt';
    const { app, folder, id, hookRecords } = await open([{ event: 'UserPromptSubmit', command: deny }]);
    await expect(app.call('run.send', { conversationId: id, text: 'The secret-plan.' })).rejects.toThrow(
      /HOOK_REFUSED.*not that/,
    );
    expect(await app.call('conversation.open', { conversationId: id })).toMatchObject({ messages: [] });
    expect(app.model.requests).toEqual([]);
    await app.turn(id, 'Hello.');
    const [request] = app.model.requests;
    expect(request?.text).toContain('added-words');
    expect(request?.text.indexOf('Hello.')).toBeLessThan(request?.text.indexOf('added-words') ?? 0);
    expect(hookRecords()).toMatchObject([{ details: { hooks: [{ event: 'UserPromptSubmit', outcome: 'said' }] } }]);
    expect(existsSync(path.join(folder, 'made.txt'))).toBe(true);
    const messageId = app.rows(id).find(({ role }) => role === 'user')?.id ?? '';
    const change = (target: { type: 'turn'; messageId: string } | { type: 'call'; messageId: string; index: number }) =>
      app.call('changes.apply', { conversationId: id, target, direction: 'undo' });
    await change({ type: 'turn', messageId });
    expect(existsSync(path.join(folder, 'made.txt'))).toBe(false);
    await app.turn(id, 'Another one.');
    expect(existsSync(path.join(folder, 'made.txt'))).toBe(true);
    await change({ type: 'call', messageId: hookRecords()[1]?.id ?? '', index: 0 });
    expect(existsSync(path.join(folder, 'made.txt'))).toBe(false);
  },
);

test(cite('HOOK-6', 'a message that is queued during a run has its hooks, too'), async () => {
  const command = 'grep -q denied && exit 2; echo queued-words';
  const { app, id, hookRecords } = await open([{ event: 'UserPromptSubmit', command }]);
  const gate = Promise.withResolvers<void>();
  app.model.push([{ until: gate.promise }, { text: 'An answer.' }]);
  const first = await app.call('run.send', { conversationId: id, text: 'First.' });
  expect(first).toMatchObject({ queued: false });
  await expect(app.call('run.send', { conversationId: id, text: 'A denied one.' })).rejects.toThrow('HOOK_REFUSED');
  expect(await app.call('run.send', { conversationId: id, text: 'Second.' })).toMatchObject({ queued: true });
  gate.resolve();
  await expect.poll(() => app.model.requests.length).toBe(2);
  expect(app.model.requests[1]?.text).toContain('Second.');
  expect(app.model.requests[1]?.text.split('queued-words')).toHaveLength(3);
  expect(app.model.requests[1]?.text).not.toContain('denied');
  expect(hookRecords()).toHaveLength(2);
});

test(
  cite('HOOK-6', 'a session starts once for a conversation, again after a restart, and ends with the app'),
  async () => {
    const hooks: WrittenHook[] = [
      { event: 'SessionStart', command: `${note}; echo started` },
      { event: 'SessionEnd', command: note },
    ];
    const { app, dataDir, folder, log, id, seen, hookRecords } = await open(hooks);
    await app.turn(id, 'One.');
    await app.turn(id, 'Two.');
    expect(seen()).toMatchObject([{ hook_event_name: 'SessionStart', source: 'startup', session_id: id }]);
    expect(hookRecords()).toHaveLength(1);
    expect(app.model.requests[0]?.text).toContain('started');
    await app.close();
    expect(seen()[1]).toMatchObject({ hook_event_name: 'SessionEnd', reason: 'other', session_id: id });
    const again = await startTestApp({ dataDir, folder, env: { SEEN: log }, otherwise: { text: 'Done.' } });
    await again.call('conversation.open', { conversationId: id });
    await again.turn(id, 'Three.');
    expect(seen()[2]).toMatchObject({ hook_event_name: 'SessionStart', source: 'resume' });
  },
);

test(
  cite('HOOK-6', 'a hook denies a call before the user is asked; it cannot allow one, and a prompt is a notification'),
  async () => {
    const decide =
      'case "$(cat)" in *b.txt*) behavior=deny;; *) behavior=allow;; esac; ' +
      'echo "{\\"hookSpecificOutput\\":{\\"decision\\":{\\"behavior\\":\\"$behavior\\",\\"message\\":\\"not b\\"}}}"';
    const { app, folder, id, seen } = await open([
      { event: 'PermissionRequest', matcher: 'Write', command: decide },
      { event: 'Notification', matcher: 'permission_prompt', command: note },
    ]);
    app.model.push(calling('write_file', { path: 'b.txt', content: 'b' }));
    await app.turn(id, 'Write b.');
    expect(app.rows(id).find(({ role }) => role === 'tool')).toMatchObject({
      outcome: 'denied',
      content: expect.stringContaining('not b'),
    });
    expect(seen()).toEqual([]);
    app.model.push(calling('write_file', { path: 'c.txt', content: 'c' }));
    await app.call('run.send', { conversationId: id, text: 'Write c.' });
    await app.event('call.waiting');
    await expect.poll(() => seen()).toMatchObject([{ notification_type: 'permission_prompt' }]);
    expect(existsSync(path.join(folder, 'c.txt'))).toBe(false);
    await app.call('run.stop', { conversationId: id });
  },
);

test(cite('HOOK-6', 'a failed call and a failed run have hooks; what the former adds reaches the model'), async () => {
  const { app, id, events } = await open([
    { event: 'PostToolUse', command: note },
    {
      event: 'PostToolUseFailure',
      command: `${note}; echo '{"hookSpecificOutput":{"additionalContext":"try another file"}}'`,
    },
    { event: 'StopFailure', command: note },
  ]);
  app.model.push(calling('read_file', { path: 'missing.txt' }));
  await app.turn(id, 'Read it.');
  expect(app.model.requests[1]?.text).toContain('try another file');
  expect(events()).toEqual(['PostToolUseFailure']);
  app.model.push({ status: 401, body: '{"error":{"message":"bad key"}}' });
  expect(await app.turn(id, 'Again.')).toBe('error');
  // The app waits for it.
  await app.close();
  expect(events()).toEqual(['PostToolUseFailure', 'StopFailure']);
});

test(cite('HOOK-6', 'an agent has hooks at its start and end, which can send it back'), async () => {
  const { app, id, seen } = await open(
    [
      { event: 'SubagentStart', command: `${note}; echo '{"hookSpecificOutput":{"additionalContext":"agent-words"}}'` },
      { event: 'SubagentStop', command: `${note}; [ -e again ] && exit 0; touch again; echo "check it" >&2; exit 2` },
      { event: 'Stop', matcher: '', command: note },
    ],
    { settings: { approvalMode: 'all' } },
  );
  app.model.push(calling('run_agent', { task: 'Look.', title: 'Looker' }));
  await app.turn(id, 'Let an agent look.');
  expect(seen()).toMatchObject([
    { hook_event_name: 'SubagentStart', agent_type: 'general-purpose' },
    { hook_event_name: 'SubagentStop', stop_hook_active: false },
    { hook_event_name: 'SubagentStop', stop_hook_active: true },
    { hook_event_name: 'Stop', session_id: id },
  ]);
  const texts = app.model.requests.map(({ text }) => text);
  expect(texts[1]).toContain('agent-words');
  expect(texts[2]).toContain('check it');
  expect(texts).toHaveLength(4);
});

test(cite('HOOK-6', 'a hook keeps the context from being compacted; others run after it was'), async () => {
  const hooks: WrittenHook[] = [
    { event: 'PreCompact', matcher: 'manual', command: '[ -e may ] || { echo "not now" >&2; exit 2; }' },
    { event: 'PostCompact', command: note },
    { event: 'SessionStart', matcher: 'compact', command: `${note}; echo after-summary` },
  ];
  const { app, folder, id, seen, hookRecords } = await open(hooks);
  for (let at = 0; at < 6; at++) {
    app.model.push({ text: `${at} ${'words '.repeat(400)}` });
    await app.turn(id, `Say ${at}.`);
  }
  const denied = await app.call('context.compact', { conversationId: id });
  expect(denied).toMatchObject({ result: 'failed' });
  expect(JSON.stringify(denied)).toContain('not now');
  writeFileSync(path.join(folder, 'may'), '');
  app.model.push({ text: 'A summary.' });
  expect(await app.call('context.compact', { conversationId: id })).toMatchObject({ result: 'done' });
  expect(seen()).toMatchObject([
    { hook_event_name: 'PostCompact', trigger: 'manual' },
    { hook_event_name: 'SessionStart', source: 'compact' },
  ]);
  expect(hookRecords()).toHaveLength(2);
  await app.call('run.send', { conversationId: id, text: 'Go on.' });
  await expect.poll(() => app.model.requests.at(-1)?.text).toContain('Go on.');
  expect(app.model.requests.at(-1)?.text).toContain('after-summary');
});
