// The tools that a server says it has: every page, bounded in number and size, each name once.

import { type Client, isSpecType, SdkError, SdkErrorCode, type Tool } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { ServerLog } from './serverLog.ts';

export interface ListedTool {
  name: string;
  title: string | null;
  description: string;
  inputSchema: Record<string, unknown>;
  readOnly: boolean;
  /** It can only be called as a task, which is asked after until it is done. */
  needsTask: boolean;
}

const mostTools = 1000;
const mostPages = 64;
const mostBytes = 8 * 1024 * 1024;

/** Throws what the SDK throws. */
export async function listTools(client: Client, log: ServerLog, options: ListOptions): Promise<ListedTool[]> {
  if (!client.getServerCapabilities()?.tools) return [];
  const tools = await everyTool(client, log, options);
  const listed = new Map<string, ListedTool>();
  let bytes = 0;
  for (const tool of tools) {
    bytes += JSON.stringify(tool).length;
    if (listed.size >= mostTools || bytes > mostBytes) {
      log.add('app', 'warning', `It offers ${tools.length} tools; only the first ${listed.size} are taken.`);
      break;
    }
    if (listed.has(tool.name))
      log.add('app', 'warning', `It offers ${JSON.stringify(tool.name)} twice: the first counts.`);
    else listed.set(tool.name, described(tool));
  }
  // The order in which a server lists them may change from one time to the next; what is sent may not.
  return [...listed.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

interface ListOptions {
  timeout: number;
  signal: AbortSignal;
}

/** A list in which one tool is wrong is wrong for the SDK as a whole; here it costs that tool alone. */
async function everyTool(client: Client, log: ServerLog, options: ListOptions): Promise<Tool[]> {
  try {
    return (await client.listTools(undefined, { ...options, cacheMode: 'refresh' })).tools;
  } catch (thrown) {
    if (!(thrown instanceof SdkError && thrown.code === SdkErrorCode.InvalidResult)) throw thrown;
  }
  const sound: Tool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const listed = await client.request({ method: 'tools/list', params }, looseList, options);
    for (const tool of listed.tools) {
      if (isSpecType.Tool(tool)) sound.push(tool);
      else
        log.add('app', 'warning', `A tool was left out, which is not described as the protocol asks: ${nameOf(tool)}`);
    }
    if (listed.nextCursor === undefined || listed.nextCursor === cursor) break;
    cursor = listed.nextCursor;
  }
  return sound;
}

const looseList = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

function nameOf(tool: unknown): string {
  return typeof tool === 'object' && tool !== null && 'name' in tool
    ? JSON.stringify(tool.name).slice(0, 100)
    : 'no name';
}

function described(tool: Tool): ListedTool {
  return {
    name: tool.name,
    title: tool.title ?? tool.annotations?.title ?? null,
    description: tool.description ?? '',
    inputSchema: tool.inputSchema as Record<string, unknown>,
    readOnly: tool.annotations?.readOnlyHint === true,
    needsTask: tool.execution?.taskSupport === 'required',
  };
}
