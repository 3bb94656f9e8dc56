// Parses and grants what a start of the app asks for beyond opening it: a folder, or an action of the system's menus. A later start hands it
// to the app that runs.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DesktopNative } from '../../ports/native.ts';

export const startActions = { newChat: '--new-chat', newWindow: '--new-window', quick: '--quick' } as const;

type StartAction = keyof typeof startActions;

export interface StartWish {
  /** A new chat in this folder, absolute. */
  folder: string | null;
  action: StartAction | null;
}

export const noWish: StartWish = { folder: null, action: null };

/** The only argument of a start may be a folder, as file managers pass it, or an action; null: the arguments are options. */
export function wishOf(args: readonly string[], folder: string): StartWish | null {
  const [only = ''] = args;
  if (args.length !== 1) return null;
  const action = (Object.keys(startActions) as StartAction[]).find((name) => startActions[name] === only);
  if (action) return { folder: null, action };
  const path = only.startsWith('-') || only === '' ? null : resolve(folder, only);
  return path !== null && isFolder(path) ? { folder: path, action: null } : null;
}

/** A single file from the system may be a folder. */
export function wishOfFiles(files: readonly string[], wish: StartWish): StartWish {
  const [path] = files;
  return files.length === 1 && path !== undefined && isFolder(path) ? { folder: path, action: null } : wish;
}

/** Checks what another process sent. */
export function readWish(data: unknown): StartWish {
  const { wish } = (data ?? {}) as { wish?: Partial<Record<keyof StartWish, unknown>> };
  const { folder, action } = wish ?? {};
  return {
    folder: typeof folder === 'string' && folder.length <= 4096 ? folder : null,
    action: typeof action === 'string' && Object.hasOwn(startActions, action) ? (action as StartAction) : null,
  };
}

export function grantWish(
  desktop: Pick<DesktopNative, 'ask' | 'newWindow' | 'quick' | 'toFront'>,
  { folder, action }: StartWish,
): void {
  if (action === 'quick') desktop.quick(true);
  else if (action === 'newWindow') desktop.newWindow();
  // The folder is opened like any other: its own instructions wait for the user's trust.
  else if (action === 'newChat' || folder !== null) desktop.ask({ what: 'newChat', folder });
  else desktop.toFront();
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
