// The user's theme file: what is accepted, what is reported with its line, and that nothing else reaches the window.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { normalizeColor, normalizeLength } from '../../../electron/features/theme/cssValues.ts';
import { maxThemeLength, parseTheme } from '../../../electron/features/theme/parseTheme.ts';
import { createThemeFile, type WatchedTheme } from '../../../electron/features/theme/themeFile.ts';
import { colorTokens, cornerTokens, newThemeText } from '../../../electron/features/theme/themeTokens.ts';
import { isThemeValue } from '../../../shared/features/theme/appearance.ts';
import type { ThemeFile } from '../../../shared/features/theme/methods.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';

describe('a theme file', () => {
  test(cite('UI-8', 'known names with a color or a length are accepted, and comments are skipped'), () => {
    const text = `/* mine */
:root {
  --accent: light-dark(#5B34B0, RGB(183 156 240 / 90%)); /* purple */
  --ink: oklch( 0.2  0.01 220deg );
  --page: red;
  --corner-m: 0.5rem;
  --corner-s: 0
}`;
    expect(parseTheme(text)).toEqual({
      values: {
        '--accent': 'light-dark(#5b34b0,rgb(183 156 240 / 90%))',
        '--ink': 'oklch(0.2 0.01 220deg)',
        '--corner-m': '0.5rem',
        '--corner-s': '0px',
      },
      problems: [{ line: 5, why: 'name', text: '--page' }],
    });
  });

  test('each rejected line is reported by number, and the rest applies', () => {
    const text = [
      '@import "https://example.com/x.css";',
      'body { background: url(https://example.com/a.png); }',
      ':root {',
      '  --accent: url(https://example.com/a.png);',
      '  --ink: var(--line);',
      '  --line: red !important;',
      '  --corner-l: 9999px;',
      '  color: red;',
      '  nonsense',
      '  ;',
      '  @media print { --ink: red; }',
      '  --wait: image-set("a.png" 1x);',
      '  --fail: #c00;',
      '}',
      ':root { --found: gold',
    ].join('\n');
    const { values, problems } = parseTheme(text);
    expect(values).toEqual({ '--fail': '#c00', '--found': 'gold' });
    expect(problems.map(({ line, why }) => `${line} ${why}`)).toEqual([
      '1 syntax',
      '2 block',
      '4 colour',
      '5 colour',
      '6 colour',
      '7 length',
      '8 name',
      '9 syntax',
      '11 block',
      '12 colour',
      '15 unclosed',
    ]);
  });

  test.each([
    ['expression', ':root{--ink:expression(alert(1))}'],
    ['a style that ends early', ':root{--ink:red</style><script>alert(1)</script>}'],
    ['an escape', ':root{--ink:\\72 ed;--line:u\\72l(x)}'],
    ['a comment within a name', ':root{--i/* */nk:red}'],
    ['a comment within a function', ':root{--ink:u/**/rl(x)}'],
    ['a nested light-dark', ':root{--ink:light-dark(light-dark(red,red),red)}'],
    ['calc', ':root{--corner-m:calc(1px + 2px)}'],
    ['a relative colour', ':root{--ink:rgb(from red r g b)}'],
    ['color-mix', ':root{--ink:color-mix(in srgb,red,blue)}'],
    ['a name of an object', ':root{__proto__:red;constructor:red;--__proto__:red}'],
    ['null', ':root{--ink:\u0000red}'],
    ['a semicolon in brackets', ':root{--ink:rgb(1;2;3)}'],
  ])('accepts nothing from %s', (_, text) => {
    const { values, problems } = parseTheme(text);
    expect(values).toEqual({});
    expect(problems.length).toBeGreaterThan(0);
  });

  test('what is reported about it is visible and short', () => {
    const { problems } = parseTheme(`:root{\u202e--x\u0007${'y'.repeat(500)}:red}`);
    expect(problems[0]?.text.length).toBeLessThan(120);
    for (const unseen of ['\u202e', '\u0007']) expect(problems[0]?.text).not.toContain(unseen);
  });

  test('long and strange files are processed quickly', () => {
    expect(parseTheme('x'.repeat(maxThemeLength + 1))).toEqual({
      values: {},
      problems: [{ line: 1, why: 'long', text: '' }],
    });
    const texts = ['{', '}', ';', '/*', ':root{', ':root{--ink:rgb(', '--ink:(((((', ' \n'].map((piece) =>
      piece.repeat(maxThemeLength / piece.length),
    );
    for (const text of texts) expect(parseTheme(text).problems.length).toBeLessThanOrEqual(50);
  });
});

test('colors and lengths are those that a browser accepts', () => {
  const good = '#abc|#abcd|#aabbcc|#aabbccdd|rebeccapurple|transparent|rgb(1,2,3)|rgba(1%,2%,3%,.5)|hsl(120deg 50% 50%)'
    .concat('|hsl(120,50%,50%)|hwb(0.5turn 1% 2% / none)|lab(50 -20 30)|oklab(0.5 -0.1 0.1/0.5)|lch(50% 30 none)')
    .split('|');
  expect(good.filter((text) => normalizeColor(text) === null)).toEqual([]);
  const bad =
    '|#ab|#abcde|rgb(1 2)|rgb(1,2,3%)|hsl(120,50,50)|currentcolor|inherit|canvas|rgb(1 2 3 / 4 / 5)|light-dark(red)'
      .concat('|light-dark(red,blue,green)|12px|red blue|rgb(calc(1) 2 3)|oklch(0.5 0.1 50%)|--ink|attr(x)')
      .split('|');
  expect(bad.filter((text) => normalizeColor(text) !== null)).toEqual([]);
  expect(
    ['4px', '0', '1.5rem', '24px', '25px', '-1px', '2em', '1', '50%'].map((text) => normalizeLength(text, 24)),
  ).toEqual(['4px', '0px', '1.5rem', '24px', null, null, null, null, null]);
});

