import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { maxTextBytes } from '../../../shared/conversation/attachmentLimits.ts';
import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import { textOf } from '../../../shared/core/sentence.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { attach, smallPdf } from '../../support/attach.ts';
import { cite } from '../../support/cite.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import { namedPng, pngOfPixels, realImages } from '../../support/images.ts';
import { askFor } from '../../support/storedConversation.ts';

const { png } = realImages;

async function attached(app: TestApp, id: string, name: string, bytes: Buffer): Promise<AttachmentRef> {
  const { added, error } = await attach(app.client, id, { name, bytes });
  if (!added) throw new Error(error?.message);
  const { problem: _told, ...ref } = added;
  return ref;
}

async function refused(app: TestApp, id: string, name: string, bytes: Buffer): Promise<string> {
  return (await attach(app.client, id, { name, bytes })).error?.message ?? 'it was taken';
}

async function send(app: TestApp, id: string, text: string, attachments: AttachmentRef[]): Promise<void> {
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text, attachments });
  await app.event('run.ended', () => true, from);
}

function folderOf(app: TestApp): string {
  const projects = path.join(app.dataDir, 'projects');
  const folders = readdirSync(projects).map((project) => path.join(projects, project, 'state', 'attachments'));
  return folders.find((folder) => existsSync(folder)) ?? path.join(projects, 'none');
}

const kept = (app: TestApp): string[] => (existsSync(folderOf(app)) ? readdirSync(folderOf(app)) : []);
const lastSent = (app: TestApp): unknown => app.model.requests.at(-1)?.body.messages.at(-1)?.content;
const words = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : (content as { type: string; text?: string }[]).map(({ text = '' }) => text).join('');

