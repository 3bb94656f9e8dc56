// A shared page: everything that content could try stays text, secrets are masked wherever they are, and the page is
// self-contained.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExportSource } from '../../../electron/interop/history.ts';
import { htmlPage, pageContents } from '../../../electron/interop/html/page.ts';
import { createSecretMask } from '../../../electron/lib/secretMask.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { hostileContent } from '../../renderer/hostileContent.ts';
import { problems } from '../../renderer/markupJudge.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { randomHistory } from '../../support/randomHistory.ts';
import { volume } from '../../support/volume.ts';
import { givenOf } from '../web/files.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function given(messages: Message[], more: Partial<ExportSource> = {}): ExportSource {
  const base = givenOf({ title: 'Boats', folder: null, model: 'demo', messages, headId: messages.at(-1)?.id ?? null });
  return { ...base, attachment: async () => png, ...more };
}

async function page(
  of: ExportSource,
  mask: (text: string) => string = (text) => text,
  language: 'en' | 'zh' = 'en',
): Promise<string> {
  let html = '';
  for await (const piece of htmlPage(of, { language, mask })) html += piece;
  return html;
}

/** A record of each kind with the text in every place that content can reach. */
function everywhere(text: string): Message[] {
  const asked = [call('c', text, JSON.stringify({ [text]: text })), call('d', 'plain', text)];
  const details = { diff: `+${text}\n-${text}`, exitCode: 1 };
  return conversationOf<Message>([
    userMessage(text, {
      content: [
        { type: 'text', text },
        { type: 'file', hash: 'f', mediaType: text, name: text },
        { type: 'image', hash: 'i', mediaType: text, name: text },
        { type: 'image', hash: 'i', mediaType: 'image/png', name: text },
      ],
    }),
    assistantMessage(text, asked, { reasoning: text, model: text }),
    toolMessage('c', text, {
      toolName: text,
      details,
      attachments: [{ hash: 'i', mediaType: 'image/png', name: text }],
    }),
    assistantMessage('', [], { partType: 'error', error: { code: 'LLM_ERROR', message: text } }),
    assistantMessage(text, [], { partType: 'note' }),
    toolMessage('x', text, { partType: 'tool_run', toolName: text, arguments: text }),
    { v: 1, id: 's', parentId: null, createdAt: '', role: 'system', partType: 'summary', content: text },
    assistantMessage(text),
  ]);
}

/** The page's own elements, in addition to those considered harmless. */
const ours = /^(?:<(?:article|b|time|details|summary|main|footer)>|time datetime|<img>|img alt|img src)$/;

const bodyOf = (html: string): string =>
  html.slice(html.indexOf('<body>') + '<body>'.length).replace(/<\/?(?:body|html|header)>/g, '');

