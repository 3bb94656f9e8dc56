// The calls and events of a paired device, with the real app behind it.

import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../../electron/app.ts';
import { eventFor, resultFor } from '../../../electron/features/remote/withheld.ts';
import { noNative } from '../../../electron/ports/native.ts';
import { type ContractEvent, type MethodName, methods } from '../../../shared/contract.ts';
import { viewedText } from '../../../shared/features/approvals/viewedCall.ts';
import { methodRights } from '../../../shared/features/remote/methodRights.ts';
import { rightsFor } from '../../../shared/features/remote/needs.ts';
import { includesRight, type Right, rights } from '../../../shared/features/remote/rights.ts';
import { type ContractClient, createClient } from '../../../shared/protocol/client.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { memoryTransport } from '../../support/memoryTransport.ts';

type App = Extract<Awaited<ReturnType<typeof createApp>>, { ok: true }>['value'];

/** Starts the app, with a function that connects devices to it. */
async function startWithDevices(options: TestAppOptions = {}): Promise<{
  app: TestApp;
  attach(right: Right, isThrownOut?: () => boolean): ContractClient;
  connect(right: Right): { client: ContractClient; events: ContractEvent[] };
}> {
  let running: App | null = null;
  const app = await startTestApp({
    ...options,
    async open(appOptions) {
      const created = await createApp(appOptions);
      if (created.ok) running = created.value;
      return created;
    },
  });
  const attach = (right: Right, isThrownOut = () => false): ContractClient => {
    const ends = memoryTransport();
    const device = { id: 'd1', name: 'Phone', right, hostName: 'box.example' };
    running?.attach(Object.assign(ends.server, { isThrownOut }), device);
    return createClient(ends.client);
  };
  return {
    app,
    attach,
    connect(right) {
      const client = attach(right);
      const events: ContractEvent[] = [];
      client.onEvent((event) => void events.push(event));
      return { client, events };
    },
  };
}

const codeOf = (answer: { ok: boolean; error?: { code: string } }): string => answer.error?.code ?? 'ok';

describe('the table', () => {
  test(cite('REMOTE-2', 'names a right for every method, and gives no device power over the machine'), () => {
    expect(Object.keys(methodRights).sort()).toEqual(Object.keys(methods).sort());
    const never = (Object.keys(methodRights) as MethodName[]).filter((name) => methodRights[name] === 'never');
    const dangerous =
      /^(?:terminal|editor|backup|diagnostics|import|ledger|traces|updates|webSearch)\.|^(?:encryption\.(?!waiting)|remote\.(?!(?:me|passkeys|newPasskey|addPasskey|usePasskey)$)|settings\.update|confirmation\.|native\.|permission\.add|provider\.(?:save|setKey|remove|test|discover)|(?:mcp|hooks|agent)\.(?:save|approve|enable|remove|test|signIn)|project\.(?:open|trust|configure|pick)|conversation\.(?:setFolder|forgetMessage)|sync\.(?:phrase|newCode|setUp|join|revoke|leave)|git\.(?:push|fetch|pull)|sharing\.)/;
    expect(
      (Object.keys(methods) as MethodName[]).filter((name) => dangerous.test(name) && !never.includes(name)),
    ).toEqual([]);
  });

  test(cite('REMOTE-2', 'asks for more where a call outlasts its answer, or spends or undoes more'), () => {
    const needs = (name: MethodName, params: object) => rightsFor(name, params as never);
    const may = (right: Right, name: MethodName, params: object): boolean =>
      needs(name, params).every((needed) => includesRight(right, needed));
    const answer = { decision: 'allow', remember: null };
    expect(rights.map((right) => may(right, 'approval.answer', answer))).toEqual([false, true, true, true]);
    const remembered = { ...answer, remember: { offer: 0, scope: 'conversation' } };
    expect(rights.map((right) => may(right, 'approval.answer', remembered))).toEqual([false, false, false, true]);
    expect(may('steer', 'approval.answer', { ...answer, option: 'always' })).toBe(false);
    expect(may('steer', 'conversation.configure', { model: null })).toBe(true);
    expect(may('steer', 'conversation.configure', { approvalMode: 'all' })).toBe(false);
    expect(may('steer', 'run.resume', { overLimit: true })).toBe(false);
    expect(may('steer', 'run.regenerate', { files: true })).toBe(false);
    expect(may('all', 'settings.update', {})).toBe(false);
    // They read files of a project, which no call has shown.
    for (const name of ['git.diff', 'git.conflict', 'worktree.file', 'file.read'] as const)
      expect(rights.map((right) => may(right, name, {}))).toEqual([false, false, true, true]);
    const compare = { edits: false, overLimit: false, contestants: [{}, {}] };
    expect(may('steer', 'compare.start', compare)).toBe(true);
    for (const more of [{ overLimit: true }, { edits: true }, { contestants: [{}, { preset: {} }] }])
      expect(may('steer', 'compare.start', { ...compare, ...more })).toBe(false);
    // A setting, and a program that starts.
    expect(may('all', 'inPlace.show', {})).toBe(false);
    expect(may('all', 'inPlace.look', {})).toBe(false);
  });
});

