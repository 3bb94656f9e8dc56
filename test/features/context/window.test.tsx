// The context in the window: the meter, the panel, the marks on rows, and the next request's body.

import { describe, expect, test, vi } from 'vitest';
import { contextScenes } from '../../../e2e/gallery/features/context/scenes.ts';
import type { BoxState } from '../../../renderer/core/calls/callState.ts';
import { type CallRef, transcriptItems } from '../../../renderer/core/calls/items.ts';
import { revealMessage } from '../../../renderer/core/state/revealMessage.ts';
import { rowsOf, type SingleItem } from '../../../renderer/features/chat/transcript/rows.ts';
import { RowContent, TranscriptRow } from '../../../renderer/features/chat/transcript/TranscriptRow.tsx';
import { ContextMeter } from '../../../renderer/features/context/ContextMeter.tsx';
import { ContextPanel } from '../../../renderer/features/context/ContextPanel.tsx';
import { contextItemRows } from '../../../renderer/features/context/contextItemRows.ts';
import { fullness, percentOf } from '../../../renderer/features/context/contextStore.ts';
import {
  findMatches,
  requestLines,
  rowOf,
  rowPieces,
  rowText,
} from '../../../renderer/features/context/requestLines.ts';
import { shortLabel } from '../../../renderer/features/context/shortLabel.ts';
import type { RunState } from '../../../shared/conversation/event.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import type { ContextReport } from '../../../shared/features/context/methods.ts';
import { cite } from '../../support/cite.ts';
import { joinSession, script, settled, snapshotFixture } from '../../support/scriptedHost.ts';
import { staticMarkup, wordsOf } from '../../support/staticMarkup.tsx';

/** A window with a gallery scene, its context counted. */
async function shown(name: string, answer?: () => ContextReport, run: RunState | null = null) {
  const scene = contextScenes[name]?.();
  if (!scene?.conversation || !scene.context) throw new Error(`no scene ${name}`);
  const report = scene.context;
  const marked: unknown[] = [];
  const joined = joinSession({
    snapshot: snapshotFixture(),
    conversations: [{ ...scene.conversation, ...(run ? { run } : {}) }],
    handlers: {
      'context.read': async () => ok(answer?.() ?? report),
      'context.mark': async (params) => {
        marked.push(params);
        return ok({ before: { hidden: null, pinned: true } });
      },
      'context.compact': async () =>
        ok({ result: 'no_effect', message: 'There was nothing to compact.', tokensBefore: 1, tokensAfter: 1 }),
    },
  });
  joined.session.connection.start();
  await settled();
  joined.session.actions.show('current');
  const unwatch = joined.session.context.watch();
  await settled();
  joined.timers.run();
  await settled();
  const reads = (): number => joined.host.calls.filter(({ method }) => method === 'context.read').length;
  return { ...joined, report, marked, unwatch, reads };
}

describe('the meter', () => {
  test(cite('COMPACT-8', 'shows how full the context is, and opens the panel'), async () => {
    const { session } = await shown('context');
    const markup = staticMarkup(session, <ContextMeter open={false} />);
    expect(wordsOf(markup)).toBe('34%');
    expect(markup).toContain('aria-label="Context: 34% used, 43,097 of 128,000 tokens"');
    expect(markup).toContain('data-context-meter="calm"');
    expect(markup).toContain('aria-pressed="false"');
  });

  test('has a color only above 80 %', async () => {
    const { session } = await shown('contextFull');
    expect(staticMarkup(session, <ContextMeter open={false} />)).toContain('data-context-meter="near"');
    expect([79, 80, 81, 100, 101].map((used) => fullness(used, 100))).toEqual(['calm', 'calm', 'near', 'near', 'over']);
    expect([percentOf(0, 100), percentOf(1, 1000), percentOf(5, 0)]).toEqual([0, 1, 0]);
  });

  test('is missing in a new chat', async () => {
    const { session } = await shown('context');
    session.actions.newChat();
    await settled();
    expect(staticMarkup(session, <ContextMeter open={false} />)).not.toContain('data-context-meter');
  });
});

