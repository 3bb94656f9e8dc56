// Where a bare URL ends, in sentences of many scripts; and that what is shown is what opens.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressParts } from '../../shared/core/bareAddress.ts';
import { cite } from '../support/cite.ts';
import { volume } from '../support/volume.ts';

const found = (text: string): string[] =>
  addressParts(text).flatMap(({ text: words, href }) => (href === null ? [] : [words]));

const sentences: [text: string, ...addresses: string[]][] = [
  ['详见 https://example.com/docs，然后继续', 'https://example.com/docs'],
  ['看 www.example.com，谢谢', 'www.example.com'],
  ['见www.example.com。', 'www.example.com'],
  ['（https://example.com/e）。另见https://example.com/f。', 'https://example.com/e', 'https://example.com/f'],
  ['https://example.com/a和https://example.com/b', 'https://example.com/a', 'https://example.com/b'],
  ['「https://example.com/a」『https://example.com/b』', 'https://example.com/a', 'https://example.com/b'],
  ['【https://example.com/a】〈https://example.com/b〉《https://example.com/c》', ...abc()],
  ['https://example.com/a、https://example.com/b；https://example.com/c：', ...abc()],
  ['https://example.com/a？https://example.com/b！https://example.com/c…', ...abc()],
  ['“https://example.com/a”和‘https://example.com/b’、https://example.com/c～', ...abc()],
  ['打开https://example.com/docs了解更多', 'https://example.com/docs'],
  ['打开https://example.com谢谢', 'https://example.com'],
  [
    '打开 http://localhost:3000即可，或 http://127.0.0.1:8080/a再试',
    'http://localhost:3000',
    'http://127.0.0.1:8080/a',
  ],
  ['在 https://example.com/docs(说明)', 'https://example.com/docs'],
  ['参见 https://example.com/a.中文', 'https://example.com/a'],
  ['ドキュメントはhttps://example.com/guideをご覧ください。', 'https://example.com/guide'],
  ['자세한 내용은 https://example.com/guide에서 보세요', 'https://example.com/guide'],
  ['ดูที่https://example.com/guideได้เลย', 'https://example.com/guide'],
  ['انظر https://example.com/a، ثم https://example.com/b؛ و https://example.com/c؟', ...abc()],
  ['देखें https://example.com/a। फिर', 'https://example.com/a'],
  ['ראו https://example.com/a׃ תודה', 'https://example.com/a'],
  ['Смотри https://example.com/a, «https://example.com/b» и (https://example.com/c).', ...abc()],
  [
    'See https://example.com/g_(h), then [https://example.com/i].',
    'https://example.com/g_(h)',
    'https://example.com/i',
  ],
  ['a https://example.com/?a=1&b=2&amp; b', 'https://example.com/?a=1&b=2'],
  // Addresses in other scripts.
  ['https://zh.wikipedia.org/wiki/中文（语言）', 'https://zh.wikipedia.org/wiki/中文'],
  ['https://zh.wikipedia.org/wiki/苹果_(公司)。', 'https://zh.wikipedia.org/wiki/苹果_(公司)'],
  ['https://example.com/搜索?q=苹果&页=2#第一节，好', 'https://example.com/搜索?q=苹果&页=2#第一节'],
  ['https://example.com/v2版本/说明.html。', 'https://example.com/v2版本/说明.html'],
  [
    'https://ja.wikipedia.org/wiki/レオナルド・ダ・ヴィンチ、',
    'https://ja.wikipedia.org/wiki/レオナルド・ダ・ヴィンチ',
  ],
  ['https://de.wikipedia.org/wiki/Straße, https://ru.wikipedia.org/wiki/Москва.', ...wikis()],
  [
    'https://en.wikipedia.org/wiki/Bose–Einstein_condensate –',
    'https://en.wikipedia.org/wiki/Bose–Einstein_condensate',
  ],
  ['https://bücher.example/a und https://例え.jp/b', 'https://bücher.example/a', 'https://例え.jp/b'],
  ['https://例え.jpをご覧', 'https://例え.jp'],
  // Not an address, or not the one that it resembles.
  ['https://bank.example@evil.example/ https://user:pw@evil.example'],
  ['https://ｅxample.com https://exam\u00adple.com https://www.谢谢x'],
  ['http://0x7f.1/ http://1.2/ http://256.1.1.1'],
  ['path/www.example.com a@www.example.com xhttps://example.com'],
  ['https:// www. https://。'],
];

function abc(): string[] {
  return ['a', 'b', 'c'].map((name) => `https://example.com/${name}`);
}

function wikis(): string[] {
  return ['https://de.wikipedia.org/wiki/Straße', 'https://ru.wikipedia.org/wiki/Москва'];
}

describe('a bare address', () => {
  for (const [text, ...addresses] of sentences) {
    test(cite('UI-19', `ends where it is meant to: ${text}`), () => expect(found(text)).toEqual(addresses));
  }

  test(cite(['UI-19', 'SEC-4'], 'opens the displayed host, whatever surrounds it'), () => {
    const piece = fc.constantFrom(
      ...['https://', 'http://', 'www.', 'example.com', 'evil.test', 'localhost', '127.0.0.1', 'xn--80ak6aa92e.com'],
      ...[
        '/',
        '.',
        '@',
        ':',
        '80',
        '#',
        '?',
        '=',
        '\\',
        '%2f',
        '(',
        ')',
        '*',
        '_',
        '-',
        ' ',
        '&amp;',
        ';',
        '"',
        '<',
        '[',
      ],
      ...['，', '。', '．', '／', '：', '＠', '）', 'ａ', '中', '文', 'を', '는', 'é', 'и', 'ا', 'ا،', 'ไ', 'क', '।'],
      ...['\u200b', '\u202e', '\u00ad', '\u034f', '\ufe0f', '\u3000', '\ud83d', '🙂', 'ſ', 'K', '℀', 'İ'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
        const text = pieces.join('');
        const parts = addressParts(text);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        for (const { text: words, href } of parts) {
          if (href === null || !URL.canParse(href)) continue;
          const shown = /^(?:https?:\/\/)?([^/?#:]*)/i.exec(words)?.[1]?.toLowerCase() ?? '';
          const { hostname, username } = new URL(href);
          expect(username).toBe('');
          if (/^[\0-\x7f]*$/.test(shown)) expect(hostname).toBe(shown);
          else expect(hostname).toMatch(/(?:^|\.)xn--/);
          expect(words).not.toMatch(/[\p{Default_Ignorable_Code_Point}\p{Z}\uff01-\uff60]/u);
        }
      }),
      { numRuns: volume({ short: 600, all: 3_000 }) },
    );
  });
});
