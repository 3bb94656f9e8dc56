// Converts calls of other tools to OpenCode's own where the arguments fit, so that it renders them natively.

import path from 'node:path';
import type { JsonObject } from '../../../shared/core/json.ts';
import { rows, text } from '../looseJson.ts';

export interface NamedInput {
  tool: string;
  input: JsonObject;
}

type Mapped = JsonObject | null;
type Mapping = [tool: string, input: (given: JsonObject, folder: string) => Mapped];

const names: Readonly<Record<string, Mapping>> = {
  run_command: ['bash', bash],
  Bash: ['bash', bash],
  exec_command: ['bash', ({ cmd, ...given }) => bash({ ...given, command: cmd })],
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

export function asOpenCodeCall(tool: string, input: JsonObject, folder: string): NamedInput {
  const mapping = Object.hasOwn(names, tool) ? names[tool] : undefined;
  const mapped = mapping?.[1](input, folder);
  return mapping && mapped ? { tool: mapping[0], input: mapped } : { tool, input };
}

function bash(given: JsonObject): Mapped {
  const { command, background, run_in_background: behind, timeout_seconds: seconds } = given;
  if (typeof command !== 'string' || background === true || behind === true) return null;
  const timeout = typeof seconds === 'number' ? { timeout: seconds * 1000 } : {};
  return { command, description: text(given.description) || command.slice(0, 80), ...timeout };
}

function fileOf(given: JsonObject, folder: string): string | null {
  const named = given.path ?? given.file_path;
  return typeof named === 'string' ? path.posix.resolve(folder, named) : null;
}

function read(given: JsonObject, folder: string): Mapped {
  const filePath = fileOf(given, folder);
  const { offset, limit } = given;
  if (filePath === null) return null;
  return { filePath, ...(offset === undefined ? {} : { offset }), ...(limit === undefined ? {} : { limit }) };
}

function write(given: JsonObject, folder: string): Mapped {
  const filePath = fileOf(given, folder);
  return filePath === null || typeof given.content !== 'string' ? null : { filePath, content: given.content };
}

function edit(given: JsonObject, folder: string): Mapped {
  const filePath = fileOf(given, folder);
  const [oldString, newString] = [given.old_text ?? given.old_string, given.new_text ?? given.new_string];
  if (filePath === null || typeof oldString !== 'string' || typeof newString !== 'string') return null;
  return { filePath, oldString, newString, ...(given.replace_all === true ? { replaceAll: true } : {}) };
}

function grep(given: JsonObject, folder: string): Mapped {
  if (typeof given.pattern !== 'string' || given.ignore_case === true) return null;
  const place = fileOf(given, folder);
  return {
    pattern: given.pattern,
    ...(place === null ? {} : { path: place }),
    ...(typeof given.glob === 'string' ? { include: given.glob } : {}),
  };
}

function todos(given: JsonObject): Mapped {
  if (!Array.isArray(given.todos)) return null;
  const list = rows(given.todos).map(({ content, status }) => ({ content: text(content), status, priority: 'medium' }));
  return list.length === given.todos.length ? { todos: list } : null;
}
