// Wraps a server's tool for the tool loop. The server's claims are untrusted: the description is bounded, and a
// read-only claim only allows it to run in parallel.

import { ok } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { boundedText } from '../../lib/boundedText.ts';
import { renameParameters } from '../../lib/toolSchema/parameterNames.ts';
import { shortenSchema } from '../../lib/toolSchema/shortened.ts';
import { toValidSchema } from '../../lib/toolSchema/validSchema.ts';
import type { Tool, ToolContext, ToolOutput } from '../../ports/tool.ts';
import type { ListedTool } from '../connection/listedTools.ts';
import { createArgumentCheck } from './argumentCheck.ts';
import { callName } from './callNames.ts';
import type { DefinitionKeeper } from './toolDefinition.ts';

/** Maximum JSON length of a schema to send. */
const maxSchema = 32 * 1024;

interface SentParameters {
  parameters: Record<string, unknown>;
  /** Restores the server's own argument names. */
  original(args: unknown): unknown;
  /** Parts hidden from the model; null if none. */
  notice: Sentence | null;
}

function sentParameters({ name, inputSchema }: Pick<ListedTool, 'name' | 'inputSchema'>): SentParameters {
  const { schema, losses } = toValidSchema(inputSchema);
  const named = renameParameters(schema);
  const parameters = shortenSchema(named.schema, maxSchema);
  const cleanName = boundedText(name, 100);
  const notice =
    parameters !== named.schema || losses.has('size')
      ? say`The schema of its tool ${cleanName} is very large, so the model sees a shorter version.`
      : losses.has('depth')
        ? say`The schema of its tool ${cleanName} is nested very deeply, so the model sees only the upper levels.`
        : losses.has('reference')
          ? say`The schema of its tool ${cleanName} refers to missing definitions, so the model may pass anything there.`
          : null;
  return { parameters, original: named.original, notice };
}

const maxDescriptionLength = 1024;

export interface McpTool extends Tool {
  /** Schema parts hidden from the model. */
  notice: Sentence | null;
}

export function createMcpTool(
  server: string,
  listed: ListedTool,
  call: (args: Record<string, unknown>, context: ToolContext) => Promise<ToolOutput>,
  definition: DefinitionKeeper,
  fetchTask?: Tool['fetchTask'],
): McpTool {
  const name = callName(server, listed.name);
  const { parameters, original, notice } = sentParameters(listed);
  const check = createArgumentCheck(name, listed.inputSchema);
  const description = [listed.title, listed.description]
    .filter((text) => text !== null && text.trim() !== '')
    .join(': ');
  return {
    name,
    kind: 'mcp',
    server,
    description: boundedText(
      description === '' ? `${listed.name} of the server ${server}.` : description,
      maxDescriptionLength,
    ),
    parameters,
    notice,
    needsFolder: false,
    harmless: listed.readOnly,
    ...(listed.ui && !listed.ui.visibility.includes('model') ? { appOnly: true as const } : {}),
    exclusive: !listed.readOnly,
    check: (args) => check(original(args)),
    facts: async () => ({
      ...(listed.destructive ? { grave: say`According to its server, it may be destructive.` } : {}),
      ...((await definition.before()) === null ? {} : { changed: changedWords }),
    }),
    async preview(args) {
      const before = await definition.before();
      const text = previewText(name, server, listed.name, args);
      return ok({ type: 'text', text: before === null ? text : `${text}\n\n${bothTexts(before, definition.now)}` });
    },
    async run(args, context) {
      // Approved in its current form. If that cannot be saved, the next call asks again.
      await definition.accept();
      return call(args as Record<string, unknown>, context);
    },
    ...(fetchTask ? { fetchTask } : {}),
  };
}

const changedWords = say`The server’s description of this tool has changed since you allowed it.`;

function bothTexts(before: string, now: string): string {
  return `— How its server described this tool when you allowed it —\n${before}\n\n— How it describes it now —\n${now}`;
}

/** The arguments. The call name already shows server and tool, unless it had to be modified. */
function previewText(name: string, server: string, tool: string, args: unknown): string {
  const hasNone = typeof args === 'object' && args !== null && Object.keys(args).length === 0;
  const argumentText = hasNone ? 'Without arguments.' : JSON.stringify(args, null, 2);
  return name === `mcp__${server}__${tool}`
    ? argumentText
    : `Server: ${server}\nTool: ${boundedText(tool, 300)}\n\n${argumentText}`;
}