describe('a connection', () => {
  test(cite('REMOTE-2', 'is refused what its right does not include, before anything happens'), async () => {
    const { app, connect } = await startWithDevices({ replies: [{ text: 'Hello.' }] });
    onTestFinished(() => app.close());
    const conversationId = await app.start();
    const { client } = connect('watch');
    expect(codeOf(await client.call('app.open', {}))).toBe('ok');
    expect(codeOf(await client.call('conversation.open', { conversationId }))).toBe('ok');
    expect(codeOf(await client.call('run.send', { conversationId, text: 'Hi', attachments: [] }))).toBe(
      'DEVICE_REFUSED',
    );
    expect(codeOf(await client.call('settings.update', { patch: {} } as never))).toMatch(
      /DEVICE_REFUSED|PARAMS_INVALID/,
    );
    expect(codeOf(await client.call('remote.info', {}))).toBe('DEVICE_REFUSED');
    expect(app.model.requests).toEqual([]);
    const steering = connect('steer').client;
    expect(codeOf(await steering.call('run.send', { conversationId, text: 'Hi', attachments: [] }))).toBe('ok');
    await app.event('run.ended');
  });

  test(cite('REMOTE-2', 'knows its device, and a window of this machine has none'), async () => {
    const { app, connect } = await startWithDevices();
    onTestFinished(() => app.close());
    expect(await app.call('remote.me', {})).toEqual({ device: null });
    expect(await connect('answer').client.call('remote.me', {})).toEqual({
      ok: true,
      value: { device: { id: 'd1', name: 'Phone', right: 'answer', hostName: 'box.example' } },
    });
  });

  test(
    cite('REMOTE-2', 'confirms nothing, even if the same was just confirmed here, and opens nothing here'),
    async () => {
      const opened: string[] = [];
      const native = { ...noNative, openWindow: async (id: string) => ({ ticket: `${opened.push(id)}` }) };
      const { app, connect } = await startWithDevices({ native });
      onTestFinished(() => app.close());
      const conversationId = await app.start();
      const { client } = connect('all');
      // The harness confirms everything for a window.
      const everything = { conversationId, approvalMode: 'all' as const };
      expect(codeOf(await client.call('conversation.configure', everything))).toBe('CONFIRMATION_REFUSED');
      await app.call('conversation.configure', everything);
      expect(codeOf(await client.call('native.openWindow', { conversationId }))).toBe('DEVICE_REFUSED');
      expect(opened).toEqual([]);
      expect(await client.call('desktop.status', {})).toEqual({ ok: true, value: { status: null } });
    },
  );

  test(cite('REMOTE-2', 'gets other events in place of those of this machine, without a gap'), async () => {
    const { app, connect } = await startWithDevices();
    onTestFinished(() => app.close());
    const { client, events } = connect('watch');
    await client.call('app.open', {});
    const removed = await app.call('remote.setName', { name: 'box.example' });
    expect(removed.name).toBe('box.example');
    await app.start();
    await client.call('remote.me', {});
    const ofApp = events.filter(({ conversationId }) => conversationId === null);
    expect(ofApp.some(({ event }) => event.type === 'remote.changed')).toBe(false);
    expect(ofApp.some(({ event }) => event.type === 'remote.withheld')).toBe(true);
    const numbers = ofApp.map(({ seq }) => seq);
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
  });
});

