// The second step of a paired device, attacked through the contract with the real app behind it.

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from '../../../electron/app.ts';
import { type MethodName, methods } from '../../../shared/contract.ts';
import type { AppError, Result } from '../../../shared/core/errors.ts';
import { methodRights } from '../../../shared/features/remote/methodRights.ts';
import { needsPasskey, passkeyNeeds } from '../../../shared/features/remote/passkeyNeeds.ts';
import type { Right } from '../../../shared/features/remote/rights.ts';
import type { ScheduleWish } from '../../../shared/features/schedules/schedule.ts';
import { type ContractClient, createClient } from '../../../shared/protocol/client.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/appHarness.ts';
import { type Forged, makeAuthenticator, type TestAuthenticator } from '../../support/authenticator.ts';
import { cite } from '../../support/cite.ts';
import { writeTree } from '../../support/fileTree.ts';
import { memoryTransport } from '../../support/memoryTransport.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const origin = 'https://box.example';
const coordinate = 'A'.repeat(43);

/** The record of a paired device. */
function listed(id: string, from = origin): object {
  const key = { x: coordinate, y: coordinate };
  return { id, name: id, key, right: 'all', origin: from, addedAt: '2026-11-20T08:00:00Z', seenAt: null };
}

interface Place {
  app: TestApp;
  attach(id?: string, right?: Right): ContractClient;
}

async function start(options: TestAppOptions = {}, devices = [listed('d1'), listed('d2')]): Promise<Place> {
  let attachTo: ((client: ReturnType<typeof memoryTransport>['server'], id: string, right: Right) => void) | null =
    null;
  const dataDir = options.dataDir ?? tempFolder();
  const file = { v: 1, host: 'this-host', name: 'box.example', devices, pairing: null };
  if (options.dataDir === undefined) writeTree(dataDir, { 'devices.json': JSON.stringify(file) });
  const app = await startTestApp({
    ...{ settings: { approvalMode: 'ask' }, ...options, dataDir },
    async open(appOptions) {
      const created = await createApp(appOptions);
      if (created.ok)
        attachTo = (end, id, right) => created.value.attach(end, { id, name: id, right, hostName: 'box.example' });
      return created;
    },
  });
  onTestFinished(() => app.close());
  await app.call('remote.info', {});
  return {
    app,
    attach(id = 'd1', right = 'all') {
      const ends = memoryTransport();
      attachTo?.(ends.server, id, right);
      return createClient(ends.client);
    },
  };
}

async function addTo(client: ContractClient, authenticator = makeAuthenticator(origin)): Promise<TestAuthenticator> {
  const fresh = await client.call('remote.newPasskey', {});
  const passkey = authenticator.create(fresh.ok ? fresh.value.options : {});
  expect(await client.call('remote.addPasskey', { passkey })).toMatchObject({ ok: true });
  return authenticator;
}

const codeOf = (answer: Result<unknown>): string => (answer.ok ? 'ok' : answer.error.code);

/** The details of a refusal that asks for a passkey. */
function challengeIn(answer: Result<unknown>): { confirmation: string; options: Record<string, unknown> } {
  const error: Partial<AppError> = answer.ok ? {} : answer.error;
  expect(error).toMatchObject({ code: 'CONFIRMATION_NEEDED', details: { by: 'passkey' } });
  return error.details as { confirmation: string; options: Record<string, unknown> };
}

/** A conversation in which two calls wait for their approval. */
async function withWaiting(place: Place, ...ids: string[]) {
  writeTree(place.app.folder, Object.fromEntries(ids.map((id) => [`${id}.txt`, id])));
  const conversationId = await place.app.start();
  await place.app.call('run.send', { conversationId, text: 'Read them', attachments: [] });
  const approvals: string[] = [];
  for (const _ of ids) {
    const { approval } = await place.app.event(
      'call.waiting',
      (event) => !approvals.includes(event.approval.approvalId),
    );
    approvals.push(approval.approvalId);
  }
  return { conversationId, approvals };
}

const read = (id: string) => ({ id, name: 'read_file', arguments: JSON.stringify({ path: `${id}.txt` }) });
const replies = [{ calls: [read('c1'), read('c2')] }, { text: 'Done.' }];

