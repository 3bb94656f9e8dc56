// Saves and restores the window position in the data folder. Best effort: without it, the window opens at its default
// size.

import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rectangle } from 'electron';

export const minWidth = 480;
export const minHeight = 400;
const usual = { width: 1180, height: 800 };

export interface WindowState extends Partial<Rectangle> {
  width: number;
  height: number;
  maximized: boolean;
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, 'window.json');
}

/** `screens`: current work areas. A window on a disconnected screen opens at the system's default position. */
export function readWindowState(dataFolder: string, screens: readonly Rectangle[]): WindowState {
  let saved: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(readFileSync(fileIn(dataFolder), 'utf8'));
    if (typeof parsed === 'object' && parsed !== null) saved = parsed as Record<string, unknown>;
  } catch {
    // Missing or unreadable: use the default size.
  }
  const size = {
    width: Math.max(minWidth, integerOrNull(saved.width) ?? usual.width),
    height: Math.max(minHeight, integerOrNull(saved.height) ?? usual.height),
  };
  const x = integerOrNull(saved.x);
  const y = integerOrNull(saved.y);
  const position =
    x !== null && y !== null && screens.some((screen) => overlaps(screen, { x, y, ...size })) ? { x, y } : {};
  return { ...size, ...position, maximized: saved.maximized === true };
}

export function writeWindowState(dataFolder: string, bounds: Rectangle, maximized: boolean): void {
  const temporary = `${fileIn(dataFolder)}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(temporary, `${JSON.stringify({ ...bounds, maximized })}\n`);
    renameSync(temporary, fileIn(dataFolder));
  } catch {
    rmSync(temporary, { force: true });
  }
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
