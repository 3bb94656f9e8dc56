// Histories with branches and marks: the user's later changes to what the log contains.

import { assistantMessage, messageIdAt as at, userMessage } from '../messageBuilder.ts';
import type { Handwritten } from './history.ts';
import { a1, a2, e1, e2, marks, plain, q1, q2, r2, r3 } from './twoTurns.ts';

const hiddenResult = 'This result was hidden';

export const branches: readonly Handwritten[] = [
  {
    name: 'a question that was edited',
    records: [
      q1,
      e1,
      { ...q2, id: 'old' },
      { ...e2, id: 'oldEnd' },
      { ...userMessage('Question two, better.'), parentId: at(1) },
      assistantMessage('A better end.'),
    ],
    gone: ['Question two.', 'End of turn two.'],
  },
  {
    name: 'a head at an earlier record',
    records: plain,
    meta: { v: 1, head: { id: at(3), after: at(8) } },
    gone: ['Question two.', 'Answer two.', 'Result two.', 'Result three.', 'End of turn two.'],
  },
  {
    name: 'a head between a call and its result',
    records: plain,
    meta: { v: 1, head: { id: at(1), after: at(8) } },
    gone: ['Result one.', 'Question two.', 'End of turn two.'],
    lost: ['End of turn one.', 'Answer two.', 'Result two.', 'Result three.'],
    has: ['Error: interrupted'],
  },
  {
    name: 'a head between two results',
    records: plain,
    meta: { v: 1, head: { id: at(6), after: at(8) } },
    gone: ['Result three.', 'End of turn two.'],
    has: ['Error: interrupted'],
  },
  { name: 'a head that was overtaken', records: plain, meta: { v: 1, head: { id: at(3), after: at(7) } } },
  { name: 'a head that is not there', records: plain, meta: { v: 1, head: { id: '01KNOTHERE', after: at(8) } } },
  { name: 'a head of another type', records: plain, meta: { v: 1, head: { id: 7, after: null } } },
  {
    name: 'a branch switched back to',
    records: [
      q1,
      e1,
      { ...q2, id: 'oldQ' },
      { ...e2, id: 'oldE' },
      { ...userMessage('Another two.'), id: 'newQ', parentId: at(1) },
    ],
    meta: { v: 1, head: { id: 'oldE', after: 'newQ' } },
    gone: ['Another two.'],
  },
  {
    name: 'a branch at the very beginning',
    records: [q1, e1, { ...userMessage('Begun again.'), parentId: null, id: 'again' }],
    bytes: (text) =>
      text
        .replace(/("id":"again","parentId":)"[^"]*"/, '$1null')
        .replace(/"parentId":"[^"]*","role":"user","createdAt":"[^"]*","content":"Begun again\."/, (found) =>
          found.replace(/"parentId":"[^"]*"/, '"parentId":null'),
        ),
    lost: ['Question one.', 'End of turn one.'],
  },
  {
    name: 'two results that both follow their call',
    records: [q2, a2, { ...r2, parentId: at(1) }, { ...r3, parentId: at(1) }, e2],
    lost: ['Result two.'],
  },
  {
    name: 'a fork of another conversation',
    records: [{ ...q1, origin: { type: 'fork', conversationId: 'x', messageId: 'y' } }, ...plain.slice(1)],
  },
  {
    name: 'a conversation of a sub-agent',
    records: [
      { ...q1, origin: { type: 'sub-agent', conversationId: 'x', messageId: 'y', index: 0 } },
      ...plain.slice(1),
    ],
  },
  { name: 'a meta file that is garbage', records: plain, meta: '{"v":1,"marks":' },
  { name: 'a meta file that is empty', records: plain, meta: '' },
  {
    name: 'a meta file of wrong types',
    records: plain,
    meta: { v: 'one', title: 5, marks: { [at(0)]: 'hidden', [at(2)]: null }, model: 'x' },
  },
  { name: 'marks in a list', records: plain, meta: { v: 1, marks: [] } },
];

export const marked: readonly Handwritten[] = [
  { name: 'a hidden question', records: plain, meta: marks({ [at(4)]: { hidden: true } }), gone: ['Question two.'] },
  {
    name: 'a hidden first question',
    records: plain,
    meta: marks({ [at(0)]: { hidden: true } }),
    gone: ['Question one.'],
  },
  { name: 'a hidden answer', records: plain, meta: marks({ [at(3)]: { hidden: true } }), gone: ['End of turn one.'] },
  {
    name: 'a hidden answer with calls',
    records: plain,
    meta: marks({ [at(1)]: { hidden: true } }),
    gone: ['Answer one, with a call.'],
  },
  {
    name: 'a hidden result',
    records: plain,
    meta: marks({ [at(2)]: { hidden: true } }),
    gone: ['Result one.'],
    has: [hiddenResult],
  },
  {
    name: 'one hidden result of two',
    records: plain,
    meta: marks({ [at(7)]: { hidden: true } }),
    gone: ['Result three.'],
    has: [hiddenResult],
  },
  {
    name: 'everything hidden',
    records: plain,
    meta: marks(Object.fromEntries(plain.map((_, n) => [at(n), { hidden: true }]))),
    gone: ['Question one.', 'Question two.', 'Result one.', 'Result two.', 'End of turn one.'],
    lost: ['Answer one, with a call.', 'Answer two.', 'Result three.', 'End of turn two.'],
  },
  {
    name: 'a hidden open call',
    records: [q1, a1],
    meta: marks({ [at(1)]: { hidden: true } }),
    gone: ['Answer one, with a call.'],
    has: ['Error: interrupted'],
  },
  {
    name: 'hidden by the record itself',
    records: [q1, { ...e1, includeInContext: false }, q2],
    gone: ['End of turn one.'],
  },
  {
    name: 'hidden by the record and shown by a mark',
    records: [q1, { ...e1, includeInContext: false }, q2],
    meta: marks({ [at(1)]: { hidden: false } }),
  },
  { name: 'pinned records', records: plain, meta: marks({ [at(0)]: { pinned: true }, [at(2)]: { pinned: true } }) },
  {
    name: 'hidden and pinned at once',
    records: plain,
    meta: marks({ [at(2)]: { pinned: true, hidden: true } }),
    gone: ['Result one.'],
  },
  {
    name: 'marks of records that are not there',
    records: plain,
    meta: marks({ nothing: { hidden: true }, '': { pinned: true } }),
  },
  {
    name: 'a mark with fields of a newer version',
    records: plain,
    meta: marks({ [at(0)]: { starred: true, hidden: false, archived: true } }),
  },
];
