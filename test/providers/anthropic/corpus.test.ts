// Anthropic's recorded exchanges, if present: each reply is sent back unchanged, and accepted requests match ours.
// Rejected ones: wires/refused.test.ts.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ModelReply, ModelRequest } from '../../../electron/ports/provider.ts';
import { createAnthropicReply } from '../../../electron/providers/anthropic/reply.ts';
import { anthropicBody } from '../../../electron/providers/anthropic/requestBody.ts';
import { eventsOf } from '../../../electron/providers/http/events.ts';
import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { cite } from '../../support/cite.ts';
import { anthropicThinkingViolations } from '../../support/validators/anthropic.ts';

type Row = Record<string, unknown>;

function corpusFolder(): string | null {
  for (let folder = import.meta.dirname; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const found = path.join(folder, 'shared', 'corpus');
    if (existsSync(path.join(found, 'MANIFEST.tsv'))) return found;
  }
  return null;
}

const corpus = corpusFolder();
const filesOf = (folder: string, end: RegExp): string[] =>
  corpus === null ? [] : readdirSync(path.join(corpus, folder)).filter((file) => end.test(file));
const textOf = (file: string): string => readFileSync(path.join(corpus ?? '', file), 'utf8');
const silent = { onText() {}, onReasoning() {}, onCall() {} };

async function readReply(file: string): Promise<{ reply: ModelReply; problem: unknown }> {
  const reader = createAnthropicReply('p', 'm', silent);
  const body = textOf(`anthropic/${file}`);
  if (file.endsWith('.json')) reader.add(JSON.parse(body));
  else {
    for await (const event of eventsOf(new Response(body), 'sse')) {
      reader.add(event);
      if (reader.ended?.()) break;
    }
  }
  return { reply: reader.reply(), problem: reader.problem() };
}

/** A history that ends after the reply, with results for its calls. */
function historyOf({ text, calls, providerData }: ModelReply): ApiMessage[] {
  const made = calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: given },
  }));
  return [
    { role: 'user', content: 'begin' },
    {
      role: 'assistant',
      content: text.trim() === '' ? null : text,
      ...(made.length > 0 ? { tool_calls: made } : {}),
      ...(providerData ? { providerData } : {}),
    },
    ...made.map(({ id }): ApiMessage => ({ role: 'tool', tool_call_id: id, content: 'A' })),
    { role: 'user', content: 'go on' },
  ];
}

function bodyOf(messages: ApiMessage[], more: Partial<ModelRequest> = {}) {
  return anthropicBody({ model: 'm', system: '', messages, tools: [], ...more }, 'p');
}

const withoutMarks = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value, (key, inner) => (key === 'cache_control' ? undefined : inner))) as T;

