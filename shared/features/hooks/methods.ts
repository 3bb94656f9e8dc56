// Hooks: the person's commands before and after tools and at the end of a turn.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { id, method, type Nothing } from '../../protocol/method.ts';
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
  /** Switched off by the person. */
  | 'off'
  /** It stands in a folder that is not trusted: it cannot be approved either. */
  | 'untrusted'
  /** Nobody has approved this command: it does not run. */
  | 'unapproved'
  /** It cannot be run as it is written: `problem` says why. */
  | 'broken';

export interface HookInfo {
  origin: HookOrigin;
  /** Names it in its file; together with `hash` exactly this hook. */
  id: string;
  /** Of all that decides what is run, and when. */
  hash: string;
  event: HookEvent;
  /** Empty: every tool. Nothing of it counts at the end of a turn. */
  matcher: string;
  command: string;
  /** Seconds. */
  timeout: number;
  /** It runs only in folders that the person trusts. */
  onlyTrusted: boolean;
  state: HookState;
  /** In its place another command was approved before, or what it may run has changed since. */
  changed: boolean;
  /** What has changed since, as far as it is known: names of files, and whether a tool has worked in the folder since. */
  changes: { files: string[]; byTool: boolean };
  /** It runs in the sandbox, where it can write the project alone and reach no network; else with the user's rights. */
  sandboxed: boolean;
  /** The file, as people name it. */
  file: string;
  /** Files of the project's folder that its command names: an approval is bound to what they hold. */
  files: string[];
  problem: UserTextData | null;
  /** What came of it last, since the app was started. */
  last: { at: string; run: HookRun } | null;
}

const hookId = z.string().min(1).max(200);
const named = { projectId: id.nullable().default(null), id: hookId, hash: z.string().min(1).max(200) };

const hookToSave = z.object({
  event: z.enum(hookEvents),
  matcher: z.string().max(maxMatcherLength).default(''),
  command: z.string().min(1).max(maxHookCommandLength),
  timeout: z.int().min(hookTimeout.least).max(hookTimeout.most).default(hookTimeout.default),
  onlyTrusted: z.boolean().default(false),
});
export type HookToSave = z.output<typeof hookToSave>;

/** The list is to be asked for again. */
export type HooksEvent = { type: 'hooks.changed' };

export const hooksMethods = {
  /** Of the personal file, and of the project's folder. Runs nothing. */
  'hooks.list': method<{ hooks: HookInfo[]; problems: UserTextData[] }>()(
    'none',
    z.object({ projectId: id.nullable().default(null) }),
  ),
  /** Adds a personal one (`replaces` null) or replaces one; the person confirms the command outside of the window. */
  'hooks.save': method<Nothing>()(
    'app',
    z.object({ hook: hookToSave, replaces: z.object({ id: hookId, hash: z.string().max(200) }).nullable() }),
  ),
  /** A personal one. */
  'hooks.remove': method<Nothing>()('app', z.object(named)),
  'hooks.enable': method<Nothing>()('app', z.object({ ...named, enabled: z.boolean() })),
  /** Approves one of the folder's with exactly this hash; the person confirms the command outside of the window. */
  'hooks.approve': method<Nothing>()('app', z.object(named)),
  /** Runs one that is on, with the sample of an event; what it does is done. */
  'hooks.test': method<{ run: HookRun }>()('none', z.object(named)),
} as const;
