import { describe, expect, test } from 'vitest';
import { changesTalk, notCovered, undoPreview } from '../../../e2e/gallery/features/undo/fixture.ts';
import { changesOf, turnTotals } from '../../../renderer/core/calls/callChanges.ts';
import { type CallRef, type ChangingCall, reuseItems, transcriptItems } from '../../../renderer/core/calls/items.ts';
import { lateStrings } from '../../../renderer/core/lateStrings.ts';
import type { Session } from '../../../renderer/core/state/session.ts';
import { strings } from '../../../renderer/core/strings.ts';
import { ToolCallBox } from '../../../renderer/features/calls/ToolCallBox.tsx';
import { TranscriptRow } from '../../../renderer/features/chat/transcript/TranscriptRow.tsx';
import { CallChanges } from '../../../renderer/features/undo/CallChanges.tsx';
import { outcomeText } from '../../../renderer/features/undo/changeActions.ts';
import { FileDiffs } from '../../../renderer/features/undo/FileDiffs.tsx';
import type { ConversationState } from '../../../shared/conversation/event.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import type { ChangeDirection } from '../../../shared/features/undo/methods.ts';
import { cite } from '../../support/cite.ts';
import { conversationFixture, joinSession, script, settled, snapshotFixture } from '../../support/scriptedHost.ts';
import { staticMarkup, wordsOf } from '../../support/staticMarkup.tsx';

const words = strings.undo;

async function shown(change: Partial<ConversationState> = {}) {
  const { messages } = changesTalk();
  let rewound = false;
  const joined = joinSession({
    snapshot: snapshotFixture(),
    conversations: [conversationFixture({ messages, ...change })],
    handlers: {
      'changes.apply': async ({ direction }) =>
        ok({ done: 2, skipped: direction === 'undo' ? [{ path: 'a.png', reason: 'it was changed since' }] : [] }),
      'conversation.rewind': async ({ files }) => {
        rewound = true;
        return ok({ text: 'what I said', attachments: [], files: files ? { done: 1, skipped: [] } : null });
      },
      'conversation.unrewind': async () =>
        rewound ? ok({ files: null }) : fail('INTERNAL', 'Nothing to go forward to.'),
    },
  });
  joined.session.connection.start();
  await settled();
  joined.session.actions.show('current');
  await settled();
  const items = transcriptItems(messages);
  const calls = items.flatMap((item) => (item.type === 'calls' ? item.calls : []));
  const open = (call: CallRef | undefined): string => {
    if (!call) throw new Error('no call');
    joined.session.view.setState({ openCalls: { [call.key]: true } });
    return wordsOf(staticMarkup(joined.session, <ToolCallBox call={call} />));
  };
  const toasts = (): string[] => joined.session.toasts.store.getState().visibleToasts.map(({ message }) => message);
  return { ...joined, messages, items, calls, open, toasts };
}

describe('undo', () => {
  test(
    cite(
      'TOOL-4',
      'is offered in the box of a call that changed files, says what it does not cover, and then redo is offered',
    ),
    async () => {
      const { calls, open } = await shown();
      expect(open(calls[0])).toMatch(/src\/health\.ts.*Undo…/);
      const command = open(calls[2]);
      expect(command).toContain('Deleted 文档/流程图 第二版.png');
      expect(command).toContain('from src/timeout.ts');
      expect(command).toContain(`${words.notCovered} ${notCovered}`);
      const undone = await shown({ undone: ['m1:0'] });
      expect(undone.open(undone.calls[0])).toMatch(/Undone.*Redo…/);
      expect(undone.open(undone.calls[1])).not.toContain('Undone');
    },
  );

  test(cite('AGENT-4', 'first shows a preview: a conflict says that the file is left as it is, and why'), async () => {
    const { session } = await shown();
    const markup = staticMarkup(session, <FileDiffs files={undoPreview.files} />);
    expect(markup.match(/data-conflict/g)).toHaveLength(1);
    expect(wordsOf(markup)).toContain('There is a file of this name again, with other contents.');
    expect(markup).toContain('bg-removed-soft');
  });

  test(cite('AGENT-4', 'is one request, reports what was left, and redo reverts it'), async () => {
    const { host, session, toasts } = await shown();
    const target = { type: 'call', messageId: 'm1', index: 0 } as const;
    expect(await session.changes.apply(target, 'undo')).toBe(true);
    expect(toasts()).toEqual(['Undid changes in 2 files. Left unchanged: a.png (it was changed since)']);
    const toast = session.toasts.store.getState().visibleToasts[0];
    expect(toast?.action?.label).toBe('Redo');
    toast?.action?.run();
    await settled();
    expect(toasts().at(-1)).toBe('Redid changes in 2 files.');
    const asked = host.calls.filter(({ method }) => method === 'changes.apply').map(({ params }) => params);
    expect(asked).toEqual(
      (['undo', 'redo'] as ChangeDirection[]).map((direction) => ({ conversationId: 'current', target, direction })),
    );
  });

  test('of many files names a few of those left alone', () => {
    const skipped = Array.from({ length: 9 }, (_, index) => ({ path: `f${index}`, reason: 'changed' }));
    expect(outcomeText({ done: 0, skipped }, 'undo')).toBe(
      'No files were changed. Left unchanged: f0 (changed), f1 (changed), f2 (changed), and 6 more',
    );
  });

  test('reads changes from the records unchanged, whatever wrote them', () => {
    const of = (changes: unknown) =>
      changesOf({ result: { details: { changes } } as unknown as NonNullable<CallRef['result']> });
    expect(of({ files: [{ path: 'a', kind: 'added' }, { path: 1 }, null, { path: 'b', kind: 'eaten' }] })).toEqual({
      files: [{ path: 'a', kind: 'added' }],
      notCovered: null,
      copied: false,
    });
    for (const none of [null, 'x', [], { files: 'x' }, { files: [], notCovered: 3 }]) expect(of(none)).toBeNull();
  });
});

