// Tool metadata for host and window: each tool's kind, and the sentence in its box.

import { isJsonObject } from '../../core/json.ts';

/**
 * `state` touches only the conversation's own state and never needs approval; `network` sends something out; `mcp` is
 * anything a server does; `agent` starts a conversation whose calls are approved individually.
 */
export type ToolKind = 'read' | 'write' | 'execute' | 'state' | 'network' | 'mcp' | 'agent';

export interface ToolInfo {
  name: string;
  kind: ToolKind;
  description: string;
  /** The MCP server that provides it. */
  server?: string;
}

/** Returns the arguments as an object; empty if they do not parse. The exact string stays in the log. */
export function parseArguments(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return isJsonObject(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

interface Sentence {
  /** Shown while it runs or waits. */
  doing: (args: Record<string, unknown>) => string;
  /** Shown when it is done. */
  done: (args: Record<string, unknown>) => string;
}

/** Returns the first line of a text argument, shortened. */
export function firstLine(value: unknown, fallback: string): string {
  if (typeof value !== 'string' || value === '') return fallback;
  const line = value.split('\n', 1)[0] as string;
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

function place(args: Record<string, unknown>): string {
  const path = firstLine(args.path, '.');
  return path === '.' || path === './' ? 'the project folder' : path;
}

function range(args: Record<string, unknown>): string {
  const start = typeof args.offset === 'number' ? args.offset : undefined;
  const limit = typeof args.limit === 'number' ? args.limit : undefined;
  if (start === undefined && limit === undefined) return '';
  return `, lines ${start ?? 1}–${limit === undefined ? 'end' : (start ?? 1) + limit - 1}`;
}

function task(args: Record<string, unknown>): string {
  return firstLine(args.title, firstLine(args.task, 'a task'));
}

/** By the name of its definition, if any. */
function agent(args: Record<string, unknown>): string {
  return `agent ${firstLine(args.agent, '')}`.trimEnd();
}

/** The infinitive, and the past tense. */
const pageActions: Readonly<Record<string, readonly [string, string]>> = {
  click: ['Click on the page', 'Clicked on the page'],
  double_click: ['Double-click on the page', 'Double-clicked on the page'],
  hover: ['Point at an element of the page', 'Pointed at an element of the page'],
  fill: ['Type', 'Typed'],
  press: ['Press', 'Pressed'],
  select: ['Select', 'Selected'],
  scroll: ['Scroll the page', 'Scrolled the page'],
  back: ['Go back to the previous page', 'Went back to the previous page'],
  wait_for: ['Wait for', 'Waited for'],
  close: ['Close the page', 'Closed the page'],
};

function pageAction({ action, text }: Record<string, unknown>, isDone: boolean): string {
  const named = typeof action === 'string' && Object.hasOwn(pageActions, action) ? pageActions[action] : undefined;
  const phrase = named?.[isDone ? 1 : 0] ?? (isDone ? 'Used the page' : 'Use the page');
  const takesText = action === 'fill' || action === 'press' || action === 'select' || action === 'wait_for';
  return takesText ? `${phrase} “${firstLine(text, '…')}”` : phrase;
}

function skill(args: Record<string, unknown>): string {
  const name = firstLine(args.name, 'a skill');
  return typeof args.file === 'string' ? `${name}: ${firstLine(args.file, '')}` : name;
}

/** MCP tools are named `mcp__server__tool`, with a suffix when shortened. */
function toolWords(name: string): string {
  const named = serverToolName(name);
  return named === null ? name : `${named.tool} from ${named.server}`;
}

/** Splits an MCP tool's name; null for other tools. */
export function serverToolName(name: string): { server: string; tool: string } | null {
  const [, server, tool] = serverTool.exec(name) ?? [];
  return server === undefined || tool === undefined ? null : { server, tool };
}

const serverTool = /^mcp__((?:(?!__).)+)__(.+?)(?:_[0-9a-f]{10})?$/;

/** Returns the server's own name for an MCP tool; other names unchanged. */
export function shortToolName(name: string): string {
  return serverTool.exec(name)?.[2] ?? name;
}

const sentences = {
  read_file: { doing: (a) => `Read ${place(a)}${range(a)}`, done: (a) => `Read ${place(a)}${range(a)}` },
  list_files: { doing: (a) => `List ${place(a)}`, done: (a) => `Listed ${place(a)}` },
  search_files: {
    doing: (a) => `Search for “${firstLine(a.pattern, '…')}”`,
    done: (a) => `Searched for “${firstLine(a.pattern, '…')}”`,
  },
  write_file: { doing: (a) => `Write ${place(a)}`, done: (a) => `Wrote ${place(a)}` },
  edit_file: { doing: (a) => `Edit ${place(a)}`, done: (a) => `Edited ${place(a)}` },
  run_command: {
    doing: (a) => `${a.background === true ? 'Start' : 'Run'} ${firstLine(a.command, 'a command')}`,
    done: (a) => `${a.background === true ? 'Started' : 'Ran'} ${firstLine(a.command, 'a command')}`,
  },
  fetch_url: {
    doing: (a) => `Fetch ${firstLine(a.url, 'an address')}`,
    done: (a) => `Fetched ${firstLine(a.url, 'an address')}`,
  },
  web_search: {
    doing: (a) => `Search the web for “${firstLine(a.query, '…')}”`,
    done: (a) => `Searched the web for “${firstLine(a.query, '…')}”`,
  },
  browser_open: {
    doing: (a) => `Open ${firstLine(a.url, 'a page')}`,
    done: (a) => `Opened ${firstLine(a.url, 'a page')}`,
  },
  browser_read: { doing: () => 'Read the page', done: () => 'Read the page' },
  browser_act: { doing: (a) => pageAction(a, false), done: (a) => pageAction(a, true) },
  present_plan: {
    doing: (a) => `Plan: ${firstLine(a.title, 'a plan')}`,
    done: (a) => `Plan: ${firstLine(a.title, 'a plan')}`,
  },
  ask_user: { doing: () => 'Question for you', done: () => 'Asked you a question' },
  read_command: {
    doing: (a) => `Read output of ${firstLine(a.id, 'a command')}`,
    done: (a) => `Read output of ${firstLine(a.id, 'a command')}`,
  },
  write_command: {
    doing: (a) => `Write to ${firstLine(a.id, 'a command')}`,
    done: (a) => `Wrote to ${firstLine(a.id, 'a command')}`,
  },
  end_command: {
    doing: (a) => `End ${firstLine(a.id, 'a command')}`,
    done: (a) => `Ended ${firstLine(a.id, 'a command')}`,
  },
  run_agent: { doing: (a) => `Run ${agent(a)}: ${task(a)}`, done: (a) => `Ran ${agent(a)}: ${task(a)}` },
  load_skill: {
    doing: (a) => `Load skill ${skill(a)}`,
    done: (a) => `Loaded skill ${skill(a)}`,
  },
  find_tools: {
    doing: (a) =>
      firstLine(a.query, '') === '' ? 'Search for tools' : `Search for tools: “${firstLine(a.query, '')}”`,
    done: (a) =>
      firstLine(a.query, '') === '' ? 'Searched for tools' : `Searched for tools: “${firstLine(a.query, '')}”`,
  },
  use_tool: {
    doing: (a) => `Use ${toolWords(firstLine(a.name, 'a tool'))}`,
    done: (a) => `Used ${toolWords(firstLine(a.name, 'a tool'))}`,
  },
  update_memory: {
    doing: (a) => (a.scope === 'all' ? 'Change the memory' : 'Change the memory of this project'),
    done: (a) => (a.scope === 'all' ? 'Changed the memory' : 'Changed the memory of this project'),
  },
  todo_write: { doing: () => 'Update the to-do list', done: () => 'Updated the to-do list' },
  read_tool_result: { doing: () => 'Open an earlier result', done: () => 'Opened an earlier result' },
} satisfies Record<string, Sentence>;

/** The built-in tools by name. Each language has a table; a missing entry fails to compile. */
export type BuiltInTool = keyof typeof sentences;

export function isBuiltInTool(name: string): name is BuiltInTool {
  return Object.hasOwn(sentences, name);
}

/** Describes a call in words, from its name and the exact arguments string. */
export function callSentence(name: string, argumentsText: string, done: boolean): string {
  const sentence: Sentence | undefined = isBuiltInTool(name) ? sentences[name] : undefined;
  const args = parseArguments(argumentsText);
  if (!sentence) return `${done ? 'Used' : 'Use'} ${toolWords(name)}`;
  return done ? sentence.done(args) : sentence.doing(args);
}