describe('what a device does not receive', () => {
  const secret = 'withheld-from-devices';
  const settings = {
    ...{ traces: { on: false, address: `https://${secret}.example`, service: secret } },
    ...{ commandVariables: [secret], mcpRegistry: `https://${secret}.example` },
  };

  test.for(rights)(
    cite('REMOTE-10', 'the settings, connections and messages of this machine are withheld: %s'),
    async (right) => {
      const { app, connect } = await startWithDevices({ settings: settings as never });
      onTestFinished(() => app.close());
      const connection = { headers: [], proxy: '', certificate: '', idleTimeoutSeconds: null };
      const baseUrl = `https://${secret}.example/v1`;
      const { id } = await app.call('provider.save', { id: null, name: 'Mine', kind: 'openai', baseUrl, connection });
      expect(JSON.stringify(await app.call('app.open', {}))).toContain(baseUrl);
      const { client, events } = connect(right);
      const opened = await client.call('app.open', {});
      expect(opened.ok && opened.value.providers.map((provider) => provider.id)).toContain(id);
      expect(JSON.stringify(opened)).not.toContain(secret);
      await app.call('settings.update', { patch: { theme: 'dark', commandVariables: [secret, 'OTHER'] } });
      await client.call('remote.me', {});
      const changed = events.flatMap(({ event }) => (event.type === 'settings.changed' ? [event.settings] : []));
      expect(changed.at(-1)).toMatchObject({ theme: 'dark', commandVariables: [] });
      expect(JSON.stringify(events)).not.toContain(secret);
      expect(opened.ok && [opened.value.notices, opened.value.news, opened.value.unsent]).toEqual([[], [], undefined]);
    },
  );

  test.for(rights)(
    cite('REMOTE-10', 'an unsent text and paths only reach devices that may send: %s'),
    async (right) => {
      const { app, connect } = await startWithDevices();
      onTestFinished(() => app.close());
      const conversationId = await app.start();
      await app.call('conversation.saveDraft', { conversationId, draft: secret });
      const { client, events } = connect(right);
      const maySend = includesRight(right, 'steer');
      const state = await client.call('conversation.open', { conversationId });
      expect(state.ok && state.value.draft).toBe(maySend ? secret : '');
      await app.call('conversation.saveDraft', { conversationId, draft: `${secret} more` });
      await client.call('remote.me', {});
      expect(JSON.stringify(events).includes(secret)).toBe(maySend);
      const opened = await client.call('app.open', {});
      const mine = await app.call('app.open', {});
      const folder = mine.projects.find((project) => project.folder !== null)?.folder ?? expect.fail('no folder');
      expect(JSON.stringify(opened).includes(JSON.stringify(folder))).toBe(maySend);
    },
  );

  test(cite('REMOTE-10', 'commands of servers, hooks and agents stay here'), async () => {
    const { app, connect } = await startWithDevices();
    onTestFinished(() => app.close());
    const configuration = JSON.stringify({ command: process.execPath, args: [secret], env: { NAME: secret } });
    await app.call('mcp.save', {
      server: { origin: { type: 'global' }, name: 'mine' },
      ...{ configuration, secrets: {}, isNew: true },
    });
    expect(JSON.stringify(await app.call('mcp.list', {}))).toContain(secret);
    const { client } = connect('all');
    const listed = await client.call('mcp.list', {});
    expect(listed.ok && listed.value.servers.map(({ name }) => name)).toContain('mine');
    expect(JSON.stringify(listed)).not.toContain(secret);
    const command = `echo ${secret}`;
    await app.call('hooks.save', { hook: { event: 'Stop', command }, replaces: null } as never);
    const hook = (await app.call('hooks.list', {})).hooks[0] ?? expect.fail('no hook');
    await app.call('hooks.test', { id: hook.id, hash: hook.hash });
    expect((await app.call('hooks.list', {})).hooks[0]?.last?.run.command).toBe(command);
    const hooks = await client.call('hooks.list', {});
    expect(hooks.ok && hooks.value.hooks.map(({ event }) => event)).toEqual([hook.event]);
    expect(JSON.stringify(hooks)).not.toContain(secret);
    const agents = await client.call('agent.list', {});
    expect(agents.ok && agents.value.agents.every(({ command }) => command.length === 0)).toBe(true);
  });
});

