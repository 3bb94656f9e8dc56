import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toApiMessages } from '../../../electron/conversation/apiMessages.ts';
import { base64ByteLength, type ImageLimits } from '../../../electron/conversation/imageBudget.ts';
import { checkLimits, imageLimitsOf, limitsOf } from '../../../electron/providers/http/limits.ts';
import { type ApiMessage, partsOf } from '../../../shared/conversation/apiMessage.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { maxImageBytes } from '../../../shared/core/imageType.ts';
import { cite } from '../../support/cite.ts';
import { volume } from '../../support/volume.ts';

/** A hash names the bytes of its image. */
const imageData = (hash: string): string => Buffer.alloc(Number(hash.slice(1))).toString('base64');
const record = (index: number, fields: object): Message =>
  ({ v: 1, id: `m${index}`, parentId: null, createdAt: '', ...fields }) as Message;
const attached = (bytes: number) => ({ hash: `h${bytes}`, mediaType: 'image/png' });

type Step = { by: 'tool' | 'hand' | 'person'; images: readonly number[] };

/** A conversation in which tools, the user's calls and the user themselves added images of these bytes. */
function conversation(steps: readonly Step[]): Message[] {
  const rows: object[] = [{ role: 'user', content: 'look' }];
  for (const [at, { by, images }] of steps.entries()) {
    const attachments = images.map(attached);
    const result = { role: 'tool', toolName: 'shot', outcome: 'ok', content: 'done', attachments };
    if (by === 'tool') {
      const call = { id: `c${at}`, type: 'function', function: { name: 'shot', arguments: '{}' } };
      rows.push({ role: 'assistant', content: null, tool_calls: [call] }, { ...result, tool_call_id: `c${at}` });
    } else if (by === 'hand') rows.push({ ...result, tool_call_id: `c${at}`, partType: 'tool_run', arguments: '{}' });
    else {
      const parts = images.map((bytes) => ({ type: 'image', ...attached(bytes) }));
      rows.push({ role: 'user', content: [{ type: 'text', text: 'mine' }, ...parts] });
      rows.push({ role: 'assistant', content: 'Seen.' });
    }
  }
  return rows.map((fields, index) => record(index, fields));
}

function sentImages(messages: readonly ApiMessage[]): number[] {
  return messages.flatMap((message) =>
    partsOf(message).flatMap((part) => (part.type === 'image' ? [base64ByteLength(part.data ?? '')] : [])),
  );
}

function words(messages: readonly ApiMessage[]): string {
  return messages
    .flatMap((message) => partsOf(message).map((part) => (part.type === 'text' ? part.text : '')))
    .join('\n');
}

const send = (steps: readonly Step[], imageLimits: ImageLimits) =>
  toApiMessages(conversation(steps), { imageData, imageLimits }).messages;
const limits: ImageLimits = { bytes: 300, count: 3, characters: 1000 };
const tool = (...images: number[]): Step => ({ by: 'tool', images });
const person = (...images: number[]): Step => ({ by: 'person', images });

const bytesOf = async (sent: unknown): Promise<number> => Buffer.byteLength(JSON.stringify(sent));

test(cite('SEQ-8', 'the first images are sent, the others are described in text'), () => {
  const sent = send([tool(1), tool(301, 2), tool(3), tool(4), { by: 'hand', images: [5] }], limits);
  expect(sentImages(sent)).toEqual([1, 2, 3]);
  expect(words(sent)).toContain('[Image 1 of shot: not sent, it is larger than the provider accepts]');
  const full = words(sent).split('not sent, the provider accepts no more images in one request]');
  expect(full).toHaveLength(3);
});

test(cite('SEQ-8', 'their total is limited too, and a smaller one may still fit'), () => {
  const few = { ...limits, count: 100 };
  expect(sentImages(send([tool(300), tool(300), tool(300), tool(90)], few))).toEqual([300, 300, 90]);
});

test("the user's images are always sent, and use up the budget of those after them", () => {
  expect(sentImages(send([tool(1), person(2, 3), tool(4), person(500)], limits))).toEqual([1, 2, 3, 500]);
});

const steps = fc.array(
  fc.record<Step>({
    by: fc.constantFrom('tool', 'tool', 'tool', 'hand', 'person'),
    images: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 3 }),
  }),
  { maxLength: 12 },
);

test(
  cite('SEQ-1', 'with any images each request starts with the whole previous one, and produces the same bytes again'),
  () => {
    fc.assert(
      fc.property(steps, (all) => {
        const whole = conversation(all);
        const options = { imageData, imageLimits: limits };
        let before: ApiMessage[] = [];
        for (let end = 1; end <= whole.length; end++) {
          // A request ends with a result or a user message.
          if (whole[end - 1]?.role === 'assistant') continue;
          const { placed } = toApiMessages(whole.slice(0, end), options);
          const messages = placed.map(({ message }) => message);
          expect(messages.slice(0, before.length)).toEqual(before);
          expect(toApiMessages(structuredClone(whole.slice(0, end)), options).placed).toEqual(placed);
          before = messages;
        }
      }),
      { numRuns: volume({ short: 60, all: 300 }), seed: 1 },
    );
  },
);

const hosts = ['api.openai.com', 'api.mistral.ai', 'api.groq.com', 'api.anthropic.com', 'localhost'];

test(cite('SEQ-8', 'images from tools never make a conversation unsendable'), {
  tags: ['all'],
}, async () => {
  const largest = Array.from({ length: 8 }, () => tool(maxImageBytes));
  const histories = [
    Array.from({ length: 30 }, () => tool(10)),
    largest,
    [
      tool(5_000_000),
      tool(4_000_000),
      tool(3_000_000, 2_000_000, 1_000_000),
      ...Array.from({ length: 9 }, () => tool(99)),
    ],
    [tool(...Array.from({ length: 600 }, () => 3))],
  ];
  for (const host of hosts) {
    const known = limitsOf(host);
    for (const history of histories) {
      const request = { model: 'm', system: '', messages: send(history, imageLimitsOf(known)), tools: [] };
      expect([host, await checkLimits(request, known, host, bytesOf)]).toEqual([host, { ok: true, value: undefined }]);
      // Groq accepts none of the largest.
      const isTooLarge = host === 'api.groq.com' && history === largest;
      expect([host, sentImages(request.messages).length > 0]).toEqual([host, !isTooLarge]);
    }
  }
});

test(cite('SEQ-8', "an excessive image of the user's is rejected by name, and hiding it is enough"), async () => {
  const host = 'api.mistral.ai';
  const known = limitsOf(host);
  const history = [tool(1, 2, 3, 4, 5, 6, 7), tool(8, 9, 10), person(11)];
  const messages = send(history, imageLimitsOf(known));
  const request = { model: 'm', system: '', messages, tools: [] };
  const refused = await checkLimits(request, known, host, bytesOf);
  expect(refused).toMatchObject({ ok: false, error: { code: 'REQUEST_TOO_LARGE' } });
  const item = refused.ok ? {} : ((refused.error.details?.item ?? {}) as { message?: number });
  expect(sentImages([messages[item.message ?? -1] as ApiMessage])).toEqual([11]);
});

test('a damaged image is described, and uses no budget', () => {
  const imageProblem = (hash: string) => (hash === 'h1' ? 'it is damaged' : undefined);
  const made = toApiMessages(conversation([tool(1, 2), tool(3, 4)]), { imageData, imageProblem, imageLimits: limits });
  expect(sentImages(made.messages)).toEqual([2, 3, 4]);
  expect(words(made.messages)).toContain('[Image 1 of shot: not sent, it is damaged]');
});
