import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Log } from '../../electron/lib/log.ts';
import { createRedactor } from '../../electron/lib/redaction.ts';
import { createSecretMask } from '../../electron/lib/secretMask.ts';
import { createKeychain } from '../../electron/stores/keychain.ts';
import { createSettingsFile } from '../../electron/stores/settingsFile.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { filesWith } from '../support/liveFiles.ts';
import { asNew, assistantMessage, call, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { openConversation } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';
import { askFor } from '../support/storedConversation.ts';
import { tempFolder } from '../support/tempFolder.ts';

const key = 'zq-live/4711+Abcdefgh"ijk';
const inJson = JSON.stringify(key).slice(1, -1);
const forms = [key, inJson, JSON.stringify(inJson).slice(1, -1), encodeURIComponent(key)];

/** Files that contain the key in any form, by path. */
function filesWithKey(folder: string): string[] {
  return forms.flatMap((form) => filesWith(folder, form));
}

function expectHidden(app: TestApp): void {
  expect(filesWithKey(app.dataDir)).toEqual([]);
  const events = JSON.stringify(app.events);
  for (const form of forms) expect(events.includes(JSON.stringify(form).slice(1, -1)), form).toBe(false);
  const shown = app.events
    .flatMap(({ event }) => (event.type === 'reply.delta' || event.type === 'call.output' ? [event.text ?? ''] : []))
    .join('');
  expect(shown).not.toContain(key);
}

const startApp = (options: Parameters<typeof startTestApp>[0] = {}) =>
  startTestApp({ ...options, env: { OPENAI_API_KEY: key, ECHOED: key, ...options.env } });

test(cite('STORE-16', 'a key that a model, a tool, a file and the user repeat appears in no file or event'), {
  tags: ['all'],
}, async () => {
  const app = await startApp({
    settings: { approvalMode: 'all' },
    replies: [
      [
        { reasoning: ['the key is ', key.slice(0, 9), key.slice(9)] },
        { text: ['I found ', ...Array.from(key), '.'] },
        {
          calls: [
            askFor('c1', 'run_command', { command: 'cat .secret; cat .secret >&2' }),
            askFor('c2', 'read_file', { path: '.secret' }),
            askFor('c3', 'run_command', { command: `echo '${key}'; sleep 0.1; printf %s "${inJson.slice(0, 5)}"` }),
            askFor('c4', 'write_file', { path: 'new.txt', content: `it is ${key}` }),
            askFor('c5', 'run_command', { command: 'yes "$(cat .secret)" | head -n 3000' }),
            askFor('c6', 'no_such_tool', { key }),
          ],
        },
      ],
      { text: [`again ${key.slice(0, -1)}`, `${key.slice(-1)} done`] },
    ],
  });
  writeFileSync(join(app.folder, '.secret'), `KEY=${key}\n`);
  const id = await app.start();
  expect(await app.turn(id, `my key is ${key}, keep it`)).toBe('done');
  expectHidden(app);
  const rows = app.rows(id);
  expect(rows.find((row) => row.role === 'user')).toMatchObject({ content: 'my key is [key removed], keep it' });
  expect(rows.at(-1)).toMatchObject({ content: 'again [key removed] done' });
  const results = rows.flatMap((row) => (row.role === 'tool' ? [row.content] : []));
  expect(results.filter((text) => text.includes('[key removed]')).length).toBeGreaterThanOrEqual(4);
  // What was sent is what is stored: nothing but the header carries the key.
  for (const request of app.model.requests) {
    for (const form of forms) expect(request.text).not.toContain(form);
    expect(request.headers.authorization).toBe(`Bearer ${key}`);
  }
});

test(cite('STORE-16', 'a key repeated in a server error appears in no file or event'), async () => {
  const refused = (status: number) => ({
    status,
    body: { error: { message: `Incorrect API key provided: ${key}. ${encodeURIComponent(key)}`, code: key } },
  });
  const app = await startApp({
    replies: [refused(401), { raw: [`data: {"error":{"message":"${inJson}"}}\n\n`] }, refused(400)],
  });
  const id = await app.start();
  for (let n = 0; n < 3; n++) expect(await app.turn(id, `hello ${n}`)).toBe('error');
  expectHidden(app);
});

test(cite('STORE-16', 'a key in the title, the draft, the queue, the settings and a question is hidden'), async () => {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  const app = await startApp({
    replies: [
      [
        { text: ['it is ', key.slice(0, 12), key.slice(12)] },
        { until },
        { calls: [askFor('c1', 'write_file', { path: 'a', content: key })] },
      ],
      { text: ['done'] },
    ],
  });
  const id = await app.start();
  await app.call('conversation.rename', { conversationId: id, title: `about ${key}` });
  const saved = await app.call('conversation.saveDraft', { conversationId: id, draft: `draft ${key}` });
  expect(saved).toEqual({ draft: 'draft [key removed]' });
  await app.call('settings.update', { patch: { instructions: `never say ${key}` } });
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'begin' });
  await app.event('reply.delta', (event) => event.text?.includes('[key removed]') ?? false, from);
  await app.call('run.send', { conversationId: id, text: `queued ${key}` });
  expect(filesWithKey(app.dataDir)).toEqual([]);
  resolve();
  const waiting = await app.event('call.waiting', undefined, from);
  expect(JSON.stringify(waiting)).toContain('[key removed]');
  await app.call('run.stop', { conversationId: id });
  await app.event('run.ended', undefined, from);
  expectHidden(app);
  const opened = await app.call('conversation.open', { conversationId: id });
  expect(JSON.stringify(opened)).not.toContain(inJson);
  expect(opened).toMatchObject({ title: 'about [key removed]', draft: 'draft [key removed]' });
});