const named = { conversationId: 'c1', projectId: 'p1', id: 'x1', messageId: 'm1', index: 0 };
const place = { conversationId: 'c1', projectId: 'p1' };
const hunk = { file: 'a.txt', index: 0, seen: '' };
const target = { type: 'turn', messageId: 'm1' };
const preset = { scope: 'personal', id: 'mine' };
const models = ['one', 'two'].map((model) => ({ model: { provider: 'p', model } }));
const passkey = makeAuthenticator(origin).create({ rp: { id: 'box.example' }, challenge: 'A' });

/** They read, deny, stop, prepare, or change only what this app shows: new methods are either here or need the passkey. */
const free: readonly string[] = [
  'agent.cancelStart',
  'attachment.add',
  'attachment.drop',
  'compare.adopt',
  'compare.offer',
  'compare.stop',
  'context.compact',
  'context.mark',
  'conversation.create',
  'conversation.delete',
  'conversation.fork',
  'conversation.organise',
  'conversation.rename',
  'conversation.restore',
  'conversation.saveDraft',
  'conversation.switchBranch',
  'conversation.useFirstWords',
  'file.find',
  'file.list',
  'file.names',
  'file.read',
  'file.search',
  'git.conflict',
  'git.diff',
  'git.proposeMessage',
  'goals.pause',
  'goals.stop',
  'inPlace.continue',
  'mention.complete',
  'mention.resources',
  'mention.sources',
  'mention.symbols',
  'permission.remove',
  'process.end',
  'query.remove',
  'query.run',
  'query.save',
  'remote.newPasskey',
  'remote.usePasskey',
  'review.comment',
  'review.uncomment',
  'review.view',
  'run.stop',
  'run.withdraw',
  'schedules.pause',
  'schedules.stop',
  'slash.expand',
  'sync.dismissRun',
  'sync.takeOver',
  'tags.change',
  'unsent.save',
  'worktree.file',
];

/** Each method that needs the passkey, with parameters for which it does, in a conversation whose mode is `edits`. */
const samples: Readonly<Record<string, object>> = {
  'agent.setOption': { option: 'mode', value: 'all' },
  'approval.answer': { approvalId: 'a1', decision: 'allow' },
  'approval.answerTogether': { approvalIds: ['a1'], decision: 'allow' },
  'call.resolve': { choice: 'run_again' },
  'changes.apply': { target, direction: 'undo' },
  'compare.resume': { compareId: 'k1', contestantId: 'k2' },
  'compare.start': { text: 'Hi', contestants: models, edits: false },
  'conversation.configure': { approvalMode: 'edits' },
  'conversation.rewind': { files: true },
  'conversation.unrewind': {},
  'cost.raise': { limit: 'day' },
  'git.abort': place,
  'git.commit': { message: 'x' },
  'git.discard': { files: ['a.txt'] },
  'git.discardHunk': { hunk },
  'git.popStash': { seen: '' },
  'git.resolve': { file: 'a.txt', take: null },
  'git.stage': { files: ['a.txt'] },
  'git.stageAll': place,
  'git.stageHunk': { hunk },
  'git.stash': place,
  'git.switch': { branch: 'b', create: false },
  'git.undoDiscard': { token: 't1' },
  'git.unstage': { files: ['a.txt'] },
  'git.unstageAll': place,
  'git.unstageHunk': { hunk },
  'goals.resume': {},
  'goals.start': { wish: { prompt: 'x', test: { type: 'command', command: 'true' } } },
  'ownText.restore': { about: 'memory' },
  'ownText.save': { about: 'memory', text: '', version: '' },
  'preset.choose': { preset },
  'question.answer': { questionId: 'q1', action: 'accept' },
  'remote.addPasskey': { passkey },
  'review.redo': {},
  'review.undo': { target, path: 'a.txt', version: 'v', ignoreWhitespace: false, selection: null },
  'run.regenerate': {},
  'run.resend': { text: 'Hi' },
  'run.resume': {},
  'run.send': { text: 'Hi' },
  'run.sendQueued': { queueId: 'q1' },
  'run.tryNow': {},
  'schedules.resume': {},
  'schedules.run': {},
  'tool.run': { toolName: 'list_files', arguments: '{}' },
  'worktree.leave': {},
  'worktree.make': {},
  'worktree.makeAgain': {},
  'worktree.merge': { commitMessage: 'x', message: 'x', squash: false, seen: '' },
  'worktree.remove': { keepBranch: true, seen: null },
  'worktree.undoMerge': {},
};

