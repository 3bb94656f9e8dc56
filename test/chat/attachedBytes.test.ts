import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createAttachmentLoader } from '../../electron/chat/context/attachedBytes.ts';
import { toApiMessages } from '../../electron/conversation/apiMessages.ts';
import { encodeBase64InSlices, estimatePdfPages } from '../../electron/lib/attachmentBytes.ts';
import { chatBody } from '../../electron/providers/chatCompletions/requestBody.ts';
import { checkLimits, limitsOf } from '../../electron/providers/http/limits.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { inTurns } from '../support/inTurns.ts';

const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex');

function fileMessage(name: string, mediaType: string, bytes: number): Message {
  const fields = { v: 1, id: name, parentId: null, createdAt: '2026-01-01T00:00:00.000Z' };
  const content = [
    { type: 'text', text: `read ${name}` },
    { type: 'file', hash: hashOf(name), name, mediaType, bytes },
  ];
  return { ...fields, role: 'user', content } as Message;
}

/** A store with these files that counts how often each is read. */
function storeOf(sizes: Map<string, number>) {
  const reads: string[] = [];
  return {
    reads,
    async attachmentVersions(_id: string, hashes: readonly string[]) {
      return new Map(hashes.map((hash) => [hash, { version: '1', bytes: sizes.get(hash) ?? 0 }]));
    },
    async readAttachment(_id: string, hash: string) {
      reads.push(hash);
      return { ok: true as const, value: Buffer.alloc(sizes.get(hash) ?? 0, 'a') };
    },
  };
}

const host = 'example.com';
const limits = limitsOf(host);
const attachmentLimits = { host, imageBytes: 1, images: 1, bodyBytes: limits.bodyBytes, pdf: 'taken' as const };

async function requestOf(store: ReturnType<typeof storeOf>, messages: Message[]) {
  const bytes = await createAttachmentLoader(store).load('c', messages, attachmentLimits);
  return { model: 'm', system: '', tools: [], messages: toApiMessages(messages, { ...bytes, marks: {} }).messages };
}

const bytesOf = (body: unknown): number => Buffer.byteLength(JSON.stringify(body));

describe('attachments larger than a provider accepts', () => {
  for (const [kind, mediaType] of [
    ['PDFs', 'application/pdf'],
    ['texts', 'text/plain'],
    ['images', 'image/png'],
  ] as const) {
    test(cite('SEQ-8', `${kind} are rejected by name without reading any of them`), async () => {
      const names = Array.from({ length: 17 }, (_, at) => `${at}`);
      const store = storeOf(new Map(names.map((name) => [hashOf(name), 24_900_000])));
      const messages = names.map((name) => fileMessage(name, mediaType, 24_900_000));
      if (mediaType === 'image/png') {
        for (const message of messages)
          for (const part of message.content as { type: string }[]) if (part.type === 'file') part.type = 'image';
      }
      const request = await requestOf(store, messages);
      expect(store.reads).toEqual([]);
      const checked = await checkLimits(request, limits, host, async (sent) => bytesOf(chatBody(sent, 'p')));
      expect(checked).toMatchObject({
        ok: false,
        error: { code: 'REQUEST_TOO_LARGE', details: { item: { message: expect.any(Number) } } },
      });
      expect(checked.ok ? '' : checked.error.message).toMatch(
        /MB, but example\.com accepts at most 32 MB\. Nothing was sent/,
      );
    });
  }

  test('exactly the limit is sent, and one more is not', { tags: ['all'] }, async () => {
    for (const [bytes, fits] of [
      [12_500_000, true],
      [12_600_000, false],
    ] as const) {
      const store = storeOf(new Map(['a', 'b'].map((name) => [hashOf(name), bytes])));
      const request = await requestOf(store, [
        fileMessage('a', 'application/pdf', bytes),
        fileMessage('b', 'application/pdf', bytes),
      ]);
      const body = chatBody(request, 'p');
      const checked = await checkLimits(request, limits, host, async (sent) => bytesOf(chatBody(sent, 'p')));
      expect([bytes, checked.ok]).toEqual([bytes, fits]);
      if (fits) expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(limits.bodyBytes);
    }
  });
});

test('the largest attachment is read once for all turns without blocking the event loop', async () => {
  const store = storeOf(new Map([[hashOf('a'), 25 * 1024 * 1024]]));
  const loader = createAttachmentLoader(store);
  const messages = [fileMessage('a', 'application/pdf', 25 * 1024 * 1024)];
  const large = { ...attachmentLimits, bodyBytes: 50 * 1024 * 1024 };
  const first = await loader.load('c', messages, large);
  const again = await loader.load('c', messages, large);
  expect(store.reads).toHaveLength(1);
  expect(first.pdfData?.(hashOf('a'))?.data).toBe(Buffer.alloc(25 * 1024 * 1024, 'a').toString('base64'));
  expect(again.pdfData?.(hashOf('a'))).toEqual(first.pdfData?.(hashOf('a')));
  const bytes = Buffer.alloc(25 * 1024 * 1024, 'a');
  await inTurns(20, () => encodeBase64InSlices(bytes));
});

test("a hostile PDF's pages are counted in slices", { tags: ['all'] }, async () => {
  const hostile = Buffer.from('/Page '.repeat(4_000_000));
  const value = await inTurns(50, () => estimatePdfPages(hostile));
  expect(value).toBe(480);
  // Across a chunk boundary, and with every kind of PDF white space.
  const pages = `${' '.repeat(256 * 1024 - 8)}/Type /Page\n/Type\r\n/Pages /Type\t/Page /Type/Page>> /Type\0\f/Page`;
  expect(await estimatePdfPages(Buffer.from(pages))).toBe(4);
});
