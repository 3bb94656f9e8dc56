// The colors are read from the style sheet itself, both sides of each, and judged by WCAG.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accents } from '../../shared/features/theme/appearance.ts';
import { cite } from '../support/cite.ts';

const css = readFileSync(new URL('../../renderer/styles/tokens.css', import.meta.url), 'utf8');
const accentSheet = readFileSync(new URL('../../renderer/styles/accents.css', import.meta.url), 'utf8');
const [base = '', contrast = ''] = css.split(':root[data-contrast="more"]');

type Scheme = 'light' | 'dark';

function token(name: string, scheme: Scheme, sheet: string): [number, number, number] {
  const number = '([\\d.]+) ([\\d.]+) ([\\d.]+)';
  const both = new RegExp(`--${name}: light-dark\\(oklch\\(${number}\\), oklch\\(${number}\\)\\)`).exec(sheet);
  const one = new RegExp(`--${name}: oklch\\(${number}\\)`).exec(sheet);
  const parts = both ? both.slice(scheme === 'light' ? 1 : 4).slice(0, 3) : one?.slice(1, 4);
  if (!parts) throw new Error(`no token ${name}`);
  return parts.map(Number) as [number, number, number];
}

/** Relative luminance of an oklch color, clipped to sRGB. */
function luminance([lightness, chroma, hue]: [number, number, number]): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number): number => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(text: string, surface: string, scheme: Scheme, sheet = base): number {
  const known = (name: string): [number, number, number] =>
    sheet.includes(`--${name}:`) ? token(name, scheme, sheet) : token(name, scheme, base);
  const [one, other] = [luminance(known(text)), luminance(known(surface))];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

const surfaces = ['surface-sunk', 'surface-page', 'surface-soft', 'surface-over', 'surface-hover'];
const words = ['ink', 'ink-2', 'ink-3'];
const states = ['wait', 'fail', 'accent'];
const pairs: [string, string][] = [
  ...surfaces.flatMap((surface) => [...words, ...states].map((word): [string, string] => [word, surface])),
  ...['keyword', 'string', 'number', 'function', 'comment', 'punctuation'].flatMap((name) =>
    ['surface-soft', 'surface-page'].map((surface): [string, string] => [`code-${name}`, surface]),
  ),
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-hover'],
  ['fail-ink', 'fail-fill'],
  ['wait', 'wait-soft'],
  ['ink', 'wait-soft'],
  ['fail', 'fail-soft'],
  ['ink', 'added-soft'],
  ['ink-3', 'added-soft'],
  ['added', 'added-soft'],
  ['ink', 'removed-soft'],
  ['ink-3', 'removed-soft'],
  ['removed', 'removed-soft'],
  ['added', 'surface-page'],
  ['removed', 'surface-page'],
  ['ink', 'found'],
  // The approval modes, in the bar and in its menu.
  ...['added', 'code-function'].flatMap((tone) =>
    ['surface-over', 'surface-hover', 'surface-page'].map((surface): [string, string] => [tone, surface]),
  ),
];

describe('colors', () => {
  for (const scheme of ['light', 'dark'] as const) {
    test(cite('UI-9', `every text has a contrast of at least 4.5 : 1 on its background, in the ${scheme}`), () => {
      const weak = pairs
        .map(([text, surface]) => ({ text, surface, ratio: Number(ratio(text, surface, scheme).toFixed(2)) }))
        .filter((pair) => pair.ratio < 4.5);
      expect(weak).toEqual([]);
    });

    test(
      cite('UI-8', `every text has a contrast of at least 7 : 1 if more contrast is requested, in the ${scheme}`),
      () => {
        const weak = pairs
          .filter(([, surface]) => surface !== 'found')
          .map(([text, surface]) => ({
            text,
            surface,
            ratio: Number(ratio(text, surface, scheme, contrast).toFixed(2)),
          }))
          .filter((pair) => pair.ratio < 7);
        expect(weak).toEqual([]);
      },
    );

    test(`lines and the focus ring are visible if more contrast is requested, in the ${scheme}`, () => {
      const weak = ['line', 'line-strong', 'focus', 'wait-line', 'fail-line']
        .flatMap((line) => ['surface-page', 'surface-over', 'surface-sunk'].map((surface) => ({ line, surface })))
        .map((pair) => ({ ...pair, ratio: Number(ratio(pair.line, pair.surface, scheme, contrast).toFixed(2)) }))
        .filter((pair) => pair.ratio < 3);
      expect(weak).toEqual([]);
    });
  }

  for (const accent of accents) {
    // As in the browser: the accent's block over the tokens, and its strict one if more contrast is requested.
    const [, usual = ''] = new RegExp(`^\\[data-accent="${accent}"\\] \\{([^}]*)\\}`, 'm').exec(accentSheet) ?? [];
    const strictBlock = `:root\\[data-contrast="more"\\]\\[data-accent="${accent}"\\],[^{]*\\{([^}]*)\\}`;
    const [, strict = ''] = new RegExp(strictBlock).exec(accentSheet) ?? [];
    const looks = [
      { name: 'usual', sheet: usual + base, text: 4.5, focus: 'accent' },
      { name: 'more contrast', sheet: strict + contrast, text: 7, focus: 'focus' },
    ];
    for (const scheme of ['light', 'dark'] as const) {
      test.each(looks)(
        cite('UI-8', `the accent ${accent} is readable and visible, in the ${scheme}: $name`),
        ({ sheet, text, focus }) => {
          const read: [string, string][] = [
            ...surfaces.map((surface): [string, string] => ['accent', surface]),
            ['accent-ink', 'accent'],
            ['accent-ink', 'accent-hover'],
            ['ink', 'accent-soft'],
            ['accent', 'accent-soft'],
          ];
          const least = (one: string, on: string): number => ratio(one, on, scheme, sheet);
          expect(read.filter(([word, on]) => least(word, on) < (on === 'accent-soft' ? 4.5 : text))).toEqual([]);
          expect([...surfaces, 'accent-soft'].filter((on) => least(focus, on) < 3)).toEqual([]);
        },
      );
    }
  }

  test('each accent differs from the others, and the first is that of the tokens', () => {
    const colours = accents.map((accent) => {
      const [, block = ''] = new RegExp(`^\\[data-accent="${accent}"\\] \\{([^}]*)\\}`, 'm').exec(accentSheet) ?? [];
      return token('accent', 'light', block).join(' ');
    });
    expect(new Set(colours).size).toBe(accents.length);
    expect(colours[0]).toBe(token('accent', 'light', base).join(' '));
  });

  test('in the dark, surfaces get lighter as they rise', () => {
    const rising = ['surface-sunk', 'surface-page', 'surface-over', 'surface-soft', 'surface-hover'];
    const values = rising.map((name) => luminance(token(name, 'dark', base)));
    expect([...values].sort((a, b) => a - b)).toEqual(values);
  });

  test('black on white measures 21 : 1', () => {
    expect((luminance([1, 0, 0]) + 0.05) / (luminance([0, 0, 0]) + 0.05)).toBeCloseTo(21, 1);
  });
});
