// Maps calls of other apps' tools to ours for display, so that a command box looks the same whoever ran it. Stored and
// sent data is unchanged. The names are those of the apps in docs/features/other-apps.md, and the kinds of calls of the
// Agent Client Protocol, which name an external agent's calls.

import { callSentence, isBuiltInTool, parseArguments } from './toolInfo.ts';

interface Call {
  name: string;
  arguments: string;
}

type Arguments = Record<string, unknown>;

interface Translation {
  /** Our equivalent. */
  ours: string;
  /** Converts the arguments to ours; null: not equivalent after all. */
  translate: (args: Arguments) => Arguments | null;
}

const command: Translation = {
  ours: 'run_command',
  translate(args) {
    const rawCommand = args.command ?? args.cmd ?? args.script ?? commandsIn(args.commands);
    const line = Array.isArray(rawCommand) ? commandLine(rawCommand) : rawCommand;
    return typeof line === 'string' ? { command: line } : null;
  },
};

const withPath = (ours: string, more: (args: Arguments) => Arguments = () => ({})): Translation => ({
  ours,
  translate(args) {
    const path =
      args.file_path ?? args.filePath ?? args.absolute_path ?? args.path ?? args.notebook_path ?? onlyPath(args.files);
    return typeof path === 'string' ? { path, ...more(args) } : null;
  },
});

const read = withPath('read_file', ({ offset, limit }) => ({
  ...(typeof offset === 'number' ? { offset } : {}),
  ...(typeof limit === 'number' ? { limit } : {}),
}));
const write = withPath('write_file');
const edit = withPath('edit_file');
const list = withPath('list_files');
const search: Translation = {
  ours: 'search_files',
  translate({ pattern, path, queries }) {
    const searched = pattern ?? (Array.isArray(queries) ? queries.join(' | ') : undefined);
    return typeof searched === 'string' ? { pattern: searched, ...(typeof path === 'string' ? { path } : {}) } : null;
  },
};
const agent: Translation = {
  ours: 'run_agent',
  translate: ({ description, prompt }) => ({
    ...(typeof description === 'string' ? { title: description } : {}),
    task: prompt,
  }),
};
const webSearch: Translation = {
  ours: 'web_search',
  translate: ({ query }) => (typeof query === 'string' ? { query } : null),
};
const fetched: Translation = {
  ours: 'fetch_url',
  translate({ url, prompt }) {
    const address = typeof url === 'string' ? url : /https?:\/\/\S+/.exec(String(prompt ?? ''))?.[0];
    return address === undefined ? null : { url: address };
  },
};
const todos: Translation = { ours: 'todo_write', translate: () => ({}) };

const translations: ReadonlyMap<string, Translation> = new Map([
  ...[
    ...[
      'Bash',
      'bash',
      'powershell',
      'shell',
      'local_shell',
      'exec_command',
      'run_shell_command',
      'run_commands',
      'execute',
    ],
  ].map((name) => [name, command] as const),
  ...['Read', 'read', 'read_file', 'read_files', 'view'].map((name) => [name, read] as const),
  ...['Write', 'write', 'write_file', 'create'].map((name) => [name, write] as const),
  ...['Edit', 'MultiEdit', 'NotebookEdit', 'edit', 'replace', 'editor'].map((name) => [name, edit] as const),
  ...['LS', 'list', 'list_directory', 'ls'].map((name) => [name, list] as const),
  ...[
    'Grep',
    'Glob',
    'grep',
    'glob',
    'search_file_content',
    'grep_search',
    'find',
    'rg',
    'search_codebase',
    'search',
  ].map((name) => [name, search] as const),
  ...['Task', 'Agent', 'task', 'agent'].map((name) => [name, agent] as const),
  ...['WebSearch', 'websearch', 'google_web_search'].map((name) => [name, webSearch] as const),
  ...['WebFetch', 'webfetch', 'web_fetch', 'fetch'].map((name) => [name, fetched] as const),
  ...['TodoWrite', 'todowrite', 'update_plan', 'write_todos'].map((name) => [name, todos] as const),
]);

/** Cline's commands are a list, to be run one after the other. */
function commandsIn(commands: unknown): string | undefined {
  const isList = Array.isArray(commands) && commands.length > 0 && commands.every((one) => typeof one === 'string');
  return isList ? commands.join('\n') : undefined;
}

/** Cline reads several files at once; one of them is a call of ours. */
function onlyPath(files: unknown): unknown {
  if (!Array.isArray(files) || files.length !== 1) return undefined;
  const [file] = files as unknown[];
  return typeof file === 'object' && file !== null && 'path' in file ? file.path : undefined;
}

/** Returns the same object if the call is already ours, or unknown. */
export function toNativeCall<T extends Call>(call: T): T {
  const translation = translations.get(call.name);
  if (!translation) return call;
  const args = parseArguments(call.arguments);
  // Gemini's `read_file` uses another name for its path argument.
  if (isBuiltInTool(call.name) && typeof args.path === 'string') return call;
  const translated = translation.translate(args);
  return translated ? { ...call, name: translation.ours, arguments: JSON.stringify(translated) } : call;
}

/** Returns our equivalent of a tool by name alone, to pick its icon. */
export function nativeToolName(name: string): string {
  return translations.get(name)?.ours ?? name;
}

/** Returns the sentence of a call's box, for any app's tool. */
export function nativeCallSentence(call: Call, done: boolean): string {
  const { name, arguments: text } = toNativeCall(call);
  return callSentence(name, text, done);
}

/** Codex passes commands as an argument list: for `bash -lc LINE`, LINE is the command. */
function commandLine(words: readonly unknown[]): string | null {
  if (!words.every((word) => typeof word === 'string')) return null;
  const [shell = '', flag = '', line] = words;
  if (/(^|\/)(ba|z|da)?sh$/.test(shell) && /^-l?c$/.test(flag) && words.length === 3) return line ?? null;
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