describe('while another conversation runs in the folder', () => {
  /** The folder is busy until `free`; `asked`: requests to the host. */
  async function busy() {
    let isFree = false;
    const answer = async (value: object): Promise<never> => {
      const refused = fail('CONVERSATION_BUSY', 'Something runs in this folder.', { where: 'folder' });
      return (isFree ? ok(value) : refused) as never;
    };
    const joined = joinSession({
      snapshot: snapshotFixture(),
      conversations: [conversationFixture({ messages: changesTalk().messages })],
      handlers: {
        'changes.apply': () => answer({ done: 2, skipped: [] }),
        'conversation.rewind': () => answer({ text: 'what I said', attachments: [], files: { done: 1, skipped: [] } }),
        'run.regenerate': () => answer({}),
        'run.resend': () => answer({ messageId: 'm9' }),
      },
    });
    const { host, session } = joined;
    session.connection.start();
    await settled();
    session.actions.show('current');
    await settled();
    const row = (id: string, change: object): void => {
      const known = host.snapshot().conversations.find((each) => each.id === id);
      if (known) host.publish({ type: 'conversation.listed', row: { ...known, ...change } });
    };
    const toasts = () => session.toasts.store.getState().visibleToasts;
    const free = async (): Promise<void> => {
      isFree = true;
      row('c2', { activity: 'idle' });
      await settled();
    };
    const asked = (method: string) => host.calls.filter((call) => call.method === method).length;
    return { session, row, toasts, free, asked };
  }
  const asks: Record<string, (session: Session) => Promise<boolean>> = {
    'changes.apply': ({ changes }) => changes.apply({ type: 'call', messageId: 'm1', index: 0 }, 'undo'),
    'conversation.rewind': ({ changes }) => changes.rewind('m0', true),
    'run.regenerate': ({ branches }) => branches.regenerate('m0', true),
    // The draft stays until it is sent.
    'run.resend': async ({ branches, view }) => {
      write(view, 'said anew');
      const sent = await branches.resend('m0', 'said anew', {
        attachments: [],
        files: true,
        onSent: () => view.setState({ edits: {} }),
      });
      return !sent && view.getState().edits.m0 === 'said anew';
    },
  };
  const write = (view: Session['view'], text: string): void => view.setState({ edits: { m0: text } });

  test.each(Object.keys(asks))(
    cite('AGENT-4', 'it is named, and the pending action runs once it has ended: %s'),
    async (method) => {
      const { session, toasts, free, asked } = await busy();
      expect(await asks[method]?.(session)).toBe(true);
      const [said] = toasts();
      expect(said?.message).toContain('“Move the retry policy into one place” is running in this folder');
      expect(said?.action?.label).toBe(lateStrings.undoing.wait);
      said?.action?.run();
      await settled();
      expect(toasts().map(({ message }) => message)).toContain(lateStrings.undoing.waits);
      expect(asked(method)).toBe(1);
      await free();
      expect(asked(method)).toBe(2);
      if (method === 'conversation.rewind') expect(session.drafts.textOf('current')).toBe('what I said');
      expect(session.view.getState().edits).toEqual({});
    },
  );

  test.each([
    ['given up', undefined],
    ['written on', 'said anew, and more'],
  ])(cite('AGENT-4', 'a message to be resent no longer waits if its edit is %s'), async (_how, text) => {
    const { session, toasts, free, asked } = await busy();
    await asks['run.resend']?.(session);
    toasts()[0]?.action?.run();
    await settled();
    expect(toasts().map(({ message }) => message)).toContain(lateStrings.undoing.waits);
    if (text === undefined) session.view.setState({ edits: {} });
    else write(session.view, text);
    expect(toasts().map(({ message }) => message)).not.toContain(lateStrings.undoing.waits);
    await free();
    expect(asked('run.resend')).toBe(1);
    expect(session.view.getState().edits.m0).toBe(text);
  });

  test(cite('AGENT-4', 'a pending action can be canceled while it waits, whatever else is reported'), async () => {
    const { session, toasts, free, asked } = await busy();
    for (const method of ['conversation.rewind', 'changes.apply']) {
      await asks[method]?.(session);
      toasts().at(-1)?.action?.run();
      await settled();
    }
    for (const tone of ['info', 'error'] as const)
      for (let n = 0; n < 20; n++) session.toasts.show({ tone, message: `${tone} ${n}` });
    const messages = toasts().map(({ message }) => message);
    expect(messages.slice(0, 2)).toEqual([lateStrings.undoing.waits, lateStrings.undoing.waits]);
    expect(messages.slice(2)).toEqual(Array.from({ length: 20 }, (_, n) => `error ${n}`));
    toasts()[0]?.action?.run();
    await free();
    expect(asked('conversation.rewind')).toBe(1);
    expect(asked('changes.apply')).toBe(2);
  });

  test(cite('AGENT-4', 'dismissing the notice cancels the pending action'), async () => {
    const { session, toasts, free, asked } = await busy();
    await asks['conversation.rewind']?.(session);
    toasts()[0]?.action?.run();
    await settled();
    const waits = toasts().find(({ message }) => message === lateStrings.undoing.waits);
    session.toasts.dismiss(waits?.id ?? 0);
    expect(toasts()).not.toContain(waits);
    await free();
    expect(asked('conversation.rewind')).toBe(1);
  });

  test.each(['conversation.rewind', 'run.regenerate', 'run.resend'])(
    cite('AGENT-4', 'rewinding past a message sent meanwhile is not done, which is reported: %s'),
    async (method) => {
      const { session, row, toasts, free, asked } = await busy();
      await asks[method]?.(session);
      toasts()[0]?.action?.run();
      await settled();
      row('current', { updatedAt: new Date().toISOString() });
      await free();
      expect(asked(method)).toBe(1);
      expect(toasts().map(({ message }) => message)).toContain(lateStrings.undoing.wentOn);
    },
  );
});

