// Saves and restores window positions in the data folder: the first window's, and that of the last additional one. Best
// effort: without them, windows open at their default size.

import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rectangle } from 'electron';

export const minWidth = 480;
export const minHeight = 400;
const usual = { width: 1180, height: 800 };
/** Offset of a window that would exactly cover another. */
const cascade = 32;

export type WindowSlot = 'first' | 'more';

export interface WindowState extends Partial<Rectangle> {
  width: number;
  height: number;
  maximized: boolean;
}

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

/**
 * `screens`: current work areas. A window on a disconnected screen opens at the system's default position. `taken`: the
 * positions of open windows; without its own, an additional window opens next to the last of them.
 */
export function readWindowState(
  dataFolder: string,
  screens: readonly Rectangle[],
  slot: WindowSlot = 'first',
  taken: readonly Rectangle[] = [],
): WindowState {
  const file = readSaved(dataFolder);
  const saved = slot === 'first' ? file : { ...taken.at(-1), ...recordOf(file.more) };
  const size = {
    width: Math.max(minWidth, integerOrNull(saved.width) ?? usual.width),
    height: Math.max(minHeight, integerOrNull(saved.height) ?? usual.height),
  };
  const maximized = saved.maximized === true;
  let x = integerOrNull(saved.x);
  let y = integerOrNull(saved.y);
  if (x === null || y === null) return { ...size, maximized };
  while (taken.some((other) => other.x === x && other.y === y)) {
    x += cascade;
    y += cascade;
  }
  const place = { x, y };
  const visible = screens.some((screen) => overlaps(screen, { ...place, ...size }));
  return { ...size, ...(visible ? place : {}), maximized };
}

export function writeWindowState(dataFolder: string, slot: WindowSlot, bounds: Rectangle, maximized: boolean): void {
  const { more, ...first } = readSaved(dataFolder);
  const state = { ...bounds, maximized };
  const file = slot === 'first' ? { ...state, ...(more === undefined ? {} : { more }) } : { ...first, more: state };
  const temporary = `${fileIn(dataFolder)}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(temporary, `${JSON.stringify(file)}\n`);
    renameSync(temporary, fileIn(dataFolder));
  } catch {
    rmSync(temporary, { force: true });
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
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
