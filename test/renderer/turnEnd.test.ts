// The end of a conversation, and a tool's description in a row: short sentences that must be true.

import { describe, expect, test } from 'vitest';
import { createViewStore } from '../../renderer/core/state/viewStore.ts';
import { turnEndOf } from '../../renderer/features/chat/transcript/InterruptedRow.tsx';
import { firstSentences } from '../../renderer/features/tools/ToolRow.tsx';
import { cite } from '../support/cite.ts';
import { script } from '../support/scriptedHost.ts';

describe('a conversation that ends without an answer', () => {
  const called = () =>
    script()
      .user('go')
      .asks(null, ['run_command', { command: 'x' }]);

  test(cite('UI-10', 'says whether no reply has arrived yet, the user stopped it, or something interrupted it'), () => {
    expect(turnEndOf(script().user('go').messages)).toBe('unanswered');
    expect(turnEndOf(script().user('go').says('yes').user('and').messages)).toBe('unanswered');
    expect(turnEndOf(called().result('x', { outcome: 'cancelled' }).messages)).toBe('stopped');
    expect(turnEndOf(called().result('x').messages)).toBe('interrupted');
    const denied = {
      outcome: 'denied' as const,
      details: { refused: { by: 'person' as const, stopped: true as const } },
    };
    expect(turnEndOf(called().result('x', denied).messages)).toBe('denied');
    expect(turnEndOf(called().messages)).toBe('interrupted');
  });
});

test('a description is shown in whole sentences', () => {
  const first = 'Starts an agent that works on a task of its own.';
  const long = `${first} ${'It reads and writes as the conversation may. '.repeat(9)}`;
  const shown = firstSentences(long);
  expect(shown.startsWith(first)).toBe(true);
  expect(shown.endsWith('may.')).toBe(true);
  expect(shown.length).toBeLessThanOrEqual(200);
  expect(firstSentences('Short\nand more')).toBe('Short');
  expect(firstSentences('One thing. Another\nbegins here.')).toBe('One thing.');
  const one = 'word '.repeat(80).trim();
  expect(firstSentences(one)).toBe(one);
});

test("the page of all calls closes a conversation's chain, and no other panel", () => {
  const memory = { get: () => null, set: () => {} };
  const after = (panel: 'chain' | 'context'): boolean => {
    const view = createViewStore(memory);
    view.setState({ panel, panelOpen: true });
    view.setState({ page: 'chains' });
    return view.getState().panelOpen;
  };
  expect([after('chain'), after('context')]).toEqual([false, true]);
});