describe('a turn', () => {
  test(cite('AGENT-4', 'ends with its changes: each file once, review and undo of all'), async () => {
    const { items, session } = await shown();
    expect(items.map(({ type }) => type)).toEqual(['user', 'assistant', 'calls', 'assistant', 'changes']);
    const row = items.at(-1);
    if (row?.type !== 'changes') throw new Error('no changes');
    expect(turnTotals(row.calls, ['m3:0'])).toEqual({ files: 5, added: 5, removed: 1, calls: 3, undone: 1, copied: 0 });
    const line = wordsOf(staticMarkup(session, <TranscriptRow item={row} canContinue={false} />));
    expect(line).toMatch(/5 files changed.*Review.*Undo all…/);
    expect(line).not.toContain('Redo');
    expect(line).toContain('+ 1 change that can’t be undone');
    expect(line).toContain(notCovered);
    const undone = await shown({ undone: ['m1:0', 'm3:0', 'm3:1'] });
    const all = wordsOf(staticMarkup(undone.session, <TranscriptRow item={row} canContinue={false} />));
    expect(all).toMatch(/all undone.*Review.*Redo all…/);
    expect(all).not.toContain('Undo all');
  });

  test(cite('AGENT-4', 'in a fork says where its undo is, and offers none, in its line and its boxes'), async () => {
    const { items, session } = await shown();
    const row = items.at(-1);
    if (row?.type !== 'changes') throw new Error('no changes');
    const calls = row.calls.map((call): ChangingCall => {
      const { result } = call;
      const { changes } = result?.details ?? {};
      if (!result || !changes) return call;
      return {
        ...call,
        result: { ...result, details: { ...result.details, changes: { ...changes, copied: true } } },
      };
    });
    expect(turnTotals(calls, ['m3:0'])).toMatchObject({ files: 5, calls: 0, undone: 0, copied: 3 });
    const line = staticMarkup(session, <TranscriptRow item={{ ...row, calls }} canContinue={false} />);
    expect(wordsOf(line)).toContain('5 files changed');
    expect(wordsOf(line)).toContain('undo in the original conversation');
    expect(wordsOf(line)).not.toMatch(/Undo all|Review/);
    const changed = calls.find((call) => changesOf(call)) as ChangingCall;
    const box = staticMarkup(session, <CallChanges call={changed} />);
    expect(wordsOf(box)).toContain('undo in the original conversation');
    expect(wordsOf(box)).not.toContain('Undo…');
  });

  test(cite('AGENT-4', 'that changed only what undo does not cover says so, without offering undo'), async () => {
    const { session } = await shown();
    const call = { result: { details: { changes: { files: [], notCovered } } } } as unknown as CallRef;
    const item = { type: 'changes' as const, key: 'c', messageId: 'm0', calls: [call] };
    const line = wordsOf(staticMarkup(session, <TranscriptRow item={item} canContinue={false} />));
    expect(line).toContain('1 change that can’t be undone');
    expect(line).toContain(notCovered);
    expect(line).not.toMatch(/\+ 1 change|Undo all|files? changed/);
  });

  test('in progress says nothing yet; one without changes has no line', async () => {
    const { items, session } = await shown({ run: { runId: 'r', startedAt: '', phase: 'model' } });
    const row = items.at(-1);
    if (row?.type !== 'changes') throw new Error('no changes');
    expect(staticMarkup(session, <TranscriptRow item={row} canContinue={false} />)).toBe('');
    const quiet = script().user('go').asks(null, ['read_file', {}]).result('x').says('done');
    expect(transcriptItems(quiet.messages).some(({ type }) => type === 'changes')).toBe(false);
  });

  test('keeps its line in place as the conversation continues, and unchanged parts do not re-render', () => {
    const talk = changesTalk();
    const before = transcriptItems(talk.messages);
    talk.add({
      v: 1,
      id: 'e',
      parentId: 'm6',
      createdAt: '',
      role: 'system',
      partType: 'environment',
      content: 'x',
      environment: { about: 'plan' },
    });
    const after = reuseItems(before, transcriptItems(talk.user('and?').says('so').messages));
    expect(after.map(({ type }) => type).slice(4)).toEqual(['changes', 'record', 'user', 'assistant']);
    expect(after[4]).toBe(before[4]);
  });
});

