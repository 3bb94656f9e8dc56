// A form in the terminal, field by field: an empty line keeps the default or leaves the field empty, `-` declines the
// whole form, and end of input is no answer. Asks again for invalid values. Names the asker first: their text is
// untrusted and never starts a line.

import type {
  QuestionAnswer,
  QuestionField,
  QuestionValue,
  UserQuestion,
} from '../../../shared/conversation/question.ts';
import { questionProblem } from '../../../shared/conversation/questionValues.ts';
import { visibleBlock, visibleLine } from './terminalText.ts';

export interface FormTerminal {
  /** Asks for a line; null at the end of the input. */
  ask(question: string): Promise<string | null>;
  err(text: string): void;
  signal: AbortSignal;
}

const maxAttempts = 3;

export async function askForm(terminal: FormTerminal, question: UserQuestion): Promise<QuestionAnswer> {
  const from = askerName(question);
  terminal.err(`\n${from} asks:\n${visibleBlock(question.message)}\n`);
  if (question.url !== undefined) return visited(terminal, question.url);
  terminal.err('(Press Enter to keep a field unchanged. Type - to decline.)\n');
  const values: Record<string, QuestionValue> = {};
  for (const field of question.fields) {
    const value = await askField(terminal, field);
    if (terminal.signal.aborted || value === inputEnded) return { action: 'cancel' };
    if (value === declined) return { action: 'decline' };
    if (value !== undefined) values[field.name] = value;
  }
  return { action: 'accept', values };
}

function askerName({ from }: UserQuestion): string {
  if (from.type === 'app') return 'Throughline';
  return from.type === 'model' ? 'The model' : `The ${from.type} "${visibleLine(from.name)}"`;
}

const declined = Symbol('declined');
/** The input ended: neither submitted nor declined. */
const inputEnded = Symbol('ended');

async function visited(terminal: FormTerminal, url: string): Promise<QuestionAnswer> {
  terminal.err(`Open this address if you trust it:\n  ${visibleLine(url)}\n`);
  const answer = await terminal.ask('Have you completed the steps there? [y/N]');
  if (terminal.signal.aborted || answer === null) return { action: 'cancel' };
  return /^y(es)?$/i.test(answer.trim()) ? { action: 'accept', values: {} } : { action: 'decline' };
}

async function askField(
  terminal: FormTerminal,
  field: QuestionField,
): Promise<QuestionValue | undefined | typeof declined | typeof inputEnded> {
  const options = field.options ?? [];
  terminal.err(`\n${visibleLine(field.label || field.name)}\n`);
  if (field.description !== undefined) terminal.err(`${visibleBlock(field.description)}\n`);
  options.forEach(({ label }, index) => {
    terminal.err(`  ${index + 1}  ${visibleLine(label)}\n`);
  });
  for (let tries = 0; tries < maxAttempts; tries++) {
    const typed = await terminal.ask(hintOf(field));
    if (typed === null) return inputEnded;
    const line = typed.trim();
    if (terminal.signal.aborted || line === '-') return declined;
    const value = line === '' ? field.default : interpret(field, line);
    const problem = questionProblem(field, value);
    if (problem === null) return value;
    terminal.err(`It ${visibleLine(problem)}.\n`);
  }
  return declined;
}

function hintOf(field: QuestionField): string {
  const other = field.allowOther === true ? ', or your own answer' : '';
  const kinds: Record<QuestionField['type'], string> = {
    text: 'Text',
    long_text: 'Text',
    number: 'A number',
    integer: 'A whole number',
    boolean: 'y or n',
    choice: `A number from the list${other}`,
    choices: `Numbers from the list, separated by commas${other}`,
  };
  const set = field.default === undefined ? '' : ` [${visibleLine(String(field.default))}]`;
  return `${kinds[field.type]}${field.required ? '' : ' (optional)'}${set}`;
}

/**
 * Interprets a line as a field value. A line that matches no choice stays as typed, and validation reports the reason.
 */
function interpret(field: QuestionField, line: string): QuestionValue {
  const options = field.options ?? [];
  const selected = (text: string): string => {
    const byNumber = /^\d{1,3}$/.test(text) ? options[Number(text) - 1] : undefined;
    const byLabel = options.find(({ label }) => label.toLowerCase() === text.toLowerCase());
    return (byNumber ?? byLabel)?.value ?? text;
  };
  switch (field.type) {
    case 'number':
    case 'integer':
      return Number(line);
    case 'boolean':
      return /^(y(es)?|true)$/i.test(line) ? true : /^(no?|false)$/i.test(line) ? false : line;
    case 'choice':
      return selected(line);
    case 'choices':
      return [
        ...new Set(
          line
            .split(',')
            .map((text) => text.trim())
            .filter(Boolean)
            .map(selected),
        ),
      ];
    default:
      return line;
  }
}
