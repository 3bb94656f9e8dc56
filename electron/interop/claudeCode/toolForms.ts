// Converts our tool calls and results to Claude Code's built-in tools where they fit: its UI renders no others. Options
// without an equivalent, such as a search limit, are dropped.

import type { ToolMessage } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { jsonObjectOrNull, objectsOf } from '../looseJson.ts';
import { imagesOf } from '../web/validParts.ts';
import { bytesReference } from './bytes.ts';
import { patchFromDiff } from './patch.ts';
import { countOrNull, definedFields, nonEmptyText, textOrNull } from './values.ts';

export interface ToolForm {
  name: string;
  input(args: JsonObject, place: Paths): JsonObject;
  /** `toolUseResult` of a successful call. */
  result(input: ResultInput): JsonObject;
}

interface ResultInput {
  /** As written. */
  input: JsonObject;
  callId: string;
  record: ToolMessage;
  content: string;
}

interface Paths {
  /** Their paths are absolute. */
  path(relative: unknown): string | undefined;
}

export function pathsRelativeTo(folder: string | null): Paths {
  const isWindows = folder !== null && /^[A-Za-z]:[\\/]|^\\\\/.test(folder);
  return {
    path(relative) {
      const name = nonEmptyText(relative);
      if (name === null || folder === null) return name ?? undefined;
      if (/^(?:[\\/]|[A-Za-z]:[\\/])/.test(name)) return name;
      const end = folder.replace(/[\\/]+$/, '');
      if (name === '.') return end === '' ? '/' : end;
      return isWindows ? `${end}\\${name.replaceAll('/', '\\')}` : `${end}/${name.replace(/^\.\//, '')}`;
    },
  };
}

export function toolForm(name: string): ToolForm | null {
  return forms.get(name) ?? null;
}

const bash: ToolForm = {
  name: 'Bash',
  input: (args) => {
    const seconds = countOrNull(args.timeout_seconds);
    return definedFields({
      command: textOrNull(args.command) ?? '',
      timeout: seconds === null ? undefined : seconds * 1000,
      run_in_background: args.background === true ? true : undefined,
    });
  },
  result: ({ content }) => ({
    stdout: printedText(content),
    stderr: '',
    interrupted: false,
    isImage: false,
    noOutputExpected: false,
  }),
};

/** The command's output, without the status line of `run_command`. */
function printedText(content: string): string {
  const printed = content.replace(/(?:^|\n)\[exit code \d+\]\s*$/, '');
  return printed === '(no output)' ? '' : printed;
}

const read: ToolForm = {
  name: 'Read',
  input: (args, paths) =>
    definedFields({
      file_path: paths.path(args.path) ?? '',
      offset: countOrNull(args.offset) ?? undefined,
      limit: countOrNull(args.limit) ?? undefined,
    }),
  result: ({ input, record, content }) => {
    const [image] = imagesOf(record);
    if (image) return { type: 'image', file: { base64: bytesReference(image.hash), type: image.mediaType } };
    const lines = content.split('\n').length;
    const range = jsonObjectOrNull(record.details?.lines);
    const [start, end] = [countOrNull(range?.start) ?? 1, countOrNull(range?.end) ?? lines];
    const total = countOrNull(range?.total) ?? end;
    const position = { numLines: end - start + 1, startLine: start, totalLines: total };
    return { type: 'text', file: { filePath: input.file_path, content, ...position } };
  },
};

const edit: ToolForm = {
  name: 'Edit',
  input: (args, paths) => ({
    replace_all: args.replace_all === true,
    file_path: paths.path(args.path) ?? '',
    old_string: textOrNull(args.old_text) ?? '',
    new_string: textOrNull(args.new_text) ?? '',
  }),
  result: ({ input, record }) => ({
    filePath: input.file_path,
    oldString: input.old_string,
    newString: input.new_string,
    // The conversation does not contain the original file.
    originalFile: null,
    structuredPatch: patchFromDiff(textOrNull(record.details?.diff) ?? ''),
    userModified: false,
    replaceAll: input.replace_all,
  }),
};

