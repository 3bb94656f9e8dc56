// Maps the tools named in an agent file to the app's names, since other apps use different ones. A tool with a
// restriction in parentheses is dropped, because only the whole tool could be granted. Pure.

import { visibleText } from '../../../shared/core/visibleText.ts';

const others: Readonly<Record<string, readonly string[]>> = {
  Read: ['read_file'],
  NotebookRead: ['read_file'],
  Grep: ['search_files'],
  Glob: ['list_files', 'search_files'],
  LS: ['list_files'],
  Bash: ['run_command', 'read_command', 'write_command', 'end_command'],
  BashOutput: ['read_command'],
  KillShell: ['end_command'],
  KillBash: ['end_command'],
  Edit: ['edit_file'],
  MultiEdit: ['edit_file'],
  Write: ['write_file'],
  WebFetch: ['fetch_url'],
  WebSearch: ['web_search'],
  TodoWrite: ['todo_write'],
  AskUserQuestion: ['ask_user'],
  Skill: ['load_skill'],
};

export interface AgentTools {
  /** `mcp__server` means all tools of that server. Null for all tools. */
  granted: string[] | null;
  /** Tools without an equivalent here, or with a restriction. */
  left: string[];
}

/** `named` null means that the file names none and may use all. */
export function resolveAgentTools(named: readonly string[] | null): AgentTools {
  if (named === null || named.includes('*')) return { granted: null, left: [] };
  const granted = new Set<string>();
  const unmapped: string[] = [];
  for (const name of named) {
    const equivalents = Object.hasOwn(others, name)
      ? (others[name] ?? [])
      : /^[a-z][a-z0-9_]*$|^mcp__/.test(name)
        ? [name]
        : [];
    for (const tool of equivalents) granted.add(tool);
    if (equivalents.length === 0) unmapped.push(visibleText(name.slice(0, 100)));
  }
  return { granted: [...granted], left: unmapped };
}

/** Whether a list from `resolveAgentTools` includes this tool. */
export function hasTool(list: readonly string[], tool: string): boolean {
  return list.includes(tool) || list.some((name) => /^mcp__(?:(?!__).)+$/.test(name) && tool.startsWith(`${name}__`));
}
