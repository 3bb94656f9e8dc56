// The tools that a server says it has: every page, bounded in number and size, each name once.

import { type Client, isSpecType, ProtocolError, type Tool } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { type Sentence, say, type UserText } from '../../../shared/sentence.ts';
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

const mostTools = 1000;
const mostPages = 64;
/** Of all pages together. What one message may have is bounded where it is read. */
const mostBytes = 4 * 1024 * 1024;

interface ListOptions {
  timeout: number;
  signal: AbortSignal;
}

/**
 * Throws what the SDK throws. Page by page, so that what is too much is not asked for, and each tool by itself, so that one
 * which is wrong costs no other.
 */
export async function listTools(client: Client, log: ServerLog, options: ListOptions): Promise<ListedTool[]> {
  if (!client.getServerCapabilities()?.tools) return [];
  const warn = (text: Sentence): void => log.add('app', 'warning', text);
  const listed = new Map<string, ListedTool>();
  let bytes = 0;
  let cursor: string | undefined;

  /** False: there is no room for more. */
  function take(tool: unknown): boolean {
    const size = sizeOf(tool);
    if (listed.size >= mostTools || bytes + size > mostBytes) return false;
    bytes += size;
    if (!isSpecType.Tool(tool))
      warn(say`Skipped a tool whose description does not follow the protocol: ${nameOf(tool)}`);
    else if (listed.has(tool.name)) warn(say`It offers ${nameOf(tool)} twice; the first is used.`);
    else listed.set(tool.name, described(tool));
    return true;
  }

  for (let page = 1; page <= mostPages; page++) {
    const answer = await pageAt(cursor).catch((thrown: unknown) => {
      if (page === 1 || options.signal.aborted || !(thrown instanceof ProtocolError)) throw thrown;
      warn(say`Skipped a page of its tools: ${thrown.message.slice(0, 300)}`);
      return null;
    });
    if (answer === null) break;
    const taken = answer.tools.findIndex((tool) => !take(tool));
    const { nextCursor } = answer;
    if (taken >= 0 || (nextCursor !== undefined && page === mostPages)) {
      warn(say`It offers too many tools, or very large ones; only the first ${listed.size} are used.`);
      break;
    }
    if (nextCursor === undefined || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  // The order in which a server lists them may change from one time to the next; what is sent may not.
  return [...listed.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));

  function pageAt(at: string | undefined): Promise<z.output<typeof looseList>> {
    return client.request({ method: 'tools/list', params: at === undefined ? {} : { cursor: at } }, looseList, options);
  }
}

/** Characters of JSON; endless where it is nested more deeply than can be written. */
function sizeOf(tool: unknown): number {
  try {
    return JSON.stringify(tool)?.length ?? 0;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const looseList = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

function nameOf(tool: unknown): UserText {
  return typeof tool === 'object' && tool !== null && 'name' in tool
    ? (JSON.stringify(tool.name)?.slice(0, 100) ?? say`no name`)
    : say`no name`;
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
