import { expect, test } from 'vitest';
import { sequenceFindings } from '../../../electron/conversation/sequenceFindings.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, conversationOf, toolMessage, userMessage } from '../../support/messageBuilder.ts';

test(cite('SEQ-1', 'very many results without their calls are reported in one pass, each with the reply it follows'), {
  tags: ['all'],
}, () => {
  const results = Array.from({ length: 80_000 }, (_one, at) => toolMessage(`c${at}`, '.'));
  const branch = conversationOf([userMessage('go'), assistantMessage('Done.'), ...results]);
  const found = sequenceFindings(branch);
  // Looked up individually, this would take longer than a test may.
  expect(found).toHaveLength(80_000);
  const said = `The calls of message ${branch[1]?.id}, which it follows, may have been removed.`;
  expect(found.every(({ kind, what }) => kind === 'problem' && what.endsWith(said))).toBe(true);
});

test('a result that follows no reply, or one with calls, is reported without one', () => {
  const asked = assistantMessage('', [{ id: 'a', type: 'function', function: { name: 'x', arguments: '{}' } }]);
  const branch = conversationOf([
    userMessage('go'),
    toolMessage('b', '.'),
    asked,
    toolMessage('a', '.'),
    toolMessage('d', '.'),
  ]);
  const what = (callId: string): string =>
    `This is the result of a missing call ${callId} (read_file); it is not sent.`;
  expect(sequenceFindings(branch).map((finding) => finding.what)).toEqual([what('b'), what('d')]);
});
