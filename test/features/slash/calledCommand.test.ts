// Slash commands by the user: rejected, queued, edited, removed, hidden, copied and exported.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { CommandPart } from '../../../shared/conversation/message.ts';
import type { writtenForms } from '../../../shared/features/import/otherApps.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { writeTree } from '../../support/fileTree.ts';
import { askFor } from '../../support/storedConversation.ts';

const otherwise = { text: 'Good.' };
const prompt = [
  '---',
  'title: Translate',
  'variables:',
  '  - name: language',
  '    choices: [French, German]',
  '  - name: tone',
  '    default: plain',
  '  - name: text',
  '---',
  'Translate to {{language}}, {{ tone }}: {{text}} {{unknown thing}}',
  '',
].join('\n');

async function open(): Promise<TestApp> {
  const app = await startTestApp({ otherwise });
  writeTree(app.dataDir, { 'prompts/translate.md': prompt, 'commands/hi.md': 'Say hi to $ARGUMENTS.' });
  return app;
}

async function exported(app: TestApp, conversationId: string, to: (typeof writtenForms)[number]): Promise<string> {
  const { exportId } = await app.call('export.prepare', { conversationId, to });
  const piece = await app.call('export.piece', { exportId, offset: 0 });
  return Buffer.from(piece.base64, 'base64').toString('utf8');
}

const users = (app: TestApp, id: string) => app.rows(id).filter((row) => row.role === 'user');
const lastSent = (app: TestApp): string => JSON.stringify(app.model.requests.at(-1)?.body.messages);

function partOf(app: TestApp, id: string): CommandPart {
  const content = users(app, id).at(-1)?.content;
  const part = Array.isArray(content) ? content.find((each) => each.type === 'command') : undefined;
  if (part?.type !== 'command') throw new Error('no command in the last message');
  return part;
}

test(cite('WORK-3', 'a library prompt takes named and plain values, and a missing one sends nothing'), async () => {
  const app = await open();
  const id = await app.start();
  const projectId = (await app.call('app.open', {})).startProjectId ?? '';
  const send = (text: string) => app.client.call('run.send', { conversationId: id, text });
  expect(await send('/translate text=hello')).toMatchObject({
    ok: false,
    error: { code: 'PARAMS_INVALID', message: '/translate needs a value for "language". Use language=…' },
  });
  expect(await send('/translate Dutch x y')).toMatchObject({
    error: { message: '"language" of /translate must be one of: French, German.' },
  });
  expect(() => app.messagesFile(id)).toThrow('no messages.json');
  await app.turn(id, '/translate "text=two \\"words\\"" French');
  expect(lastSent(app)).toContain(
    JSON.stringify('Translate to French, plain: two "words" {{unknown thing}}').slice(1, -1),
  );
  await app.turn(id, '/translate German casual all the rest');
  expect(lastSent(app)).toContain('Translate to German, casual: all the rest');
  const { entries } = await app.call('slash.list', { projectId });
  expect(entries.find(({ name }) => name === 'translate')).toMatchObject({
    kind: 'prompt',
    hint: '<language> [tone] <text>',
    arguments: [
      { name: 'language', required: true, choices: ['French', 'German'], completes: true },
      { name: 'tone', required: false, default: 'plain' },
      { name: 'text', required: true },
    ],
  });
  const complete = { projectId, name: 'translate', argument: 'language', text: 'g' };
  expect(await app.call('slash.complete', complete)).toEqual({ values: ['German'] });
});

test(
  cite('WORK-3', 'a queued slash command is checked before it is queued and expanded when it is stored'),
  async () => {
    const app = await open();
    await app.call('settings.update', { patch: { approvalMode: 'all' } });
    const id = await app.start();
    const gate = path.join(app.folder, 'gate');
    app.model.push({
      calls: [askFor('1', 'run_command', { command: `echo go; while [ ! -e ${gate} ]; do sleep 0.02; done` })],
    });
    const running = app.event('call.output');
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'wait' });
    await running;
    const send = (text: string) => app.client.call('run.send', { conversationId: id, text });
    expect(await send('/translate')).toMatchObject({ ok: false, error: { code: 'PARAMS_INVALID' } });
    expect(await send('/hi Ada')).toMatchObject({ ok: true });
    writeTree(app.dataDir, { 'commands/hi.md': 'Greet $1!' });
    writeTree(app.folder, { gate: '' });
    await app.event('run.ended', ({ end }) => end === 'done', from);
    expect(lastSent(app)).toContain('Greet Ada!');
    expect(partOf(app, id)).toMatchObject({ name: 'hi', words: ' Ada' });
  },
);

test(
  cite('WORK-3', "a slash command's expansion is previewed, its secrets are hidden, and an edit expands it again"),
  async () => {
    const app = await open();
    writeTree(app.dataDir, { 'commands/key.md': 'The key is sk-test-0123456789abcdef, $1.' });
    const id = await app.start();
    await app.turn(id, 'Hello');
    const shown = await app.call('conversation.request', { conversationId: id, text: '/key now' });
    await app.turn(id, '/key now');
    const sent = app.model.requests.at(-1)?.body;
    expect(shown.body).toEqual(sent);
    expect(JSON.stringify(sent)).toMatch(/The key is (?!sk-test)[^"]*, now\./);
    const part = partOf(app, id);
    const message = users(app, id).at(-1);
    const text = await app.call('mention.read', { conversationId: id, messageId: message?.id ?? '', part: 0 });
    expect(text.text).toMatch(/^The key is (?!sk-test)/);
    expect(part.bytes).toBe(Buffer.byteLength(text.text));
    writeTree(app.dataDir, { 'commands/key.md': 'Other, $1.' });
    const from = app.events.length;
    await app.call('run.resend', { conversationId: id, messageId: message?.id ?? '', text: '/key then' });
    await app.event('run.ended', () => true, from);
    expect(lastSent(app)).toContain('Other, then.');
    // The first one stays as it was sent.
    const rows = users(app, id).map(({ content }) => JSON.stringify(content));
    expect(rows.filter((row) => row.includes('"key"'))).toHaveLength(2);
  },
);

test(
  cite('WORK-3', 'a slash command is found, titled and exported by its text, which is removed with it'),
  async () => {
    const app = await open();
    const id = await app.start();
    await app.turn(id, '/hi everybody');
    const message = users(app, id)[0];
    const { hash } = partOf(app, id);
    const kept = path.join(path.dirname(app.messagesFile(id)), '..', '..', 'state', 'attachments', hash);
    expect(readFileSync(kept, 'utf8')).toBe('Say hi to everybody.');
    const markdown = await app.call('conversation.export', { conversationId: id, to: 'markdown' });
    expect(markdown.text).toContain('/hi everybody');
    expect(markdown.text).toContain('commands/hi.md');
    for (const program of ['claude-code', 'codex', 'opencode', 'messages'] as const) {
      expect([program, await exported(app, id, program)]).toEqual([
        program,
        expect.stringContaining('Say hi to everybody.'),
      ]);
    }
    for (const form of ['html', 'chatgpt'] as const) expect(await exported(app, id, form)).toContain('/hi everybody');
    await app.call('conversation.forgetMessage', { conversationId: id, messageId: message?.id ?? '' });
    expect(existsSync(kept)).toBe(false);
    expect(readFileSync(app.messagesFile(id), 'utf8')).not.toContain('everybody');
  },
);
