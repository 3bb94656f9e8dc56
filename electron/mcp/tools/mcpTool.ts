// A server's tool as a tool of the loop. The server's claims are untrusted: the description is bounded, and a read-only claim
// only lets it run in parallel.

import { ok } from '../../../shared/errors.ts';
import { say } from '../../../shared/sentence.ts';
import type { Tool, ToolContext, ToolOutput } from '../../ports/tool.ts';
import { boundedText } from '../connection/boundedText.ts';
import type { ListedTool } from '../connection/listedTools.ts';
import { createArgumentCheck } from './argumentCheck.ts';
import { callName } from './callNames.ts';
import type { DefinitionKeeper } from './toolDefinition.ts';

const mostDescription = 1024;
/** Bytes of JSON of a schema that is sent. */
const mostSchema = 32 * 1024;
const mostDepth = 40;

export function mcpTool(
  server: string,
  listed: ListedTool,
  call: (args: Record<string, unknown>, context: ToolContext) => Promise<ToolOutput>,
  definition: DefinitionKeeper,
): Tool {
  const name = callName(server, listed.name);
  const told = [listed.title, listed.description].filter((text) => text !== null && text.trim() !== '').join(': ');
  return {
    name,
    kind: 'mcp',
    server,
    description: boundedText(told === '' ? `${listed.name} of the server ${server}.` : told, mostDescription),
    parameters: sentSchema(listed.inputSchema),
    needsFolder: false,
    harmless: listed.readOnly,
    exclusive: !listed.readOnly,
    check: createArgumentCheck(name, listed.inputSchema),
    facts: async () => ({
      ...(listed.destructive ? { grave: say`Its server says it may be destructive.` } : {}),
      ...((await definition.before()) === null ? {} : { changed: changedWords }),
    }),
    async preview(args) {
      const before = await definition.before();
      const text = previewText(name, server, listed.name, args);
      return ok({ type: 'text', text: before === null ? text : `${text}\n\n${bothTexts(before, definition.now)}` });
    },
    async run(args, context) {
      // It was allowed as it is now. Where that cannot be kept, the next call asks again.
      await definition.accept();
      return call(args as Record<string, unknown>, context);
    },
  };
}

const changedWords = say`Its server now describes this tool differently than when you allowed it.`;

function bothTexts(before: string, now: string): string {
  return `— How its server described this tool when you allowed it —\n${before}\n\n— How it describes it now —\n${now}`;
}

/** The arguments. Server and tool are said beside it by the name of the call, unless that had to be changed for it. */
function previewText(name: string, server: string, tool: string, args: unknown): string {
  const hasNone = typeof args === 'object' && args !== null && Object.keys(args).length === 0;
  const given = hasNone ? 'Without arguments.' : JSON.stringify(args, null, 2);
  return name === `mcp__${server}__${tool}` ? given : `Server: ${server}\nTool: ${boundedText(tool, 300)}\n\n${given}`;
}

/** What providers take: an object with its properties. One that is too large is left to the server. */
function sentSchema(schema: Record<string, unknown>): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = schema;
  const sound = JSON.stringify(rest).length <= mostSchema && depthOf(rest, 0) <= mostDepth;
  if (!sound) return { type: 'object', properties: {}, additionalProperties: true };
  const { properties } = rest;
  const isObject = typeof properties === 'object' && properties !== null && !Array.isArray(properties);
  return { ...rest, type: 'object', properties: isObject ? properties : {} };
}

function depthOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || depth > mostDepth) return depth;
  let deepest = depth;
  // No spread into a call: how many arguments one takes is bounded.
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, depth + 1));
  return deepest;
}