describe('the panel', () => {
  test(cite('COMPACT-8', 'shows what uses the window, by part and by record'), async () => {
    const { session, report } = await shown('context');
    const text = wordsOf(staticMarkup(session, <ContextPanel onClose={() => {}} />));
    for (const part of report.parts) expect(text).toContain(part.tokens.toLocaleString('en'));
    expect(text).toContain('43,097 of 128,000 tokens');
    expect(text).toContain('Above 102,400 tokens, the oldest part is compacted');
    expect(text).toContain('including 38,016 from its cache');
    expect(text).toContain('Read src/health.ts');
    expect(text).toContain('Free84,903');
  });

  test("a result of a call that was not done says so, like the call's box", async () => {
    const scene = contextScenes.context?.().context;
    const [item] = scene?.items.filter(({ kind }) => kind === 'results') ?? [];
    if (!scene || !item) throw new Error('no scene');
    const calls = [{ name: 'write_file', arguments: '{"path":"a/two.txt"}' }];
    const ends = ['denied', 'cancelled', 'error', 'interrupted', 'not_started'] as const;
    const items = ends.map((ended, at) => {
      return { ...item, messageId: `r${at}`, words: { type: 'calls' as const, done: false, ended, calls } };
    });
    const { session } = await shown('context', () => ({ ...scene, items }));
    const markup = staticMarkup(session, <ContextPanel onClose={() => {}} />);
    for (const end of ['Denied', 'Canceled', 'Failed', 'Outcome unknown', 'Not started']) {
      expect(wordsOf(markup)).toContain(`Write a/two.txtResult · ${end}`);
      expect(markup).toContain(`Write a/two.txt, ${end}, `);
    }
    expect(wordsOf(markup)).not.toContain('Wrote');
  });

  test("another app's call reads like its box", async () => {
    const scene = contextScenes.context?.().context;
    const [item] = scene?.items.filter(({ kind }) => kind === 'results') ?? [];
    if (!scene || !item) throw new Error('no scene');
    const calls = [{ name: 'Bash', arguments: '{"command":"ls berths","description":"List them"}' }];
    const items = [{ ...item, words: { type: 'calls' as const, done: true, calls } }];
    const { session } = await shown('context', () => ({ ...scene, items }));
    expect(wordsOf(staticMarkup(session, <ContextPanel onClose={() => {}} />))).toContain('Ran ls berths');
  });

  test('manual compaction is only possible without a run', async () => {
    const button = (markup: string): string =>
      [...markup.matchAll(/<button[^>]*>(?:(?!<\/button>).)*/g)].find(([found]) =>
        found.endsWith('Compact now'),
      )?.[0] ?? '';
    const idle = await shown('context');
    expect(button(staticMarkup(idle.session, <ContextPanel onClose={() => {}} />))).not.toContain('disabled=""');
    const busy = await shown('context', undefined, { runId: 'r', startedAt: '', phase: 'model' });
    expect(button(staticMarkup(busy.session, <ContextPanel onClose={() => {}} />))).toContain('disabled=""');
  });

  test(cite('COMPACT-8', 'a record shows what hiding it saves and what the provider reads again'), async () => {
    const { session } = await shown('context');
    const markup = staticMarkup(session, <ContextPanel onClose={() => {}} />);
    expect(markup).toContain('Hide from the model. Saves 28,000 tokens; the 612 after it are processed again once.');
    expect(markup).toContain('Hide from the model. Saves 612 tokens; nothing after it is processed again.');
    // A message with text and calls is hidden once: with its text, not its calls.
    expect(markup.match(/data-record="m1"/g)).toHaveLength(2);
    expect(markup.match(/Saves 70 tokens/g)).toHaveLength(1);
  });

  test(
    cite('COMPACT-7', 'cleared and hidden items show their savings; compactions can be undone and redone'),
    async () => {
      const { session } = await shown('contextFull');
      const markup = staticMarkup(session, <ContextPanel onClose={() => {}} />);
      const text = wordsOf(markup);
      expect(text).toContain('Result · Hidden · 19,186 tokens saved');
      expect(text).toContain('Result · Replaced with a reference · 1,372 tokens saved');
      expect(text).toContain('Reply · Pinned');
      expect(markup).toMatch(/Show to the model\. Adds 19,186 tokens/);
      expect(markup.match(/data-compaction="(\w+)"/g)).toEqual(['data-compaction="undone"', 'data-compaction="done"']);
      expect(text).toContain('14 results replaced with references');
      expect(text).toContain('103,120 → 61,400 tokens');
    },
  );

  test(
    cite('COMPACT-5', 'a compaction covered by a later summary offers no undo, in the panel and in its row'),
    async () => {
      const scene = contextScenes.contextFull?.().context;
      if (!scene) throw new Error('no scene');
      const compactions = scene.compactions.map((one) => ({ ...one, superseded: one.messageId === 's1' }));
      const { session, host } = await shown('contextFull', () => ({ ...scene, compactions }));
      expect(staticMarkup(session, <ContextPanel onClose={() => {}} />).match(/data-compaction=/g)).toHaveLength(1);
      const compaction = { firstKeptId: 'm0', clearedIds: [], tokensBefore: 100, tokensAfter: 10 };
      const common = { v: 1, parentId: null, createdAt: '', role: 'system', partType: 'summary', compaction } as const;
      const earlier = { ...common, id: 'sum1', content: 'The first.' };
      const later = { ...common, id: 'sum2', content: 'The second.' };
      for (const message of [earlier, later]) host.publishTo('current', { type: 'message.appended', message });
      await settled();
      const rows = transcriptItems([earlier, later]).map((item) =>
        staticMarkup(session, <TranscriptRow item={item as SingleItem} canContinue={false} />),
      );
      expect(rows.map((row) => row.includes('Undo this compaction'))).toEqual([false, true]);
      expect(wordsOf(rows[0] ?? '')).toContain('Replaced by a later summary');
    },
  );

  test('a kind is shown once for consecutive rows', async () => {
    const { session } = await shown('contextFull');
    const markup = staticMarkup(session, <ContextPanel onClose={() => {}} />);
    const kinds = markup.match(/<span class="[^"]*text-small[^"]*">Result<\/span>/g) ?? [];
    expect(kinds.length).toBeGreaterThan(90);
    expect(kinds.filter((kind) => !kind.includes('sr-only')).length).toBeLessThanOrEqual(3);
  });

  test(cite('COMPACT-4', 'an oversized context has the buttons that help'), async () => {
    const { session } = await shown('context');
    const error = { code: 'CONTEXT_STILL_TOO_LARGE', message: 'It does not fit.', item: { messageId: 'm0' } };
    const [item] = transcriptItems(script('e').says('', { partType: 'error', content: null, error }).messages);
    const markup = staticMarkup(session, <TranscriptRow item={item as SingleItem} canContinue />);
    for (const words of ['Show', 'Hide and try again', 'Try again', 'Next request']) {
      expect(wordsOf(markup)).toContain(words);
    }
  });

  test('renders a hundred of many records, and the rest on demand', async () => {
    const { session, report } = await shown('contextFull');
    const markup = staticMarkup(session, <ContextPanel onClose={() => {}} />);
    expect(markup.match(/<li data-record/g)).toHaveLength(100);
    expect(wordsOf(markup)).toContain(`Show ${report.items.length - 100} more`);
  });

  test('lists in request order, or the largest first, hidden ones by the size they would have', () => {
    const items = contextScenes.contextFull?.().context?.items ?? [];
    expect(contextItemRows(items, 'sent').map(({ item }) => item)).toEqual(items);
    const [first, second] = contextItemRows(items, 'largest').map(({ item }) => item.messageId);
    expect([first, second]).toEqual(['m5', 'm3']);
  });

  test('shows the error if nothing could be counted', async () => {
    const joined = joinSession({
      snapshot: snapshotFixture(),
      conversations: [contextScenes.context?.().conversation as never],
      handlers: { 'context.read': async () => fail('NO_MODEL', 'No model is set up. Choose one in the settings.') },
    });
    joined.session.connection.start();
    await settled();
    joined.session.actions.show('current');
    joined.session.context.watch();
    await settled();
    joined.timers.run();
    await settled();
    expect(wordsOf(staticMarkup(joined.session, <ContextPanel onClose={() => {}} />))).toContain('No model is set up.');
  });
});

