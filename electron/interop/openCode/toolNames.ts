// Converts calls of other tools to OpenCode's own where the arguments fit, so that it renders them natively.

import path from 'node:path';
import type { JsonObject } from '../../../shared/core/json.ts';
import { objectsOf, textOrEmpty } from '../looseJson.ts';

export interface NamedInput {
  tool: string;
  input: JsonObject;
}

type Mapped = JsonObject | null;
type Mapping = [tool: string, input: (input: JsonObject, folder: string) => Mapped];

const names: Readonly<Record<string, Mapping>> = {
  run_command: ['bash', bash],
  Bash: ['bash', bash],
  exec_command: ['bash', ({ cmd, ...args }) => bash({ ...args, command: cmd })],
  run_shell_command: ['bash', bash],
  read_file: ['read', read],
  Read: ['read', read],
  write_file: ['write', write],
  Write: ['write', write],
  edit_file: ['edit', edit],
  Edit: ['edit', edit],
  search_files: ['grep', grep],
  todo_write: ['todowrite', todos],
  TodoWrite: ['todowrite', todos],
  fetch_url: ['webfetch', ({ url }) => (typeof url === 'string' ? { url, format: 'markdown' } : null)],
};

export function toOpenCodeCall(tool: string, input: JsonObject, folder: string): NamedInput {
  const mapping = Object.hasOwn(names, tool) ? names[tool] : undefined;
  const mapped = mapping?.[1](input, folder);
  return mapping && mapped ? { tool: mapping[0], input: mapped } : { tool, input };
}

function bash(args: JsonObject): Mapped {
  const { command, background, run_in_background: runInBackground, timeout_seconds: seconds } = args;
  if (typeof command !== 'string' || background === true || runInBackground === true) return null;
  const timeout = typeof seconds === 'number' ? { timeout: seconds * 1000 } : {};
  return { command, description: textOrEmpty(args.description) || command.slice(0, 80), ...timeout };
}

function fileOf(args: JsonObject, folder: string): string | null {
  const named = args.path ?? args.file_path;
  return typeof named === 'string' ? path.posix.resolve(folder, named) : null;
}

function read(args: JsonObject, folder: string): Mapped {
  const filePath = fileOf(args, folder);
  const { offset, limit } = args;
  if (filePath === null) return null;
  return { filePath, ...(offset === undefined ? {} : { offset }), ...(limit === undefined ? {} : { limit }) };
}

function write(args: JsonObject, folder: string): Mapped {
  const filePath = fileOf(args, folder);
  return filePath === null || typeof args.content !== 'string' ? null : { filePath, content: args.content };
}

function edit(args: JsonObject, folder: string): Mapped {
  const filePath = fileOf(args, folder);
  const [oldString, newString] = [args.old_text ?? args.old_string, args.new_text ?? args.new_string];
  if (filePath === null || typeof oldString !== 'string' || typeof newString !== 'string') return null;
  return { filePath, oldString, newString, ...(args.replace_all === true ? { replaceAll: true } : {}) };
}

function grep(args: JsonObject, folder: string): Mapped {
  if (typeof args.pattern !== 'string' || args.ignore_case === true) return null;
  const path = fileOf(args, folder);
  return {
    pattern: args.pattern,
    ...(path === null ? {} : { path }),
    ...(typeof args.glob === 'string' ? { include: args.glob } : {}),
  };
}

function todos(args: JsonObject): Mapped {
  if (!Array.isArray(args.todos)) return null;
  const list = objectsOf(args.todos).map(({ content, status }) => ({
    content: textOrEmpty(content),
    status,
    priority: 'medium',
  }));
  return list.length === args.todos.length ? { todos: list } : null;
}
