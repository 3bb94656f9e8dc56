// The tools that a server offers.

import type { Client } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../../shared/core/json.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { boundedText } from '../../lib/boundedText.ts';
import type { ServerLog } from '../../tools/process/serverLog.ts';
import { type ListOptions, type ListResult, listPages, type PagedList } from './listPages.ts';

export interface ListedTool {
  name: string;
  title: string | null;
  description: string;
  inputSchema: Record<string, unknown>;
  readOnly: boolean;
  /** The server marks it as destructive. */
  destructive?: true;
  /** Its app, and who may call it (MCP Apps); absent: neither is declared. */
  ui?: { uri: string | null; visibility: readonly ('model' | 'app')[] };
  /** Can only be called as a task, polled until done. */
  needsTask: boolean;
}

const tools: PagedList<ListedTool> = {
  method: 'tools/list',
  maxEntries: 1000,
  read: parseTool,
  keyOf: ({ name }) => name,
  words: {
    wrong: (name) => say`Skipped a tool whose description does not follow the protocol: ${name}`,
    twice: (name) => say`It offers ${name} twice. Only the first is used.`,
    pageSkipped: (why) => say`Skipped a page of its tools: ${why}`,
    tooMany: (count) => say`It offers too many or very large tools. Only the first ${count} are used.`,
  },
};

/** Throws the SDK's errors. */
export async function listTools(client: Client, log: ServerLog, options: ListOptions): Promise<ListResult<ListedTool>> {
  return client.getServerCapabilities()?.tools ? listPages(client, log, options, tools) : { entries: [], notices: [] };
}

/** A tool only needs a name; other invalid fields are dropped individually. */
function parseTool(tool: JsonObject, note: (text: Sentence) => void): ListedTool | null {
  const { name } = tool;
  if (typeof name !== 'string') return null;
  const about = isJsonObject(tool.annotations) ? tool.annotations : {};
  const execution = isJsonObject(tool.execution) ? tool.execution : {};
  const title = [tool.title, about.title].find((text) => typeof text === 'string');
  const schema = tool.inputSchema ?? tool.input_schema ?? tool.parameters;
  if (!isJsonObject(schema))
    note(say`Its tool ${boundedText(name, 100)} has no argument schema, so the model sees no arguments.`);
  return {
    name,
    title: title ?? null,
    description: typeof tool.description === 'string' ? tool.description : '',
    inputSchema: isJsonObject(schema) ? schema : { type: 'object', properties: {} },
    readOnly: about.readOnlyHint === true,
    ...(about.destructiveHint === true ? { destructive: true as const } : {}),
    needsTask: execution.taskSupport === 'required',
    ...uiOf(tool),
  };
}

/** The address under the current key or the older one. */
function uiOf({ _meta: meta }: JsonObject): Pick<ListedTool, 'ui'> {
  if (!isJsonObject(meta)) return {};
  const ui = isJsonObject(meta.ui) ? meta.ui : {};
  const address = [ui.resourceUri, meta['ui/resourceUri']].find((one) => typeof one === 'string');
  const uri = typeof address === 'string' && /^ui:\/\/\S{1,1900}$/.test(address) ? address : null;
  const visibility = Array.isArray(ui.visibility)
    ? ui.visibility.filter((one) => one === 'model' || one === 'app')
    : null;
  if (uri === null && visibility === null) return {};
  return { ui: { uri, visibility: visibility ?? ['model', 'app'] } };
}
