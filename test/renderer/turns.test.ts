// A finished turn is one line: what the line says, which rows remain next to it, and when it collapses.

import { describe, expect, test } from 'vitest';
import { completedSentence, unsuccessfulText } from '../../renderer/core/calls/callsSummary.ts';
import { type CallRef, transcriptItems } from '../../renderer/core/calls/items.ts';
import { summarizeCalls } from '../../renderer/core/calls/summarizeCalls.ts';
import { callMeasure } from '../../renderer/features/calls/callMeasure.ts';
import { catalog as english } from '../../renderer/features/calls/words/en.ts';
import { catalog as chinese } from '../../renderer/features/calls/words/zh.ts';
import {
  type FoldRow,
  type Row,
  type RowsInput,
  reuseRows,
  rowIndexOf,
  unmarkedKeys,
} from '../../renderer/features/chat/transcript/rows.ts';
import type { Message, ToolMessage } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { script } from '../support/scriptedHost.ts';
import { rows, shape, stateOf } from '../support/transcriptRows.ts';

type Asked = [name: string, args: unknown, more?: Partial<ToolMessage>];

function turn(
  calls: readonly Asked[],
  answer: string | null = 'done',
  text: string | null = null,
): ReturnType<typeof script> {
  const talk = script().user('go');
  for (const [name, args, more] of calls) talk.asks(text, [name, args]).result('x', more);
  return answer === null ? talk : talk.says(answer);
}

const changed = (added: number, removed: number): Partial<ToolMessage> => ({
  details: { changes: { files: [{ path: 'a', kind: 'modified', added, removed }] } },
});

function foldIn(list: readonly Row[]): FoldRow {
  const found = list.find((row) => row.type === 'fold');
  if (!found) throw new Error('nothing folds');
  return found;
}

/** The line as it is read. */
function said(calls: readonly Asked[]): string {
  const refs = transcriptItems(turn(calls).messages).flatMap((item) => (item.type === 'calls' ? item.calls : []));
  const done = summarizeCalls(refs.map((call) => ({ call, state: stateOf(call) })));
  const { failed, others } = unsuccessfulText(done);
  return [completedSentence(done), ...others, failed].filter(Boolean).join(english.comma);
}

describe('the text of a collapsed line', () => {
  test.each<[string, Asked[]]>([
    [
      'Ran 2 commands, edited 3 files, 1 failed',
      [
        ['edit_file', { path: 'a' }],
        ['edit_file', { path: 'b' }, changed(1, 1)],
        ['run_command', { command: 'npm test' }, { outcome: 'error', details: { exitCode: 1 } }],
        ['edit_file', { path: 'c' }],
        ['edit_file', { path: 'a' }],
        ['run_command', { command: 'npm test' }],
      ],
    ],
    [
      'Read 1 file',
      [
        ['read_file', { path: 'a' }],
        ['read_file', { path: 'a', offset: 80 }],
      ],
    ],
    [
      'Searched 2 times',
      [
        ['search_files', { pattern: 'a' }],
        ['search_files', { pattern: 'a' }],
      ],
    ],
    [
      'Called 2 tools from github',
      [
        ['mcp__github__list_issues', {}],
        ['mcp__github__list_issues', {}],
        ['mcp__github__get_issue', {}],
      ],
    ],
    [
      'Called 2 tools from several servers',
      [
        ['mcp__github__a', {}],
        ['use_tool', { name: 'mcp__notion__b' }],
      ],
    ],
    [
      'Used weather',
      [
        ['weather', { city: 'Basel' }],
        ['weather', {}],
      ],
    ],
    [
      'Ran 1 command, read 1 file',
      [
        ['Read', { file_path: 'a' }],
        ['Bash', { command: 'ls' }],
      ],
    ],
    [
      '3 tool calls',
      [
        ['read_command', { id: 'bg_1' }],
        ['read_tool_result', {}],
        ['end_command', {}],
      ],
    ],
    [
      'Read 1 file, 1 more call',
      [
        ['read_command', { id: 'bg_1' }],
        ['read_file', { path: 'a' }],
      ],
    ],
    [
      '1 denied, 1 unfinished, 1 failed',
      [
        ['edit_file', { path: 'a' }, { outcome: 'error' }],
        ['run_command', { command: 'x' }, { outcome: 'denied' }],
        ['read_file', { path: 'a' }, { outcome: 'cancelled' }],
      ],
    ],
    [
      'Ran 1 command, edited 1 file, wrote 1 file, read 1 file, 3 more calls',
      [
        ['todo_write', {}],
        ['list_files', { path: '.' }],
        ['web_search', { query: 'a' }],
        ['read_file', { path: 'a' }],
        ['write_file', { path: 'a' }],
        ['edit_file', { path: 'a' }],
        ['run_command', { command: 'x' }],
      ],
    ],
  ])(cite('UI-13', '%s'), (sentence, calls) => {
    expect(said(calls)).toBe(sentence);
  });

  test('a tool name hides nothing, and a name from Object.prototype is a tool like any other', () => {
    expect(
      said([
        ['we\u202eather', {}],
        ['we\u202eather', {}],
      ]),
    ).toBe('Used we⟨U+202E⟩ather');
    expect(
      said([
        ['constructor', {}],
        ['constructor', {}],
      ]),
    ).toBe('Used constructor');
  });

  test(cite('UI-13', 'each language has singular and plural for each kind'), () => {
    for (const kind of Object.keys(english.done) as (keyof typeof english.done)[]) {
      for (const words of [english, chinese]) {
        const [one, many] = [words.done[kind](1, 'x'), words.done[kind](3, '')];
        expect(`${one}${many}`, kind).not.toMatch(/undefined|NaN|\b1 \w+s\b/);
      }
    }
    expect(chinese.done.server(2, 'github')).toBe('调用了 github 的 2 个工具');
  });
});

