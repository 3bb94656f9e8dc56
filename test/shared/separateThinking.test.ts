// Thinking in a reply's text, however the text arrives. THROUGHLINE_SEED selects the random replies.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createThinkingSeparator,
  type SeparatedReply,
  type SeparationOptions,
  separateThinking,
} from '../../electron/conversation/separateThinking.ts';
import { answerMarks, thinkingTags } from '../../electron/conversation/thinkingTags.ts';
import { cite } from '../support/cite.ts';
import { volume } from '../support/volume.ts';

const seed = Number(process.env.THROUGHLINE_SEED ?? 1);

/** What a listener has in the end, and everything it ever received as text. */
function told(pieces: readonly string[], options: SeparationOptions = {}, isCutOff = false) {
  const heard = { text: '', thinking: '', shown: '' };
  const separator = createThinkingSeparator(
    {
      onText(piece) {
        heard.text += piece;
        heard.shown += piece;
      },
      onThinking(piece) {
        heard.thinking += piece;
      },
      onReclassified(all) {
        Object.assign(heard, all);
        heard.shown += all.text;
      },
    },
    options,
  );
  for (const piece of pieces) separator.add(piece);
  return { heard, end: separator.end(isCutOff) };
}

const saying = (text: string, thinking = ''): Partial<SeparatedReply> => ({ text, thinking });

describe('tags at the start of a reply', () => {
  test.each(thinkingTags.map(({ opening, closing }) => [opening, closing] as const))(
    cite('STREAM-8', 'text between %s and %s is thinking'),
    (opening, closing) => {
      expect(separateThinking(`\n ${opening}\nA plan.\n${closing}\n\nThe answer.`)).toEqual({
        text: 'The answer.',
        thinking: 'A plan.',
        tags: {
          opening: `\n ${opening}\n`,
          closing: `\n${closing}\n\n`,
        },
      });
    },
  );

  test.each<[string, string, Partial<SeparatedReply>]>([
    ['nothing between them', '<think>\n\n</think>\n\nYes.', saying('Yes.')],
    ['two blocks', '<think>a</think>\n<think>b</think>c', saying('c', 'a\n\nb')],
    ['no answer behind them', '<think>a</think>', saying('', 'a')],
    ['no end', '<think>a\nb', saying('', 'a\nb')],
    [
      'the channels of gpt-oss',
      '<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>Yes.',
      saying('Yes.', 'a'),
    ],
    ['an answer channel alone', '<|channel|>final<|message|>Yes.', saying('Yes.')],
    [
      'the tags quoted in the thinking',
      '<think>A `</think>` ends it.\n</think>Yes.',
      saying('Yes.', 'A `</think>` ends it.'),
    ],
    [
      'the tags in a code block of the thinking',
      '<think>Like\n```\n</think>\n```\nso.</think>Yes.',
      saying('Yes.', 'Like\n```\n</think>\n```\nso.'),
    ],
    [
      'a code block of the thinking that never ends',
      '<think>Like\n```\nx\n</think>\nYes.',
      saying('Yes.', 'Like\n```\nx'),
    ],
    ['one backtick in the thinking', '<think>The ` sign.</think>\nYes.', saying('Yes.', 'The ` sign.')],
  ])(cite('STREAM-8', '%s'), (_name, reply, expected) => {
    expect(separateThinking(reply)).toMatchObject(expected);
  });
});

