// The text before the caret, the list entries that match it, and how form values are written into the message.

import { describe, expect, test } from 'vitest';
import { callLine } from '../../../renderer/core/calls/callLine.ts';
import { queryAt } from '../../../renderer/features/chat/composer/completion/completionQuery.ts';
import { createSlashIndex, maxVisible } from '../../../renderer/features/chat/composer/completion/slashFind.ts';
import { hintOf, missingArguments, slashLine } from '../../../renderer/features/chat/composer/completion/slashText.ts';
import { variablesIn } from '../../../shared/features/customizations/customization.ts';
import type { SlashArgument } from '../../../shared/features/slash/slash.ts';
import { splitArguments } from '../../../shared/features/slash/slashArguments.ts';
import { cite } from '../../support/cite.ts';

describe('the typed word', () => {
  test.each([
    ['/', '/'.length, 'name:'],
    ['/rev', 4, 'name:rev'],
    ['/review', 4, 'name:rev'],
    ['、周报', 3, 'name:周报'],
    ['／rev', 4, 'name:rev'],
    ['/review 12', 10, 'words:review|12'],
    ['/review ', 8, 'words:review|'],
    ['/review\nthe second line', 5, 'name:revi'],
    ['/review see @no', 15, 'mention:no'],
    ['see /rev', 8, null],
    ['/home/mei', 9, null],
    ['', 0, null],
    ['\n/rev', 5, null],
    ['/ with care', 1, 'name:'],
    ['/ with care', 2, null],
  ])(cite('UI-9', '%j with the caret at %i: %s'), (text, caret, expected) => {
    const typed = queryAt(text, caret);
    const said =
      typed === null
        ? null
        : typed.kind === 'words'
          ? `words:${typed.name}|${typed.words}`
          : `${typed.kind}:${typed.typed}`;
    expect(said).toBe(expected);
  });
});

const entry = (name: string, kind: 'command' | 'skill' | 'prompt' | 'mcp' | 'app' = 'command', description = '') => ({
  name,
  kind,
  description,
});

describe('the list', () => {
  const entries = [
    entry('re', 'app'),
    entry('preview'),
    entry('review-all', 'skill'),
    entry('review'),
    entry('git:review', 'command'),
    entry('lint', 'command', 'Reviews the style'),
    entry('周报', 'prompt', '汇总本周的提交'),
  ];
  const names = (typed: string): string[] =>
    createSlashIndex(entries)
      .find(typed)
      .matches.map((match) => match.entry.name);

  test(cite('WORK-3', 'has the exact name first, then prefixes, similar names, and matching descriptions'), () => {
    expect(names('review')).toEqual(['review', 'review-all', 'git:review', 'preview', 'lint']);
    expect(names('rvw')[0]).toBe('review');
    expect(names('本周')).toEqual(['周报']);
    expect(names('zzz')).toEqual([]);
  });

  test(cite('WORK-3', 'shows some of each kind while nothing is typed, the app’s own last'), () => {
    const many = Array.from({ length: 500 }, (_, at) => entry(`command-${at}`));
    const found = createSlashIndex([entry('clear', 'app'), ...many, entry('pdf', 'skill')]).find('');
    expect(found.matches.slice(-2).map((match) => match.entry.name)).toEqual(['pdf', 'clear']);
    expect(found.matches.length + found.more).toBe(502);
  });

  test(cite('WORK-3', 'five thousand entries are searched while typing'), () => {
    const many = Array.from({ length: 5000 }, (_, at) =>
      entry(`server-${at % 90}:tool-for-${at.toString(36)}`, 'mcp', `What it does with the ${at}th thing`),
    );
    const index = createSlashIndex(many);
    for (const typed of ['s', 'se', 'tool', 'toolfor7', '4999th', 'qqqqq'])
      expect(index.find(typed).matches.length).toBeLessThanOrEqual(maxVisible);
  });
});

const argument = (name: string, more: Partial<SlashArgument> = {}): SlashArgument => ({
  name,
  description: '',
  required: true,
  ...more,
});

test(cite('WORK-3', 'form values are read back from the message unchanged'), () => {
  const known = ['about', 'mood', 'path'].map((name) => argument(name));
  for (const about of ['rain', 'two words', 'say "so"', "it's", 'a=b', 'C:\\new folder\\', '“雨”', '\\"', ' ']) {
    const values = { about, mood: 'x', path: 'C:\\dir' };
    const text = slashLine('haiku', values);
    expect(Object.fromEntries(splitArguments(known, text.slice('/haiku '.length)).values)).toEqual(values);
  }
  expect(slashLine('haiku', { about: 'rain', mood: '' })).toBe('/haiku about=rain');
});

test(cite('WORK-3', 'the last argument takes the rest, line by line, however long'), () => {
  const known = ['mood', 'text'].map((name) => argument(name));
  const text = `"First" line\n\n  it's the\tsecond one ${'word '.repeat(3_000)}end`;
  expect(splitArguments(known, `glad ${text}`).values.get('text')).toBe(text.replaceAll('"', ''));
  expect(splitArguments([], ` ${text}\n`).rest).toBe(text);
});

test('a hint names the arguments if none is given, and missing required ones are reported', () => {
  const named = [argument('about'), argument('mood', { required: false }), argument('tone', { default: 'dry' })];
  expect(hintOf({ hint: '', arguments: named })).toBe('<about> [mood] <tone>');
  expect(hintOf({ hint: '[number]', arguments: named })).toBe('[number]');
  expect(missingArguments(named, {}).map(({ name }) => name)).toEqual(['about']);
  expect(missingArguments(named, { about: 'x' })).toEqual([]);
});

test("a prompt's fields are its variables, each once", () => {
  expect(variablesIn('{{a}} and {{ b }}, {{a}}, {{主题}} but not {{1}}, {{}} or { {c} }')).toEqual(['a', 'b', '主题']);
});

test(cite('WORK-3', "an agent's row names its definition"), () => {
  const call = { name: 'run_agent', arguments: '{"task":"Read it","agent":"reviewer"}' };
  expect(callLine(call, 'running')).toBe('Run agent reviewer: Read it');
  expect(callLine({ ...call, arguments: '{"task":"Read it"}' }, 'ok')).toBe('Ran agent: Read it');
});