describe('a finished turn', () => {
  const next = { ...(script().user('next').messages[0] as Message), id: 'next' };
  /** The rows of a turn that another one follows. */
  const earlier = (messages: readonly Message[], more: Partial<RowsInput> = {}) =>
    rows([...messages, next], more).slice(0, -1);
  const reads: Asked[] = Array.from({ length: 4 }, (_one, at) => ['read_file', { path: `${at}` }]);

  test(cite('UI-13', 'is the question, one line and the answer, and expands in place with its texts'), () => {
    const { messages } = turn(reads, 'done', 'I look.');
    const folded = earlier(messages);
    expect(shape(folded)).toEqual(['user', 'fold 4', 'assistant']);
    const open = earlier(messages, { openFolds: { 'turn:m1': true } });
    expect(shape(open).slice(0, 4)).toEqual(['user', 'fold 4', 'assistant', 'm1:0']);
    expect(open).toHaveLength(11);
    expect(foldIn(open).open).toBe(true);
    expect(folded.map(({ gap }) => gap)).toEqual([24, 8, 24]);
    expect(open.map(({ gap }) => gap)).toEqual([24, 8, 8, 8, 8, 8, 8, 8, 8, 8, 24]);
  });

  test(
    cite('UI-13', 'in progress only collapses adjacent calls, and one without an answer keeps what led to its end'),
    () => {
      const { messages } = turn(reads, null, 'I look.');
      expect(shape(rows(messages, { running: true }))).toHaveLength(9);
      expect(shape(earlier(messages))).toEqual(['user', 'fold 3', 'assistant', 'm7:0']);
    },
  );

  test(
    cite(
      'UI-13',
      'failed, denied or stopped calls, changes that no card lists and questions to the user stay rows, in order',
    ),
    () => {
      const { messages } = turn([
        ['read_file', { path: 'a' }],
        ['run_command', { command: 'x' }, { outcome: 'error' }],
        ['read_file', { path: 'b' }],
        ['edit_file', { path: 'a' }],
        ['run_command', { command: 'y' }, { outcome: 'denied' }],
        ['read_file', { path: 'c' }],
        ['run_command', { command: 'make' }, changed(3, 0)],
        ['ask_user', {}],
        ['read_file', { path: 'd' }, { outcome: 'interrupted', resolution: 'skip' }],
        ['list_files', {}, { outcome: 'cancelled' }],
      ]);
      expect(shape(earlier(messages))).toEqual([
        'user',
        'fold 10',
        ...['m3:0', 'm7:0', 'm9:0', 'm15:0', 'm17:0', 'm19:0'],
        'assistant',
        'changes',
      ]);
    },
  );

  test(cite('UI-13', 'many changes are one more line, which opens separately'), () => {
    const edits = Array.from({ length: 12 }, (_one, at): Asked => ['edit_file', { path: `${at}` }]);
    const { messages } = turn([...reads, ...edits, ['run_command', { command: 'x' }, { outcome: 'error' }]]);
    expect(shape(earlier(messages))).toEqual(['user', 'fold 17', 'fold 12', 'm33:0', 'assistant']);
    const open = earlier(messages, { openFolds: { 'm9:0': true } });
    expect(shape(open)).toHaveLength(17);
    expect(new Set(open.map(({ key }) => key)).size).toBe(17);
  });

  test(cite(['UI-13', 'UI-23'], 'does not collapse before the next turn begins, nor do its last calls'), () => {
    const { messages } = turn(reads, 'done', 'I look.');
    const live = rows(messages.slice(0, -1), { running: true });
    expect(rows(messages).slice(0, live.length)).toEqual(live.map((row) => expect.objectContaining({ key: row.key })));
    expect(shape(rows(messages))).not.toContain('fold 4');
    expect(shape(rows(turn(reads).messages))).toEqual(['user', 'm1:0', 'm3:0', 'm5:0', 'm7:0', 'assistant']);
    const many = turn([...reads, ...reads]);
    const ran = ['user', 'fold 6', 'm13:0', 'm15:0'];
    expect(shape(rows(many.messages.slice(0, -1), { running: true }))).toEqual(ran);
    expect(shape(rows(many.messages))).toEqual([...ran, 'assistant']);
    expect(shape(rows([...many.messages, next]))).toEqual(['user', 'fold 8', 'assistant', 'user']);
  });

  test(cite(['UI-13', 'UI-23'], 'shows a failed call at once, next to the line that its neighbors fold into'), () => {
    const failed: Asked = ['run_command', { command: 'x' }, { outcome: 'error' }];
    const { messages } = turn([reads[0] as Asked, failed, ...reads.slice(1), ...reads]);
    const ran = ['user', 'fold 7', 'm3:0', 'm15:0', 'm17:0'];
    expect(shape(rows(messages.slice(0, -1), { running: true }))).toEqual(ran);
    expect(shape(rows(messages))).toEqual([...ran, 'assistant']);
    const open = rows(messages, { openFolds: { 'm1:0': true } });
    expect(new Set(open.map(({ key }) => key)).size).toBe(open.length);
    expect(shape(open).slice(0, 4)).toEqual(['user', 'fold 7', 'm1:0', 'm3:0']);
    expect(rowIndexOf(rows(messages), 'm3:0')).toBe(2);
    // A line that hides too little is no gain.
    const few = turn([failed, failed, ...reads.slice(0, 2), ...reads.slice(0, 2)]);
    expect(shape(rows(few.messages))).not.toContain('fold 4');
  });

  test('with one call shows its row, and a text alone does not collapse', () => {
    expect(shape(earlier(turn(reads.slice(0, 1)).messages))).toEqual(['user', 'm1:0', 'assistant']);
    expect(shape(earlier(script().user('go').says('half', { finishReason: 'stopped' }).says('more').messages))).toEqual(
      ['user', 'assistant', 'assistant'],
    );
  });

  test('a broken reply, a note and a failure stay', () => {
    const talk = turn(reads, null);
    talk.says('half', { finishReason: 'interrupted' });
    for (const [name, args] of reads) talk.asks(null, [name, args]).result('x');
    const { messages } = talk.says('done');
    expect(shape(earlier(messages))).toEqual(['user', 'fold 8', 'assistant', 'assistant']);
  });

  test(cite('UI-13', 'shows the time from the question to the answer, without waiting for the user'), () => {
    expect(foldIn(earlier(turn(reads).messages)).turn).toBe(9 * 4000);
    const waited = turn([...reads, ['run_command', { command: 'x' }, { waitedMs: 30_000 }]]).messages;
    expect(foldIn(earlier(waited)).turn).toBe(11 * 4000 - 30_000);
    const broke = turn([...reads, ['read_file', {}, { outcome: 'interrupted', duration: 0 }]]).messages;
    expect(foldIn(earlier(broke)).turn).toBe(4 * 40);
  });

  test(cite('UI-13', 'does not collapse while being read, and what the user opened or selected stays'), () => {
    const { messages } = turn(reads);
    expect(shape(earlier(messages, { mayFold: () => false }))).toEqual(['user', 'fold 4', 'assistant']);
    expect(foldIn(earlier(messages, { mayFold: () => false })).turn).toBeNull();
    expect(shape(earlier(messages, { openCalls: { 'm3:0': true } }))).toEqual(['user', 'fold 4', 'm3:0', 'assistant']);
    expect(shape(earlier(messages, { focused: 'm5:0' }))).toEqual(['user', 'fold 4', 'm5:0', 'assistant']);
    const closed = { openCalls: { 'm3:0': true }, openFolds: { 'turn:m1:0': false } };
    expect(shape(earlier(messages, closed))).toEqual(['user', 'fold 4', 'assistant']);
  });

  test(cite('UI-3', 'hidden content is found in its line, and directly once that is expanded'), () => {
    const { messages } = turn(reads, 'done', 'I look.');
    const folded = earlier(messages);
    for (const name of ['m3', 'm3:0']) expect(rowIndexOf(folded, name)).toBe(1);
    expect(rowIndexOf(folded, messages.at(-1)?.id ?? '')).toBe(2);
    const open = earlier(messages, { openFolds: { 'turn:m1': true } });
    expect([rowIndexOf(open, 'm3'), rowIndexOf(open, 'm3:0')]).toEqual([4, 5]);
  });

  test(
    cite('UI-5', 'while its end is on a later page no text of it counts as the answer, and its line keeps its name'),
    () => {
      const { messages } = turn(reads, 'done', 'I look.');
      const part = rows(messages.slice(0, 7), { hasLater: true });
      expect(shape(part)).toEqual(['user', 'fold 3']);
      const whole = reuseRows(part, earlier(messages));
      expect(foldIn(whole).key).toBe(foldIn(part).key);
      const openFolds: Record<string, boolean> = { 'turn:m5': true };
      for (const key of unmarkedKeys(transcriptItems(messages), openFolds)) openFolds[key] = true;
      expect(shape(rows(messages.slice(0, 4), { openFolds, hasLater: true }))).toContain('m1:0');
    },
  );
});

