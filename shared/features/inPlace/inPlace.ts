// Sessions that stay in the files of other programs and are shown in place. What is read of one is kept as a conversation that
// nobody writes in, so that it opens, is searched and is browsed as ours are. Its id tells it from ours.

import type { ImportProgram } from '../import/otherApps.ts';

/** Programs that keep their sessions on this machine, in a place that is known. */
export const inPlacePrograms = ['claude-code', 'codex', 'opencode', 'gemini-cli'] as const satisfies ImportProgram[];

export type InPlaceProgram = (typeof inPlacePrograms)[number];

/** Begins the ids of their conversations and projects. Random ids have no hyphen. */
export const inPlaceMark = 'inplace-';

export function isInPlace(id: string): boolean {
  return id.startsWith(inPlaceMark);
}

/** As much of an id as a person types: what tells it from the others. */
export function shortId(id: string): string {
  return id.slice(0, isInPlace(id) ? inPlaceMark.length + 8 : 8);
}

/** The project that holds what was read of a program's sessions. */
export function inPlaceProject(program: InPlaceProgram): string {
  return `${inPlaceMark}${program}`;
}

/** Null: the project is one of ours. */
export function programOfProject(projectId: string): InPlaceProgram | null {
  return inPlacePrograms.find((program) => inPlaceProject(program) === projectId) ?? null;
}

/** Begins the stamp of a session of which only the end was read: it is never that of all of it. */
export const partMark = 'part:';

export function isPart({ stamp }: { stamp: string }): boolean {
  return stamp.startsWith(partMark);
}
