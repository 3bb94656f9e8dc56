// The command line of an external agent's call or terminal, with its folder and variables, as it is shown, judged and run.

import { absolutePath, isAbsolutePath } from '../../lib/absolutePath.ts';

const folderNames = [
  'cwd',
  'workdir',
  'working_dir',
  'working_directory',
  'workingDirectory',
  'dir_path',
  'directory',
  'dir',
];
const environmentNames = ['env', 'environment', 'envs'];
/** Commands of an editor tool, which are no programs. */
const editorCommands = ['view', 'create', 'str_replace', 'insert', 'undo_edit'];

/** Returns words as a command line for a shell. */
function quoted(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}

/**
 * Returns the request as one command line: without arguments, the command is a line already, and so is the text of
 * `sh -c`, unless it runs elsewhere. An agent's prompt shows the text alone.
 */
export function commandLine(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  cwd: string | null,
  folder: string | null,
): string {
  const set = Object.entries(environment).filter(([name]) => /^[A-Za-z_]\w*$/.test(name));
  const variables = set.map(([name, value]) => `export ${name}=${quoted([value])}; `).join('');
  const at = cwd === null ? null : absolutePath(folder ?? '/', cwd);
  const place = at === null || (folder !== null && at === absolutePath(folder, '.')) ? '' : `cd ${quoted([at])} && `;
  const [option, text = ''] = args;
  const isText =
    /^(?:\/(?:usr\/)?bin\/)?(?:ba)?sh$/.test(command) && option === '-c' && args.length === 2 && place === '';
  const line = args.length === 0 ? command : isText ? text : `${quoted([command])} ${quoted(args)}`;
  return `${variables}${place}${line}`;
}

/** The command in a call's arguments; null: they have none. `isClear`: its folder and variables are known. */
export function commandOf(
  args: Readonly<Record<string, unknown>>,
  native: unknown,
  folder: string | null,
): { line: string; isClear: boolean } | null {
  const command = wordsOf(args) ?? (typeof native === 'string' ? native : null);
  if (command === null || command.trim() === '' || isEditorCommand(args)) return null;
  const folders = folderNames.map((name) => args[name]).filter((value) => value !== undefined && value !== null);
  const environments = environmentNames.map((name) => args[name]).filter(isSet);
  const [cwd = null] = folders.filter((value) => typeof value === 'string');
  const isKnown = folders.length < 2 && folders.every((value) => typeof value === 'string' && isPlain(value));
  const variables = environments.map(variablesOf);
  const environment = Object.assign({}, ...variables) as Record<string, string>;
  const line = commandLine(command, [], environment, cwd === '' ? null : cwd, folder);
  return { line, isClear: isKnown && variables.every((each) => each !== null) };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && Object.keys(value).length > 0;
}

/** Nothing that a shell would replace. */
function isPlain(path: string): boolean {
  return isAbsolutePath(path) || !/^~|\$/.test(path);
}

function wordsOf({ command, cmd, args }: Readonly<Record<string, unknown>>): string | null {
  const line = command ?? cmd;
  if (Array.isArray(line)) return line.every((word) => typeof word === 'string') ? quoted(line) : null;
  if (typeof line !== 'string') return null;
  const more = Array.isArray(args) && args.every((word) => typeof word === 'string') ? args : [];
  return more.length === 0 ? line : `${line} ${quoted(more)}`;
}

function isEditorCommand({ command, path, args }: Readonly<Record<string, unknown>>): boolean {
  return typeof path === 'string' && args === undefined && editorCommands.some((each) => each === command);
}

/** Null: in an unknown form. */
function variablesOf(value: unknown): Record<string, string> | null {
  const pairs: [unknown, unknown][] = Array.isArray(value)
    ? value.map((each: unknown) => {
        const { name, value: text } =
          typeof each === 'object' && each !== null ? (each as Record<string, unknown>) : {};
        return [name, text];
      })
    : Object.entries(value as object);
  const isKnown = pairs.every(
    ([name, text]) => typeof name === 'string' && /^[A-Za-z_]\w*$/.test(name) && typeof text === 'string',
  );
  return isKnown ? (Object.fromEntries(pairs) as Record<string, string>) : null;
}
