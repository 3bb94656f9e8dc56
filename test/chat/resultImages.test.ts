import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { toApiMessages } from '../../electron/conversation/apiMessages.ts';
import { bodyInFormat } from '../../electron/providers/requestFormats.ts';
import type { ApiMessage } from '../../shared/conversation/apiMessage.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { namedPng, realImages } from '../support/images.ts';

const { png, gif } = realImages;
const read = (id: string, file: string) => ({ id, name: 'read_file', arguments: JSON.stringify({ path: file }) });
const dataUrl = (type: string, bytes: Buffer) => ({ url: `data:${type};base64,${bytes.toString('base64')}` });

async function withPictures(): Promise<TestApp & { id: string }> {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  writeFileSync(path.join(app.folder, 'a.png'), png);
  writeFileSync(path.join(app.folder, 'b.gif'), gif);
  writeFileSync(path.join(app.folder, 'c.txt'), 'words\n');
  return { ...app, id: await app.start() };
}

function sent(app: TestApp, at: number): { role: string; content: unknown }[] {
  return app.model.requests[at]?.body.messages.slice(1) as { role: string; content: unknown }[];
}

test(
  cite(['TOOL-1', 'SEQ-4'], 'images from results are sent as images, after the last result of their reply'),
  async () => {
    const app = await withPictures();
    app.model.push(
      { calls: [read('1', 'a.png'), read('2', 'c.txt'), read('3', 'b.gif')] },
      { text: 'Nice.' },
      { text: 'Yes.' },
    );
    await app.turn(app.id, 'look');
    const messages = sent(app, 1);
    expect(messages.map(({ role }) => role).slice(-6)).toEqual([
      'assistant',
      'tool',
      'tool',
      'tool',
      'assistant',
      'user',
    ]);
    expect(messages.at(-1)?.content).toEqual([
      { type: 'text', text: '[Image 1 of read_file, a.png]' },
      { type: 'image_url', image_url: dataUrl('image/png', png) },
      { type: 'text', text: '[Image 1 of read_file, b.gif]' },
      { type: 'image_url', image_url: dataUrl('image/gif', gif) },
    ]);
    const rows = app.rows(app.id).filter((row) => row.role === 'tool');
    expect(rows.map(({ attachments }) => attachments?.length ?? 0).sort()).toEqual([0, 1, 1]);
    await app.turn(app.id, 'again');
    // A request starts with the whole previous one, images included.
    expect(sent(app, 2).slice(0, messages.length)).toEqual(messages);
  },
);

test(cite('SEQ-1', 'after a restart the request with images is the same, byte for byte'), async () => {
  const app = await withPictures();
  app.model.push({ calls: [read('1', 'a.png')] }, { text: 'Nice.' });
  await app.turn(app.id, 'look');
  const before = await app.call('conversation.request', { conversationId: app.id, text: 'next' });
  await app.close();
  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder, model: app.model });
  const after = await again.call('conversation.request', { conversationId: app.id, text: 'next' });
  expect(JSON.stringify(after)).toBe(JSON.stringify(before));
});

test('the window reads the bytes of an image, and of no other stored file', async () => {
  const app = await withPictures();
  app.model.push({ calls: [read('1', 'a.png')] }, { text: 'Nice.' });
  await app.turn(app.id, 'look at @c.txt');
  const [row] = app.rows(app.id).filter((message) => message.role === 'tool');
  const hash = row?.attachments?.[0]?.hash ?? '';
  expect(await app.call('attachment.read', { conversationId: app.id, hash })).toEqual({
    mediaType: 'image/png',
    base64: png.toString('base64'),
  });
  const mention = app.rows(app.id).find((message) => message.role === 'user');
  const part = ((mention?.content ?? []) as { type: string; hash?: string }[]).find(({ type }) => type === 'mention');
  const text = await app.client.call('attachment.read', { conversationId: app.id, hash: part?.hash ?? '' });
  expect(text).toMatchObject({ ok: false, error: { code: 'NOT_SUPPORTED' } });
  const none = await app.client.call('attachment.read', { conversationId: app.id, hash: '0'.repeat(64) });
  expect(none.ok).toBe(false);
});

