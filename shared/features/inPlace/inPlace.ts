// Sessions that stay in other apps' files and are shown in place. Each is cached as a read-only conversation, so it can
// be opened, searched and browsed like any other; its id marks it.

import type { ImportProgram } from '../import/otherApps.ts';

/** Apps that keep their sessions in a known place on this machine. */
export const inPlacePrograms = [
  'claude-code',
  'codex',
  'opencode',
  'gemini-cli',
  'copilot',
  'qwen',
  'cline',
  'pi',
] as const satisfies ImportProgram[];

export type InPlaceProgram = (typeof inPlacePrograms)[number];

/** Prefix of their conversation and project ids. Random ids contain no hyphen. */
export const inPlaceMark = 'inplace-';

export function isInPlace(id: string): boolean {
  return id.startsWith(inPlaceMark);
}

/** Returns the distinguishing part of an id, as the user types it. */
export function shortId(id: string): string {
  return id.slice(0, isInPlace(id) ? inPlaceMark.length + 8 : 8);
}

/** Returns the project that holds an app's cached sessions. */
export function inPlaceProject(program: InPlaceProgram): string {
  return `${inPlaceMark}${program}`;
}

/** Null: an ordinary project. */
export function inPlaceProgramOf(projectId: string): InPlaceProgram | null {
  return inPlacePrograms.find((program) => inPlaceProject(program) === projectId) ?? null;
}

/** Prefix of the stamp of a session of which only the end was read; never equal to the stamp of a full read. */
export const partMark = 'part:';

export function isPartialRead({ stamp }: { stamp: string }): boolean {
  return stamp.startsWith(partMark);
}
