// Maps tools of Claude Code, VS Code and OpenCode to ours. Pure.

const ours = [
  'ask_user',
  'edit_file',
  'end_command',
  'fetch_url',
  'list_files',
  'read_command',
  'read_file',
  'read_tool_result',
  'run_agent',
  'run_command',
  'search_files',
  'todo_write',
  'web_search',
  'write_command',
  'write_file',
] as const;

type OurTool = (typeof ours)[number];

const commands: readonly OurTool[] = ['run_command', 'read_command', 'write_command', 'end_command'];
const reading: readonly OurTool[] = ['read_file', 'read_tool_result'];
const looking: readonly OurTool[] = ['search_files', 'list_files'];
const editing: readonly OurTool[] = ['edit_file', 'write_file'];

/** By lower-case name; VS Code prefixes a set, as in `search/codebase`. */
const like: Readonly<Record<string, readonly OurTool[]>> = {
  read: reading,
  readfile: reading,
  notebookread: reading,
  view: reading,
  grep: ['search_files'],
  glob: looking,
  ls: ['list_files'],
  list: ['list_files'],
  listdirectory: ['list_files'],
  search: looking,
  codebase: looking,
  textsearch: ['search_files'],
  filesearch: looking,
  edit: editing,
  editfiles: editing,
  multiedit: ['edit_file'],
  notebookedit: ['edit_file'],
  patch: editing,
  write: ['write_file'],
  createfile: ['write_file'],
  bash: commands,
  execute: commands,
  shell: commands,
  runcommands: commands,
  runinterminal: ['run_command'],
  getterminaloutput: ['read_command'],
  terminallastcommand: ['read_command'],
  bashoutput: ['read_command'],
  killshell: ['end_command'],
  webfetch: ['fetch_url'],
  fetch: ['fetch_url'],
  web: ['fetch_url', 'web_search'],
  websearch: ['web_search'],
  todowrite: ['todo_write'],
  todos: ['todo_write'],
  todo: ['todo_write'],
  task: ['run_agent'],
  agent: ['run_agent'],
  runsubagent: ['run_agent'],
  askuserquestion: ['ask_user'],
  question: ['ask_user'],
};

/** `unknown` tools have no equivalent. Names of MCP tools stay. */
export function mapToOwnTools(names: readonly string[]): { names: string[]; unknown: string[] } {
  const ourNames = new Set<string>();
  const unknown: string[] = [];
  for (const name of names) {
    // `Bash(git:*)` allows some commands; without the restriction it would allow more.
    const plain = name.includes('(') ? '' : (name.split('/').at(-1) ?? '').toLowerCase();
    const equivalents = Object.hasOwn(like, plain) ? like[plain] : undefined;
    if (equivalents) for (const one of equivalents) ourNames.add(one);
    else if (name.startsWith('mcp__') || (ours as readonly string[]).includes(name)) ourNames.add(name);
    else unknown.push(name.slice(0, 100));
  }
  return { names: [...ourNames], unknown };
}

export function toolsExcept(names: readonly string[]): string[] {
  return ours.filter((name) => !names.includes(name));
}