test(
  cite('REMOTE-10', 'folders of plugins, schedules and other apps, and programs of schedules, stay here'),
  async () => {
    const { app, connect } = await startWithDevices();
    onTestFinished(() => app.close());
    const project = (await app.call('app.open', {})).projects.find(({ folder }) => folder !== null);
    const folder = project?.folder ?? expect.fail('no folder');
    const trigger = { type: 'command', command: 'print-what-is-new', everyMinutes: 5 };
    await app.call('schedules.save', {
      id: null,
      wish: { name: 'Watch', prompt: 'Look.', folder, trigger },
    } as never);
    const mine = await app.call('schedules.list', {});
    expect(JSON.stringify(mine)).toContain(trigger.command);
    const plugins = await app.call('plugins.list', {});
    const { client } = connect('watch');
    const schedules = await client.call('schedules.list', {});
    expect(schedules.ok && schedules.value.schedules.map(({ schedule }) => schedule?.name)).toEqual(['Watch']);
    for (const text of [folder, mine.folder, trigger.command]) expect(JSON.stringify(schedules)).not.toContain(text);
    expect(JSON.stringify(await client.call('plugins.list', {}))).not.toContain(plugins.folder);
    const steering = await connect('steer').client.call('schedules.list', {});
    expect(steering.ok && steering.value.schedules[0]?.schedule?.folder).toBe(folder);
  },
);