test('everything that content could try, in every place of the page: nothing loads, runs or navigates', {
  tags: ['all'],
}, async () => {
  for (const { name, text } of hostileContent) {
    const html = await page(given(everywhere(text), { title: text, model: text }));
    const body = bodyOf(html);
    expect(
      problems(body).filter((problem) => !ours.test(problem)),
      name,
    ).toEqual([]);
    const pictures = [...body.matchAll(/<img class="picture" alt="[^"<>]*" src="([^"]*)">/g)].map(([, src]) => src);
    expect(
      pictures.every((src) => src === `data:image/png;base64,${png.toString('base64')}`),
      name,
    ).toBe(true);
    expect([...body.matchAll(/<img/g)].length, name).toBe(pictures.length);
    expect(html.slice(0, html.indexOf('<body>')).match(/<(?:script|link|base|iframe|style|meta|title)/g), name).toEqual(
      ['<meta', '<meta', '<meta', '<meta', '<meta', '<title', '<style'],
    );
  }
});

test('whatever the log contains, the page is created, and its tags are closed', async () => {
  await fc.assert(
    fc.asyncProperty(randomHistory(), async ({ messages }) => {
      const html = await page(given(messages));
      expect(html.isWellFormed()).toBe(true);
      for (const tag of ['article', 'details', 'summary', 'pre', 'div', 'p']) {
        const count = (form: string) => html.split(form).length;
        expect(count(`</${tag}>`), tag).toBe(html.split(new RegExp(`<${tag}[ >]`)).length);
      }
    }),
    { numRuns: volume({ short: 40, all: 200 }) },
  );
});

const key = 'sk-live-0123456789abcdef';

test('a secret is masked wherever it is, however it is written', async () => {
  const mask = createSecretMask(
    () => [key],
    () => false,
  );
  const entities = [...key].map((letter) => `&#${letter.codePointAt(0)};`).join('');
  const escaped = `{"token":"\\u0073k-live-0123456789abcdef"}`;
  for (const text of [
    key,
    entities,
    key.replace('-', '\\-'),
    escaped,
    `\`${key}\``,
    `[x](https://a.example/?k=${key})`,
  ]) {
    const html = await page(given(everywhere(text), { title: text, model: text }), mask.text);
    expect(html.includes(key), text).toBe(false);
  }
});

test('a secret at a truncation point is masked before truncating', { tags: ['all'] }, async () => {
  const token = `ghp_${'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb7c'}`;
  const mask = createSecretMask(
    () => [],
    () => true,
  );
  for (const limit of [300, 100_000]) {
    const pad = ' '.padStart(limit - token.length + 1, 'x');
    const text = `${pad}${token} end`;
    const html = await page(given(everywhere(text)), (all) => mask.text(all));
    expect(html).not.toContain(token.slice(0, 12));
  }
});

test('a call opens to its arguments, result and changes; a denied one says so; the text is in the requested language', async () => {
  const messages = conversationOf<Message>([
    userMessage('数一数'),
    assistantMessage('', [call('c', 'edit', '{"path":"a.txt"}'), call('d', 'open')]),
    toolMessage('c', 'No.', {
      toolName: 'edit',
      outcome: 'denied',
      duration: 1500,
      details: { diff: '@@ -1 +1 @@\n-a\n+b' },
    }),
  ]);
  const html = bodyOf(await page(given(messages), undefined, 'zh'));
  expect(html).toContain(
    '<details class="call"><summary><span class="name">edit</span><span class="brief">a.txt</span><span class="end"><span class="bad">已拒绝</span> · 1.5 s</span></summary>',
  );
  expect(html).toContain('<span class="at">@@ -1 +1 @@</span><span class="del">-a</span><span class="add">+b</span>');
  expect(html).toContain('没有记录结果。');
});

test("a sub-agent is in its call's box, and the page's contents are counted before sharing", async () => {
  const inner = conversationOf<Message>([userMessage('Look.'), assistantMessage('Found it.')]);
  const messages = conversationOf<Message>([userMessage('Go.'), assistantMessage('', [call('c', 'agent')])]);
  const [, asking] = messages;
  const agent = { source: given(inner, { title: 'Looker' }), call: { messageId: asking?.id ?? '', index: 0 } };
  const whole = given(messages, { agents: [agent] });
  expect(bodyOf(await page(whole))).toMatch(
    /<details class="call">.*Looker.*Found it\..*<\/details><\/div><\/details>/s,
  );
  expect(pageContents(whole)).toEqual({ messages: 2, calls: 1, results: 0, pictures: 0, agents: 1 });
});

test('Markdown built to take long is rendered in full', async () => {
  const shapes = ['[', '*a ', '<', '![', '> ', '- ', '1. ', '***a', '`', '| a '].map((shape) => shape.repeat(8000));
  const drawn = await page(given(conversationOf<Message>(shapes.map((text) => assistantMessage(text)))));
  expect(drawn.length).toBeGreaterThan(shapes.join('').length / 4);
});

test('consecutive replies by one model share a heading', async () => {
  const messages = conversationOf<Message>([
    userMessage('Look'),
    assistantMessage('', [call('a', 'Read', '{}')], { model: 'm' }),
    toolMessage('a', 'one'),
    assistantMessage('', [call('b', 'Read', '{}')], { model: 'm' }),
    toolMessage('b', 'two'),
    assistantMessage('Seen.', [], { model: 'm' }),
    assistantMessage('So it is.', [], { model: 'other' }),
    userMessage('Again'),
    assistantMessage('Seen.', [], { model: 'other' }),
  ]);
  const html = await page(given(messages));
  const headings = [...html.matchAll(/<b>(You|Assistant)<\/b>(?:<span>(\w+)<\/span>)?/g)];
  expect(headings.map(([, who, model]) => [who, model])).toEqual([
    ...[
      ['You', undefined],
      ['Assistant', 'm'],
      ['Assistant', 'other'],
    ],
    ...[
      ['You', undefined],
      ['Assistant', 'other'],
    ],
  ]);
  for (const text of ['one', 'two', 'Seen.', 'So it is.']) expect(html).toContain(text);
});
