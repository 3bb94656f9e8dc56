// ask_user: a form for the user to fill in. It changes nothing, so it needs no approval.

import { z } from 'zod';
import type {
  QuestionAnswer,
  QuestionField,
  QuestionValue,
  UserQuestion,
} from '../../../shared/conversation/question.ts';
import type { Tool, ToolOutput } from '../../ports/tool.ts';
import { defineStateTool } from '../defineTool.ts';
import { canceledOutput, successOutput } from '../toolOutput.ts';
import words from './askUser.md?raw';

const maxQuestions = 6;
const maxOptions = 12;

const schema = z.strictObject({
  questions: z
    .array(
      z.strictObject({
        question: z.string().trim().min(1).max(1000).describe('The question, as the user reads it.'),
        options: z
          .array(z.string().trim().min(1).max(200))
          .min(2)
          .max(maxOptions)
          .refine((options) => new Set(options).size === options.length, 'two options are the same')
          .optional()
          .describe('Answers to choose from; without them the user types text.'),
        multiple: z.boolean().optional().describe('True: several options can be chosen.'),
        allow_other: z.boolean().optional().describe('False: only the options, no other answer.'),
        optional: z.boolean().optional().describe('True: it can be left empty.'),
      }),
    )
    .min(1)
    .max(maxQuestions)
    .describe('The questions, in the order of the form.'),
  message: z.string().trim().max(2000).optional().describe('Words above the questions: why you ask.'),
});
type Arguments = z.output<typeof schema>;

export function createAskUser(): Tool {
  return defineStateTool({
    name: 'ask_user',
    kind: 'state',
    exclusive: true,
    words,
    schema,
    preview: (args) => ({ type: 'text', text: args.questions.map(({ question }) => question).join('\n') }),

    async run(args, context) {
      const form = formOf(args);
      const answer = await context.askPerson(form);
      if (context.signal.aborted) return canceledOutput('the questions were not answered.');
      return answered(args, form, answer);
    },
  });
}

type Form = Pick<UserQuestion, 'from' | 'message' | 'fields'>;

/** Label of the only field of a form whose heading is the question. */
export const answerLabel = 'Answer';

function formOf({ questions, message = '' }: Arguments): Form {
  const [only] = questions;
  const single = questions.length === 1 && only !== undefined && message === '';
  const heading = message !== '' ? message : single ? only.question : 'Please answer these questions.';
  const fields = questions.map((input, index): QuestionField => {
    const { question, options, multiple = false, allow_other: allowOther = true, optional = false } = input;
    return {
      name: `answer_${index + 1}`,
      label: single ? answerLabel : question,
      type: options === undefined ? 'long_text' : multiple ? 'choices' : 'choice',
      ...(options === undefined ? {} : { options: options.map((value) => ({ value, label: value })), allowOther }),
      required: !optional,
      maxLength: 20_000,
    };
  });
  return { from: { type: 'model' }, message: heading, fields };
}

function answered(args: Arguments, { message, fields }: Form, answer: QuestionAnswer): ToolOutput {
  const details = { question: { message, fields, answer } };
  if (answer.action === 'accept') {
    const lines = args.questions.map(({ question }, index) => {
      const value = answer.values[`answer_${index + 1}`];
      return `Question: ${question}\nAnswer: ${value === undefined ? '(left empty)' : textOf(value)}`;
    });
    return successOutput(`The user answered.\n\n${lines.join('\n\n')}`, details);
  }
  if (answer.action === 'cancel') {
    return successOutput(
      'The user closed the form without an answer. Continue without it, or end your turn and wait.',
      details,
    );
  }
  if (answer.nobody === true) {
    return successOutput(
      'No one is there to answer: this runs without a person. Decide yourself and say what you decided.',
      details,
    );
  }
  return successOutput(
    'The user does not want to answer. Continue without it, and do not ask the same again.',
    details,
  );
}

function textOf(value: QuestionValue): string {
  return Array.isArray(value) ? value.join('; ') : String(value);
}
