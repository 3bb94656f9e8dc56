// What the window remembers of its look, its zoom steps, and errors in its language.

import { expect, test } from 'vitest';
import { createByteFormatter } from '../../../renderer/core/format/amounts.ts';
import { createDurationFormatters } from '../../../renderer/core/format/duration.ts';
import { formatTime } from '../../../renderer/core/format/time.ts';
import { createMemory } from '../../../renderer/core/memory.ts';
import { zh } from '../../../renderer/core/strings/zh.ts';
import {
  needsLanguageReload,
  rememberAppearance,
  rememberedAppearance,
} from '../../../renderer/features/theme/appearance.ts';
import { nextZoom, zoomSteps } from '../../../renderer/features/theme/zoom.ts';
import { cite } from '../../support/cite.ts';

const noStorage = (): never => {
  throw new Error('There is no storage.');
};

test(cite('UI-8', 'the look is remembered for the first frame of the next start'), () => {
  const memory = createMemory(noStorage);
  expect(rememberedAppearance(memory)).toEqual({
    theme: 'system',
    accent: 'teal',
    contrast: 'system',
    motion: 'system',
    density: 'comfortable',
    textSize: 15,
    codeSize: 12.5,
    zoom: 100,
    language: 'system',
  });
  const chosen = {
    theme: 'dark',
    accent: 'plum',
    contrast: 'more',
    motion: 'less',
    density: 'compact',
    textSize: 17,
    codeSize: 13.5,
    zoom: 150,
    language: 'zh',
  } as const;
  rememberAppearance(memory, chosen);
  expect(rememberedAppearance(memory)).toEqual(chosen);
});

test('an invalid remembered value counts as none', () => {
  const memory = createMemory(noStorage);
  memory.set('zoom', '9000');
  memory.set('theme', 'pink');
  memory.set('accent', 'url(x)');
  memory.set('textSize', '900');
  expect(rememberedAppearance(memory)).toMatchObject({ zoom: 100, theme: 'system', accent: 'teal', textSize: 15 });
});

test(cite('SHIP-4', 'the page reloads only when the language changes'), () => {
  expect(needsLanguageReload('zh', 'en', ['en'])).toBe(true);
  expect(needsLanguageReload('en', 'en', ['zh'])).toBe(false);
  expect(needsLanguageReload('system', 'en', ['zh-CN', 'en'])).toBe(true);
  expect(needsLanguageReload('system', 'en', ['fr'])).toBe(false);
});

test('the zoom changes in steps and stays within its bounds', () => {
  expect(nextZoom(100, 1)).toBe(110);
  expect(nextZoom(100, -1)).toBe(90);
  expect(nextZoom(103, 1)).toBe(110);
  expect(nextZoom(103, -1)).toBe(100);
  expect(nextZoom(200, 1)).toBe(200);
  expect(nextZoom(50, -1)).toBe(50);
  expect([...zoomSteps].sort((a, b) => a - b)).toEqual(zoomSteps);
});

test(cite('SHIP-4', 'sizes, durations and times are written in Chinese'), () => {
  const { formatDuration, formatElapsed } = createDurationFormatters('zh-CN', zh.ui.units);
  expect([40, 1200, 125_000, 3_780_000].map(formatDuration)).toEqual([
    '40 毫秒',
    '1.2 秒',
    '2 分钟 5 秒',
    '1 小时 3 分钟',
  ]);
  expect(formatElapsed(64_000)).toBe('1 分钟 4 秒');
  expect([512, 14_200, 1_200_000].map(createByteFormatter('zh-CN'))).toEqual(['512 B', '14 kB', '1.2 MB']);
  const now = Date.parse('2026-03-03T12:00:00Z');
  const shown = (iso: string): string => formatTime(iso, now, 'zh-CN', zh.ui.time);
  expect(shown('2026-03-03T11:55:00Z')).toBe('5 分钟前');
  expect(shown('2026-01-31T12:00:00Z')).toBe('1月31日');
});