test(cite('SEQ-4', 'a missing image is described in text, and a hidden result hides its images'), async () => {
  const app = await withPictures();
  app.model.push({ calls: [read('1', 'a.png'), read('2', 'b.gif')] }, { text: 'Nice.' });
  await app.turn(app.id, 'look');
  const results = app.rows(app.id).filter((message) => message.role === 'tool');
  const [first, second] = ['1', '2'].map((callId) => results.find((row) => row.tool_call_id === callId));
  const projects = path.dirname(path.dirname(path.dirname(app.messagesFile(app.id))));
  rmSync(path.join(projects, 'state/attachments', first?.attachments?.[0]?.hash ?? 'none'));
  const preview = JSON.stringify(await app.call('conversation.request', { conversationId: app.id, text: 'next' }));
  expect(preview).toContain('[Image 1 of read_file, a.png: no longer kept]');
  expect(preview).toContain(gif.toString('base64'));
  await app.call('context.mark', { conversationId: app.id, messageId: second?.id ?? '', hidden: true });
  const hidden = JSON.stringify(await app.call('conversation.request', { conversationId: app.id, text: 'next' }));
  expect(hidden).not.toContain(gif.toString('base64'));
});

test(cite('SEQ-8', 'incomplete images are reported by the tool that returned them, and never sent'), async () => {
  const app = await withPictures();
  writeFileSync(path.join(app.folder, 'a.png'), Buffer.concat([png.subarray(0, 8), Buffer.from('and then only text')]));
  app.model.push({ calls: [read('1', 'a.png')] }, { text: 'Oh.' });
  await app.turn(app.id, 'look');
  const [row] = app.rows(app.id).filter((message) => message.role === 'tool');
  expect(row?.content).toContain('It cannot be shown: it is an incomplete PNG image.');
  expect(row?.attachments).toBeUndefined();
  expect(JSON.stringify(sent(app, 1))).not.toContain('image_url');
});

test(cite('SEQ-8', 'a damaged image that the log already names is described in text'), async () => {
  const app = await withPictures();
  app.model.push({ calls: [read('1', 'a.png'), read('2', 'b.gif')] }, { text: 'Nice.' });
  await app.turn(app.id, 'look');
  await app.close();
  const broken = png.subarray(0, 60);
  const state = path.join(path.dirname(path.dirname(path.dirname(app.messagesFile(app.id)))), 'state/attachments');
  const hashes = [png, broken].map((bytes) => createHash('sha256').update(bytes).digest('hex'));
  writeFileSync(path.join(state, hashes[1] as string), broken);
  const log = readFileSync(app.messagesFile(app.id), 'utf8');
  writeFileSync(app.messagesFile(app.id), log.replaceAll(hashes[0] as string, hashes[1] as string));
  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder, model: app.model });
  const next = JSON.stringify(await again.call('conversation.request', { conversationId: app.id, text: 'next' }));
  expect(next).toContain('a.png: not sent, it is an incomplete PNG image]');
  expect(next).not.toContain(broken.toString('base64'));
  expect(next).toContain(gif.toString('base64'));
});

test(cite('SEQ-8', 'too many or too large images leave a conversation that can still be sent'), {
  tags: ['all'],
}, async () => {
  const app = await withPictures();
  const names = Array.from({ length: 9 }, (_, index) => `big${index}.png`);
  for (const name of names) writeFileSync(path.join(app.folder, name), namedPng(name, 3_900_000));
  app.model.push(
    { calls: names.map((name, index) => read(String(index), name)) },
    { text: 'So many.' },
    { text: 'Yes.' },
  );
  await app.turn(app.id, 'look');
  const messages = sent(app, 1);
  const last = messages.at(-1)?.content as { type: string; text?: string }[];
  expect(last.filter(({ type }) => type === 'image_url')).toHaveLength(3);
  expect(last.filter(({ text }) => text?.includes('not sent, the provider accepts no more'))).toHaveLength(6);
  await app.turn(app.id, 'and now?');
  expect(JSON.stringify(sent(app, 2).slice(0, messages.length)) === JSON.stringify(messages)).toBe(true);
});

