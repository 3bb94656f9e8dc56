// Reads a form and its answer from a result (`details.question`). A malformed one is not shown as a form.

import type { QuestionAnswer, QuestionField } from '../../../shared/conversation/question.ts';
import { isJsonObject } from '../../../shared/core/json.ts';

export interface AnsweredForm {
  message: string;
  fields: QuestionField[];
  answer: QuestionAnswer;
}

const record = (value: unknown): value is Record<string, unknown> => isJsonObject(value);

/** @internal */
export function answeredForm(value: unknown): AnsweredForm | null {
  if (!record(value) || typeof value.message !== 'string' || !record(value.answer)) return null;
  const { message, answer } = value;
  const fields = (Array.isArray(value.fields) ? value.fields : []).filter(
    (field): field is QuestionField => record(field) && typeof field.name === 'string',
  );
  if (answer.action === 'cancel') return { message, fields, answer: { action: 'cancel' } };
  if (answer.action === 'decline') {
    const nobody = answer.nobody === true ? { nobody: true as const } : {};
    return { message, fields, answer: { action: 'decline', ...nobody } };
  }
  if (answer.action !== 'accept') return null;
  const values = record(answer.values) ? (answer.values as (QuestionAnswer & { action: 'accept' })['values']) : {};
  return { message, fields, answer: { action: 'accept', values } };
}

/** A result's forms: `details.question`, which is a list if a tool asked again. */
export function answeredForms(details: Record<string, unknown> | undefined): AnsweredForm[] {
  const questions = [details?.question, ...(Array.isArray(details?.questions) ? details.questions : [])];
  return questions.flatMap((value) => answeredForm(value) ?? []);
}
