// Another app's file as a reader sees it, in memory; and the same conversation as input for a writer.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { toApiMessages } from '../../electron/conversation/apiMessages.ts';
import { checkSequence } from '../../electron/conversation/sequence.ts';
import type {
  ExportSource,
  History,
  HistoryFile,
  HistoryFormat,
  HistoryProblem,
} from '../../electron/interop/history.ts';
import { isProblem } from '../../electron/interop/history.ts';
import { branchTo } from '../../electron/interop/web/origin.ts';
import type { Message } from '../../shared/conversation/message.ts';

export function textFile(name: string, text: string, maxLineLength = Number.POSITIVE_INFINITY): HistoryFile {
  return {
    name,
    async *lines() {
      let line = 0;
      for (const one of text.split('\n')) yield { line: ++line, text: one.length > maxLineLength ? null : one };
    },
    text: async (maxBytes) => (text.length > maxBytes ? null : text),
    bytes: async (maxBytes) => (text.length > maxBytes ? null : Buffer.from(text)),
    resolve: async () => null,
    namesIn: async () => [],
  };
}

export async function readAll(format: HistoryFormat, file: HistoryFile): Promise<(History | HistoryProblem)[]> {
  const found: (History | HistoryProblem)[] = [];
  for await (const one of format.read(file, new AbortController().signal)) found.push(one);
  return found;
}

/** The only conversation in a file. */
export async function readOne(format: HistoryFormat, name: string, text: string): Promise<History> {
  const [only, ...more] = await readAll(format, textFile(name, text));
  if (!only || isProblem(only) || more.length > 0) throw new Error(`${name} is not one conversation`);
  return only;
}

export function givenOf(history: History, id = `again-${history.session}`): ExportSource {
  const { title, folder, model, messages, headId, attachments } = history;
  return {
    id,
    title,
    folder,
    model,
    messages,
    headId,
    agents: history.agents.map(({ history: agent, call }) => ({ source: givenOf(agent), call })),
    result: async (message) => (message.role === 'tool' ? message.content : ''),
    attachment: async (hash) => attachments.get(hash) ?? null,
    version: '1.0.0',
  };
}

/**
 * A session written by a real app, if examples are next to the project: the nearest parent folder with
 * `shared/sessions`.
 */
export function exampleSession(name: string): string | null {
  for (let folder = path.resolve('.'); ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'shared/sessions', name);
    if (existsSync(file)) return readFileSync(file, 'utf8');
    if (folder === path.dirname(folder)) return null;
  }
}

/** What formats share, without IDs and times. */
export function sharedOf(messages: readonly Message[]): object[] {
  const calls = new Map<string, number>();
  const number = (id: string): number => {
    calls.set(id, calls.get(id) ?? calls.size);
    return calls.get(id) as number;
  };
  return messages.map((message) => {
    const { role, content } = message;
    if (role === 'tool') {
      return {
        role,
        content,
        call: number(message.tool_call_id),
        toolName: message.toolName,
        outcome: message.outcome,
      };
    }
    if (role !== 'assistant') return { role, content, partType: message.partType };
    const asked = (message.tool_calls ?? []).map((call) => ({ ...call.function, call: number(call.id) }));
    return { role, content, partType: message.partType, reasoning: message.reasoning, error: message.error, asked };
  });
}

/** The violations of the next request on the head's branch, after a user message. */
export function nextRequestBreaks(history: History): unknown[] {
  const branch = branchTo(history.messages, history.headId);
  const last = branch.at(-1);
  const said: Message = {
    v: 1,
    id: 'next',
    parentId: last?.id ?? null,
    createdAt: '2026-01-01T00:00:00.000Z',
    role: 'user',
    content: 'Go on.',
  };
  const { messages } = toApiMessages([...branch, said]);
  return checkSequence(messages);
}
