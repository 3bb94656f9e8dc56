// What a request holds that the demo looks at: the person's last message, the calls made since and their results, and
// whether the conversation has been told that a script answers. Anything else in the request is left alone.

import { summaryBeginning } from '../../../shared/conversation/apiMessages.ts';
import { parseArguments } from '../../../shared/toolInfo.ts';
import type { ToolResult } from './results.ts';

/** A request as it came, not yet checked. */
export interface ChatRequest {
  model?: unknown;
  stream?: unknown;
  stream_options?: unknown;
  messages: unknown[];
  tools?: unknown;
}

export interface Turn {
  text: string;
  /** In the order of the conversation. */
  results: { key: string; result: ToolResult }[];
  offered: Set<string>;
  /** What the assistant has said in this conversation. */
  said: string[];
  /** How many messages there are: call ids are made from it, so that they are the same for the same request. */
  length: number;
}

type Row = Record<string, unknown>;

function row(value: unknown): Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : {};
}

export function argumentsKey(tool: string, argumentsText: string): string {
  return `${tool}\n${argumentsText}`;
}

export function readTurn(request: ChatRequest): Turn {
  const messages = request.messages.map(row);
  const start = messages.findLastIndex((message) => message.role === 'user');
  const results: Turn['results'] = [];
  const open = new Map<unknown, { tool: string; argumentsText: string }>();
  for (const message of messages.slice(start + 1)) {
    for (const call of Array.isArray(message.tool_calls) ? message.tool_calls.map(row) : []) {
      const called = row(call.function);
      open.set(call.id, { tool: String(called.name), argumentsText: String(called.arguments) });
    }
    const call = message.role === 'tool' ? open.get(message.tool_call_id) : undefined;
    if (!call) continue;
    const { tool, argumentsText } = call;
    const content = textOf(message.content);
    const result = { tool, arguments: parseArguments(argumentsText), content };
    results.push({ key: argumentsKey(tool, argumentsText), result });
  }
  const tools = Array.isArray(request.tools) ? request.tools : [];
  return {
    text: personsText(textOf(messages[start]?.content)),
    results,
    offered: new Set(tools.map((tool) => String(row(row(tool).function).name))),
    said: messages.filter((message) => message.role === 'assistant').map((message) => textOf(message.content)),
    length: messages.length,
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (row(part).type === 'text' ? String(row(part).text) : '')).join('');
}

/** Without what the app put before it in the same message: the environment, or a summary. */
function personsText(content: string): string {
  const paragraphs = content.split('\n\n');
  const environment = paragraphs.findLastIndex((paragraph) => /^\[(?:Environment|Plan mode)\]/.test(paragraph));
  const rest = paragraphs.slice(environment + 1);
  if (environment < 0 && rest[0]?.startsWith(summaryBeginning)) return (rest.at(-1) ?? '').trim();
  return rest.join('\n\n').trim();
}
