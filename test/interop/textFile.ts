// A file of another program as a reader sees it, held in memory; and the same conversation as a writer is given it.

import type {
  GivenHistory,
  History,
  HistoryFile,
  HistoryFormat,
  HistoryProblem,
} from '../../electron/interop/history.ts';
import { isProblem } from '../../electron/interop/history.ts';

export function textFile(name: string, text: string, longestLine = Number.POSITIVE_INFINITY): HistoryFile {
  return {
    name,
    async *lines() {
      let line = 0;
      for (const one of text.split('\n')) yield { line: ++line, text: one.length > longestLine ? null : one };
    },
    text: async (mostBytes) => (text.length > mostBytes ? null : text),
    bytes: async (mostBytes) => (text.length > mostBytes ? null : Buffer.from(text)),
    beside: async () => null,
    namesIn: async () => [],
  };
}

export async function readAll(format: HistoryFormat, file: HistoryFile): Promise<(History | HistoryProblem)[]> {
  const found: (History | HistoryProblem)[] = [];
  for await (const one of format.read(file, new AbortController().signal)) found.push(one);
  return found;
}

/** The one conversation of a file. */
export async function readOne(format: HistoryFormat, name: string, text: string): Promise<History> {
  const [only, ...more] = await readAll(format, textFile(name, text));
  if (!only || isProblem(only) || more.length > 0) throw new Error(`${name} is not one conversation`);
  return only;
}

export function givenOf(history: History, id = `again-${history.session}`): GivenHistory {
  const { title, folder, model, messages, headId, attachments } = history;
  return {
    id,
    title,
    folder,
    model,
    messages,
    headId,
    agents: history.agents.map(({ history: agent, call }) => ({ given: givenOf(agent), call })),
    result: async (message) => (message.role === 'tool' ? message.content : ''),
    attachment: async (hash) => attachments.get(hash) ?? null,
    version: '1.0.0',
  };
}