describe('the count', () => {
  test(
    cite('COMPACT-8', 'is requested once when a message or a mark arrives, and not for streaming text'),
    async () => {
      const { host, timers, reads } = await shown('context');
      expect(reads()).toBe(1);
      const [one, two] = script('n').user('more').says('yes').messages;
      if (!one || !two) throw new Error('no messages');
      host.publishTo('current', { type: 'run.started', runId: 'r', startedAt: '2026-03-03T09:00:00Z' });
      host.publishTo('current', { type: 'message.appended', message: one });
      await settled();
      timers.run();
      await settled();
      expect(reads()).toBe(2);
      host.publishTo('current', { type: 'reply.started', messageId: two.id });
      for (let count = 0; count < 50; count++) host.publishTo('current', { type: 'reply.delta', text: 'word ' });
      await settled();
      timers.run();
      await settled();
      expect(reads()).toBe(2);
      host.publishTo('current', { type: 'message.appended', message: two });
      const meta = host.conversation('current');
      if (!meta) throw new Error('no conversation');
      const {
        projectId,
        title,
        model,
        approvalMode,
        modelOptions,
        requiredServer,
        rewound,
        preset,
        pinned,
        archived,
        worktree,
      } = meta;
      const marks = { m0: { hidden: true, at: '2026-03-03T09:00:00Z' } };
      host.publishTo('current', {
        type: 'meta.changed',
        meta: {
          ...{
            projectId,
            title,
            model,
            approvalMode,
            modelOptions,
            requiredServer,
            rewound,
            preset,
            pinned,
            archived,
            worktree,
          },
        },
      });
      host.publishTo('current', { type: 'marks.changed', marks });
      await settled();
      timers.run();
      await settled();
      expect(reads()).toBe(3);
    },
  );

  test(cite('COMPACT-8', 'is requested immediately when a run ends, without waiting for more'), async () => {
    const { host, reads } = await shown('context');
    const [one] = script('n').user('more').messages;
    host.publishTo('current', { type: 'run.started', runId: 'r', startedAt: '2026-03-03T09:00:00Z' });
    if (one) host.publishTo('current', { type: 'message.appended', message: one });
    await settled();
    expect(reads()).toBe(1);
    host.publishTo('current', { type: 'run.ended', end: 'done' });
    await settled();
    expect(reads()).toBe(2);
  });

  test('is not requested without a viewer', async () => {
    const { host, timers, reads, unwatch } = await shown('context');
    unwatch();
    const [one] = script('n').user('more').messages;
    if (one) host.publishTo('current', { type: 'message.appended', message: one });
    await settled();
    timers.run();
    await settled();
    expect(reads()).toBe(1);
  });
});

