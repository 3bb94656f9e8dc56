// The tools that a server says it has.

import { type Client, isSpecType, type Tool } from '@modelcontextprotocol/client';
import { say } from '../../../shared/sentence.ts';
import { type ListOptions, listPages, type PagedList } from './listPages.ts';
import type { ServerLog } from './serverLog.ts';

export interface ListedTool {
  name: string;
  title: string | null;
  description: string;
  inputSchema: Record<string, unknown>;
  readOnly: boolean;
  /** It says that it may destroy something. */
  destructive?: true;
  /** It can only be called as a task, which is asked after until it is done. */
  needsTask: boolean;
}

const tools: PagedList<ListedTool> = {
  method: 'tools/list',
  field: 'tools',
  most: 1000,
  read: (entry) => (isSpecType.Tool(entry) ? described(entry) : null),
  keyOf: ({ name }) => name,
  words: {
    wrong: (name) => say`Skipped a tool whose description does not follow the protocol: ${name}`,
    twice: (name) => say`It offers ${name} twice; the first is used.`,
    pageSkipped: (why) => say`Skipped a page of its tools: ${why}`,
    tooMany: (taken) => say`It offers too many tools, or very large ones; only the first ${taken} are used.`,
  },
};

/** Throws what the SDK throws. */
export async function listTools(client: Client, log: ServerLog, options: ListOptions): Promise<ListedTool[]> {
  return client.getServerCapabilities()?.tools ? listPages(client, log, options, tools) : [];
}

function described(tool: Tool): ListedTool {
  return {
    name: tool.name,
    title: tool.title ?? tool.annotations?.title ?? null,
    description: tool.description ?? '',
    inputSchema: tool.inputSchema as Record<string, unknown>,
    readOnly: tool.annotations?.readOnlyHint === true,
    ...(tool.annotations?.destructiveHint === true ? { destructive: true as const } : {}),
    needsTask: tool.execution?.taskSupport === 'required',
  };
}