const record = (fields: object, index: number): Message =>
  ({ v: 1, id: `m${index}`, parentId: null, createdAt: '', ...fields }) as Message;
const asked = ['a', 'b'].map((id) => ({ id, type: 'function', function: { name: 'shot', arguments: '{}' } }));
const history = [
  { role: 'user', content: 'look' },
  { role: 'assistant', content: null, tool_calls: asked },
  {
    role: 'tool',
    tool_call_id: 'b',
    toolName: 'shot',
    outcome: 'error',
    content: 'Error: half',
    attachments: [{ hash: 'h2', mediaType: 'image/jpeg' }],
  },
  {
    role: 'tool',
    tool_call_id: 'a',
    toolName: 'shot',
    outcome: 'ok',
    content: 'done',
    attachments: [
      { hash: 'h1', mediaType: 'image/png' },
      { hash: 'h3', mediaType: 'image/tiff' },
    ],
  },
  {
    role: 'tool',
    tool_call_id: 'x',
    toolName: 'shot',
    outcome: 'ok',
    content: 'by hand',
    partType: 'tool_run',
    attachments: [{ hash: 'h1', mediaType: 'image/png' }],
  },
].map(record);
const options = { imageData: (hash: string) => Buffer.from(hash).toString('base64') };
const request = (messages: ApiMessage[]) => ({ model: 'm', system: '', messages, tools: [] });

test('each provider receives them where it accepts them', () => {
  const { messages } = toApiMessages(history, options);
  const [one, two] = ['h1', 'h2'].map((hash) => Buffer.from(hash).toString('base64'));
  const labels = ['[Image 1 of shot]', '[Image 2 of shot: not sent, models do not take this kind]'];

  const anthropic = bodyInFormat('anthropic', request(messages)) as { messages: { content: unknown[] }[] };
  expect(anthropic.messages[2]?.content.slice(0, 2)).toEqual([
    {
      type: 'tool_result',
      tool_use_id: 'a',
      content: [
        { type: 'text', text: 'done' },
        { type: 'text', text: labels[0] },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: one } },
        { type: 'text', text: labels[1] },
      ],
    },
    {
      type: 'tool_result',
      tool_use_id: 'b',
      content: [
        { type: 'text', text: 'Error: half' },
        { type: 'text', text: labels[0] },
        { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: two } },
      ],
      cache_control: { type: 'ephemeral' },
    },
  ]);

  const gemini = bodyInFormat('gemini', request(messages)) as { contents: { parts: object[] }[] };
  const keys = gemini.contents.slice(2, 5).map(({ parts }) => parts.map((part) => Object.keys(part)[0]));
  expect(keys).toEqual([
    ['functionResponse', 'functionResponse'],
    ['text'],
    ['text', 'inlineData', 'text', 'text', 'inlineData'],
  ]);

  const responses = bodyInFormat('responses', request(messages)) as { input: { type?: string; output?: unknown }[] };
  expect(responses.input.find(({ type }) => type === 'function_call_output')?.output).toEqual([
    { type: 'input_text', text: 'done' },
    { type: 'input_text', text: labels[0] },
    { type: 'input_image', image_url: `data:image/png;base64,${one}`, detail: 'auto' },
    { type: 'input_text', text: labels[1] },
  ]);

  // A call run by the user is reported in their role, with its image.
  expect(messages.at(-1)).toEqual({
    role: 'user',
    content: [
      { type: 'text', text: '[The user ran shot]\nby hand' },
      { type: 'text', text: labels[0] },
      { type: 'image', hash: 'h1', mediaType: 'image/png', data: one },
    ],
  });
});
