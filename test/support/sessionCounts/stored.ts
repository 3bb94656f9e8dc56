// The same counts for one of our own conversations, from its log on disk.

import { hasWords, leaves, type Row, rowOf, rowsOf, type SessionCounts } from './counts.ts';

/** `text`: messages.json. `agents`: the number of conversations started by its calls. */
export function countStored(text: string, agents = 0): SessionCounts {
  const records = rowsOf(JSON.parse(text));
  const of = (role: string): Row[] => records.filter((record) => record.role === role);
  const replies = of('assistant');
  // An unanswered call has a result of ours, so that it can be sent.
  const results = of('tool').filter(({ origin }) => rowOf(rowOf(origin).kept).made !== true);
  const said = replies.filter(({ content, partType }) => hasWords(content) || partType === 'error');
  return {
    messages: of('user').length + said.length,
    calls: replies.flatMap((record) => rowsOf(record.tool_calls)).length,
    results: results.length,
    thinking: replies.filter(({ reasoning }) => hasWords(reasoning)).length,
    agents,
    branches: leaves(new Map(records.map(({ id, parentId }) => [String(id), parentId as string | null]))),
  };
}
