// Expanded items and edits stay with their conversation, also next to a fork with messages of the same ids.

import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createConversationUiState } from '../../renderer/app/conversationUiState.ts';
import { createMemory, type Memory } from '../../renderer/core/memory.ts';
import type { ConversationStore } from '../../renderer/core/state/conversationStore.ts';
import { createViewStore } from '../../renderer/core/state/viewStore.ts';
import { cite } from '../support/cite.ts';

const plainMemory = (): Memory =>
  createMemory(() => {
    throw new Error('blocked');
  });

function open(memory: Memory) {
  const uiState = createConversationUiState(memory);
  const pane = (id: string | null) => {
    const view = createViewStore(plainMemory());
    const store = createStore(() => ({ id }));
    uiState.follow(view, { store } as unknown as Pick<ConversationStore, 'store'>);
    return {
      view,
      show: (next: string | null) => store.setState({ id: next }),
      edit: (messageId: string, text: string) =>
        view.setState(({ edits }) => ({ edits: { ...edits, [messageId]: text } })),
      edits: () => view.getState().edits,
    };
  };
  return { uiState, pane };
}

test(cite('DESK-8', 'an edit in a fork is not shown in its original, on the other side or afterwards'), () => {
  const { pane } = open(plainMemory());
  const [left, right] = [pane('original'), pane('fork')];
  right.edit('m1', 'another question');
  expect([left.edits(), right.edits()]).toEqual([{}, { m1: 'another question' }]);
  right.show('other');
  left.show('fork');
  expect([left.edits(), right.edits()]).toEqual([{ m1: 'another question' }, {}]);
  left.show('original');
  expect(left.edits()).toEqual({});
});

test(cite('UI-6', 'edits survive a reload, each in its conversation, and go with it'), () => {
  const memory = plainMemory();
  const before = open(memory);
  const first = before.pane('one');
  first.edit('m1', 'in one');
  first.show('two');
  first.edit('m1', 'in two');

  const after = open(memory);
  const again = after.pane(null);
  again.show('one');
  expect(again.edits()).toEqual({ m1: 'in one' });
  again.show('two');
  expect(again.edits()).toEqual({ m1: 'in two' });
  after.uiState.forget('one');
  after.uiState.forget('two');
  expect(again.edits()).toEqual({});
  expect(open(memory).pane('one').edits()).toEqual({});
});

test('what another window stored is left alone by showing conversations', () => {
  const memory = plainMemory();
  const mine = open(memory).pane('one');
  const theirs = open(memory).pane('two');
  theirs.edit('m2', 'theirs');
  mine.show('three');
  mine.show('one');
  const later = open(memory).pane(null);
  later.show('two');
  expect(later.edits()).toEqual({ m2: 'theirs' });
});

test('what was expanded in a new chat stays as it becomes a conversation', () => {
  const pane = open(plainMemory()).pane(null);
  pane.view.setState({ openParts: { thinking: true } });
  pane.show('one');
  expect(pane.view.getState().openParts).toEqual({ thinking: true });
});