describe('date and folder', () => {
  test(cite('COMPACT-8', 'are not a transcript row but a line in the panel, which a jump to them opens'), async () => {
    const { session, host } = await shown('contextFull');
    const { messages = [] } = host.conversation('current') ?? {};
    expect(transcriptItems(messages).some(({ key }) => key === 'e1')).toBe(false);
    const closed = staticMarkup(session, <ContextPanel onClose={() => {}} />);
    expect(closed).toContain('data-environment="closed"');
    expect(wordsOf(closed)).toContain('Date: 2026-03-03');
    expect(closed).not.toContain('Operating system: Linux');
    // A wide window: the panel is next to the page.
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    vi.stubGlobal('document', { documentElement: null });
    vi.stubGlobal('getComputedStyle', () => ({ fontSize: '16px' }));
    const met = await revealMessage(session, 'e1');
    vi.unstubAllGlobals();
    expect(met).toBe(true);
    expect(session.view.getState()).toMatchObject({ panel: 'context', panelOpen: true, reveal: null });
    const open = staticMarkup(session, <ContextPanel onClose={() => {}} />);
    expect(open).toContain('data-environment="open"');
    expect(open).toContain('Operating system: Linux');
  });
});

describe('hiding and pinning', () => {
  test(cite('COMPACT-8', 'report what was done and offer to undo it, restoring the earlier marks'), async () => {
    const { session, marked } = await shown('context');
    await session.contextActions.mark('m5', 'hide', 'Read src/health.ts');
    const [toast] = session.toasts.store.getState().visibleToasts;
    expect(toast).toMatchObject({
      message: 'Hidden from the model: Read src/health.ts',
      action: { label: 'Undo', isUndo: true },
    });
    toast?.action?.run();
    await settled();
    expect(marked).toEqual([
      { conversationId: 'current', messageId: 'm5', hidden: true },
      { conversationId: 'current', messageId: 'm5', hidden: null, pinned: true },
    ]);
  });

  test('name the message by its first words, without Markdown, and cut between words', () => {
    const text = '## You said: **please** check\n\nthe `order` and the total of every line that the ledger has, again';
    expect(shortLabel(text)).toBe('You said: please check the order and the total of every line that the ledger…');
    expect(shortLabel('')).toBe('this message');
    expect(shortLabel('好'.repeat(100))).toBe(`${'好'.repeat(79)}…`);
  });

  test('repeating an action offers its own undo, and a compaction reports its result', async () => {
    const { session } = await shown('context');
    await session.contextActions.mark('m5', 'hide', 'Read a');
    await session.contextActions.mark('m5', 'hide', 'Read a');
    await session.contextActions.compact();
    const messages = session.toasts.store.getState().visibleToasts.map(({ message }) => message);
    expect(messages).toEqual(['Hidden from the model: Read a', 'There was nothing to compact.']);
    expect(session.contextActions.store.getState()).toEqual({ compacting: false });
  });

  test(cite('COMPACT-8', 'hidden records are marked as such in the conversation, and pinned ones too'), async () => {
    const { session, host } = await shown('contextFull');
    const items = transcriptItems(host.conversation('current')?.messages ?? []);
    const stateOf = (call: CallRef): BoxState => call.result?.outcome ?? 'interrupted';
    const drawn = (openFolds: Record<string, boolean>): string[] =>
      rowsOf({ items, stateOf, openCalls: {}, openFolds, running: false }).map((row) =>
        staticMarkup(session, <RowContent row={row} idle={false} />),
      );
    const rows = drawn({});
    const [question = ''] = rows;
    expect(wordsOf(question)).toContain('Hidden from the model');
    expect(question).toContain('data-mark="hidden"');
    expect(rows.filter((row) => wordsOf(row).includes('Pinned in the context'))).toHaveLength(1);
    expect(rows.join('').match(/data-result-mark="hidden"/g)).toHaveLength(1);
  });
});

