// Histories with compactions: summaries and cleared results, in effect and undone.

import { assistantMessage, messageIdAt as at, userMessage } from '../messageBuilder.ts';
import type { Handwritten } from './history.ts';
import { e1, e2, marks, plain, q2, r2, r3 } from './twoTurns.ts';

function summary(content: string, firstKeptId: string, more: Record<string, unknown> = {}): object {
  const compaction = { firstKeptId, clearedIds: [], tokensBefore: 100, tokensAfter: 10, ...more };
  return { ...userMessage(content), role: 'system', partType: 'summary', compaction };
}

const said = (text: string): { partType: string; role: string } => ({
  ...userMessage(text),
  role: 'system',
  partType: 'summary',
});
const firstTurn = ['Question one.', 'Answer one, with a call.', 'Result one.', 'End of turn one.'];

export const summaries: readonly Handwritten[] = [
  {
    name: 'a summary',
    records: [...plain, summary('It was about boats.', at(4)), userMessage('Question three.')],
    gone: firstTurn,
  },
  {
    name: 'a summary that was undone',
    records: [...plain, summary('It was about boats.', at(4)), userMessage('Question three.')],
    meta: marks({ [at(9)]: { hidden: true } }),
    gone: ['It was about boats.'],
  },
  {
    name: 'a summary at the end of the log',
    records: [...plain, summary('It was about boats.', at(4))],
    gone: firstTurn,
  },
  {
    name: 'a summary of everything',
    records: [...plain, summary('All of it.', at(10)), userMessage('Question three.')],
    gone: [...firstTurn, 'Question two.', 'Result two.', 'Result three.', 'End of turn two.'],
    lost: ['Answer two.'],
  },
  {
    name: 'a summary whose first kept record is not there',
    records: [...plain, summary('It was about boats.', '01KNOTHERE'), userMessage('Question three.')],
    // The range it replaces is unknown, so everything is sent instead.
    gone: ['It was about boats.'],
  },
  {
    name: 'a summary that keeps itself first',
    records: [...plain, summary('It was about boats.', at(9)), userMessage('Question three.')],
    lost: plain.map((record) => record.content as string),
  },
  {
    name: 'a summary without what it covers',
    records: [...plain, said('It was about boats.'), userMessage('Question three.')],
    lost: plain.map((record) => record.content as string),
  },
  {
    name: 'a summary with broken fields',
    records: [
      ...plain,
      summary('It was about boats.', at(4), { clearedIds: 'none', pinnedIds: 5, tokensBefore: 'x' }),
      userMessage('Question three.'),
    ],
    gone: firstTurn,
  },
  {
    name: 'a summary cut between a call and its result',
    records: [...plain, summary('It was about boats.', at(2)), userMessage('Question three.')],
    lost: ['Question one.', 'Answer one, with a call.', 'Result one.'],
  },
  {
    name: 'a summary cut between two results',
    records: [...plain, summary('It was about boats.', at(7)), userMessage('Question three.')],
    lost: ['Question two.', 'Answer two.', 'Result two.', 'Result three.', ...firstTurn],
  },
  {
    name: 'a summary cut before calls',
    records: [...plain, summary('It was about boats.', at(5)), userMessage('Question three.')],
    gone: [...firstTurn, 'Question two.'],
  },
  {
    name: 'a summary between a call and its result',
    records: [...plain.slice(0, 6), summary('It was about boats.', at(4)), r2, r3, e2],
    gone: firstTurn,
  },
  {
    name: 'two summaries',
    records: [
      ...plain,
      summary('Older words.', at(4)),
      userMessage('Question three.'),
      e1,
      summary('Newer words.', at(10)),
      userMessage('Question four.'),
    ].map((record) => (record === e1 ? assistantMessage('End of turn three.') : record)),
    gone: ['Older words.', ...firstTurn, 'Question two.', 'Result two.', 'Result three.', 'End of turn two.'],
    lost: ['Answer two.'],
  },
  {
    name: 'two summaries, the newer one undone',
    records: [
      ...plain,
      summary('Older words.', at(4)),
      userMessage('Question three.'),
      summary('Newer words.', at(10)),
      userMessage('Question four.'),
    ],
    meta: marks({ [at(11)]: { hidden: true } }),
    gone: ['Newer words.', ...firstTurn],
  },
  {
    name: 'two summaries, both undone',
    records: [
      ...plain,
      summary('Older words.', at(4)),
      userMessage('Question three.'),
      summary('Newer words.', at(10)),
      userMessage('Question four.'),
    ],
    meta: marks({ [at(9)]: { hidden: true }, [at(11)]: { hidden: true } }),
    gone: ['Newer words.', 'Older words.'],
  },
  {
    name: 'cleared results',
    records: [...plain, summary('', '', { clearedIds: [at(2), at(6)] }), userMessage('Question three.')],
    gone: ['Result one.', 'Result two.'],
    has: ['was taken out of the context', at(2), at(6)],
  },
  {
    name: 'cleared results that were undone',
    records: [...plain, summary('', '', { clearedIds: [at(2)] }), userMessage('Question three.')],
    meta: marks({ [at(9)]: { hidden: true } }),
  },
  {
    name: 'a cleared result that is pinned',
    records: [...plain, summary('', '', { clearedIds: [at(2), at(6)] })],
    meta: marks({ [at(2)]: { pinned: true } }),
    gone: ['Result two.'],
  },
  {
    name: 'a cleared result that is hidden',
    records: [...plain, summary('', '', { clearedIds: [at(2)] })],
    meta: marks({ [at(2)]: { hidden: true } }),
    gone: ['Result one.'],
  },
  {
    name: 'cleared ids of other records',
    records: [...plain, summary('', '', { clearedIds: [at(0), at(1), 'nothing', at(3)] })],
  },
  {
    name: 'cleared results and then a summary',
    records: [
      ...plain,
      summary('', '', { clearedIds: [at(6)] }),
      summary('It was about boats.', at(4)),
      userMessage('Question three.'),
    ],
    gone: [...firstTurn, 'Result two.'],
  },
  {
    name: 'a pinned question before a summary',
    records: [...plain, summary('It was about boats.', at(4), { pinnedIds: [at(0)] }), userMessage('Question three.')],
    meta: marks({ [at(0)]: { pinned: true } }),
    gone: firstTurn.slice(1),
  },
  {
    name: 'a pinned result before a summary',
    records: [...plain, summary('It was about boats.', at(4), { pinnedIds: [at(2)] }), userMessage('Question three.')],
    meta: marks({ [at(2)]: { pinned: true } }),
    gone: ['Question one.', 'Answer one, with a call.', 'End of turn one.'],
  },
  {
    name: 'a record pinned after it was summarised',
    records: [...plain, summary('It was about boats.', at(4)), userMessage('Question three.')],
    meta: marks({ [at(3)]: { pinned: true, under: at(9) } }),
    gone: firstTurn.slice(0, 3),
  },
  {
    name: 'pinned before a summary and unpinned since',
    records: [...plain, summary('It was about boats.', at(4), { pinnedIds: [at(0)] }), userMessage('Question three.')],
    meta: marks({ [at(0)]: { pinned: false } }),
    gone: firstTurn,
  },
  {
    name: 'pinned before a summary and not there',
    records: [
      ...plain,
      summary('It was about boats.', at(4), { pinnedIds: ['01KNOTHERE', at(4)] }),
      userMessage('Question three.'),
    ],
    meta: marks({ '01KNOTHERE': { pinned: true }, [at(4)]: { pinned: true } }),
    gone: firstTurn,
  },
  {
    name: 'a pinned answer with calls before a summary',
    records: [
      ...plain,
      summary('It was about boats.', at(4), { pinnedIds: [at(1), at(2)] }),
      userMessage('Question three.'),
    ],
    meta: marks({ [at(1)]: { pinned: true }, [at(2)]: { pinned: true } }),
    gone: ['Question one.', 'End of turn one.'],
  },
  {
    name: 'a summary that a branch left behind',
    records: [
      ...plain,
      { ...summary('It was about boats.', at(4)), id: 'sum' },
      { ...userMessage('Asked again.'), parentId: at(3) },
    ],
    gone: ['It was about boats.', 'Question two.', 'End of turn two.'],
    lost: ['Answer two.', 'Result two.', 'Result three.'],
  },
  { name: 'a summary first', records: [summary('It was about boats.', at(1)), q2, e2] },
];
