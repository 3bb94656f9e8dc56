// A sentence is written once, in English: its text, its key and its values come from the same template.

import { describe, expect, test } from 'vitest';
import { fail, SentenceError, sentenceFromThrown } from '../../shared/core/errors.ts';
import {
  englishOnly,
  mapUserText,
  readSentenceData,
  renderSentence,
  restoreSentence,
  Sentence,
  type SentenceData,
  SentenceSet,
  say,
  textOf,
  toUserTextData,
} from '../../shared/core/sentence.ts';

const full = say`the disk is full`;
const failed = say`The file ${'a.txt'} could not be read: ${full}. Line ${3}.`;

describe('a sentence', () => {
  test('has the English text, and the same with numbered holes as its key', () => {
    expect(failed.text).toBe('The file a.txt could not be read: the disk is full. Line 3.');
    expect(failed.key).toBe('The file {0} could not be read: {1}. Line {2}.');
    expect(`${failed}`).toBe(failed.text);
  });

  test("uses an error's message", () => {
    const { error } = fail('STORE_READ_FAILED', failed);
    expect(say`Nothing was done: ${error}`.params).toEqual([{ key: failed.key, params: failed.params }]);
    expect(say`Nothing was done: ${fail('INTERNAL', 'odd').error}`.text).toBe('Nothing was done: odd');
  });

  test('is joined with others', () => {
    expect(say.all([failed, 'More.']).text).toBe(`${failed.text} More.`);
    expect(say.list(['a', full]).text).toBe('a, the disk is full');
    expect(say.blocks(['a', 'b']).text).toBe('a\n\nb');
    const set = new SentenceSet();
    for (const each of [say`a ${1}`, say`a ${1}`, 'a 1', say`b`]) set.add(each);
    expect([...set].map((each) => textOf(each))).toEqual(['a 1', 'b']);
  });

  test('goes over the contract with its key if it has values, else unchanged', () => {
    expect(toUserTextData(full)).toBe('the disk is full');
    expect(JSON.parse(JSON.stringify(toUserTextData(failed)))).toEqual({
      key: failed.key,
      params: ['a.txt', { key: 'the disk is full', params: [] }, 3],
    });
    expect(JSON.stringify({ said: failed, problem: failed }, englishOnly)).toBe(`{"problem":"${failed.text}"}`);
  });

  test("is next to an error's message, and survives throwing", () => {
    expect(fail('INTERNAL', full).error).toEqual({ code: 'INTERNAL', message: 'the disk is full' });
    expect(fail('INTERNAL', failed).error).toEqual({ code: 'INTERNAL', message: failed.text, said: failed });
    expect(sentenceFromThrown(new SentenceError(failed))).toEqual(failed);
    expect(sentenceFromThrown(new Error('odd'))).toBe('odd');
  });

  test('has another text if a value has one, and is plain text if the whole differs', () => {
    const hide = (text: string): string => text.replaceAll('secret', '•••');
    expect(mapUserText(say`It printed ${'a secret'}.`, hide)).toEqual(say`It printed ${'a •••'}.`);
    expect(mapUserText(say`sec${'ret'}`, hide)).toBe('•••');
  });
});

describe('data from a disk', () => {
  test('is a sentence only if it has its form', () => {
    expect(readSentenceData({ key: 'a {0}', params: ['b', 1, { key: 'c', params: [] }] })).not.toBeNull();
    for (const wrong of [null, 'a', 3, [], {}, { key: 1, params: [] }, { key: 'a' }, { key: 'a', params: [null] }])
      expect(readSentenceData(wrong)).toBeNull();
    expect(restoreSentence('As it was.', { key: 3 }).text).toBe('As it was.');
  });

  test('has bounded cost, however it is nested', () => {
    const holes = '{0}'.repeat(1000);
    let bomb: SentenceData = { key: holes, params: ['x'.repeat(10_000)] };
    for (let depth = 0; depth < 7; depth++) bomb = { key: holes, params: [bomb] };
    expect(readSentenceData(bomb)).not.toBeNull();
    expect(textOf(bomb).length).toBeLessThanOrEqual(200_000);
    let deep: SentenceData = { key: 'x', params: [] };
    for (let depth = 0; depth < 50; depth++) deep = { key: '{0}', params: [deep] };
    expect(readSentenceData(deep)).toBeNull();
    expect(renderSentence(deep, ({ key }) => key)).toBe('');
    expect(readSentenceData({ key: '', params: Array.from({ length: 5000 }, () => '') })).toBeNull();
    expect(new Sentence('{9}', []).text).toBe('');
  });
});