describe("the next request's body", () => {
  const long = { messages: [{ content: `鲸鱼😀 "quoted" ${'word '.repeat(2_000)}needle${'😀'.repeat(3_000)}` }] };

  test('has shorter rows in a narrow space, where wide letters count twice', () => {
    const lines = requestLines(long, 40);
    const rows = lines.starts.map((start, row) => lines.text.slice(start, lines.starts[row + 1]));
    expect(rows.join('')).toBe(lines.text);
    for (const row of rows) {
      expect(row.isWellFormed()).toBe(true);
      const wide = Array.from(row.trimEnd()).filter((letter) => (letter.codePointAt(0) ?? 0) >= 0x1100).length;
      expect(Array.from(row.replace('\n', '')).length + wide).toBeLessThanOrEqual(40);
    }
  });

  test('split into rows is the whole text, with no character cut', () => {
    const lines = requestLines(long);
    expect(lines.text).toBe(JSON.stringify(long, null, 2));
    const rows = lines.starts.map((start, row) => lines.text.slice(start, lines.starts[row + 1]));
    expect(rows.join('')).toBe(lines.text);
    expect(rows.every((row) => row.length <= 128 && row.isWellFormed())).toBe(true);
    expect(rowText(lines, 0)).toBe('{');
  });

  test('is searched ignoring case, even across two rows', () => {
    const lines = requestLines(long);
    const [match, ...others] = findMatches(lines, 'NEEDLE😀');
    expect(others).toEqual([]);
    if (!match) throw new Error('not found');
    const row = rowOf(lines, match.start);
    const pieces = [row, row + 1].flatMap((at) => rowPieces(lines, at, [match]));
    const found = pieces.filter((piece) => piece.match === 0).map((piece) => piece.text);
    expect(found.join('')).toBe('needle😀');
    const split = { start: (lines.starts[3] ?? 0) - 2, end: (lines.starts[3] ?? 0) + 2 };
    expect(rowPieces(lines, 2, [split]).at(-1)).toMatchObject({ match: 0 });
    expect(rowPieces(lines, 3, [split])[0]).toMatchObject({ match: 0 });
    expect(findMatches(lines, '(.*').length).toBe(0);
    expect(findMatches(lines, '')).toEqual([]);
  });
});
