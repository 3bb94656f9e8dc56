// Hooks: listing, editing, approving and testing.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { defineMethod, id, type Nothing } from '../../protocol/method.ts';
import {
  type HookEvent,
  type HookOrigin,
  type HookRun,
  hookEvents,
  hookTimeout,
  maxHookCommandLength,
  maxMatcherLength,
} from './hook.ts';

export type HookState =
  | 'on'
  /** Disabled by the user. */
  | 'off'
  /** In an untrusted folder, so it cannot be approved either. */
  | 'untrusted'
  /** Not approved, so it does not run. */
  | 'unapproved'
  /** Invalid: `problem` says why. */
  | 'broken';

export interface HookInfo {
  origin: HookOrigin;
  /** Identifies it in its file; with `hash` it identifies exactly this version. */
  id: string;
  /** Covers everything that determines what runs, and when. */
  hash: string;
  event: HookEvent;
  /** Empty: every tool. Ignored for hooks at the end of a turn. */
  matcher: string;
  command: string;
  /** In seconds. */
  timeout: number;
  /** It runs only in trusted folders. */
  onlyTrusted: boolean;
  state: HookState;
  /** A different command was approved in its place, or what it may run has changed since. */
  changed: boolean;
  /** Known changes since: file names, and whether a tool has worked in the folder. */
  changes: { files: string[]; byTool: boolean };
  /** Runs in the sandbox, with write access to the project only and no network; otherwise with the user's rights. */
  sandboxed: boolean;
  /** The file in readable form. */
  file: string;
  /** Files in the project's folder that its command names: an approval covers their contents. */
  files: string[];
  problem: UserTextData | null;
  /** Its last run since the app started. */
  last: { at: string; run: HookRun } | null;
}

const hookId = z.string().min(1).max(200);
const named = { projectId: id.nullable().default(null), id: hookId, hash: z.string().min(1).max(200) };

const hookToSave = z.object({
  event: z.enum(hookEvents),
  matcher: z.string().max(maxMatcherLength).default(''),
  command: z.string().min(1).max(maxHookCommandLength),
  timeout: z.int().min(hookTimeout.min).max(hookTimeout.max).default(hookTimeout.default),
  onlyTrusted: z.boolean().default(false),
});
export type HookToSave = z.output<typeof hookToSave>;

/** The list is stale: read it again. */
export type HooksEvent = { type: 'hooks.changed' };

export const hooksMethods = {
  /** Lists hooks of the personal file and of the project's folder. Runs nothing. */
  'hooks.list': defineMethod<{ hooks: HookInfo[]; problems: UserTextData[] }>()(
    'none',
    z.object({ projectId: id.nullable().default(null) }),
  ),
  /** Adds a personal hook (`replaces` null) or replaces one; the user confirms the command outside the window. */
  'hooks.save': defineMethod<Nothing>()(
    'app',
    z.object({ hook: hookToSave, replaces: z.object({ id: hookId, hash: z.string().max(200) }).nullable() }),
  ),
  /** Removes a personal hook. */
  'hooks.remove': defineMethod<Nothing>()('app', z.object(named)),
  'hooks.enable': defineMethod<Nothing>()('app', z.object({ ...named, enabled: z.boolean() })),
  /** Approves a hook of the folder with exactly this hash; the user confirms the command outside the window. */
  'hooks.approve': defineMethod<Nothing>()('app', z.object(named)),
  /** Runs an enabled hook with a sample event; its effects are real. */
  'hooks.test': defineMethod<{ run: HookRun }>()('none', z.object(named)),
} as const;