test(
  cite('REMOTE-10', 'a conversation in a worktree names the folder without its path, unless the device may send'),
  () => {
    const row = { worktree: { path: '/home/me/secret/trees/fix', branch: 'fix' } };
    const listed = { seq: 1, conversationId: null, event: { type: 'conversation.listed', row } } as never;
    const state = { draft: '', draftAttachments: [], ...row } as never;
    for (const right of rights) {
      const sent = JSON.stringify([eventFor(right, listed), resultFor(right, 'conversation.open', state)]);
      expect(sent.includes('/home/me/secret')).toBe(includesRight(right, 'steer'));
      expect(sent.match(/fix"/g)).toHaveLength(4);
    }
  },
);

test(
  cite('REMOTE-11', 'a window receives the list of what its device is refused; a window of this machine receives none'),
  async () => {
    const { app, connect } = await startWithDevices();
    onTestFinished(() => app.close());
    expect((await app.call('app.open', {})).device).toBeUndefined();
    const refused = async (right: Right): Promise<readonly string[]> => {
      const opened = await connect(right).client.call('app.open', {});
      return (opened.ok && opened.value.device?.refused) || [];
    };
    const [watch, all] = [await refused('watch'), await refused('all')];
    expect(watch).toEqual(expect.arrayContaining(['run.send', 'approval.answer', 'settings.update', 'run.stop']));
    expect(watch).not.toContain('conversation.open');
    expect(all).toEqual(expect.arrayContaining(['settings.update', 'terminal.open', 'remote.setRight']));
    expect(
      all.filter((need) => Object.hasOwn(methodRights, need) && methodRights[need as MethodName] !== 'never'),
    ).toEqual([]);
    expect(await refused('answer')).toContain('approval.answer:remember');
  },
);

test(cite('REMOTE-2', 'a device can take back a permission, but no rule that denies or asks'), async () => {
  const { app, connect } = await startWithDevices();
  onTestFinished(() => app.close());
  const { client } = connect('all');
  const add = (effect: 'allow' | 'ask' | 'deny') =>
    app.call('permission.add', { effect, match: { tool: 'run_command' }, scope: { type: 'always' } });
  for (const effect of ['deny', 'ask'] as const) {
    const { id } = await add(effect);
    expect(codeOf(await client.call('permission.remove', { ruleId: id }))).toBe('DEVICE_REFUSED');
  }
  const { id } = await add('allow');
  expect(codeOf(await client.call('permission.remove', { ruleId: id }))).toBe('ok');
  expect((await app.call('permission.list', {})).rules.map(({ rule }) => rule.effect).sort()).toEqual(['ask', 'deny']);
});

test(cite('REMOTE-2', 'what a device asked for does not begin once it was thrown out'), async () => {
  const { app, attach } = await startWithDevices({ replies: [{ text: 'Hello.' }] });
  onTestFinished(() => app.close());
  const conversationId = await app.start();
  let isThrownOut = false;
  const client = attach('all', () => isThrownOut);
  // Both wait in the lane of the conversation.
  const first = client.call('conversation.rename', { conversationId, title: 'First', by: 'person' });
  const second = client.call('run.send', { conversationId, text: 'Second', attachments: [] });
  isThrownOut = true;
  expect([codeOf(await first), codeOf(await second)]).toContain('DEVICE_REFUSED');
  expect(codeOf(await second)).toBe('DEVICE_REFUSED');
  expect(app.model.requests).toEqual([]);
});

describe('a dangerous call', () => {
  test(cite('REMOTE-5', 'is allowed from a device only with the digest of the whole call'), async () => {
    const { app, connect } = await startWithDevices({
      replies: [
        { calls: [{ id: 'c1', name: 'run_command', arguments: JSON.stringify({ command: 'rm -rf build' }) }] },
        { text: 'Removed.' },
      ],
      settings: { approvalMode: 'ask' },
    });
    onTestFinished(() => app.close());
    const conversationId = await app.start();
    await app.call('run.send', { conversationId, text: 'Clean up', attachments: [] });
    const { approval } = await app.event('call.waiting');
    expect(approval.grave).toBeDefined();
    const { client } = connect('all');
    const allow = { conversationId, approvalId: approval.approvalId, decision: 'allow' as const };
    expect(codeOf(await client.call('approval.answer', allow))).toBe('DEVICE_REFUSED');
    expect(codeOf(await client.call('approval.answer', { ...allow, viewed: 'a'.repeat(64) }))).toBe('DEVICE_REFUSED');
    const together = { conversationId, approvalIds: [approval.approvalId], decision: 'allow' as const };
    expect(codeOf(await client.call('approval.answerTogether', together))).toBe('PARAMS_INVALID');
    const other = digest(viewedText({ ...approval, preview: { type: 'command', command: 'rm build', cwd: '/' } }));
    expect(codeOf(await client.call('approval.answer', { ...allow, viewed: other }))).toBe('DEVICE_REFUSED');
    // As the device received it.
    const viewed = digest(viewedText(JSON.parse(JSON.stringify(approval))));
    expect(codeOf(await client.call('approval.answer', { ...allow, viewed }))).toBe('ok');
    await app.event('run.ended');
  });
});

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
