// Two tools that replace a long tool list: one searches, the other calls a tool. The model's tool list stays constant.
// Calls are validated, approved and run as the actual tool.

import fuzzysort from 'fuzzysort';
import { z } from 'zod';
import { fail, ok } from '../../../shared/core/errors.ts';
import { createTimeSlice, yieldToEventLoop } from '../../lib/cooperativeYield.ts';
import type { Tool } from '../../ports/tool.ts';
import { successOutput } from '../../tools/toolOutput.ts';

const findSchema = z.strictObject({
  query: z
    .string()
    .max(1000)
    .default('')
    .describe('What you want to do, in a few words. Empty: an overview of the servers.'),
  server: z.string().max(200).optional().describe('Only tools from this server.'),
  limit: z.int().min(1).max(50).default(8).describe('Maximum number of results.'),
});
const useSchema = z.strictObject({
  name: z.string().min(1).max(200).describe('The exact name given by find_tools.'),
  arguments: z.record(z.string(), z.unknown()).default({}).describe("Arguments that match that tool's schema."),
});

/** Limits of a query: words, and characters for fuzzy matching. */
const maxWords = 24;
const maxAlike = 60;
/** Maximum tools to match fuzzily at once. */
const maxRanked = 2000;
/** Maximum characters of an answer. */
const maxTextLength = 30_000;

/** `tools`: the tools available at call time. */
export function deferredTools(tools: () => readonly Tool[]): Tool[] {
  return [findTools(tools), foundTool(tools)];
}

function findTools(tools: () => readonly Tool[]): Tool {
  return {
    name: 'find_tools',
    kind: 'state',
    description:
      'Finds tools of the connected MCP servers, which are too many to list here. Returns their names, what they do and the schema of their arguments. Call a tool you find with use_tool.',
    parameters: schemaOf(findSchema),
    needsFolder: false,
    exclusive: false,
    check: (args) => checked('find_tools', findSchema, args),
    preview: async () => ok({ type: 'text', text: 'Find tools' }),
    async run(args) {
      const { query, server, limit } = args as z.output<typeof findSchema>;
      const all = tools().filter((tool) => server === undefined || tool.server === server);
      if (query.trim() === '' && server === undefined) return successOutput(overview(all));
      const matches = query.trim() === '' ? all.slice(0, limit) : (await rank(query, all)).slice(0, limit);
      if (matches.length === 0) return successOutput(`No tool matches "${query}". ${overview(tools())}`);
      return successOutput(listText(matches));
    },
  };
}

function foundTool(tools: () => readonly Tool[]): Tool {
  return {
    name: 'use_tool',
    kind: 'mcp',
    description: 'Calls a tool found with find_tools, by its exact name and with arguments that match its schema.',
    parameters: schemaOf(useSchema),
    needsFolder: false,
    // The actual tool may have side effects.
    exclusive: true,
    check: (args) => checked('use_tool', useSchema, args),
    target(args) {
      const { name, arguments: toolArguments } = args as z.output<typeof useSchema>;
      const tool = tools().find((candidate) => candidate.name === name);
      if (tool) return ok({ tool, args: toolArguments });
      const near = fuzzyMatches(name.replaceAll('_', ' '), tools()).slice(0, 3);
      const hint = near.length > 0 ? ` Did you mean ${near.map((one) => one.name).join(', ')}?` : '';
      return fail('TOOL_NOT_AVAILABLE', `there is no tool ${name}.${hint} Look for it with find_tools.`);
    },
    preview: async (args) => ok({ type: 'text', text: JSON.stringify(args, null, 2) }),
    run: async () => ({ outcome: 'error', content: 'Error: use_tool itself does nothing.' }),
  };
}

/** Ranks tools by matching words and their positions, then by fuzzy match. Yields to other work. */
async function rank(query: string, tools: readonly Tool[]): Promise<Tool[]> {
  const terms = [...new Set(query.toLowerCase().split(/[^\p{L}\p{N}]+/u))]
    .filter((term) => term.length > 1)
    .slice(0, maxWords);
  const slice = createTimeSlice();
  const scored: { tool: Tool; score: number }[] = [];
  for (const tool of tools) {
    await slice();
    const name = tool.name.toLowerCase();
    const text = `${tool.description} ${propertyNames(tool)}`.toLowerCase();
    const score = terms.reduce((sum, term) => sum + (name.includes(term) ? 3 : 0) + (text.includes(term) ? 1 : 0), 0);
    if (score > 0) scored.push({ tool, score });
  }
  await yieldToEventLoop();
  const fitting = scored.toSorted((a, b) => b.score - a.score || compare(a.tool, b.tool));
  return [...new Set([...fitting.map(({ tool }) => tool), ...fuzzyMatches(query, tools)])];
}

function fuzzyMatches(query: string, tools: readonly Tool[]): Tool[] {
  const options = { key: 'name', limit: 50, threshold: 0.3 };
  const matches = fuzzysort.go(query.slice(0, maxAlike), tools.slice(0, maxRanked), options);
  return matches.map(({ obj }) => obj);
}

function propertyNames({ parameters }: Tool): string {
  return Object.keys((parameters.properties as object | undefined) ?? {})
    .slice(0, 50)
    .join(' ');
}

function compare(a: Tool, b: Tool): number {
  return a.name < b.name ? -1 : 1;
}

function listText(matches: readonly Tool[]): string {
  let text = '';
  for (const [at, tool] of matches.entries()) {
    const entry = `${tool.name}\n${tool.description}\nArguments: ${JSON.stringify(tool.parameters)}\n\n`;
    if (text.length + entry.length > maxTextLength && at > 0) {
      return `${text}[${matches.length - at} more: ${matches
        .slice(at)
        .map(({ name }) => name)
        .join(', ')}. Ask for fewer at a time.]`;
    }
    text += entry;
  }
  return text.trim();
}

function overview(tools: readonly Tool[]): string {
  const counts = new Map<string, number>();
  for (const { server = '' } of tools) counts.set(server, (counts.get(server) ?? 0) + 1);
  if (counts.size === 0) return 'No server is connected right now.';
  return `The servers and how many tools each has: ${[...counts].map(([server, count]) => `${server} (${count})`).join(', ')}.`;
}

function checked<S extends z.ZodObject>(name: string, schema: S, args: unknown) {
  const parsed = schema.safeParse(args);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  return fail('TOOL_ARGS_INVALID', `${name}: ${issue?.path.join('.') || 'the arguments'}: ${issue?.message}.`);
}

function schemaOf(schema: z.ZodObject): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest as Record<string, unknown>;
}
