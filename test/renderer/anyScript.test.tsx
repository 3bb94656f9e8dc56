// Replies in many scripts, as the window and a shared page render them: the same emphasis, links and text.

import { describe, expect, test } from 'vitest';
import { markdownHtml } from '../../electron/interop/html/markdown.ts';
import { plainSnippet } from '../../renderer/features/search/plainSnippet.ts';
import { cite } from '../support/cite.ts';
import { openMarkdown } from '../support/drawMarkdown.tsx';
import { wordsOf } from '../support/staticMarkup.tsx';

const { html } = await openMarkdown();
const page = (text: string): Promise<string> => markdownHtml(text, () => null);

interface Meant {
  strong?: string[];
  em?: string[];
  del?: string[];
  links?: string[];
}

const sentences: [script: string, text: string, meant: Meant][] = [
  [
    'simplified Chinese',
    '这是**“加粗”**文字，**注意：**请看。**不变。**源码里',
    { strong: ['“加粗”', '注意：', '不变。'] },
  ],
  ['simplified Chinese', '*斜体（x）*后面，***（两者）***都', { em: ['斜体（x）', '（两者）'], strong: ['（两者）'] }],
  ['simplified Chinese', '价格 5~10 元，3~4 天，~~“删去”~~的', { del: ['“删去”'] }],
  [
    'simplified Chinese',
    '链接：**https://a.example/x**（MIT）。看 www.b.example，谢谢',
    links('https://a.example/x', 'www.b.example'),
  ],
  [
    'simplified Chinese',
    '**[说明](https://a.example/x)**。和**`代码`**，',
    { strong: ['说明', '代码'], links: ['说明'] },
  ],
  ['traditional Chinese', '這是**「重點」**，以及**『引文』**的～～波浪～～', { strong: ['「重點」', '『引文』'] }],
  ['traditional Chinese', '詳見https://a.example/頁面（說明）。', { links: ['https://a.example/頁面'] }],
  [
    'Japanese',
    'これは**「重要」**です。*（注）*は、~~旧。~~です',
    { strong: ['「重要」'], em: ['（注）'], del: ['旧。'] },
  ],
  ['Japanese', 'https://a.example/guideをご覧ください。1~2時間、3~4日', { links: ['https://a.example/guide'] }],
  [
    'Korean',
    '**“공개 문서”**는 원칙이며 **문서(초안)**을 ~~“삭제”~~하고',
    { strong: ['“공개 문서”', '문서(초안)'], del: ['“삭제”'] },
  ],
  ['Korean', 'https://a.example/guide에서 5~10개', { links: ['https://a.example/guide'] }],
  [
    'Arabic',
    'هذا **مهم**، و*مائل*؛ انظر https://a.example/x، شكرا؟',
    { strong: ['مهم'], em: ['مائل'], links: ['https://a.example/x'] },
  ],
  ['Hebrew', 'זה **חשוב**, ראו https://a.example/x. 5~10 ו־3~4', { strong: ['חשוב'], links: ['https://a.example/x'] }],
  ['Thai', 'นี่คือ **สำคัญ** ดูที่https://a.example/xได้ 5~10 บาท 3~4', { strong: ['สำคัญ'], links: ['https://a.example/x'] }],
  [
    'Devanagari',
    'यह **ज़रूरी** है। देखें https://a.example/x। 5~10, 3~4',
    { strong: ['ज़रूरी'], links: ['https://a.example/x'] },
  ],
  [
    'Cyrillic',
    'Это **важно**: «*курсив*», https://a.example/x, 5~10 и 3~4',
    { strong: ['важно'], em: ['курсив'], links: ['https://a.example/x'] },
  ],
  [
    'Latin',
    'plain **bold** and **a**b, 1~2 hours, 3~4, ~/a and ~/b, ~~gone~~',
    { strong: ['bold', 'a'], del: ['gone'] },
  ],
  [
    'Latin',
    'See https://a.example/g_(h), [a [b](https://c.example)] snake_case __init__',
    { links: ['https://a.example/g_(h)', 'b'], strong: ['init'] },
  ],
];

function links(...found: string[]): Meant {
  return { links: found, strong: found.slice(0, 1) };
}

function meaning(markup: string): Required<Meant> {
  const inside = (name: string): string[] =>
    [...markup.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))].map(([, words = '']) =>
      wordsOf(words),
    );
  return { strong: inside('strong'), em: inside('em'), del: [...inside('del'), ...inside('s')], links: inside('a') };
}

/** The text without the rendered marks. */
function unmarked(text: string): string {
  return text.replace(/\*+|~~|`|__|\[(?=[^[]*\]\()|\]\([^)]*\)/g, '');
}

describe('a text in any script', () => {
  for (const [script, text, meant] of sentences) {
    test(cite('UI-19', `${script}, in the window and on a page: ${text}`), async () => {
      for (const markup of [html(text), await page(text)]) {
        expect(meaning(markup)).toEqual({ strong: [], em: [], del: [], links: [], ...meant });
        expect(wordsOf(markup).trim()).toBe(unmarked(text));
      }
      if (script !== 'Latin') expect(plainSnippet(text, []).text).not.toMatch(/\*\*|~~/);
    });

    test(cite('UI-19', `${script}, while it is written: ${text}`), () => {
      for (let end = 1; end < text.length; end++) {
        const markup = html(text.slice(0, end), true);
        expect(markup).not.toContain('data-plain');
        for (const [, href = '', words = ''] of markup.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)) {
          const shown = /^(?:https?:\/\/|www\.)[^/]*/.exec(words)?.[0];
          if (shown !== undefined) expect(new URL(href).host).toBe(shown.replace(/^https?:\/\//, ''));
        }
      }
    });
  }
});
