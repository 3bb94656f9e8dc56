// Where windows open: on each arrangement of screens as they were there, restored with their conversations, and always
// reachable.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type OpenWindow,
  readOpenWindows,
  readWindowState,
  type Screens,
  type WindowSlot,
  writeWindows,
} from '../../../electron/host/desktop/windowState.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const laptop = { workArea: { x: 0, y: 0, width: 1920, height: 1080 }, scaleFactor: 1 };
const monitor = { workArea: { x: 1920, y: 0, width: 2560, height: 1440 }, scaleFactor: 1 };
const screens: Screens = [laptop];
const plain = { maximized: false, fullScreen: false };
const usual = { width: 1180, height: 800, ...plain };

function one(
  bounds: { x: number; y: number; width: number; height: number },
  slot: WindowSlot = 'first',
  looks: Partial<typeof plain> = {},
  conversationId: string | null = null,
  beside: OpenWindow['beside'] = null,
): OpenWindow {
  return { slot, state: { ...bounds, ...plain, ...looks }, conversationId, beside };
}

test('the window opens at its last bounds, its default size, or large enough, whatever the file says', () => {
  const folder = tempFolder();
  expect(readWindowState(folder, screens)).toEqual(usual);
  const bounds = { x: 5, y: 6, width: 700, height: 500 };
  writeWindows(folder, screens, [one(bounds, 'first', { maximized: true })]);
  expect(readWindowState(folder, screens)).toEqual({ ...bounds, ...plain, maximized: true });
  expect(readdirSync(folder)).toEqual(['window.json']);
  writeWindows(folder, screens, [one({ x: 5000, y: 6, width: 100, height: 50 })]);
  expect(readWindowState(folder, screens)).toEqual({ width: 480, height: 400, ...plain });
  for (const damaged of [
    ...['', '{', 'null', '[]', '{"x":"5","width":1e99,"height":null,"maximized":1}'],
    ...['{"arrangements":[],"open":{}}', '{"arrangements":{"0,0,1920,1080,1":{"first":7}},"open":null}'],
  ]) {
    writeFileSync(join(folder, 'window.json'), damaged);
    expect(readWindowState(folder, screens)).toEqual(usual);
    expect(readOpenWindows(folder, screens)).toEqual([]);
  }
  writeFileSync(join(folder, 'window.json'), '{"open":[null,{"conversationId":"../x","state":[]}]}');
  expect(readOpenWindows(folder, screens)).toEqual([
    { slot: 'more', state: usual, conversationId: null, beside: null },
    { slot: 'more', state: usual, conversationId: null, beside: null },
  ]);
  writeWindows(join(folder, 'none'), screens, [one({ x: 0, y: 0, width: 1, height: 1 })]);
});

test(
  cite('UI-24', 'another window opens at its own last bounds or next to the last one, never exactly on top of one'),
  () => {
    const folder = tempFolder();
    const first = { x: 100, y: 100, width: 900, height: 700 };
    writeWindows(folder, screens, [one(first)]);
    expect(readWindowState(folder, screens, 'more', [first])).toEqual({ ...first, ...plain, x: 132, y: 132 });
    writeWindows(folder, screens, [one(first), one({ x: 500, y: 40, width: 640, height: 600 }, 'more')]);
    expect(readWindowState(folder, screens, 'more', [first])).toMatchObject({ x: 500, y: 40, width: 640 });
    const two = [
      { ...first, x: 500, y: 40 },
      { ...first, x: 532, y: 72 },
    ];
    expect(readWindowState(folder, screens, 'more', two)).toMatchObject({ x: 564, y: 104 });
    // Each keeps what the other saved.
    writeWindows(folder, screens, [one({ ...first, x: 7 }, 'first', { maximized: true })]);
    expect(readWindowState(folder, screens)).toEqual({ ...first, ...plain, x: 7, maximized: true });
    expect(readWindowState(folder, screens, 'more', [first])).toMatchObject({ x: 500, maximized: false });
    // Pushed off every screen: the system chooses.
    const corner = { x: 1815, y: 1025, width: 900, height: 700 };
    writeWindows(folder, screens, [one(corner, 'more')]);
    expect(readWindowState(folder, screens, 'more', [corner])).toEqual({ ...plain, width: 900, height: 700 });
  },
);

test(cite('DESK-7', 'each arrangement of screens has positions of its own, and a missing screen loses none'), () => {
  const folder = tempFolder();
  const desk: Screens = [laptop, monitor];
  const right = { x: 2400, y: 80, width: 1400, height: 1000 };
  writeWindows(folder, desk, [one(right, 'first', { maximized: true })]);
  // Only the laptop: its own default place, and later its own place.
  expect(readWindowState(folder, screens)).toEqual({ ...plain, width: 1400, height: 1000, maximized: true });
  writeWindows(folder, screens, [one({ x: 20, y: 30, width: 800, height: 600 })]);
  expect(readWindowState(folder, screens)).toMatchObject({ x: 20, width: 800 });
  // In another order, at the desk again.
  expect(readWindowState(folder, [monitor, laptop])).toEqual({ ...right, ...plain, maximized: true });
  // With another scale, the work area is smaller: no larger than the screen, with the title bar in reach.
  const scaled = { workArea: { x: 0, y: 25, width: 960, height: 540 }, scaleFactor: 2 };
  writeWindows(folder, screens, [one({ x: 10, y: 0, width: 1500, height: 900 })]);
  expect(readWindowState(folder, [scaled])).toEqual({ x: 10, y: 25, width: 960, height: 540, ...plain });
  // Old arrangements are forgotten, never the one in use.
  for (let n = 0; n < 30; n++) {
    writeWindows(folder, [{ ...laptop, scaleFactor: n + 2 }], [one({ x: n, y: 0, width: 800, height: 600 })]);
    if (n === 10) writeWindows(folder, desk, [one(right)]);
  }
  const { arrangements } = JSON.parse(readFileSync(join(folder, 'window.json'), 'utf8'));
  expect(Object.keys(arrangements)).toHaveLength(12);
  expect(Object.keys(arrangements).at(-1)).toBe('0,0,1920,1080,31');
});

test(
  cite(['DESK-7', 'DESK-8'], 'open windows are restored on their conversations, with how they filled their screens'),
  () => {
    const folder = tempFolder();
    const open = [
      one({ x: 40, y: 40, width: 900, height: 700 }, 'more', { fullScreen: true }, 'b-2'),
      one({ x: 40, y: 40, width: 900, height: 700 }, 'first', { maximized: true }, 'a-1', {
        side: 'left',
        conversationId: 'c-3',
      }),
    ];
    writeWindows(folder, screens, open);
    expect(readOpenWindows(folder, screens)).toEqual([
      open[0],
      // Never exactly on top of another.
      { ...open[1], state: { ...open[1]?.state, x: 72, y: 72 } },
    ]);
    writeWindows(
      folder,
      screens,
      Array.from({ length: 40 }, (_, n) => one({ x: n, y: 0, width: 500, height: 500 })),
    );
    expect(readOpenWindows(folder, screens)).toHaveLength(16);
  },
);