test(cite('STORE-16', 'a key saved later applies from then on; earlier data is not changed'), async () => {
  const app = await startTestApp({ otherwise: { text: ['ok'] } });
  const id = await app.start();
  await app.turn(id, `before ${key}`);
  const saved = await app.call('provider.save', { id: null, name: 'Mine', baseUrl: app.model.url });
  await app.call('provider.setKey', { provider: saved.id, key });
  await app.turn(id, `after ${key}`);
  const said = app.rows(id).flatMap((row) => (row.role === 'user' ? [row.content] : []));
  expect(said).toEqual([`before ${key}`, 'after [key removed]']);
});

test(cite('STORE-16', 'a keychain with earlier keys is read before anything is stored'), async () => {
  const settings = createSettingsFile(join(tempFolder(), 'data'));
  const keychain = createKeychain({
    service: 'test',
    load: async () => ({
      AsyncEntry: class {
        getPassword = async () => key;
        setPassword = async () => {};
        deletePassword = async () => true;
      },
    }),
  });
  const hiding = createRedactor(keychain);
  hiding.start(settings, async () => void (await keychain.get('provider:mine')));
  const it = await openConversation({ mask: hiding.mask, keysKnown: hiding.ready });
  okValue(await it.store.appendConversationMessage(it.conversationId, asNew(userMessage(`first ${key}`))));
  expect(filesWithKey(it.dataDir)).toEqual([]);
});

test(cite('STORE-16', 'every text of a record is masked, wherever it is, and nothing else in it changes'), async () => {
  const mask = createSecretMask(
    () => [key],
    () => false,
  );
  const it = await openConversation({ mask });
  const records = [
    userMessage('', {
      content: [
        { type: 'text', text: key },
        { type: 'mention', path: key, hash: 'h' },
      ],
    }),
    assistantMessage(key, [call('c1', key, JSON.stringify({ deep: [{ key: inJson, n: 1.5, none: null }] }))], {
      reasoning: key,
      providerData: { [key]: [key] },
      error: { code: 'LLM_ERROR', message: key },
      origin: { title: key },
    }),
    toolMessage('c1', `${'x'.repeat(60_000)}${key}`, {
      details: { diff: key, todos: { before: [], after: [{ content: key, status: 'pending' }] } },
    }),
  ];
  for (const record of records) okValue(await it.store.appendConversationMessage(it.conversationId, asNew(record)));
  okValue(
    await it.store.savePartial(it.conversationId, {
      v: 1,
      messageId: 'm',
      parentId: null,
      text: key,
      reasoning: key,
      startedAt: '',
    }),
  );
  okValue(
    await it.store.logExecution(it.conversationId, {
      v: 1,
      type: 'tool_started',
      at: '',
      messageId: 'm',
      toolCallId: key,
      index: 0,
      name: key,
    }),
  );
  await it.store.close();
  expect(filesWithKey(it.dataDir)).toEqual([]);
  const [, answer] = JSON.parse(readFileSync(it.messagesPath, 'utf8'));
  expect(JSON.parse(answer.tool_calls[0].function.arguments)).toEqual({
    deep: [{ key: '[key removed]', n: 1.5, none: null }],
  });
});

test(
  cite('STORE-16', 'tokens in well-known formats are hidden if the user has enabled that, and only then'),
  async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const app = await startApp({ otherwise: { text: [`take ${token.slice(0, 7)}`, token.slice(7)] } });
    const id = await app.start();
    await app.turn(id, `off ${token}`);
    await app.call('settings.update', { patch: { maskTokens: true } });
    await app.turn(id, `on ${token}`);
    await app.call('settings.update', { patch: { maskTokens: false } });
    await app.turn(id, `off again ${token}`);
    const said = app.rows(id).flatMap((row) => (row.partType === undefined ? [row.content] : []));
    expect(said).toEqual([
      `off ${token}`,
      `take ${token}`,
      'on [token removed]',
      'take [token removed]',
      `off again ${token}`,
      `take ${token}`,
    ]);
  },
);

test(cite('STORE-16', 'a restart sends the same: what is stored is what was sent'), async () => {
  const dataDir = join(tempFolder(), 'data');
  const app = await startApp({ dataDir, otherwise: { text: [`yes, ${key}`] } });
  const id = await app.start();
  await app.turn(id, `one ${key}`);
  const before = await app.call('conversation.request', { conversationId: id, text: 'next' });
  await app.close();
  const again = await startApp({ dataDir, folder: app.folder, otherwise: { text: ['ok'] } });
  const after = await again.call('conversation.request', { conversationId: id, text: 'next' });
  const messages = (answer: unknown) => (answer as { body: { messages: unknown } }).body.messages;
  expect(messages(after)).toEqual(messages(before));
});

test(cite('STORE-16', "the program's log hides it too"), async () => {
  const { createCore } = await import('../../electron/core.ts');
  const lines: string[] = [];
  const log: Log = (_level, line) => void lines.push(line);
  const core = createCore({ dataDir: join(tempFolder(), 'data'), env: { OPENAI_API_KEY: key }, log, person: false });
  core.log('warning', `the server said ${key}`, 'STARTED');
  await core.close();
  expect(lines).toEqual(['the server said [key removed]']);
});
