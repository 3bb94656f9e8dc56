// The user's input in a form, and what counts as an answer.

import { expect, test } from 'vitest';
import { everyField } from '../../e2e/gallery/toolFixture.ts';
import { fieldErrors } from '../../renderer/features/calls/question/QuestionForm.tsx';
import {
  type FieldDraft,
  initialDraft,
  initialDrafts,
  readForm,
} from '../../renderer/features/calls/question/questionValues.ts';
import { pageAddress } from '../../renderer/features/markdown/linkPolicy.ts';
import { answeredForm } from '../../renderer/features/results/answeredQuestion.ts';
import type { QuestionField } from '../../shared/conversation/question.ts';
import { checkQuestionValues } from '../../shared/conversation/questionValues.ts';
import { cite } from '../support/cite.ts';

function read(field: Partial<QuestionField>, change: Partial<FieldDraft>) {
  const whole: QuestionField = { name: 'f', label: 'F', type: 'text', required: false, ...field };
  const { values, errors } = readForm([whole], new Map([['f', { ...initialDraft(whole), ...change }]]));
  return errors.get('f') ?? values.f;
}

test(cite('UI-1', 'a form opens with its defaults, and reports each required field that is empty'), () => {
  const { values, errors } = readForm(everyField, initialDrafts({ fields: everyField }));
  expect(values).toEqual({ why: '检查太慢', limit: 2.5, tell: ['team'], now: false });
  expect([...errors]).toEqual([
    ['name', 'Fill this in.'],
    ['query', 'Fill this in.'],
  ]);
});

test(cite('UI-1', 'each kind of field produces its kind of value, or shows an error at the field'), () => {
  expect(read({ type: 'number' }, { text: ' -1.5e3 ' })).toBe(-1500);
  expect(read({ type: 'number' }, { text: '12,5' })).toBe('Enter a number, such as 12.5.');
  expect(read({ type: 'number' }, { text: '0x10' })).toBe('Enter a number, such as 12.5.');
  expect(read({ type: 'integer' }, { text: '3' })).toBe(3);
  expect(read({ type: 'integer' }, { text: '3.5' })).toBe('Must be a whole number.');
  expect(read({ type: 'integer', minimum: 1 }, { text: '0' })).toBe('Must be at least 1.');
  expect(read({ format: 'email' }, { text: 'nobody' })).toBe('Must be an email address.');
  expect(read({ minLength: 3 }, { text: '漢字' })).toBe('Needs at least 3 characters.');
  expect(read({ format: 'date' }, { text: '2026-03-09' })).toBe('2026-03-09');
  expect(read({ type: 'boolean' }, { checked: true })).toBe(true);
  expect(read({ type: 'long_text' }, { text: 'one\ntwo\n' })).toBe('one\ntwo\n');
  expect(read({}, { text: '  ' })).toBeUndefined();
});

test(cite('UI-1', 'a day and a time include their time zone, as the host expects'), () => {
  const field: QuestionField = { name: 'f', label: 'F', type: 'text', required: true, format: 'date-time' };
  const value = read(field, { text: '2026-03-09T10:30' });
  expect(value).toBe(new Date('2026-03-09T10:30').toISOString());
  expect(checkQuestionValues([field], { f: value }).ok).toBe(true);
});

test(cite('UI-1', 'among choices, a custom answer only counts if allowed and entered'), () => {
  const options = [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ];
  const one = { type: 'choice' as const, options, allowOther: true };
  expect(read(one, { chosen: ['b'] })).toBe('b');
  expect(read(one, { takesOther: true, other: ' c ' })).toBe('c');
  expect(read(one, { takesOther: true, other: ' ' })).toBe('Enter your own answer.');
  const several = { ...one, type: 'choices' as const };
  expect(read(several, { chosen: ['a', 'b'], takesOther: true, other: 'c' })).toEqual(['a', 'b', 'c']);
  expect(read({ ...several, required: true }, {})).toBe('Fill this in.');
});

test(cite('UI-1', 'field names are not object keys: a form cannot reach Object.prototype'), () => {
  const fields = ['constructor', '__proto__', 'toString'].map(
    (name): QuestionField => ({ name, label: name, type: 'text', required: false }),
  );
  const { values, errors } = readForm(fields, initialDrafts({ fields }));
  expect(values).toEqual({});
  expect(errors.size).toBe(0);
});

test(cite('UI-1', "the host's rejection is shown at the field that it names"), () => {
  const error = {
    code: 'PARAMS_INVALID' as const,
    message: '"Tries" must be a number.',
    details: { field: 'tries' },
  };
  expect([...fieldErrors(error, everyField)]).toEqual([['tries', '"Tries" must be a number.']]);
  expect(fieldErrors({ ...error, details: { field: 'nobody' } }, everyField).size).toBe(0);
});

test(cite('MCP-7', 'only web addresses are opened, and none that hides its site'), () => {
  expect(pageAddress('https://example.com/a?b=c')).toEqual({ href: 'https://example.com/a?b=c', host: 'example.com' });
  expect(pageAddress('https://exämple.com/')?.host).toBe('xn--exmple-cua.com');
  for (const bad of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'mailto:a@b.c',
    'example.com',
    'https://bank.com@evil.test/',
  ]) {
    expect(pageAddress(bad)).toBeNull();
  }
});

test('a stored answer of another form is not shown as one', () => {
  expect(answeredForm(undefined)).toBeNull();
  expect(answeredForm({ message: 'x', answer: { action: 'maybe' } })).toBeNull();
  expect(answeredForm({ message: 'x', fields: 'none', answer: { action: 'cancel' } })).toEqual({
    message: 'x',
    fields: [],
    answer: { action: 'cancel' },
  });
});
