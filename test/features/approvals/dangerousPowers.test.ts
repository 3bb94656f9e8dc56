// What a session alone cannot do: each dangerous permission over the contract of a whole app, with and without the
// user.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Confirm, Power } from '../../../electron/ports/confirm.ts';
import type { MethodName, ParamsOf } from '../../../shared/contract.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';

/** A user who sees every question, and says no until `yes`. */
function person() {
  const asked: Power[] = [];
  const state = { yes: false };
  const confirm: Confirm = {
    require(power) {
      asked.push(power);
      return state.yes ? ok(undefined) : fail('CONFIRMATION_NEEDED', 'Not confirmed.');
    },
    answer: async () => ok(undefined),
  };
  return { asked, state, confirm };
}

type Call = { [M in MethodName]: [M, ParamsOf<M>] }[MethodName];

test(
  cite(
    ['SEC-8', 'APPROVE-1'],
    'a session alone cannot turn off approvals or add a server; confirmed by the user, it can',
  ),
  async () => {
    const { asked, state, confirm } = person();
    const app = await startTestApp({ confirm });
    const conversationId = await app.start();
    const server = { origin: { type: 'global' as const }, name: 'files' };
    const grave: [Call, RegExp][] = [
      [['settings.update', { patch: { approvalMode: 'all' } }], /every tool run without asking in every conversation/],
      [
        ['conversation.configure', { conversationId, approvalMode: 'all' }],
        /every tool run .* in an untitled conversation/,
      ],
      [
        [
          'permission.add',
          { effect: 'allow', match: { tool: 'run_command', command: ['npm'] }, scope: { type: 'always' } },
        ],
        /commands that start with .*npm.*everywhere/,
      ],
      [
        [
          'mcp.save',
          { server, configuration: '{"env":{"API_TOKEN":"hush-hush"},"command":"node","args":["evil.js"]}' },
        ],
        /^Save this MCP server and let it run: “files” .*"API_TOKEN": "\[hidden\]".*node.*evil\.js/,
      ],
    ];
    for (const [[method, params], words] of grave) {
      const before = asked.length;
      expect(await app.client.call(method, params as never), method).toMatchObject({
        ok: false,
        error: { code: 'CONFIRMATION_NEEDED' },
      });
      const whole = asked.slice(before).map(({ sentence, each = [] }) => [sentence, ...each].join(' '));
      expect(whole.map((text) => text.replace(/\s+/g, ' '))).toEqual([expect.stringMatching(words)]);
    }
    const snapshot = await app.call('app.open', {});
    expect(snapshot.settings.approvalMode).toBe('reads');
    expect((await app.call('permission.list', {})).rules).toEqual([]);
    expect((await app.call('mcp.list', {})).servers).toEqual([]);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(grave.length);

    state.yes = true;
    for (const [[method, params]] of grave)
      expect((await app.client.call(method, params as never)).ok, method).toBe(true);
  },
);

test(
  cite('SEC-8', 'a default of never asking does not carry over: choosing it for one conversation asks'),
  async () => {
    const { asked, state, confirm } = person();
    const app = await startTestApp({ confirm });
    state.yes = true;
    await app.call('settings.update', { patch: { approvalMode: 'all' } });
    state.yes = false;
    const conversationId = await app.start();
    const wanted = { conversationId, approvalMode: 'all' as const };
    expect(await app.client.call('conversation.configure', wanted)).toMatchObject({ ok: false });
    state.yes = true;
    await app.call('conversation.configure', wanted);
    const before = asked.length;
    state.yes = false;
    await app.call('conversation.configure', wanted);
    expect(asked).toHaveLength(before);
  },
);

test(cite('SEC-8', 'harmless actions need no confirmation'), async () => {
  const { asked, confirm } = person();
  const app = await startTestApp({ confirm });
  const conversationId = await app.start();
  const match = { tool: 'run_command', command: ['npm', 'test'] };
  await app.call('settings.update', { patch: { approvalMode: 'reads', theme: 'dark' } });
  await app.call('conversation.configure', { conversationId, approvalMode: 'ask' });
  await app.call('permission.add', { effect: 'deny', match, scope: { type: 'always' } });
  const { projects } = await app.call('app.open', {});
  const projectId = projects.find(({ folder }) => folder === app.folder)?.id ?? '';
  await app.call('permission.add', { effect: 'allow', match, scope: { type: 'project', projectId } });
  expect(asked).toEqual([]);
});