test(cite('REMOTE-12', 'there is a decision about every method that a device may call'), () => {
  const open = (Object.keys(methods) as MethodName[]).filter(
    (name) => !['watch', 'never'].includes(methodRights[name]) && !(name in passkeyNeeds),
  );
  expect(open.sort()).toEqual(free);
});

describe('a passkey', () => {
  test(cite('REMOTE-12', 'is asked for once it was added, for allowing and not for denying'), async () => {
    const place = await start({ replies });
    const { conversationId, approvals } = await withWaiting(place, 'c1', 'c2');
    const [first = '', second = ''] = approvals;
    const phone = place.attach();
    const key = await addTo(phone);
    expect(await phone.call('remote.passkeys', {})).toMatchObject({ ok: true, value: { count: 1, asks: true } });
    const allow = { conversationId, approvalId: first, decision: 'allow' as const };
    const { confirmation, options } = challengeIn(await phone.call('approval.answer', allow));
    expect(options).toMatchObject({ rpId: 'box.example', userVerification: 'required' });
    expect(codeOf(await phone.call('remote.usePasskey', { confirmation, passkey: key.get(options) }))).toBe('ok');
    expect(codeOf(await phone.call('approval.answer', allow))).toBe('ok');
    expect(codeOf(await phone.call('approval.answer', { conversationId, approvalId: second, decision: 'deny' }))).toBe(
      'ok',
    );
    await place.app.event('run.ended');
    const file = readFileSync(join(place.app.dataDir, 'passkeys.json'), 'utf8');
    expect(JSON.parse(file).devices.d1).toMatchObject({ asks: true, passkeys: [{ id: key.id, counter: 1 }] });
    expect(readFileSync(join(place.app.dataDir, 'devices.json'), 'utf8')).not.toContain('passkey');
  });

  test(
    cite('REMOTE-13', 'allows only the call that it was used for: another approval, twice, or another window'),
    async () => {
      const place = await start({ replies });
      const { conversationId, approvals } = await withWaiting(place, 'c1', 'c2');
      const [first = '', second = ''] = approvals;
      const phone = place.attach();
      const key = await addTo(phone);
      const one = { conversationId, approvalId: first, decision: 'allow' as const };
      const other = { conversationId, approvalId: second, decision: 'allow' as const };
      const { confirmation, options } = challengeIn(await phone.call('approval.answer', one));
      const passkey = key.get(options);
      // A copied session on a connection of its own, and the session of another device.
      const copied = place.attach();
      expect(codeOf(await copied.call('remote.usePasskey', { confirmation, passkey }))).toBe('CONFIRMATION_REFUSED');
      const stranger = place.attach('d2');
      expect(codeOf(await stranger.call('remote.usePasskey', { confirmation, passkey }))).toBe('CONFIRMATION_REFUSED');
      expect(codeOf(await phone.call('remote.usePasskey', { confirmation, passkey }))).toBe('ok');
      expect(codeOf(await phone.call('remote.usePasskey', { confirmation, passkey }))).toBe('CONFIRMATION_REFUSED');
      challengeIn(await phone.call('approval.answer', other));
      challengeIn(await copied.call('approval.answer', one));
      // Also not with anything more.
      challengeIn(await phone.call('approval.answer', { ...one, remember: { offer: 0, scope: 'conversation' } }));
      challengeIn(
        await phone.call('approval.answerTogether', {
          conversationId,
          approvalIds: [first, second],
          decision: 'allow',
        }),
      );
      expect(codeOf(await phone.call('approval.answer', one))).toBe('ok');
      challengeIn(await phone.call('approval.answer', one));
      // A signature from one challenge with the next one.
      const again = challengeIn(await phone.call('approval.answer', other));
      expect(codeOf(await phone.call('remote.usePasskey', { confirmation: again.confirmation, passkey }))).toBe(
        'CONFIRMATION_REFUSED',
      );
      challengeIn(await phone.call('approval.answer', other));
    },
  );

  test.for<[string, Forged]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of the same host over HTTP', { origin: 'http://box.example' }],
    ['of another port', { origin: 'https://box.example:8443' }],
    ['for another host name', { rpId: 'evil.example' }],
    ['without the user being recognized', { flags: 0x01 }],
    ['without the user being present', { flags: 0x04 }],
    ['for a challenge of its own', { challenge: 'A'.repeat(43) }],
    ['of a registration', { type: 'webauthn.create' }],
  ])(cite('REMOTE-13', 'is refused %s, and the challenge is used up'), async ([, forged]) => {
    const place = await start({ replies });
    const { conversationId, approvals } = await withWaiting(place, 'c1', 'c2');
    const phone = place.attach();
    const key = await addTo(phone);
    const allow = { conversationId, approvalId: approvals[0] ?? '', decision: 'allow' as const };
    const { confirmation, options } = challengeIn(await phone.call('approval.answer', allow));
    const use = async (passkey: ReturnType<TestAuthenticator['get']>) =>
      codeOf(await phone.call('remote.usePasskey', { confirmation, passkey }));
    expect(await use(key.get(options, forged))).toBe('CONFIRMATION_REFUSED');
    expect(await use(key.get(options))).toBe('CONFIRMATION_REFUSED');
    challengeIn(await phone.call('approval.answer', allow));
  });

  test(cite('REMOTE-13', 'of another device, a removed one, and that of a removed device are refused'), async () => {
    const place = await start();
    const phone = place.attach();
    const key = await addTo(phone);
    const other = place.attach('d2');
    const otherKey = await addTo(other);
    const change = { conversationId: await place.app.start(), preset: null, approvalMode: 'edits' as const };
    const tryWith = async (made: TestAuthenticator) => {
      const { confirmation, options } = challengeIn(await phone.call('conversation.configure', change));
      return codeOf(await phone.call('remote.usePasskey', { confirmation, passkey: made.get(options) }));
    };
    expect(await tryWith(otherKey)).toBe('CONFIRMATION_REFUSED');
    // Under the ID of the right one, too.
    expect(
      await tryWith({ ...otherKey, get: (options) => ({ ...otherKey.get(options), id: key.id, rawId: key.id }) }),
    ).toBe('CONFIRMATION_REFUSED');
    expect(await tryWith(key)).toBe('ok');
    expect(codeOf(await phone.call('conversation.configure', change))).toBe('ok');
    const pending = challengeIn(await phone.call('conversation.configure', change));
    await place.app.call('remote.removePasskey', { deviceId: 'd1', passkeyId: key.id });
    const late = { confirmation: pending.confirmation, passkey: key.get(pending.options) };
    expect(codeOf(await phone.call('remote.usePasskey', late))).toBe('CONFIRMATION_REFUSED');
    const last = challengeIn(await other.call('conversation.configure', change));
    await place.app.call('remote.revoke', { deviceId: 'd2' });
    const gone = { confirmation: last.confirmation, passkey: otherKey.get(last.options) };
    expect(codeOf(await other.call('remote.usePasskey', gone))).toBe('CONFIRMATION_REFUSED');
    const file = JSON.parse(readFileSync(join(place.app.dataDir, 'passkeys.json'), 'utf8'));
    expect(file.devices).toEqual({});
  });

  test(cite('REMOTE-13', 'whose counter goes back is refused and reported'), async () => {
    const place = await start();
    const phone = place.attach();
    const key = await addTo(phone);
    const change = { conversationId: await place.app.start(), approvalMode: 'edits' as const };
    const tryWith = async (forged: Forged) => {
      const { confirmation, options } = challengeIn(await phone.call('conversation.configure', change));
      const used = await phone.call('remote.usePasskey', { confirmation, passkey: key.get(options, forged) });
      if (used.ok) expect(codeOf(await phone.call('conversation.configure', change))).toBe('ok');
      return used;
    };
    expect(await tryWith({ counter: 7 })).toMatchObject({ ok: true });
    for (const counter of [7, 6, 0]) {
      expect(await tryWith({ counter })).toMatchObject({ ok: false, error: { code: 'CONFIRMATION_REFUSED' } });
    }
    const { devices } = await place.app.call('remote.info', {});
    expect(devices[0]?.passkeys).toMatchObject([{ id: key.id, wentBackAt: expect.any(String) }]);
    expect(await tryWith({ counter: 8 })).toMatchObject({ ok: true });
  });

  test(cite('REMOTE-13', 'is too late after two minutes, and its call thirty seconds after it was used'), async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const place = await start();
    const phone = place.attach();
    const key = await addTo(phone);
    const change = { conversationId: await place.app.start(), approvalMode: 'edits' as const };
    const late = challengeIn(await phone.call('conversation.configure', change));
    vi.setSystemTime(Date.now() + 120_001);
    const use = async ({ confirmation, options }: typeof late) =>
      codeOf(await phone.call('remote.usePasskey', { confirmation, passkey: key.get(options) }));
    expect(await use(late)).toBe('CONFIRMATION_REFUSED');
    expect(await use(challengeIn(await phone.call('conversation.configure', change)))).toBe('ok');
    vi.setSystemTime(Date.now() + 30_001);
    challengeIn(await phone.call('conversation.configure', change));
  });

  test(cite('REMOTE-13', 'that is malformed or huge is refused'), async () => {
    const place = await start();
    const phone = place.attach();
    const key = await addTo(phone);
    const change = { conversationId: await place.app.start(), approvalMode: 'edits' as const };
    const send = async (edit: (passkey: ReturnType<TestAuthenticator['get']>) => object) => {
      const { confirmation, options } = challengeIn(await phone.call('conversation.configure', change));
      return codeOf(await phone.call('remote.usePasskey', { confirmation, passkey: edit(key.get(options)) } as never));
    };
    const part = (name: string, text: string) => (passkey: ReturnType<TestAuthenticator['get']>) => ({
      ...passkey,
      response: { ...passkey.response, [name]: text },
    });
    for (const name of ['clientDataJSON', 'authenticatorData', 'signature']) {
      expect(await send(part(name, 'A'.repeat(100_000)))).toBe('PARAMS_INVALID');
      expect(await send(part(name, '<>'))).toBe('PARAMS_INVALID');
      expect(await send(part(name, 'AAAA'))).toBe('CONFIRMATION_REFUSED');
    }
    expect(await send(() => ({}))).toBe('PARAMS_INVALID');
    expect(await send((passkey) => ({ ...passkey, id: '__proto__' }))).toBe('CONFIRMATION_REFUSED');
    // Data that is cut or claims a length that it does not have, keys of other kinds, and no key at all.
    const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
    const otherCurve = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey;
    const der = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64url');
    for (const forged of [
      ...['AAAA', 'A'.repeat(8_001)].map((authenticatorData) => ({ authenticatorData })),
      ...['AAAA', 'A'.repeat(4_001), der(small), der(otherCurve)].map((publicKey) => ({ publicKey })),
      { cut: 60 },
    ]) {
      const other = place.attach('d2');
      const fresh = await other.call('remote.newPasskey', {});
      const made = makeAuthenticator(origin).create(fresh.ok ? fresh.value.options : {});
      const cut =
        'cut' in forged ? { authenticatorData: made.response.authenticatorData.slice(0, forged.cut) } : forged;
      const passkey = { ...made, response: { ...made.response, ...cut } };
      expect(codeOf(await other.call('remote.addPasskey', { passkey }))).toMatch(/CONFIRMATION_REFUSED|PARAMS_INVALID/);
    }
    expect(await place.attach('d2').call('remote.passkeys', {})).toMatchObject({ value: { count: 0 } });
  });

  test.for<[string, Forged]>([
    ['on another origin', { origin: 'https://evil.example' }],
    ['for another host name', { rpId: 'evil.example' }],
    ['without the user being recognized', { flags: 0x41 }],
    ['for another challenge', { challenge: 'A'.repeat(43) }],
    ['as a use', { type: 'webauthn.get' }],
    ['without a credential', { flags: 0x05 }],
  ])(cite('REMOTE-13', 'that was made %s is not added'), async ([, forged]) => {
    const phone = (await start()).attach();
    const fresh = await phone.call('remote.newPasskey', {});
    const options = fresh.ok ? fresh.value.options : {};
    const authenticator = makeAuthenticator(origin);
    const add = async (passkey: ReturnType<TestAuthenticator['create']>) =>
      codeOf(await phone.call('remote.addPasskey', { passkey }));
    expect(await add(authenticator.create(options, forged))).toBe('CONFIRMATION_REFUSED');
    // The challenge is used up.
    expect(await add(authenticator.create(options))).toBe('CONFIRMATION_REFUSED');
  });
});

