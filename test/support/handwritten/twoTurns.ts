// Two turns with calls, the base of several histories, and the marks that a user can put on their records.

import { assistantMessage, call, toolMessage, userMessage } from '../messageBuilder.ts';

const time = '2026-01-03T00:00:00.000Z';
export const q1 = userMessage('Question one.');
export const a1 = assistantMessage('Answer one, with a call.', [call('c1', 'read_file', '{"path":"one.md"}')]);
const r1 = toolMessage('c1', 'Result one.', { details: { bytes: 11 } });
export const e1 = assistantMessage('End of turn one.');
export const q2 = userMessage('Question two.');
export const a2 = assistantMessage('Answer two.', [call('c2', 'read_file', '{}'), call('c3', 'list_files', '{}')]);
export const r2 = toolMessage('c2', 'Result two.');
export const r3 = toolMessage('c3', 'Result three.');
export const e2 = assistantMessage('End of turn two.');
/** Positions: 0 q1, 1 a1, 2 r1, 3 e1, 4 q2, 5 a2, 6 r2, 7 r3, 8 e2. */
export const plain = [q1, a1, r1, e1, q2, a2, r2, r3, e2];

export const marks = (of: Record<string, object>): object => ({
  v: 1,
  marks: Object.fromEntries(Object.entries(of).map(([id, mark]) => [id, { ...mark, at: time }])),
});