test('the allowed names are those of the style sheets, and those the window accepts', () => {
  const css = readFileSync(new URL('../../../renderer/styles/tokens.css', import.meta.url), 'utf8');
  const all = [...new Set([...css.matchAll(/^ {2}(--[a-z0-9-]+):/gm)].map(([, name]) => name ?? ''))];
  const others = /^--(?:shiki|elevation|motion|tag|text-size|code-size)/;
  expect([...colorTokens, ...cornerTokens].toSorted()).toEqual(all.filter((name) => !others.test(name)).toSorted());
  const { values, problems } = parseTheme(newThemeText().replaceAll(/\/\* (--[a-z0-9-]+): ; \*\//g, '$1: 1px;'));
  expect(Object.keys(values)).toEqual(cornerTokens);
  expect(problems.map(({ why }) => why)).toEqual(Array.from(problems, () => 'colour'));
  expect(parseTheme(newThemeText())).toEqual({ values: {}, problems: [] });
  expect(isThemeValue('--accent', 'light-dark(#5b34b0,rgb(183 156 240 / 90%))')).toBe(true);
  expect(
    ['url(x)', 'var(--a)', 'red;color:blue', '"a"', 'red}', ''].filter((value) => isThemeValue('--a', value)),
  ).toEqual([]);
  expect(isThemeValue('color', 'red')).toBe(false);
});

describe('the file in the data folder', () => {
  let theme: WatchedTheme | undefined;
  afterEach(() => theme?.close());

  function open() {
    const folder = tempFolder();
    theme = createThemeFile(folder);
    return { folder, place: join(folder, 'theme.css'), theme };
  }

  test(cite('UI-8', 'is read, reported when it changes or disappears, and set aside without loss'), async () => {
    const { folder, place, theme } = open();
    expect(await theme.read()).toEqual({ place, exists: false, values: {}, problems: [] });
    const told: ThemeFile[] = [];
    theme.onChange((now) => told.push(now));
    writeFileSync(place, ':root { --accent: #123456; }');
    await expect.poll(() => told.at(-1)?.values).toEqual({ '--accent': '#123456' });
    // Like an editor: replaces the file.
    writeFileSync(`${place}.new`, ':root { --accent: red; --ink: }');
    renameSync(`${place}.new`, place);
    await expect.poll(() => told.at(-1)?.values).toEqual({ '--accent': 'red' });
    expect(told.at(-1)?.problems).toEqual([{ line: 1, why: 'colour', text: '--ink:' }]);
    const reset = await theme.reset();
    expect(reset).toMatchObject({ ok: true, value: { theme: { exists: false, values: {} } } });
    const kept = reset.ok ? reset.value.kept : null;
    expect(readFileSync(join(folder, kept ?? ''), 'utf8')).toBe(':root { --accent: red; --ink: }');
    await expect.poll(() => told.at(-1)?.exists).toBe(false);
    expect(await theme.reset()).toMatchObject({ ok: true, value: { kept: null } });
  });

  test('a new one is the complete list in comments, and an existing one is never overwritten', async () => {
    const { place, theme } = open();
    expect(await theme.create()).toMatchObject({ ok: true, value: { exists: true, values: {}, problems: [] } });
    writeFileSync(place, ':root { --ink: #222; }');
    expect(await theme.create()).toMatchObject({ ok: true, value: { values: { '--ink': '#222' } } });
    expect(readFileSync(place, 'utf8')).toBe(':root { --ink: #222; }');
  });

  test('anything that is not a file, too long, or not text is ignored without an error', async () => {
    const { folder, place, theme } = open();
    mkdirSync(place);
    expect(await theme.read()).toMatchObject({ exists: true, values: {}, unread: expect.anything() });
    rmSync(place, { recursive: true });
    writeFileSync(place, Buffer.alloc(maxThemeLength * 5, 32));
    expect(await theme.read()).toMatchObject({ values: {}, problems: [{ why: 'long' }] });
    writeFileSync(place, Buffer.from([0xff, 0xfe, 0x3a, 0x00, 0x7b]));
    expect((await theme.read()).values).toEqual({});
    rmSync(place);
    symlinkSync(join(folder, 'nowhere'), place);
    expect(await theme.read()).toMatchObject({ exists: false });
    expect(readdirSync(folder)).toEqual(['theme.css']);
  });
});

test('a value that the window would reject, or that takes long to parse, is not a color', () => {
  expect(normalizeColor(`light-dark(${','.repeat(60_000)})`)).toBe(null);
  const digits = `${'1'.repeat(12)}.${'1'.repeat(12)}`;
  const long = `rgb(${digits} ${digits} ${digits} / ${digits})`;
  expect(normalizeColor(long)).toBe(long);
  expect(normalizeColor(`light-dark(${long},${long})`)).toBe(null);
  expect(normalizeColor(`${' '.repeat(300)}red`)).toBe('red');
});