describe('the device itself', () => {
  test(cite('REMOTE-12', 'cannot skip the step with any method that allows something'), async () => {
    const place = await start({ settings: { approvalMode: 'edits' } });
    const phone = place.attach();
    await addTo(phone);
    const conversationId = await place.app.start();
    expect(Object.keys(samples)).toEqual(Object.keys(passkeyNeeds).sort());
    for (const [method, params] of Object.entries(samples)) {
      const answer = await phone.call(method as MethodName, { ...named, ...params, conversationId } as never);
      expect([method, answer.ok || (answer.error.details?.by ?? answer.error.message)]).toEqual([method, 'passkey']);
    }
  });

  test(
    cite('REMOTE-12', 'sends freely where each call is asked about, and needs it where calls run without a question'),
    () => {
      const facts = { isAgent: false, question: null };
      const send = (mode: 'ask' | 'reads' | 'plan' | 'edits' | 'sandbox' | 'all' | null, isAgent = false) =>
        needsPasskey('run.send', { conversationId: 'c', text: 'Hi', attachments: [] } as never, {
          ...facts,
          mode,
          isAgent,
        });
      expect((['ask', 'reads', 'plan'] as const).map((mode) => send(mode))).toEqual([false, false, false]);
      expect((['edits', 'sandbox', 'all', null] as const).map((mode) => send(mode))).toEqual([true, true, true, true]);
      expect(send('ask', true)).toBe(true);
      const plan = { isPlan: true, isOfModel: true };
      const answer = (decision: string) =>
        needsPasskey('question.answer', { action: 'accept', values: { decision } } as never, {
          ...facts,
          mode: 'plan',
          question: plan,
        });
      expect([answer('go_on'), answer('send_back'), answer('')]).toEqual([true, false, true]);
    },
  );

  test(
    cite('REMOTE-12', 'needs it for a message to a schedule’s run, whose mode is not the conversation’s'),
    async () => {
      const writes = { id: 'c1', name: 'run_command', arguments: JSON.stringify({ command: 'node --version' }) };
      const place = await start({ replies: [{ calls: [writes] }, { text: 'Done.' }] });
      const { app } = place;
      const phone = place.attach();
      await addTo(phone);
      const wish: ScheduleWish = {
        ...{ name: 'Nightly', prompt: 'Look', folder: app.folder, model: null, preset: null, approvalMode: 'edits' },
        ...{ budget: null, goal: null, timeLimitMinutes: null, worktree: false, catchUp: 'last', pauseAfter: 3 },
        trigger: { type: 'time', cron: '0 9 * * *', timeZone: 'UTC' },
      };
      const { id } = await app.call('schedules.save', { id: null, wish });
      await app.call('schedules.run', { id });
      const [entry] = (await app.call('schedules.history', { id })).entries;
      const conversationId = entry?.type === 'run' ? (entry.conversationId ?? '') : '';
      await expect
        .poll(async () => (await app.call('conversation.open', { conversationId })).calls)
        .toMatchObject([{ state: 'waiting' }]);
      expect(codeOf(await phone.call('conversation.configure', { conversationId, approvalMode: 'ask' }))).toBe('ok');
      challengeIn(await phone.call('run.send', { conversationId, text: 'Delete all', attachments: [] }));
    },
  );

  test(cite('REMOTE-13', 'does not add a second passkey while the first one is being stored'), async () => {
    const place = await start();
    const [phone, copied] = [place.attach(), place.attach()];
    const made = await Promise.all(
      [phone, copied].map(async (client) => {
        const fresh = await client.call('remote.newPasskey', {});
        return makeAuthenticator(origin).create(fresh.ok ? fresh.value.options : {});
      }),
    );
    const [mine, theirs] = made as [(typeof made)[0], (typeof made)[0]];
    const [first, second] = await Promise.all([
      phone.call('remote.addPasskey', { passkey: mine }),
      copied.call('remote.addPasskey', { passkey: theirs }),
    ]);
    expect([codeOf(first), codeOf(second)]).toEqual(['ok', 'CONFIRMATION_REFUSED']);
    expect(await phone.call('remote.passkeys', {})).toMatchObject({ value: { count: 1 } });
  });

  test(cite('REMOTE-12', 'adds another passkey only with the first, and removes none'), async () => {
    const place = await start();
    const phone = place.attach();
    const key = await addTo(phone);
    const fresh = await phone.call('remote.newPasskey', {});
    const passkey = makeAuthenticator(origin).create(fresh.ok ? fresh.value.options : {});
    // Also while it is not asked for: it may be later.
    await place.app.call('remote.askPasskey', { deviceId: 'd1', asks: false });
    const { confirmation, options } = challengeIn(await phone.call('remote.addPasskey', { passkey }));
    expect(codeOf(await phone.call('remote.usePasskey', { confirmation, passkey: key.get(options) }))).toBe('ok');
    expect(codeOf(await phone.call('remote.addPasskey', { passkey }))).toBe('ok');
    const remove = { deviceId: 'd1', passkeyId: key.id };
    expect(codeOf(await phone.call('remote.removePasskey', remove))).toBe('DEVICE_REFUSED');
    expect(codeOf(await phone.call('remote.askPasskey', { deviceId: 'd1', asks: false }))).toBe('DEVICE_REFUSED');
    // One credential is one device's.
    const other = place.attach('d2');
    const theirs = await other.call('remote.newPasskey', {});
    const taken = key.create(theirs.ok ? theirs.value.options : {});
    expect(codeOf(await other.call('remote.addPasskey', { passkey: taken }))).toBe('CONFIRMATION_REFUSED');
  });

  test(cite('REMOTE-14', 'cannot add one at an IP address, and at most four'), async () => {
    const place = await start({}, [listed('d1', 'http://127.0.0.1:4817'), listed('d2')]);
    expect(await place.attach().call('remote.passkeys', {})).toMatchObject({ value: { refusal: 'address' } });
    expect(codeOf(await place.attach().call('remote.newPasskey', {}))).toBe('PARAMS_INVALID');
    const other = place.attach('d2');
    await addTo(other);
    await place.app.call('remote.askPasskey', { deviceId: 'd2', asks: false });
    const file = join(place.app.dataDir, 'passkeys.json');
    const stored = JSON.parse(readFileSync(file, 'utf8'));
    const [first] = stored.devices.d2.passkeys;
    stored.devices.d2.passkeys = ['a', 'b', 'c', 'd'].map((id) => ({ ...first, id }));
    writeFileSync(file, JSON.stringify(stored));
    await place.app.call('remote.info', {});
    expect(await other.call('remote.passkeys', {})).toMatchObject({ value: { count: 4, refusal: 'full' } });
    expect(codeOf(await other.call('remote.newPasskey', {}))).toBe('PARAMS_INVALID');
  });

  test(cite('REMOTE-14', 'explains how to replace a passkey of another host name'), async () => {
    const place = await start();
    const phone = place.attach();
    await addTo(phone);
    const file = join(place.app.dataDir, 'passkeys.json');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('box.example', 'old.example'));
    await place.app.call('remote.info', {});
    const change = { conversationId: await place.app.start(), approvalMode: 'edits' as const };
    expect(await phone.call('conversation.configure', change)).toMatchObject({
      ok: false,
      error: { code: 'CONFIRMATION_REFUSED', message: expect.stringMatching(/old\.example.*Settings → Devices/) },
    });
  });
});

