// Extracts what the demo script needs from a request: the user's prompts, and the calls and results after each. Ignores
// the rest.

import { type JsonObject, jsonObject } from '../../../shared/core/json.ts';
import { parseArguments } from '../../../shared/features/tools/toolInfo.ts';
import { textOfContent, userText } from '../../interop/scenario/userText.ts';
import type { ToolResult } from './results.ts';

/** An unvalidated request. */
export interface ChatRequest {
  model?: unknown;
  stream?: unknown;
  stream_options?: unknown;
  messages: unknown[];
  tools?: unknown;
}

/** A user prompt with the calls and results of the replies after it. */
export interface Prompt {
  text: string;
  rounds: ToolResult[][];
}

export interface Conversation {
  /** Oldest first; never empty. */
  prompts: Prompt[];
  offered: Set<string>;
  /** The assistant's texts so far. */
  messages: string[];
  /** Message count; makes call ids deterministic. */
  length: number;
}

function row(value: unknown): JsonObject {
  return jsonObject(value);
}

const rows = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.map(row) : []);
const textOf = (message: JsonObject): string => textOfContent(message.content as string);

export function readConversation(request: ChatRequest): Conversation {
  const messages = rows(request.messages);
  const prompts: Prompt[] = [];
  let open = new Map<unknown, ToolResult>();
  for (const message of messages) {
    if (message.role === 'user') prompts.push({ text: userText(textOf(message)), rounds: [] });
    const prompt = prompts.at(-1);
    if (message.role === 'assistant') {
      const results = rows(message.tool_calls).map(({ id, function: fn }): [unknown, ToolResult] => {
        const { name, arguments: argumentText } = row(fn);
        return [id, { tool: String(name), arguments: parseArguments(String(argumentText)), content: '' }];
      });
      open = new Map(results);
      if (results.length > 0) prompt?.rounds.push(results.map(([, result]) => result));
    }
    const result = message.role === 'tool' ? open.get(message.tool_call_id) : undefined;
    if (result) result.content = textOf(message);
  }
  return {
    prompts: prompts.length > 0 ? prompts : [{ text: '', rounds: [] }],
    offered: new Set(rows(request.tools).map((tool) => String(row(tool.function).name))),
    messages: messages.filter((message) => message.role === 'assistant').map(textOf),
    length: messages.length,
  };
}
