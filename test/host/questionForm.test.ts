import { expect, test } from 'vitest';
import { askForm } from '../../electron/host/terminal/questionForm.ts';
import type { QuestionField, UserQuestion } from '../../shared/conversation/question.ts';

const question = (fields: QuestionField[], more: Partial<UserQuestion> = {}): UserQuestion => ({
  questionId: 'q',
  messageId: 'm',
  index: 0,
  from: { type: 'model' },
  message: 'Before I begin:',
  fields,
  askedAt: '',
  ...more,
});
const field = (fields: Partial<QuestionField>): QuestionField => ({
  name: 'a',
  label: 'Field',
  type: 'text',
  required: true,
  ...fields,
});
const colours = [
  { value: 'r', label: 'Red' },
  { value: 'g', label: 'Green' },
];

/** A user who types these lines; then the input ends. */
function typing(...lines: string[]) {
  const said: string[] = [];
  const stop = new AbortController();
  return {
    said,
    stop,
    terminal: {
      ask: async (hint: string) => {
        said.push(hint);
        return lines.shift() ?? null;
      },
      err: (text: string) => void said.push(text),
      signal: stop.signal,
    },
  };
}

test('each field is asked separately, and the typed text becomes its value', async () => {
  const { terminal, said } = typing('words', '2', '1, own ,1', '3', 'n', '');
  const fields = [
    field({ name: 'text' }),
    field({ name: 'one', type: 'choice', options: colours }),
    field({ name: 'many', type: 'choices', options: colours, allowOther: true }),
    field({ name: 'count', type: 'integer' }),
    field({ name: 'yes', type: 'boolean' }),
    field({ name: 'set', default: 'as it was' }),
  ];
  expect(await askForm(terminal, question(fields))).toEqual({
    action: 'accept',
    values: { text: 'words', one: 'g', many: ['r', 'own'], count: 3, yes: false, set: 'as it was' },
  });
  expect(said[0]).toBe('\nThe model asks:\n  Before I begin:\n');
});

test('an invalid value is asked again, and after three times the form is declined', async () => {
  const again = typing('many', '7');
  expect(await askForm(again.terminal, question([field({ type: 'integer' })]))).toEqual({
    action: 'accept',
    values: { a: 7 },
  });
  expect(again.said.join('')).toContain('must be a number');
  const never = typing('x', 'y', 'z', '1');
  expect(await askForm(never.terminal, question([field({ type: 'number' })]))).toEqual({ action: 'decline' });
});

test('a dash declines, an optional field may stay empty, a stop cancels', async () => {
  expect(await askForm(typing('-').terminal, question([field({})]))).toEqual({ action: 'decline' });
  const empty = await askForm(typing('').terminal, question([field({ required: false })]));
  expect(empty).toEqual({ action: 'accept', values: {} });
  const stopped = typing('x');
  stopped.stop.abort();
  expect(await askForm(stopped.terminal, question([field({})]))).toEqual({ action: 'cancel' });
});

test('the sender is named, control characters are made visible, an address is shown and not opened', async () => {
  const { terminal, said } = typing('y');
  const asked = question([], {
    from: { type: 'server', name: 'evil\u001b[2J' },
    message: 'a\u202eb',
    url: 'https://example.com/x',
  });
  expect(await askForm(terminal, asked)).toEqual({ action: 'accept', values: {} });
  expect(said.join('')).toContain('The server "evil⟨U+001B⟩[2J" asks:\n  a⟨U+202E⟩b');
  expect(said.join('')).toContain('https://example.com/x');
});

test('the end of the input is not an answer: defaults are not used, and nothing is accepted', async () => {
  const set = [field({ name: 'a', default: 'yes, all of it' }), field({ name: 'b', required: false })];
  expect(await askForm(typing().terminal, question(set))).toEqual({ action: 'cancel' });
  expect(await askForm(typing('').terminal, question(set))).toEqual({ action: 'cancel' });
  expect(await askForm(typing('', '').terminal, question(set))).toMatchObject({ action: 'accept' });
  expect(await askForm(typing().terminal, question([], { url: 'https://example.com/x' }))).toEqual({
    action: 'cancel',
  });
});

test('no text of a form controls the terminal or starts its own line', async () => {
  const tricks = '\x1b[2K\x1b[1A\u202e\u200b\r\n(declined)\n\t';
  const asked = question(
    [
      field({ label: tricks, description: tricks, required: false, default: tricks }),
      field({
        name: tricks,
        label: '',
        type: 'choice',
        options: [{ value: 'a', label: tricks }],
      }),
    ],
    { from: { type: 'server', name: tricks }, message: tricks },
  );
  const { terminal, said } = typing('', 'wrong', '1');
  expect(await askForm(terminal, asked)).toMatchObject({ action: 'accept' });
  await askForm(terminal, question([], { url: `https://example.com/${tricks}` }));
  for (const text of said) {
    expect(/[\p{Cc}\p{Cf}]/u.test(text.replace(/[\n\t]/g, '')), JSON.stringify(text)).toBe(false);
    expect(text).not.toMatch(/^\(declined/m);
  }
});
