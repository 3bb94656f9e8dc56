// Hooks: commands that the user runs when something happens in a conversation. The file format is Claude Code's;
// docs/features/hooks.md lists what is supported.

import type { SentenceData } from '../../core/sentence.ts';

/** In the order of a conversation. */
export const hookEvents = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'Notification',
  'Stop',
  'StopFailure',
  'SessionEnd',
] as const;
export type HookEvent = (typeof hookEvents)[number];

/** By event: its matcher selects by this; null: it has none. */
export const matcherSubjects = {
  SessionStart: 'source',
  UserPromptSubmit: null,
  PreToolUse: 'tool',
  PermissionRequest: 'tool',
  PostToolUse: 'tool',
  PostToolUseFailure: 'tool',
  SubagentStart: 'agent',
  SubagentStop: 'agent',
  PreCompact: 'trigger',
  PostCompact: 'trigger',
  Notification: 'notification',
  Stop: null,
  StopFailure: null,
  SessionEnd: null,
} as const satisfies Record<HookEvent, string | null>;

export type MatcherSubject = NonNullable<(typeof matcherSubjects)[HookEvent]>;

/** The values of a subject that has only these. */
export const subjectValues = {
  source: ['startup', 'resume', 'compact'],
  trigger: ['manual', 'auto'],
  notification: ['permission_prompt', 'elicitation_dialog', 'idle_prompt'],
} as const;

/** The type of an agent that no file defines. */
export const plainAgentType = 'general-purpose';

/**
 * The file that defines a hook. `personal`: hooks.json in the data folder. `project`: .throughline/hooks.json in the
 * project's folder. `claude`: .claude/settings.json there. The latter two require a trusted folder and an approval per
 * hook.
 */
export const hookOrigins = ['personal', 'project', 'claude'] as const;
export type HookOrigin = (typeof hookOrigins)[number];

/** In seconds. */
export const hookTimeout = { min: 1, max: 600, default: 60 } as const;

export const maxHookCommandLength = 10_000;
export const maxMatcherLength = 200;

/** How often the hooks at the end of a turn may send the model back to work. */
export const maxHookRuns = 3;

/** Result of one hook run, stored with the call or in the record at the turn's end. */
export interface HookRun {
  event: HookEvent;
  origin: HookOrigin;
  /** As in the file, at most 2000 characters. */
  command: string;
  /**
   * `refused`: it denied the call or message, sent the model back to work, or kept the context from being compacted. `asked`: it made the user be asked. `said`: it gave
   * the model a text. `failed`: an invalid exit, which blocked nothing. `skipped`: it did not run.
   */
  outcome: 'ok' | 'refused' | 'asked' | 'said' | 'failed' | 'timed_out' | 'stopped' | 'skipped';
  /** Null: it was killed, or never started. */
  exitCode: number | null;
  /** In milliseconds. */
  duration: number;
  /** Its reason for a refusal, or its text for the model; at most 10,000 characters. */
  text?: string;
  /** Why it failed or was skipped, in English; its key is stored alongside. */
  problem?: string;
  said?: SentenceData;
  /** Its output: start and end if too long. */
  output?: string;
  /** Total bytes of output, if `output` is shortened. */
  printed?: number;
}

/** Claude Code's names for a similar tool of ours, default first. */
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

/** Returns Claude Code's name for a tool, or the tool's own name if there is none. */
export function claudeToolName(tool: string): string {
  return familiarNames[tool]?.[0] ?? tool;
}

/**
 * Maximum count of each construct in a matcher: the engine may try all of them at every position, and matchers come
 * from folders.
 */
const mostOf: readonly [RegExp, number][] = [
  [/[*+{]/g, 4],
  [/\?/g, 8],
  [/\(/g, 4],
];

/** Returns why a matcher is unusable, or null. `group`: it could backtrack forever on a near match. */
export function matcherFault(matcher: string): 'long' | 'group' | 'invalid' | null {
  if (matcher.length > maxMatcherLength) return 'long';
  if (isPlain(matcher)) return null;
  if (/\)\s*[*+{]/.test(matcher) || mostOf.some(([what, max]) => (matcher.match(what) ?? []).length > max))
    return 'group';
  try {
    new RegExp(matcher);
    return null;
  } catch {
    return 'invalid';
  }
}

/**
 * Returns whether a matcher matches a tool by our name, Claude Code's, or an MCP tool's, or another event's subject.
 * Empty and `*` match all.
 */
export function matchesSubject(matcher: string, tool: string): boolean {
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
