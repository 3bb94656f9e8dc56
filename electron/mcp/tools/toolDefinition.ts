// What a server says about a tool, as far as permissions depend on it: its description and its arguments, fixed by the first
// allowed call. If it says something else later, the person is asked again, whatever is allowed, and sees both.

import { createHash } from 'node:crypto';
import type { Result } from '../../../shared/core/errors.ts';
import type { McpFiles } from '../../ports/mcpFiles.ts';
import { boundedText } from '../connection/boundedText.ts';
import type { ListedTool } from '../connection/listedTools.ts';

/** As it is kept beside the approval of the server. */
interface ToolDefinition {
  hash: string;
  /** For people; cut where it is long. */
  said: string;
}

export interface DefinitionKeeper {
  /** What it said when it was let through; null when that is what it says now, or nobody has yet. */
  before(): Promise<string | null>;
  /** What it says now. */
  now: string;
  /** It was let through as it is now. */
  accept(): Promise<Result<void> | null>;
}

const maxDescriptionLength = 4000;
const maxSchema = 8000;

function definitionOf({ title, description, inputSchema, destructive }: ListedTool): ToolDefinition {
  const schema = JSON.stringify(sorted(inputSchema), null, 1);
  const hash = createHash('sha256')
    .update(JSON.stringify([title, description, schema, ...(destructive ? ['destructive'] : [])]))
    .digest('hex');
  const words = [title, description].filter((text) => text !== null && text.trim() !== '').join(': ');
  const shown = words === '' ? '(no description)' : boundedText(words, maxDescriptionLength);
  return { hash, said: `${shown}\n${boundedText(schema, maxSchema)}` };
}

/** `key`: of the server. */
export function definitionKeeper(
  key: string,
  tool: ListedTool,
  files: Pick<McpFiles, 'readConsents' | 'changeConsent'>,
): DefinitionKeeper {
  const current = definitionOf(tool);
  const kept = async (): Promise<ToolDefinition | undefined> => {
    const { tools = {} } = (await files.readConsents()).consents.get(key) ?? {};
    return Object.hasOwn(tools, tool.name) ? tools[tool.name] : undefined;
  };
  return {
    now: current.said,
    async before() {
      const known = await kept();
      return known === undefined || known.hash === current.hash ? null : known.said;
    },
    async accept() {
      if ((await kept())?.hash === current.hash) return null;
      return files.changeConsent(key, (before) => ({
        ...before,
        tools: { ...before.tools, [tool.name]: current },
      }));
    },
  };
}

/** The order in which a server writes fields says nothing. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]));
}