describe('a reply that starts inside the thinking', () => {
  test.each<[string, string, Partial<SeparatedReply>]>([
    ['a closing tag on a line of its own', 'A plan.\n\nMore.\n</think>\n\nYes.', saying('Yes.', 'A plan.\n\nMore.')],
    ['a closing tag alone', '</think>\n\nYes.', saying('Yes.')],
    ['a closing tag at the end', 'A plan.\n</think>', saying('', 'A plan.')],
    ['in the words of another model', 'A plan.\n[/THINK]\nYes.', saying('Yes.', 'A plan.')],
    ['a code block before it', 'A\n```js\nx\n```\n</think>\nYes.', saying('Yes.', 'A\n```js\nx\n```')],
  ])(cite('STREAM-8', '%s ends it'), (_name, reply, expected) => {
    expect(separateThinking(reply)).toMatchObject(expected);
  });

  test(cite('STREAM-8', 'where expected, it is reported as thinking from the first piece'), () => {
    const { heard, end } = told(['A pl', 'an.</think>', 'Yes.'], { isOpen: true });
    expect(heard).toEqual({ text: 'Yes.', thinking: 'A plan.', shown: 'Yes.' });
    expect(end).toMatchObject(saying('Yes.', 'A plan.'));
  });

  test(cite('STREAM-8', 'where expected but missing, the reply is the answer'), () => {
    const { heard, end } = told(['  The', ' answer.'], { isOpen: true });
    expect(end).toMatchObject(saying('  The answer.'));
    expect(heard).toMatchObject(saying('  The answer.'));
    expect(told(['Half a pl'], { isOpen: true }, true).end).toMatchObject(saying('', 'Half a pl'));
  });
});

describe('tags that are text', () => {
  test.each([
    ['in inline code', 'Use `<think>` and `</think>`.'],
    ['in a code block', 'So:\n\n```xml\n<think>\nx\n</think>\n```\n\nDone.'],
    ['a closing tag alone in a code block', 'So:\n~~~\n</think>\n~~~\nDone.'],
    ['a closing tag alone in an indented code block', 'So:\n\n    a\n    </think>\n\t</think>\nDone.'],
    ['later in the text', 'The model writes <think>x</think> first.'],
    ['on lines of their own, later in the text', 'It looks so:\n<think>\nx\n</think>\nDone.'],
    ['a closing tag within a line', 'It ends with </think> and a blank line.'],
    ['at the start, in code', '`<think>` opens it.\n\n</thinking'],
    ['the beginning of a tag', '<thi'],
    ['other tags', '<thinker>x</thinker>\n</thinks>\ny'],
    ['white space', ' \n '],
  ])(cite('STREAM-8', '%s'), (_name, reply) => {
    expect(separateThinking(reply)).toEqual({ text: reply, thinking: '', tags: null });
    expect(told([...reply]).heard).toMatchObject(saying(reply));
  });
});

test(cite('STREAM-8', 'very many tags in a code block that never ends do not block the app'), () => {
  // A hang fails by the test's own time limit.
  const code = `\`\`\`\n${'</think>'.repeat(100_000)}`;
  expect(separateThinking(`<think>${code}`, true, { isOpen: true })).toMatchObject(saying('', code));
  expect(separateThinking(code, true, { isOpen: true })).toMatchObject(saying('', code));
});

const words = fc.constantFrom(
  ...thinkingTags.flatMap(({ opening, closing }) => [opening, closing]),
  ...answerMarks,
  ...['\n', '\n\n', ' ', '```\n', '`', '``', '~~~\n', 'a plan', 'Yes.', '<', '</th', '🙂', '> '],
);

test(cite('STREAM-8', 'wherever a reply is split, the result is the same, and no real tag is shown'), () => {
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 12 }),
      fc.array(fc.nat({ max: 60 }), { maxLength: 8 }),
      fc.boolean(),
      fc.boolean(),
      (parts, cuts, isOpen, isCutOff) => {
        const reply = parts.join('');
        const places = [0, ...[...new Set(cuts)].sort((one, other) => one - other), reply.length];
        const pieces = places.slice(1).map((place, at) => reply.slice(places[at], place));
        const whole = separateThinking(reply, isCutOff, { isOpen });
        for (const each of [pieces, [...reply]]) {
          const { heard, end } = told(each, { isOpen }, isCutOff);
          expect(end).toEqual(whole);
          expect(heard).toMatchObject(saying(whole.text, whole.thinking));
        }
      },
    ),
    { seed, numRuns: volume({ short: 400, all: 2_000 }) },
  );
});
