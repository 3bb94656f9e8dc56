import { describe, expect, test } from 'vitest';
import type { QuestionField } from '../../../shared/conversation/question.ts';
import { checkQuestionValues, questionDefaults } from '../../../shared/conversation/questionValues.ts';
import { cite } from '../../support/cite.ts';

const field = (fields: Partial<QuestionField>): QuestionField => ({
  name: 'a',
  label: 'The field',
  type: 'text',
  required: false,
  ...fields,
});
const colours = [
  { value: 'r', label: 'Red' },
  { value: 'g', label: 'Green' },
];

describe("a form's values", () => {
  test.each<[string, Partial<QuestionField>, unknown]>([
    ['text', {}, 'hello'],
    ['text at its limits', { minLength: 2, maxLength: 2 }, '🙂🙂'],
    ['an e-mail address', { format: 'email' }, 'a.b+c@example.co.uk'],
    ['an address', { format: 'uri' }, 'https://example.com/a?b'],
    ['a date', { format: 'date' }, '2024-02-29'],
    ['a time', { format: 'date-time' }, '2024-02-29T23:59:59.5+02:00'],
    ['a number', { type: 'number', minimum: -1, maximum: 1 }, 0.5],
    ['a whole number', { type: 'integer' }, -3],
    ['no', { type: 'boolean', required: true }, false],
    ['a choice', { type: 'choice', options: colours }, 'r'],
    ['a choice of their own', { type: 'choice', options: colours, allowOther: true }, 'blue'],
    ['choices', { type: 'choices', options: colours }, ['g', 'r']],
    ['an own one among them', { type: 'choices', options: colours, allowOther: true }, ['g', 'blue']],
  ])('%s is valid', (_what, fields, value) => {
    expect(checkQuestionValues([field(fields)], { a: value })).toEqual({ ok: true, value: { a: value } });
  });

  test.each<[string, Partial<QuestionField>, unknown, RegExp]>([
    ['nothing', { required: true }, undefined, /filled in/],
    ['white space', { required: true }, ' \n', /filled in/],
    ['an empty list', { required: true, type: 'choices', options: colours }, [], /filled in/],
    ['a number for text', {}, 7, /must be text/],
    ['text for a number', { type: 'number' }, '7', /must be a number/],
    ['no number', { type: 'number' }, Number.NaN, /must be a number/],
    ['more than any', { type: 'number' }, Number.POSITIVE_INFINITY, /must be a number/],
    ['a broken number', { type: 'integer' }, 1.5, /whole number/],
    ['too small', { type: 'integer', minimum: 3 }, 2, /at least 3/],
    ['too large', { type: 'integer', maximum: 3 }, 4, /at most 3/],
    ['too short', { minLength: 3 }, 'ab', /at least 3 characters/],
    ['too long', { maxLength: 3 }, 'abcd', /at most 3 characters, and has 4/],
    ['text for yes', { type: 'boolean' }, 'yes', /yes or no/],
    ['no e-mail address', { format: 'email' }, 'a@b', /email/],
    ['no address', { format: 'uri' }, 'example', /full address/],
    ['a day that never was', { format: 'date' }, '2023-02-29', /a date/],
    ['a date without a time', { format: 'date-time' }, '2023-02-28', /with a time/],
    ['another choice', { type: 'choice', options: colours }, 'blue', /one of: Red, Green/],
    ['the label for the value', { type: 'choice', options: colours }, 'Red', /one of/],
    ['a list for a choice', { type: 'choice', options: colours }, ['r'], /one of the choices/],
    ['one choice twice', { type: 'choices', options: colours }, ['r', 'r'], /twice/],
    ['no text among choices', { type: 'choices', options: colours, allowOther: true }, [7], /not text/],
    ['an object', {}, { toString: 'x' }, /must be text/],
    ['a kind of a later version', { type: 'hologram' as never }, 'x', /unknown type/],
  ])('%s is rejected, with the field named', (_what, fields, value, words) => {
    const checked = checkQuestionValues([field(fields)], { a: value });
    expect(checked).toMatchObject({ ok: false, error: { code: 'PARAMS_INVALID', details: { field: 'a' } } });
    if (!checked.ok) {
      expect(checked.error.message).toMatch(words);
      expect(checked.error.message).toContain('"The field"');
    }
  });

  test('a value without a field is rejected, whatever its name', () => {
    for (const name of ['b', '__proto__', 'constructor']) {
      const values = Object.fromEntries([[name, 'x']]);
      expect(checkQuestionValues([field({})], values)).toMatchObject({
        ok: false,
        error: { details: { field: name } },
      });
    }
  });

  test('an empty field produces nothing, and the order is that of the form', () => {
    const fields = [field({ name: 'b' }), field({ name: 'a' }), field({ name: 'c' })];
    const checked = checkQuestionValues(fields, { a: '1', b: '2', c: '  ' });
    expect(JSON.stringify(checked)).toBe(JSON.stringify({ ok: true, value: { b: '2', a: '1' } }));
    expect(questionDefaults([field({ default: 'x' }), field({ name: 'b' })])).toEqual({ a: 'x' });
  });
});

test(cite('TOOL-1', 'a field named like a property of Object.prototype is like any other'), () => {
  const fields = [field({ name: '__proto__', required: true })];
  expect(checkQuestionValues(fields, {}).ok).toBe(false);
});
