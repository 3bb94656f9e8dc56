// What a request holds that the script looks at: what the person said, and after each of it the calls that were made and their
// results. Anything else in the request is left alone.

import { parseArguments } from '../../../shared/features/tools/toolInfo.ts';
import { personsWords, textOfContent } from '../../interop/scenario/personsWords.ts';
import type { ToolResult } from './results.ts';

/** A request as it came, not yet checked. */
export interface ChatRequest {
  model?: unknown;
  stream?: unknown;
  stream_options?: unknown;
  messages: unknown[];
  tools?: unknown;
}

/** What the person said, and what came of the calls of each reply that had some. */
export interface Prompt {
  text: string;
  rounds: ToolResult[][];
}

export interface Conversation {
  /** Oldest first; never empty. */
  prompts: Prompt[];
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

const rows = (value: unknown): Row[] => (Array.isArray(value) ? value.map(row) : []);
const textOf = (message: Row): string => textOfContent(message.content as string);

export function readConversation(request: ChatRequest): Conversation {
  const messages = rows(request.messages);
  const prompts: Prompt[] = [];
  let open = new Map<unknown, ToolResult>();
  for (const message of messages) {
    if (message.role === 'user') prompts.push({ text: personsWords(textOf(message)), rounds: [] });
    const prompt = prompts.at(-1);
    if (message.role === 'assistant') {
      const results = rows(message.tool_calls).map(({ id, function: called }): [unknown, ToolResult] => {
        const { name, arguments: given } = row(called);
        return [id, { tool: String(name), arguments: parseArguments(String(given)), content: '' }];
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
    said: messages.filter((message) => message.role === 'assistant').map(textOf),
    length: messages.length,
  };
}
