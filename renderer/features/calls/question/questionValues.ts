// Form state: the contents of fields, and the valid answer they form. Pure. The host validates again.

import type { QuestionField, QuestionValue, UserQuestion } from '../../../../shared/conversation/question.ts';
import { questionProblem } from '../../../../shared/conversation/questionValues.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { strings } from '../../../core/strings.ts';

const words = lateStrings.approvals.question.errors;

/** One field's contents. `other`: the custom answer, where allowed. */
export interface FieldDraft {
  text: string;
  checked: boolean;
  chosen: string[];
  /** "Something else" is selected. */
  takesOther: boolean;
  other: string;
}

/** By name; a map, since names are untrusted. */
export type Drafts = ReadonlyMap<string, FieldDraft>;

export function initialDraft(field: QuestionField): FieldDraft {
  const draft: FieldDraft = { text: '', checked: false, chosen: [], takesOther: false, other: '' };
  const defaultValue = field.default;
  if (defaultValue === undefined) return draft;
  if (field.type === 'boolean') return { ...draft, checked: defaultValue === true };
  if (field.type === 'choice' || field.type === 'choices') {
    const values = Array.isArray(defaultValue) ? defaultValue : [String(defaultValue)];
    const validValues = values.filter((value) => field.options?.some((option) => option.value === value));
    const other = field.allowOther ? values.find((value) => !validValues.includes(value)) : undefined;
    return { ...draft, chosen: validValues, takesOther: other !== undefined, other: other ?? '' };
  }
  return { ...draft, text: Array.isArray(defaultValue) ? defaultValue.join(', ') : String(defaultValue) };
}

export function initialDrafts({ fields }: Pick<UserQuestion, 'fields'>): Drafts {
  return new Map(fields.map((field) => [field.name, initialDraft(field)]));
}

export interface ReadForm {
  values: Record<string, QuestionValue>;
  /** Errors by field name. */
  errors: ReadonlyMap<string, string>;
}

/** The values to send, without empty optional fields. */
export function readForm(fields: readonly QuestionField[], drafts: Drafts): ReadForm {
  const values: [string, QuestionValue][] = [];
  const errors: [string, string][] = [];
  for (const field of fields) {
    const read = readField(field, drafts.get(field.name) ?? initialDraft(field));
    if ('error' in read) errors.push([field.name, read.error]);
    else if (read.value !== null) values.push([field.name, read.value]);
  }
  return { values: Object.fromEntries(values), errors: new Map(errors) };
}

type ReadField = { value: QuestionValue | null } | { error: string };

function readField(field: QuestionField, draft: FieldDraft): ReadField {
  switch (field.type) {
    case 'boolean':
      return { value: draft.checked };
    case 'number':
    case 'integer':
      return readNumber(field, draft.text.trim());
    case 'choice':
    case 'choices':
      return readChoices(field, draft);
    default:
      return readText(field, field.type === 'text' ? draft.text.trim() : draft.text);
  }
}

function readNumber(field: QuestionField, text: string): ReadField {
  if (text === '') return checked(field, null);
  const value = Number(text);
  if (!/^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(text)) return { error: words.number };
  return checked(field, value);
}

function readChoices(field: QuestionField, draft: FieldDraft): ReadField {
  const other = draft.takesOther ? draft.other.trim() : null;
  if (other === '') return { error: words.otherEmpty };
  if (field.type === 'choice') return checked(field, other ?? draft.chosen[0] ?? null);
  const all = other === null ? draft.chosen : [...draft.chosen, other];
  return checked(field, all.length === 0 ? null : [...new Set(all)]);
}

function readText(field: QuestionField, value: string): ReadField {
  if (value.trim() === '') return checked(field, null);
  // The browser's field has local time without a zone.
  const own = field.format === 'date-time' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(value);
  return checked(field, own ? new Date(value).toISOString() : value);
}

/** Validates with the rules shared with the host. */
function checked(field: QuestionField, value: QuestionValue | null): ReadField {
  const problem = questionProblem(field, value, strings.sentences.question);
  if (problem === null) return { value };
  return { error: value === null ? words.required : strings.sentences.alone(problem) };
}