describe('rewinding', () => {
  test(cite('AGENT-4', 'puts the message into the composer next to the draft, and can be undone'), async () => {
    const { session, toasts, host } = await shown();
    session.drafts.write('current', 'half a thought');
    expect(await session.changes.rewind('m0', true)).toBe(true);
    const text = (): string | undefined => session.drafts.store.getState().texts.current;
    expect(text()).toBe('what I said\n\nhalf a thought');
    expect(toasts()).toEqual([`${words.rewind.done} Undid changes in 1 file.`]);
    expect(await session.changes.goForward()).toBe(true);
    expect(host.calls.some(({ method }) => method === 'conversation.unrewind')).toBe(true);
    expect(toasts().at(-1)).toContain(words.rewind.undoneThat);
  });

  test('undone after more typing leaves that in the composer', async () => {
    const { session, toasts } = await shown();
    await session.changes.rewind('m0', false);
    session.drafts.write('current', 'what I said, and better');
    await session.changes.goForward();
    expect(session.drafts.store.getState().texts.current).toBe('what I said, and better');
    expect(toasts().at(-1)).toContain(words.rewind.dropped);
  });

  test(cite('AGENT-4', "then shows the host's current branch"), async () => {
    const { host, session } = await shown();
    const state = host.conversation('current');
    if (!state) throw new Error('no state');
    host.place({ ...state, messages: state.messages.slice(0, 1) });
    host.publishTo('current', { type: 'branch.changed' });
    await settled();
    expect(session.conversation.store.getState().state?.messages.map(({ id }) => id)).toEqual(['m0']);
    // Events after the snapshot continue from it.
    host.publishTo('current', { type: 'changes.changed', undone: { 'm1:0': true } });
    await settled();
    expect(session.conversation.store.getState().state?.undone).toEqual(['m1:0']);
  });
});
