// Hooks: commands of the person's that run before a tool, after it, and at the end of a turn. The file has the form that Claude
// Code gave it; what of it counts here is told in docs/features/hooks.md.

import type { SentenceData } from '../../core/sentence.ts';

export const hookEvents = ['PreToolUse', 'PostToolUse', 'Stop'] as const;
export type HookEvent = (typeof hookEvents)[number];

/**
 * The file that a hook stands in. `personal`: hooks.json of the data folder. `project`: .throughline/hooks.json of the project's
 * folder. `claude`: .claude/settings.json there. The folder's count only when it is trusted and the hook was approved.
 */
export const hookOrigins = ['personal', 'project', 'claude'] as const;
export type HookOrigin = (typeof hookOrigins)[number];

/** Seconds. */
export const hookTimeout = { least: 1, most: 600, default: 60 } as const;

export const maxHookCommandLength = 10_000;
export const maxMatcherLength = 200;

/** How often in a turn what runs at its end may send the model back to work. */
export const maxHookRuns = 3;

/** What came of one run of a hook. It is kept with the call, or in the record of the turn's end. */
export interface HookRun {
  event: HookEvent;
  origin: HookOrigin;
  /** As it stands in the file, at most 2000 characters. */
  command: string;
  /**
   * `refused`: it said no to the call, or sent the model back to work. `asked`: the person was asked because of it. `said`: it
   * told the model something. `failed`: it ended in another way than a hook should; nothing was stopped by that. `skipped`: it
   * was not run.
   */
  outcome: 'ok' | 'refused' | 'asked' | 'said' | 'failed' | 'timed_out' | 'stopped' | 'skipped';
  /** Null: it was ended, or never began. */
  exitCode: number | null;
  /** Milliseconds. */
  duration: number;
  /** Its reason for a refusal, or what it told the model; at most 10,000 characters. */
  text?: string;
  /** Why it failed or was not run, in English, with the key beside it. */
  problem?: string;
  said?: SentenceData;
  /** What it printed: the beginning and the end where it was more than that. */
  output?: string;
  /** Bytes that it printed in all, where `output` has not all of it. */
  printed?: number;
}

/** The names by which Claude Code knows a tool that is like ours, the usual one first. */
const familiarNames: Readonly<Record<string, readonly string[]>> = {
  run_command: ['Bash'],
  read_command: ['BashOutput'],
  end_command: ['KillShell', 'KillBash'],
  read_file: ['Read'],
  write_file: ['Write'],
  edit_file: ['Edit', 'MultiEdit'],
  list_files: ['LS', 'Glob'],
  search_files: ['Grep'],
  fetch_url: ['WebFetch'],
  web_search: ['WebSearch'],
  run_agent: ['Task', 'Agent'],
  todo_write: ['TodoWrite'],
  ask_user: ['AskUserQuestion'],
  present_plan: ['ExitPlanMode'],
};

/** The name that Claude Code has for a tool; its own where there is none like it. */
export function claudeToolName(tool: string): string {
  return familiarNames[tool]?.[0] ?? tool;
}

/** What a matcher may have of each: all of them may be tried in turn at each place of a name, and a folder may choose both. */
const mostOf: readonly [RegExp, number][] = [
  [/[*+{]/g, 4],
  [/\?/g, 8],
  [/\(/g, 4],
];

/** Why a matcher cannot be used; null: it can. `group`: it may take for ever on a name that nearly fits. */
export function matcherFault(matcher: string): 'long' | 'group' | 'invalid' | null {
  if (matcher.length > maxMatcherLength) return 'long';
  if (isPlain(matcher)) return null;
  if (/\)\s*[*+{]/.test(matcher) || mostOf.some(([what, most]) => (matcher.match(what) ?? []).length > most))
    return 'group';
  try {
    new RegExp(matcher);
    return null;
  } catch {
    return 'invalid';
  }
}

/** Whether a matcher means a tool: by our name, by Claude Code's, or by that of a server's tool. Empty and `*` mean all. */
export function matchesTool(matcher: string, tool: string): boolean {
  if (matcher === '' || matcher === '*') return true;
  if (matcherFault(matcher) !== null) return false;
  const names = [tool, ...(familiarNames[tool] ?? [])];
  if (isPlain(matcher)) return matcher.split('|').some((name) => names.includes(name));
  const pattern = new RegExp(matcher);
  return names.some((name) => pattern.test(name.slice(0, maxMatcherLength)));
}

function isPlain(matcher: string): boolean {
  return matcher === '*' || /^[\w-]*(?:\|[\w-]*)*$/.test(matcher);
}