describe.skipIf(corpus === null)('recorded exchanges', () => {
  test(cite('PROVIDER-7', 'every recorded reply is sent back unchanged'), async () => {
    const counts = { files: 0, replies: 0, blocks: 0, calls: 0 };
    for (const file of filesOf('anthropic', /\.(sse|json)$/)) {
      counts.files++;
      const { reply, problem } = await readReply(file);
      if (problem !== null || (reply.text === '' && reply.calls.length === 0)) continue;
      counts.replies++;
      counts.calls += reply.calls.length;
      const { anthropic } = reply.providerData ?? {};
      const { content } = anthropic as { content: Row[] };
      counts.blocks += content.length;
      const body = bodyOf(historyOf(reply));
      // A search that was open next to calls continues only with their results.
      const open = file.includes('tool-search-deferred');
      const sent = body.messages[1]?.content ?? [];
      expect(JSON.stringify(sent), file).toBe(JSON.stringify(open ? content : content.filter(isTakenBack)));
      expect(anthropicThinkingViolations(body, [{ model: 'm', content }]), file).toEqual([]);
    }
    console.log(`Anthropic: ${JSON.stringify(counts)}`);
    expect(counts.replies).toBeGreaterThan(25);
    expect(counts.calls).toBeGreaterThan(5);
  });

  test('for the same conversation, the accepted request is what we send', () => {
    const compared: string[] = [];
    for (const file of filesOf('pairs/anthropic/accepted', /\.json$/)) {
      const { request } = JSON.parse(textOf(`pairs/anthropic/accepted/${file}`)) as { request: Row };
      const messages = neutral(request);
      if (messages === null) continue;
      compared.push(file);
      const body = withoutMarks(
        bodyOf(messages, {
          model: String(request.model),
          tools: toolsOf(request),
          system: systemOf(request),
          options: { providerSearch: JSON.stringify(request.tools ?? []).includes('"web_search_') },
        }),
      );
      expect(body.messages, file).toEqual(accepted(request));
      if (request.system !== undefined) expect(body.system, file).toEqual(withoutMarks(request.system));
      expect(body.tools, file).toEqual(acceptedTools(request));
    }
    const all = filesOf('pairs/anthropic/accepted', /\.json$/).length;
    console.log(`anthropic: ${compared.length} of ${all} accepted requests held key by key`);
    expect(compared.length).toBeGreaterThanOrEqual(8);
  });

  test(cite('SEQ-7', 'a rejected effort is not requested'), () => {
    const text = textOf('anthropic/anthropic-explicit-effort-xhigh-unsupported-errors.json');
    const levels = /Supported levels: ([\w, ]+)\./.exec(text)?.[1]?.split(', ') ?? [];
    expect(bodyOf([], { model: 'claude-opus-4-6', options: { effort: 'xhigh' } }).output_config).toBeUndefined();
    for (const effort of levels as ('low' | 'max')[])
      expect(bodyOf([], { model: 'claude-opus-4-6', options: { effort } }).output_config).toEqual({ effort });
  });
});

/** By the API's rules, independent of what the program leaves out. */
function isTakenBack(block: Row): boolean {
  if (block.type === 'text') return String(block.text).trim() !== '';
  return block.type !== 'thinking' || block.signature !== '';
}

/** The conversation in our format; null if it contains what the program does not send. */
function neutral({ messages, model }: Row): ApiMessage[] | null {
  const out: ApiMessage[] = [];
  for (const { role, content } of messages as Row[]) {
    if (role === 'system') return null;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Row[]);
    if (role === 'assistant') {
      const reader = createAnthropicReply('p', String(model), silent);
      reader.add({ type: 'message', content: blocks, stop_reason: 'end_turn' });
      out.push(...historyOf(reader.reply()).slice(1, 2));
      continue;
    }
    for (const block of blocks) {
      if (block.type === 'text') out.push({ role: 'user', content: String(block.text) });
      else if (block.type === 'tool_result' && (block.content as Row[])[0]?.type === 'text')
        out.push({
          role: 'tool',
          tool_call_id: String(block.tool_use_id),
          content: String((block.content as Row[])[0]?.text),
        });
      else return null;
    }
  }
  // A partial reply that the model must continue.
  return out.at(-1)?.role === 'assistant' ? null : out;
}

/** The accepted request, without redundant parts: a result of one text as a list, `is_error: false`. */
function accepted({ messages }: Row): unknown {
  return withoutMarks(messages as Row[]).map(({ role, content }) => ({
    role,
    content: (typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Row[])).map((block) => {
      if (block.type !== 'tool_result') return block;
      const { is_error: _no, ...rest } = block;
      return { ...rest, content: (block.content as Row[])[0]?.text };
    }),
  }));
}

function toolsOf({ tools }: Row): ModelRequest['tools'] {
  return ((tools as Row[] | undefined) ?? []).flatMap(({ name, description, input_schema: parameters }) =>
    parameters === undefined
      ? []
      : [
          {
            type: 'function' as const,
            function: { name: String(name), description: String(description), parameters: parameters as Row },
          },
        ],
  );
}

/** The fields of a tool that this program sends; the maximum number of searches is its own choice. */
function acceptedTools({ tools }: Row): unknown {
  return (tools as Row[] | undefined)?.map(
    ({ name, description, input_schema: schema, type, allowed_callers: callers }) =>
      schema === undefined
        ? { type, name, allowed_callers: callers, max_uses: expect.any(Number) as number }
        : { name, description, input_schema: schema },
  );
}

function systemOf({ system }: Row): string {
  return system === undefined ? '' : (system as Row[]).map(({ text }) => text).join('');
}
