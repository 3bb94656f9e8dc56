// Offers a project's server prompts as slash commands.

import type { GetPromptResult } from '@modelcontextprotocol/client';
import { maxMentionBytes } from '../../../shared/conversation/mentions.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { SlashEntry } from '../../../shared/features/slash/slash.ts';
import { boundedText } from '../../lib/boundedText.ts';
import type { SlashExpansion, SlashScope, SlashSource } from '../../ports/slash.ts';
import { askServer } from '../connection/askServer.ts';
import { argumentsHint, type ListedPrompt } from '../connection/listedPrompts.ts';
import { type BroughtImages, blockText } from '../connection/resultContent.ts';
import { askDepsOf, completionValues, type OfferDeps, pendingServers } from '../offers.ts';
import type { PoolEntry } from '../serverPool.ts';
import { promptNames } from './promptNames.ts';
import { parsePromptArguments } from './promptWords.ts';

/**
 * Converts a server's prompt to text and images for the model. The user requested it, but the text is untrusted:
 * bounded, without invisible characters.
 */
const roleNames = { user: 'User', assistant: 'Assistant' } as const;

function promptText({ messages }: GetPromptResult, name: string): Result<SlashExpansion> {
  const images: BroughtImages = [];
  const parts = messages.map(({ role, content }) => ({ role, text: blockText(content, images) }));
  // Label roles only if there are several.
  const isOne = parts.every(({ role }) => role === 'user');
  const text = parts
    .filter((message) => message.text.trim() !== '')
    .map((message) => (isOne ? message.text : `${roleNames[message.role]}:\n${message.text}`))
    .join('\n\n');
  const bytes = Buffer.byteLength(text);
  if (bytes > maxMentionBytes) {
    const most = maxMentionBytes.toLocaleString('en-US');
    return fail(
      'TOOL_EXEC_FAILED',
      say`/${name} is too large: it has ${bytes} bytes, and at most ${most} can be sent.`,
    );
  }
  if (text === '' && images.length === 0)
    return fail('TOOL_EXEC_FAILED', say`/${name} is empty: its server returned no text.`);
  return ok({ text: boundedText(text, maxMentionBytes), ...(images.length > 0 ? { images } : {}) });
}

interface PromptMatch {
  name: string;
  entry: PoolEntry;
  prompt: ListedPrompt;
}

/** How long a call waits for a starting server. */
const startMs = 20_000;
export function createPromptSource(deps: OfferDeps): SlashSource {
  function promptsOf(entries: readonly PoolEntry[]): PromptMatch[] {
    const all = entries.flatMap((entry) => entry.connection.prompts().map((prompt) => ({ entry, prompt })));
    const names = promptNames(all.map(({ entry, prompt }) => ({ server: entry.server.ref.name, prompt: prompt.name })));
    return all.map((one, at) => ({ ...one, name: names[at] as string }));
  }

  /** Waits for the server that the name starts with, if it has not listed its prompts yet. */
  async function find(scope: SlashScope, name: string, signal: AbortSignal): Promise<Result<PromptMatch> | null> {
    const entries = await deps.servers(scope);
    const listedPrompt = promptsOf(entries).find((one) => one.name === name);
    if (listedPrompt || scope.preview) return listedPrompt ? ok(listedPrompt) : null;
    const meant = entries.find(({ server }) => name.startsWith(`${promptServer(server.ref.name)}:`));
    if (!meant) return null;
    const server = meant.server.ref.name;
    const listing = meant.connection.offersListed();
    if (listing) await Promise.race([listing, deps.clock.wait(startMs, signal)]);
    const prompt = promptsOf(entries).find((one) => one.name === name);
    if (prompt) return ok(prompt);
    const { state, problem } = meant.connection.info();
    if (state === 'ready') return null;
    if (state === 'starting')
      return fail('TOOL_EXEC_FAILED', say`The MCP server ${server} is still starting. Try again.`);
    if (state === 'needs_sign_in') return fail('TOOL_EXEC_FAILED', say`The MCP server ${server} needs you to sign in.`);
    return fail(
      'TOOL_EXEC_FAILED',
      say`The MCP server ${server} is not available: ${problem ?? say`it is not connected`}`,
    );
  }

  return {
    async list(scope) {
      const entries = await deps.servers(scope);
      return { entries: promptsOf(entries).map(entryOf), pending: scope.preview ? [] : pendingServers(entries, deps) };
    },

    async expand(scope, name, argumentText, signal = new AbortController().signal) {
      const match = await find(scope, name, signal);
      if (!match?.ok) return match;
      const { entry, prompt } = match.value;
      const parsed = parsePromptArguments(name, prompt.arguments, argumentText);
      if (!parsed.ok) return parsed;
      const of = { entry: { kind: 'mcp', origin: originOf(entry) } } as const;
      if (scope.preview) {
        return ok({
          ...of,
          text: `[What the MCP server ${entry.server.ref.name} gives for /${name} is asked for when it is sent.]`,
        });
      }
      const params = { name: prompt.name, arguments: parsed.value.arguments };
      const answer = await askServer(askDepsOf(entry), signal, (client, options) => client.getPrompt(params, options));
      if (!answer.ok) return answer;
      const expanded = promptText(answer.value, name);
      return expanded.ok ? ok({ ...withRest(expanded.value, parsed.value.rest), ...of }) : expanded;
    },

    async complete(scope, name, argument) {
      const match = promptsOf(await deps.servers(scope)).find((one) => one.name === name);
      if (!match) return null;
      const { entry, prompt } = match;
      const ref = { type: 'ref/prompt', name: prompt.name } as const;
      return completionValues(entry, ref, argument);
    },
  };
}

function promptServer(name: string): string {
  return promptNames([{ server: name, prompt: '' }])[0]?.slice(0, -1) ?? '';
}

function withRest(expansion: SlashExpansion, rest: string): SlashExpansion {
  return rest === '' ? expansion : { ...expansion, text: `${expansion.text}\n\n${rest}` };
}

function entryOf({ name, entry, prompt }: PromptMatch): SlashEntry {
  const completes = entry.connection.completes();
  const about = [prompt.title === prompt.name ? '' : prompt.title, prompt.description];
  return {
    name,
    kind: 'mcp',
    description: about.filter((text) => text !== '').join(': '),
    hint: argumentsHint(prompt.arguments),
    arguments: prompt.arguments.map((argument) => ({ ...argument, ...(completes ? { completes: true } : {}) })),
    origin: originOf(entry),
  };
}

function originOf({ server }: PoolEntry): SlashEntry['origin'] {
  return { scope: 'server', label: server.ref.name };
}