test(cite('WORK-2', "an image, a PDF and a text are sent with the message in the server's format"), async () => {
  const app = await startTestApp({ otherwise: { text: 'Seen.' } });
  const id = await app.start();
  const pdf = smallPdf();
  const refs = [
    await attached(app, id, 'cat.png', png),
    await attached(app, id, 'report.pdf', pdf),
    await attached(app, id, 'notes.txt', Buffer.from('one\n</attachment>\ntwo')),
  ];
  expect(refs.map(({ mediaType }) => mediaType)).toEqual(['image/png', 'application/pdf', 'text/plain']);
  await send(app, id, 'what is this?', refs);
  const content = lastSent(app) as { type: string; text: string }[];
  expect(content).toContainEqual({
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${png.toString('base64')}` },
  });
  expect(content).toContainEqual({
    type: 'file',
    file: { filename: 'report.pdf', file_data: `data:application/pdf;base64,${pdf.toString('base64')}` },
  });
  // An end tag in the text does not end its block.
  expect(words(content)).toContain(
    'what is this?\n\n<attachment-1 name="notes.txt">\none\n</attachment>\ntwo\n</attachment-1>',
  );
  const stored = app.rows(id).find(({ role, content: said }) => role === 'user' && Array.isArray(said));
  expect(stored?.content).toEqual([
    { type: 'text', text: 'what is this?' },
    { type: 'image', ...refs[0] },
    { type: 'file', ...refs[1] },
    { type: 'file', ...refs[2] },
  ]);
});

test(cite(['WORK-2', 'SEQ-1'], 'after a restart the request is the same, byte for byte'), async () => {
  const app = await startTestApp({ otherwise: { text: 'Seen.' } });
  const id = await app.start();
  const refs = [await attached(app, id, 'cat.png', png), await attached(app, id, 'a.pdf', smallPdf())];
  await send(app, id, 'look', [...refs, await attached(app, id, 'n.txt', Buffer.from('words'))]);
  const before = await app.call('conversation.request', { conversationId: id, text: 'next' });
  await app.close();
  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder, model: app.model });
  const after = await again.call('conversation.request', { conversationId: id, text: 'next' });
  expect(JSON.stringify(after)).toBe(JSON.stringify(before));
  expect(JSON.stringify(after)).toContain(png.toString('base64'));
});

test(cite('WORK-2', 'the same bytes are stored once under their hash, whatever their names'), async () => {
  const app = await startTestApp({ otherwise: { text: 'Seen.' } });
  const id = await app.start();
  const bytes = namedPng('large', 1_700_000);
  const [one, other] = [await attached(app, id, 'one.png', bytes), await attached(app, id, 'other.png', bytes)];
  expect(one.hash).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(other.hash).toBe(one.hash);
  expect(kept(app)).toEqual([one.hash]);
  expect(readFileSync(path.join(folderOf(app), one.hash)).equals(bytes)).toBe(true);
});

test(cite(
  'WORK-2',
  'types are detected from the bytes: unsupported files are rejected with a reason, and leave nothing',
), { tags: ['all'] }, async () => {
  const app = await startTestApp({ otherwise: { text: 'Seen.' } });
  const id = await app.start();
  expect(await refused(app, id, 'a.png', Buffer.from([1, 2, 3, 0]))).toContain(
    'a.png was not attached: it is not an image',
  );
  expect(await refused(app, id, 'b.pdf', Buffer.from('%PDF-1.4\nand then nothing'))).toContain('an incomplete');
  expect(await refused(app, id, 'c.png', png.subarray(0, 60))).toContain('an incomplete');
  expect(await refused(app, id, 'd.png', pngOfPixels(20_000, 10))).toContain('pixels');
  expect(await refused(app, id, 'e.txt', Buffer.alloc(0))).toContain('is empty');
  expect(await refused(app, id, 'f.txt', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]))).toContain('save text as UTF-8');
  expect(await refused(app, id, 'g.txt', Buffer.alloc(10 * 1024 * 1024, 'a'))).toContain('more than 9.9 MB');
  expect(await refused(app, id, 'h.bin', Buffer.alloc(25 * 1024 * 1024 + 1, 'a'))).toContain('larger than 25 MB');
  expect(kept(app)).toEqual([]);
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('grüße 你好', 'utf16le')]);
  const { hash, mediaType } = await attached(app, id, 'picture.png', utf16);
  expect(mediaType).toBe('text/plain');
  expect(readFileSync(path.join(folderOf(app), hash), 'utf8')).toBe('grüße 你好');
  // 天地玄黄，宇宙洪荒 in GBK, as Chinese systems write it.
  const gbk = Buffer.from('ccecb5d8d0febbc6a3acd3eed6e6baeabbc4', 'hex');
  const chinese = await attached(app, id, 'old.txt', gbk);
  expect(chinese.mediaType).toBe('text/plain');
  expect(readFileSync(path.join(folderOf(app), chinese.hash), 'utf8')).toBe(new TextDecoder('gbk').decode(gbk));
});

test(cite('WORK-2', 'an unfinished upload is dropped with the connection that started it'), async () => {
  const app = await startTestApp({ otherwise: { text: 'Seen.' } });
  const id = await app.start();
  const other = app.connect();
  const begun = await other.call('attachment.add', {
    conversationId: id,
    uploadId: 'half',
    name: 'half.png',
    mediaType: 'image/png',
    base64: png.subarray(0, 40).toString('base64'),
    offset: 0,
    last: false,
  });
  expect(begun).toEqual({ ok: true, value: { attachment: null } });
  expect(kept(app)).toHaveLength(1);
  other.close();
  await expect.poll(() => kept(app)).toEqual([]);
});

describe('an interrupted upload', () => {
  const bytes = Buffer.alloc(300_000, 'abc');
  const piece = (id: string, from: number, to: number, uploadId = 'one') => ({
    conversationId: id,
    uploadId,
    name: 'a.txt',
    mediaType: 'text/plain',
    base64: bytes.subarray(from, to).toString('base64'),
    offset: from,
    last: to === bytes.length,
  });

  test(cite('WORK-2', 'is never stored as if the rest were complete'), async () => {
    const app = await startTestApp({ otherwise: { text: 'Seen.' } });
    const id = await app.start();
    const first = app.connect();
    await first.call('attachment.add', piece(id, 0, 100_000));
    first.close();
    await expect.poll(() => kept(app)).toEqual([]);
    const rest = await app.client.call('attachment.add', piece(id, 100_000, 300_000));
    expect(rest).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    // A missing piece in between, and a repeated one.
    await app.call('attachment.add', piece(id, 0, 100_000));
    for (const [from, to] of [
      [200_000, 300_000],
      [100_000, 300_000],
    ] as const) {
      expect((await app.client.call('attachment.add', piece(id, from, to))).ok).toBe(false);
    }
    await app.call('attachment.add', piece(id, 0, 100_000));
    expect((await app.client.call('attachment.add', piece(id, 0, 100_000))).ok).toBe(false);
    expect(kept(app)).toEqual([]);
  });

  test(cite('WORK-2', 'belongs to its connection, and its pieces are written in order'), async () => {
    const app = await startTestApp({ otherwise: { text: 'Seen.' } });
    const id = await app.start();
    const other = app.connect();
    await app.call('attachment.add', piece(id, 0, 100_000));
    expect((await other.call('attachment.add', piece(id, 100_000, 300_000))).ok).toBe(false);
    await other.call('attachment.drop', { uploadId: 'one' });
    const [, last] = await Promise.all([
      app.call('attachment.add', piece(id, 100_000, 200_000)),
      app.call('attachment.add', piece(id, 200_000, 300_000)),
    ]);
    expect(last.attachment?.hash).toBe(createHash('sha256').update(bytes).digest('hex'));
    other.close();
  });

  test('takes up no space once canceled, and accepts no pieces from another window', async () => {
    const app = await startTestApp({ otherwise: { text: 'Seen.' } });
    const id = await app.start();
    const other = app.connect();
    for (let at = 0; at < 120; at++) {
      await app.call('attachment.add', piece(id, 0, 10, `off-${at}`));
      await app.call('attachment.drop', { uploadId: `off-${at}` });
    }
    const begun = await Promise.all(
      Array.from({ length: 30 }, (_, at) => other.call('attachment.add', piece(id, 0, 10, `open-${at}`))),
    );
    expect(begun.filter(({ ok }) => !ok)).toHaveLength(10);
    const { added } = await attach(app.client, id, { name: 'b.txt', bytes });
    expect(added?.bytes).toBe(300_000);
    other.close();
    await expect.poll(() => kept(app)).toEqual([added?.hash]);
  });
});

test(cite('WORK-2', 'secrets are hidden in an attached text, and images stay unchanged'), async () => {
  const app = await startTestApp({ otherwise: { text: 'Seen.' } });
  const id = await app.start();
  const ref = await attached(app, id, 'env.txt', Buffer.from('KEY=sk-test-0123456789abcdef\n'));
  await send(app, id, 'look', [ref]);
  expect(readFileSync(path.join(folderOf(app), ref.hash), 'utf8')).not.toContain('sk-test-0123456789abcdef');
  expect(JSON.stringify(lastSent(app))).not.toContain('sk-test-0123456789abcdef');
  expect(words(lastSent(app))).toContain('<attachment name="env.txt">\nKEY=');
});

test(cite(
  'WORK-2',
  'a message may consist of an attachment only: it is listed, found, titled and summarized by its name',
), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ otherwise: { text: 'Seen.' } });
  const id = await app.start();
  await send(app, id, '', [await attached(app, id, 'holiday plan.png', png)]);
  expect(words(lastSent(app)).trim()).not.toBe('');
  const titleNow = async () => (await app.call('app.open', {})).conversations.find((row) => row.id === id)?.title;
  await expect.poll(titleNow).toBe('holiday plan.png');
  const report = await app.call('context.read', { conversationId: id });
  expect(report.items.find(({ kind }) => kind === 'user')).toMatchObject({ label: 'holiday plan.png' });
  await expect
    .poll(async () => (await app.call('search.query', { text: 'holiday plan' })).hits.length)
    .toBeGreaterThan(0);
  const empty = await app.client.call('run.send', { conversationId: id, text: '' });
  expect(empty).toMatchObject({ ok: false, error: { code: 'PARAMS_INVALID' } });
});

test(cite('WORK-2', 'a draft keeps its attachments across a restart'), async () => {
  const app = await startTestApp({ otherwise: { text: 'Seen.' } });
  const id = await app.start();
  const ref = await attached(app, id, 'cat.png', png);
  await app.call('conversation.saveDraft', { conversationId: id, draft: 'half a', attachments: [ref] });
  await app.call('conversation.saveDraft', { conversationId: id, draft: 'half a sentence' });
  await app.close();
  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder });
  const state = await again.call('conversation.open', { conversationId: id });
  expect(state).toMatchObject({ draft: 'half a sentence', draftAttachments: [ref] });
  await again.call('conversation.saveDraft', { conversationId: id, attachments: [] });
  expect(await again.call('conversation.open', { conversationId: id })).toMatchObject({
    draft: 'half a sentence',
    draftAttachments: [],
  });
  await again.call('conversation.saveDraft', { conversationId: id, draft: '', attachments: [ref] });
  await again.call('conversation.saveDraft', { conversationId: id, draft: '', attachments: [] });
  expect((await again.call('conversation.open', { conversationId: id })).draftAttachments).toEqual([]);
});

test(cite(
  ['WORK-2', 'LOOP-8'],
  'a queued message keeps its attachments, can be withdrawn with them, and is sent with them',
), { tags: ['all'] }, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  const [cat, dog] = [await attached(app, id, 'cat.png', png), await attached(app, id, 'dog.png', namedPng('dog'))];
  const gate = path.join(app.folder, 'gate');
  app.model.push(
    { calls: [askFor('1', 'run_command', { command: `echo go; while [ ! -e ${gate} ]; do sleep 0.02; done` })] },
    { text: 'a dog' },
  );
  const from = app.events.length;
  const running = app.event('call.output');
  await app.call('run.send', { conversationId: id, text: 'first' });
  await running;
  const one = await app.call('run.send', { conversationId: id, text: 'a cat', attachments: [cat] });
  await app.call('run.send', { conversationId: id, text: '', attachments: [dog] });
  const { queue } = await app.call('conversation.open', { conversationId: id });
  expect(queue.map(({ text, attachments }) => [text, attachments])).toEqual([
    ['a cat', [cat]],
    ['', [dog]],
  ]);
  const taken = await app.call('run.withdraw', { conversationId: id, queueId: one.messageId });
  expect(taken).toEqual({ text: 'a cat', attachments: [cat] });
  const { writeFileSync } = await import('node:fs');
  writeFileSync(gate, '');
  await app.event('run.ended', () => true, from);
  expect(JSON.stringify(lastSent(app))).toContain(namedPng('dog').toString('base64'));
  expect(JSON.stringify(lastSent(app))).not.toContain(png.toString('base64'));
});

test(
  cite('WORK-2', 'a missing or damaged attachment is described in text, and a missing one is not sent'),
  async () => {
    const app = await startTestApp({ otherwise: { text: 'Seen.' } });
    const id = await app.start();
    const refs = [
      await attached(app, id, 'cat.png', png),
      await attached(app, id, 'a.pdf', smallPdf()),
      await attached(app, id, 'n.txt', Buffer.from('words')),
    ];
    await send(app, id, 'look', refs);
    for (const { hash } of refs) rmSync(path.join(folderOf(app), hash));
    await send(app, id, 'and now?', []);
    const sent = JSON.stringify(app.model.requests.at(-1)?.body.messages);
    expect(sent).toContain('[Attachment not sent: image/png]');
    expect(sent).toContain('[Attachment not sent: a.pdf, application/pdf]');
    expect(sent).toContain('[Attachment not sent: n.txt is no longer stored]');
    const answer = await app.client.call('run.send', {
      conversationId: id,
      text: 'again',
      attachments: refs.slice(0, 1),
    });
    expect(answer).toMatchObject({ ok: false, error: { code: 'MESSAGE_NOT_FOUND' } });
    expect(answer.ok ? '' : answer.error.message).toContain('cat.png');
  },
);

test(
  cite('WORK-2', 'attachments used by nothing else are deleted with their conversation; shared ones stay'),
  async () => {
    const app = await startTestApp({ otherwise: { text: 'Seen.' } });
    const [one, other] = [await app.start(), await app.start()];
    const shared = await attached(app, one, 'cat.png', png);
    const own = await attached(app, one, 'dog.png', namedPng('dog'));
    await send(app, one, 'look', [shared, own]);
    await app.call('conversation.saveDraft', { conversationId: other, draft: '', attachments: [shared] });
    await app.call('conversation.delete', { conversationId: one });
    await app.close();
    expect(kept(app)).toEqual([shared.hash]);
  },
);

test('unsupported attachments are reported when attached, based on the server and the context size', {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ otherwise: { text: 'Seen.' } });
  const id = await app.start();
  const large = await attach(app.client, id, { name: 'large.png', bytes: namedPng('large', 21 * 1024 * 1024) });
  expect(textOf(large.added?.problem ?? '')).toContain('accepts images of up to 20 MB');
  const pdf = await attach(app.client, id, { name: 'a.pdf', bytes: smallPdf() });
  expect(textOf(pdf.added?.problem ?? '')).toContain('may reject the message');
  expect((await attach(app.client, id, { name: 'cat.png', bytes: png })).added?.problem).toBeNull();
  const checked = await app.call('attachment.check', {
    conversationId: null,
    attachments: [{ hash: '0'.repeat(64), name: 'x', mediaType: 'image/png', bytes: 30_000_000 }],
  });
  expect(checked.problems[0]).toContain('up to 20 MB');
});

test("a file's stored bytes are read in parts", async () => {
  const app = await startTestApp({ otherwise: { text: 'Seen.' } });
  const id = await app.start();
  const text = 'äöü'.repeat(1000);
  const { hash } = await attached(app, id, 'n.txt', Buffer.from(text));
  const first = await app.call('attachment.readPart', { conversationId: id, hash, limit: 4001 });
  expect(first).toMatchObject({ nextOffset: 4001, totalBytes: 6000 });
  const rest = await app.call('attachment.readPart', { conversationId: id, hash, offset: 4001 });
  expect(rest.nextOffset).toBeNull();
  const whole = Buffer.concat([Buffer.from(first.base64, 'base64'), Buffer.from(rest.base64, 'base64')]);
  expect(whole.toString()).toBe(text);
});

test("a PDF's pages count toward the context size", { tags: ['all'] }, async () => {
  const app = await startTestApp({ otherwise: { text: 'Seen.' } });
  const id = await app.start();
  await send(app, id, 'look', [await attached(app, id, 'a.pdf', smallPdf(7))]);
  const { items } = await app.call('context.read', { conversationId: id });
  const tokens = items.find(({ kind }) => kind === 'user')?.tokens ?? 0;
  expect(tokens).toBeGreaterThan(7 * 2000);
  expect(tokens).toBeLessThan(7 * 4000);
});

test('the longest accepted text is also sent', { tags: ['all'] }, async () => {
  const model = await startFakeModelServer({ otherwise: { text: 'Seen.' }, window: 100_000_000 });
  const app = await startTestApp({ model });
  const id = await app.start();
  const ref = await attached(app, id, `${'n'.repeat(80)}.txt`, Buffer.alloc(maxTextBytes, 'a'));
  await send(app, id, 'w'.repeat(10_000), [ref]);
  expect(model.requests).toHaveLength(1);
  await app.close();
  await model.close();
});
