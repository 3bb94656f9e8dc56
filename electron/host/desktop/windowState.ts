// Saves and restores windows in the data folder: where the first and the last additional one were on each arrangement of
// screens, and which windows were open on which conversations. Best effort: without them, windows open at their default
// size.

import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Display, Rectangle } from 'electron';
import { isSafeId } from '../../../shared/core/ids.ts';
import { type Beside, readBeside, writeBeside } from '../../../shared/features/sideBySide/beside.ts';

export const minWidth = 480;
export const minHeight = 400;
const usual = { width: 1180, height: 800 };
/** Offset of a window that would exactly cover another. */
const cascade = 32;
/** Arrangements of screens to remember: at the desk, on the road, and a few more. */
const maxArrangements = 12;
export const maxWindows = 16;

export type WindowSlot = 'first' | 'more';

export interface WindowState extends Partial<Rectangle> {
  width: number;
  height: number;
  maximized: boolean;
  fullScreen: boolean;
}

export interface OpenWindow {
  slot: WindowSlot;
  state: WindowState;
  /** Null: a new chat. */
  conversationId: string | null;
  /** The one next to it. */
  beside: Beside | null;
}

export type Screens = readonly Pick<Display, 'workArea' | 'scaleFactor'>[];

function fileIn(dataFolder: string): string {
  return join(dataFolder, 'window.json');
}

function readSaved(dataFolder: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(readFileSync(fileIn(dataFolder), 'utf8')));
  } catch {
    // Missing or unreadable: use the default size.
    return {};
  }
}

/** The same screens at the same places, with the same scale. */
function arrangementOf(screens: Screens): string {
  const each = screens.map(({ workArea: { x, y, width, height }, scaleFactor }) =>
    [x, y, width, height, scaleFactor].join(','),
  );
  return each.sort().join(' ');
}

/**
 * Where a window opens: as it was on these screens, or else as it was last. On a disconnected screen it opens at the
 * system's default position. `taken`: the positions of open windows; without its own, an additional window opens next to
 * the last of them.
 */
export function readWindowState(
  dataFolder: string,
  screens: Screens,
  slot: WindowSlot = 'first',
  taken: readonly Rectangle[] = [],
): WindowState {
  const file = readSaved(dataFolder);
  const here = recordOf(recordOf(recordOf(file.arrangements)[arrangementOf(screens)])[slot]);
  const last = slot === 'first' ? file : recordOf(file.more);
  const saved = { ...(slot === 'first' ? {} : taken.at(-1)), ...last, ...here };
  return fitted(saved, screens, taken);
}

/** The windows that were open when the app last ran, the one in front last; none in a file of an earlier version. */
export function readOpenWindows(dataFolder: string, screens: Screens): OpenWindow[] {
  const { open } = readSaved(dataFolder);
  if (!Array.isArray(open)) return [];
  const taken: Rectangle[] = [];
  return open.slice(-maxWindows).map((each) => {
    const { slot, conversationId, beside, state } = recordOf(each);
    const place = fitted(recordOf(state), screens, taken);
    if (place.x !== undefined && place.y !== undefined) taken.push({ ...place, x: place.x, y: place.y });
    return {
      slot: slot === 'first' ? 'first' : 'more',
      state: place,
      conversationId: isSafeId(conversationId) ? conversationId : null,
      beside: readBeside(beside),
    };
  });
}

function fitted(saved: Record<string, unknown>, screens: Screens, taken: readonly Rectangle[]): WindowState {
  const size = {
    width: Math.max(minWidth, integerOrNull(saved.width) ?? usual.width),
    height: Math.max(minHeight, integerOrNull(saved.height) ?? usual.height),
  };
  const looks = { maximized: saved.maximized === true, fullScreen: saved.fullScreen === true };
  let x = integerOrNull(saved.x);
  let y = integerOrNull(saved.y);
  if (x === null || y === null) return { ...size, ...looks };
  while (taken.some((other) => other.x === x && other.y === y)) {
    x += cascade;
    y += cascade;
  }
  const bounds = { x, y, ...size };
  const screen = screens.map(({ workArea }) => workArea).find((area) => overlaps(area, bounds));
  if (!screen) return { ...size, ...looks };
  // The scale may have changed: a window is no larger than its screen, and its title bar can be reached.
  const width = Math.max(minWidth, Math.min(size.width, screen.width));
  const height = Math.max(minHeight, Math.min(size.height, screen.height));
  return { x, y: Math.max(y, screen.y), width, height, ...looks };
}

/** Saves every open window; `windows`: the one in front last. */
export function writeWindows(dataFolder: string, screens: Screens, windows: readonly OpenWindow[]): void {
  const file = readSaved(dataFolder);
  const stateOf = (slot: WindowSlot): WindowState | undefined => windows.findLast((each) => each.slot === slot)?.state;
  const [first, more] = [stateOf('first'), stateOf('more')];
  const key = arrangementOf(screens);
  const { [key]: here, ...others } = recordOf(file.arrangements);
  // The one that was used last comes last.
  const recent = Object.entries(others).slice(1 - maxArrangements);
  const arrangement = { ...recordOf(here), ...(first && { first }), ...(more && { more }) };
  const written = {
    ...file,
    ...first,
    ...(more && { more }),
    arrangements: Object.fromEntries([...recent, [key, arrangement]]),
    open: windows.map(({ beside, ...each }) => ({ ...each, ...(beside && { beside: writeBeside(beside) }) })),
  };
  const temporary = `${fileIn(dataFolder)}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(temporary, `${JSON.stringify(written)}\n`);
    renameSync(temporary, fileIn(dataFolder));
  } catch {
    rmSync(temporary, { force: true });
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function integerOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 100_000 ? value : null;
}

/** Whether enough of the window is visible to grab it. */
function overlaps(screen: Rectangle, window: Rectangle): boolean {
  const overlap = (start: number, end: number, otherStart: number, otherEnd: number): number =>
    Math.min(end, otherEnd) - Math.max(start, otherStart);
  return (
    overlap(screen.x, screen.x + screen.width, window.x, window.x + window.width) >= 100 &&
    overlap(screen.y, screen.y + screen.height, window.y, window.y + window.height) >= 50
  );
}
