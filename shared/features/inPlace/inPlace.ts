// Sessions that stay in other apps' files, here or on another machine of the user, and conversations that a team has shared. Each is cached as a read-only
// conversation, so it can be opened, searched and browsed like any other; its id marks it.

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

/** Prefix of the ids of what a team has shared. */
const sharedMark = `${inPlaceMark}team-`;

/** Prefix of the ids of sessions of other machines. */
const machineMark = `${inPlaceMark}machine-`;

/** A team whose shared conversations are cached: `team-` and its id on this machine. */
export type TeamOwner = `team-${string}`;

/** Another machine whose sessions are cached: `machine-` and its device. */
export type MachineOwner = `machine-${string}`;

/** Where cached conversations come from. */
export type InPlaceOwner = InPlaceProgram | TeamOwner | MachineOwner;

export function isInPlace(id: string): boolean {
  return id.startsWith(inPlaceMark);
}

/** Whether it was shared by a team. */
export function isShared(id: string): boolean {
  return id.startsWith(sharedMark);
}

/** Whether it is a session of another machine. */
export function isOfMachine(id: string): boolean {
  return id.startsWith(machineMark);
}

export function machineSessionId(id: string): string {
  return machineMark + id;
}

export function sharedId(id: string): string {
  return sharedMark + id;
}

/** Returns the distinguishing part of an id, as the user types it. */
export function shortId(id: string): string {
  const mark = isShared(id) ? sharedMark : isOfMachine(id) ? machineMark : isInPlace(id) ? inPlaceMark : '';
  return id.slice(0, mark.length + 8);
}

/** Returns the project that holds the cached sessions of an app or team. */
export function inPlaceProject(owner: InPlaceOwner): string {
  return `${inPlaceMark}${owner}`;
}

/** Null: an ordinary project. */
function inPlaceProgramOf(projectId: string): InPlaceProgram | null {
  return inPlacePrograms.find((program) => inPlaceProject(program) === projectId) ?? null;
}

/** Null: an ordinary project. */
export function inPlaceOwnerOf(projectId: string): InPlaceOwner | null {
  if (isShared(projectId)) return projectId.slice(inPlaceMark.length) as TeamOwner;
  if (isOfMachine(projectId)) return projectId.slice(inPlaceMark.length) as MachineOwner;
  return inPlaceProgramOf(projectId);
}

export function isTeam(owner: InPlaceOwner): owner is TeamOwner {
  return owner.startsWith('team-');
}

export function isMachine(owner: InPlaceOwner): owner is MachineOwner {
  return owner.startsWith('machine-');
}

/** Prefix of the stamp of a session of which only the end was read; never equal to the stamp of a full read. */
export const partMark = 'part:';

export function isPartialRead({ stamp }: { stamp: string }): boolean {
  return stamp.startsWith(partMark);
}