test(cite('SEC-8', 'a rule removed in a window can be restored only by that window'), async () => {
  const { asked, state, confirm } = person();
  const app = await startTestApp({ confirm });
  const rule = {
    effect: 'allow' as const,
    match: { tool: 'run_command', command: ['npm', 'test'] },
    scope: { type: 'always' as const },
  };
  state.yes = true;
  const added = await app.call('permission.add', rule);
  state.yes = false;
  await app.call('permission.remove', { ruleId: added.id });
  expect((await app.connect().call('permission.add', rule)).ok).toBe(false);
  const before = asked.length;
  const again = await app.call('permission.add', rule);
  expect(asked).toHaveLength(before);
  await app.call('permission.remove', { ruleId: again.id });
  await app.call('permission.add', rule);
  expect(
    (await app.client.call('permission.add', { ...rule, match: { tool: 'run_command', command: ['npm'] } })).ok,
  ).toBe(false);
});

test(cite('SEC-8', 'an answer that applies everywhere waits for the user; a one-time answer does not'), async () => {
  const { asked, state, confirm } = person();
  const command = JSON.stringify({ command: 'touch made.txt' });
  const app = await startTestApp({
    confirm,
    replies: [{ calls: [{ name: 'run_command', arguments: command }] }, { text: 'done' }],
  });
  const conversationId = await app.start();
  const ended = app.turn(conversationId, 'go');
  const { approval: request } = await app.event('call.waiting');
  const answer = { conversationId, approvalId: request.approvalId, decision: 'allow' as const };
  const always = { ...answer, remember: { offer: 0, scope: 'always' as const } };
  expect(await app.client.call('approval.answer', always)).toMatchObject({ error: { code: 'CONFIRMATION_NEEDED' } });
  expect(asked).toHaveLength(1);
  expect((await app.call('permission.list', {})).rules).toEqual([]);
  // The approval is still open, and is answered after the user agreed.
  state.yes = true;
  await app.call('approval.answer', always);
  await ended;
  const { rules } = await app.call('permission.list', {});
  expect(rules).toHaveLength(1);
  // Removed and restored, it reaches as far as before, and no further.
  for (const { rule } of rules) {
    const { id, effect, match, scope, origin } = rule;
    await app.call('permission.remove', { ruleId: id });
    await app.call('permission.add', { effect, match, scope });
    expect(origin.type).toBe('answer');
    expect((await app.call('permission.list', {})).rules[0]?.rule.origin).toEqual(origin);
  }
});

test(cite(['SEC-8', 'SEC-6'], 'a stored key goes only to the address it was entered for'), async () => {
  const heads: (string | undefined)[] = [];
  const stranger = createServer((request, response) => {
    heads.push(request.headers.authorization);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":"m"}]}');
  });
  await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done));
  onTestFinished(() => void stranger.close());
  const evil = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/v1`;
  const app = await startTestApp();
  const saved = await app.call('provider.save', { id: null, name: 'Mine', baseUrl: app.model.url });
  await app.call('provider.setKey', { provider: saved.id, key: 'sk-kept-0123456789' });
  expect(await app.client.call('provider.test', { provider: saved.id, baseUrl: evil, key: '' })).toMatchObject({
    error: { code: 'SETTINGS_INVALID' },
  });
  const patch = { providers: [{ id: saved.id, name: 'Mine', kind: 'openai', baseUrl: evil }] };
  expect((await app.client.call('settings.update', { patch })).ok).toBe(false);
  // Another path on the same server is not another address.
  const moved = await app.call('provider.save', { id: saved.id, name: 'Mine', baseUrl: `${app.model.url}/more` });
  expect(moved.key).toBe('memory');
  const sent = await app.call('provider.save', { id: saved.id, name: 'Mine', baseUrl: evil });
  expect(sent.key).not.toBe('memory');
  await app.call('provider.models', { provider: saved.id });
  expect(heads).not.toEqual([]);
  expect(heads.join()).not.toContain('sk-kept');
  expect(readFileSync(path.join(app.dataDir, 'settings.json'), 'utf8')).toContain(evil);
});

test(
  cite(
    ['SEC-8', 'MCP-1'],
    'several servers are confirmed in one question that shows each in full, and a failing one affects no other',
  ),
  async () => {
    const { asked, state, confirm } = person();
    const app = await startTestApp({ confirm });
    const servers = Array.from({ length: 12 }, (_, at) => ({
      server: { origin: { type: 'global' as const }, name: `s${at}` },
      configuration: at === 3 ? '{}' : `{"command":"node","args":["${at}.js"]}`,
    }));
    expect((await app.client.call('mcp.saveAll', { servers })).ok).toBe(false);
    expect((await app.call('mcp.list', {})).servers).toEqual([]);
    expect(asked).toHaveLength(1);
    const shown = (asked[0]?.each ?? []).map((text) => text.split(/ (.*)/s));
    expect(shown.map(([name, entry = '']) => [name, JSON.parse(entry)])).toEqual(
      servers.map(({ server, configuration }) => [`“${server.name}”`, JSON.parse(configuration)]),
    );
    state.yes = true;
    const { failed } = await app.call('mcp.saveAll', { servers });
    expect(failed.map(({ index }) => index)).toEqual([3]);
    expect((await app.call('mcp.list', {})).servers).toHaveLength(11);
  },
);