test(
  cite('REMOTE-14', 'passkeys that cannot be read let no device in, and removing the last one asks outside'),
  async () => {
    const refused = { ok: false, error: { code: 'CONFIRMATION_REFUSED', message: 'no' } } as const;
    const place = await start({ confirm: { require: () => refused, answer: async () => refused } });
    const phone = place.attach();
    const key = await addTo(phone);
    const window = place.app.client;
    const remove = { deviceId: 'd1', passkeyId: key.id };
    expect(codeOf(await window.call('remote.removePasskey', remove))).toBe('CONFIRMATION_REFUSED');
    expect(codeOf(await window.call('remote.askPasskey', { deviceId: 'd1', asks: false }))).toBe(
      'CONFIRMATION_REFUSED',
    );
    const { devices } = await place.app.call('remote.info', {});
    expect(devices[0]).toMatchObject({ asksPasskey: true, passkeys: [{ id: key.id }] });
    writeFileSync(join(place.app.dataDir, 'passkeys.json'), '{"v":1,"devices":{"d1":{"asks":"no"}}}');
    expect(await window.call('remote.info', {})).toMatchObject({ ok: false, error: { code: 'STORE_READ_FAILED' } });
    // Those in use stay in force.
    challengeIn(
      await phone.call('conversation.configure', { conversationId: await place.app.start(), approvalMode: 'edits' }),
    );
  },
);
