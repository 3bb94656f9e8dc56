// The security-relevant definition of a tool, its description and arguments, pinned by the first allowed call. If it
// changes, the user is asked again, regardless of rules, and sees both versions.

import { createHash } from 'node:crypto';
import type { Result } from '../../../shared/core/errors.ts';
import { boundedText } from '../../lib/boundedText.ts';
import type { McpFiles } from '../config/mcpFiles.ts';
import type { ListedTool } from '../connection/listedTools.ts';

/** Stored with the server's approval. */
interface ToolDefinition {
  hash: string;
  /** For display; truncated if long. */
  said: string;
}

export interface DefinitionKeeper {
  /** The approved definition; null if unchanged or not yet approved. */
  before(): Promise<string | null>;
  /** The current definition. */
  now: string;
  /** Approves the current definition. */
  accept(): Promise<Result<void> | null>;
}

const maxDescriptionLength = 4000;
const maxSchema = 8000;

function definitionOf({ title, description, inputSchema, destructive }: ListedTool): ToolDefinition {
  const schema = JSON.stringify(sorted(inputSchema), null, 1);
  const hash = createHash('sha256')
    .update(JSON.stringify([title, description, schema, ...(destructive ? ['destructive'] : [])]))
    .digest('hex');
  const text = [title, description].filter((text) => text !== null && text.trim() !== '').join(': ');
  const current = text === '' ? '(no description)' : boundedText(text, maxDescriptionLength);
  return { hash, said: `${current}\n${boundedText(schema, maxSchema)}` };
}

/** `key`: the server's. */
export function createDefinitionTracker(
  key: string,
  tool: ListedTool,
  files: Pick<McpFiles, 'readConsents' | 'changeConsent'>,
): DefinitionKeeper {
  const current = definitionOf(tool);
  const readStored = async (): Promise<ToolDefinition | undefined> => {
    const { tools = {} } = (await files.readConsents()).consents.get(key) ?? {};
    return Object.hasOwn(tools, tool.name) ? tools[tool.name] : undefined;
  };
  return {
    now: current.said,
    async before() {
      const stored = await readStored();
      return stored === undefined || stored.hash === current.hash ? null : stored.said;
    },
    async accept() {
      if ((await readStored())?.hash === current.hash) return null;
      return files.changeConsent(key, (before) => ({
        ...before,
        tools: { ...before.tools, [tool.name]: current },
      }));
    },
  };
}

/** Field order is irrelevant. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]));
}