const write: ToolForm = {
  name: 'Write',
  input: (args, paths) => ({ file_path: paths.path(args.path) ?? '', content: textOrNull(args.content) ?? '' }),
  result: ({ input, record }) => {
    const diff = textOrNull(record.details?.diff) ?? '';
    const isNew = diff === '' || diff.includes('--- /dev/null');
    const structuredPatch = isNew ? [] : patchFromDiff(diff);
    const fields = { filePath: input.file_path, content: input.content, structuredPatch };
    return { type: isNew ? 'create' : 'update', ...fields, originalFile: isNew ? null : '', userModified: false };
  },
};

const grep: ToolForm = {
  name: 'Grep',
  input: (args, paths) =>
    definedFields({
      pattern: textOrNull(args.pattern) ?? '',
      path: paths.path(args.path),
      glob: nonEmptyText(args.glob) ?? undefined,
      '-i': args.ignore_case === true ? true : undefined,
      output_mode: 'content',
    }),
  result: ({ record, content }) => {
    const numLines = countOrNull(record.details?.matches) ?? content.split('\n').length;
    return { mode: 'content', numFiles: 0, filenames: [], content, numLines };
  },
};

const glob: ToolForm = {
  name: 'Glob',
  input: (args, paths) =>
    definedFields({ pattern: countOrNull(args.depth) === 1 ? '*' : '**/*', path: paths.path(args.path) }),
  result: ({ content, record }) => {
    const filenames = content.split('\n').filter((line) => line !== '');
    const truncated = record.details?.truncated === true;
    return { filenames, durationMs: record.duration ?? 0, numFiles: filenames.length, truncated };
  },
};

const search: ToolForm = {
  name: 'WebSearch',
  input: (args) => ({ query: textOrNull(args.query) ?? '' }),
  result: ({ input, record, content, callId }) => {
    const pages = objectsOf(record.details?.sources).map(({ title, url }) => ({ title, url }));
    // Without an entry, the UI would not show a search.
    const searchResult = { tool_use_id: callId, content: pages };
    return { query: input.query, results: [searchResult, content], durationSeconds: (record.duration ?? 0) / 1000 };
  },
};

const fetched: ToolForm = {
  name: 'WebFetch',
  input: (args) => ({ url: textOrNull(args.url) ?? '', prompt: 'Show the text of the page.' }),
  result: ({ input, record, content }) => ({
    bytes: Buffer.byteLength(content),
    code: countOrNull(record.details?.status) ?? 200,
    codeText: '',
    result: content,
    durationMs: record.duration ?? 0,
    url: input.url,
  }),
};

const agent: ToolForm = {
  name: 'Agent',
  input: (args) => {
    const prompt = textOrNull(args.task) ?? '';
    const description = nonEmptyText(args.title) ?? prompt.split('\n', 1)[0]?.slice(0, 60) ?? '';
    return { description, prompt, subagent_type: 'general-purpose' };
  },
  result: ({ input, record, content }) => ({
    status: 'completed',
    prompt: input.prompt,
    content: [{ type: 'text', text: content }],
    totalDurationMs: record.duration ?? 0,
    totalTokens: 0,
    totalToolUseCount: countOrNull(jsonObjectOrNull(record.details?.agent)?.calls) ?? 0,
  }),
};

const todos: ToolForm = {
  name: 'TodoWrite',
  input: (args) => ({ todos: todoList(args.todos) }),
  result: ({ input, record }) => ({
    oldTodos: todoList(jsonObjectOrNull(record.details?.todos)?.before),
    newTodos: input.todos,
  }),
};

function todoList(value: unknown): JsonObject[] {
  return objectsOf(value).map(({ content, status }) => ({ content, status, activeForm: content }));
}

const plan: ToolForm = {
  name: 'ExitPlanMode',
  input: (args) => ({ plan: textOrNull(args.plan) ?? '' }),
  result: ({ input, record }) => ({
    plan: nonEmptyText(jsonObjectOrNull(record.details?.plan)?.text) ?? input.plan,
    isAgent: false,
  }),
};

const forms: ReadonlyMap<string, ToolForm> = new Map([
  ['run_command', bash],
  ['read_file', read],
  ['edit_file', edit],
  ['write_file', write],
  ['search_files', grep],
  ['list_files', glob],
  ['web_search', search],
  ['fetch_url', fetched],
  ['run_agent', agent],
  ['todo_write', todos],
  ['present_plan', plan],
]);