describe("a call's metric", () => {
  const measured = (name: string, details: ToolMessage['details'], outcome: ToolMessage['outcome'] = 'ok') => {
    const made = turn([[name, {}, { outcome, ...(details ? { details } : {}) }]]);
    const [call] = transcriptItems(made.messages).flatMap((item) => (item.type === 'calls' ? item.calls : []));
    return callMeasure(call as CallRef);
  };

  test(cite('UI-13', 'is that of its kind'), () => {
    expect(measured('edit_file', changed(2, 2).details)).toEqual({ added: 2, removed: 2 });
    expect(measured('search_files', { matches: 3 })).toBe('3 matches');
    expect(measured('search_files', { matches: 0 })).toBe('no matches');
    expect(measured('run_command', { exitCode: 1 }, 'error')).toBe('Exit 1');
    expect(measured('run_command', { exitCode: 0 })).toBeNull();
    expect(measured('read_file', { lines: { start: 1, end: 80, total: 200 } })).toBe('80 lines');
    expect(measured('list_files', { entries: 1 })).toBe('1 entry');
    expect(measured('read_file', { lines: 'all' } as never)).toBeNull();
    expect(measured('search_files', { matches: 'many' } as never, 'ok')).toBeNull();
    expect(measured('edit_file', changed(2, 2).details, 'denied')).toBeNull();
  });
});
