// Questions of the model, a server or the app as the protocol's elicitation, and the answers back. Clients without forms get
// a list of choices where that is enough.

import type {
  CreateElicitationResponse,
  ElicitationPropertySchema,
  ElicitationSchema,
  RequestPermissionRequest,
} from '@agentclientprotocol/sdk';
import { callKey } from '../../../../shared/conversation/event.ts';
import type {
  QuestionAnswer,
  QuestionField,
  QuestionValue,
  UserQuestion,
} from '../../../../shared/conversation/question.ts';
import { textOf } from '../../../../shared/core/sentence.ts';
import { approvalModeNamed } from '../../../../shared/permission/rule.ts';
import { modeInfo } from './modes.ts';
import { textContent } from './toolCalls.ts';

/** Names the asker first: their text is untrusted. */
export function askedText(question: UserQuestion): string {
  const { from, message, said } = question;
  if (from.type === 'app') return said ? textOf(said) : message;
  return from.type === 'model' ? message : `The ${from.type} “${from.name}” asks: ${message}`;
}

export function formOf(fields: readonly QuestionField[]): ElicitationSchema {
  const properties: Record<string, ElicitationPropertySchema> = {};
  for (const field of fields) {
    properties[field.name] = propertyOf(field);
    if (field.allowOther) properties[otherName(field)] = { type: 'string', title: `${titleOf(field)}: another answer` };
  }
  // A field that accepts another answer may be left empty for it.
  const required = fields.filter((field) => field.required && !field.allowOther).map(({ name }) => name);
  return { type: 'object', properties, required };
}

const otherName = ({ name }: QuestionField): string => `${name} (other)`;
const titleOf = ({ label, name }: QuestionField): string => label || name;

function propertyOf(field: QuestionField): ElicitationPropertySchema {
  const { description, options = [], format, minLength, maxLength, minimum, maximum, default: value } = field;
  const about = { title: titleOf(field), ...(description === undefined ? {} : { description }) };
  const range = { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
  const choices = options.map((option) => ({ const: option.value, title: option.label }));
  const text = typeof value === 'string' ? { default: value } : {};
  switch (field.type) {
    case 'number':
    case 'integer':
      return { type: field.type, ...about, ...range, ...(typeof value === 'number' ? { default: value } : {}) };
    case 'boolean':
      return { type: 'boolean', ...about, ...(typeof value === 'boolean' ? { default: value } : {}) };
    case 'choice':
      return { type: 'string', ...about, oneOf: choices, ...text };
    case 'choices':
      return {
        type: 'array',
        ...about,
        items: { anyOf: choices },
        ...(Array.isArray(value) ? { default: value } : {}),
      };
    default:
      return {
        ...{ type: 'string', ...about, ...text },
        ...(format === undefined ? {} : { format }),
        ...(minLength === undefined ? {} : { minLength }),
        ...(maxLength === undefined ? {} : { maxLength }),
      };
  }
}

/** Values of unknown fields stay, so that checking the answer reports them. */
export function answerOf(fields: readonly QuestionField[], response: CreateElicitationResponse): QuestionAnswer {
  if (response.action === 'cancel') return { action: 'cancel' };
  if (response.action !== 'accept') return { action: 'decline' };
  const content = 'content' in response ? (response.content as Record<string, QuestionValue> | null | undefined) : {};
  const values: Record<string, QuestionValue> = { ...content };
  for (const field of fields.filter(({ allowOther }) => allowOther)) {
    const other = values[otherName(field)];
    delete values[otherName(field)];
    if (typeof other !== 'string' || other.trim() === '') continue;
    const chosen = values[field.name];
    values[field.name] = field.type === 'choices' ? [...(Array.isArray(chosen) ? chosen : []), other] : other;
  }
  return { action: 'accept', values };
}

export interface ChoiceQuestion {
  request: RequestPermissionRequest;
  answers: ReadonlyMap<string, QuestionAnswer>;
}

const maxChoices = 20;

/** For a plan, and for a question with one field to choose from; null for another, which needs a form. */
export function choiceQuestion(sessionId: string, question: UserQuestion): ChoiceQuestion | null {
  const answers = question.plan ? planAnswers(question) : fieldAnswers(question);
  if (answers === null) return null;
  const plan = question.fields.find(({ name }) => name === 'plan')?.default;
  const options = answers.map(({ name, answer }, at) => {
    const isYes = answer.action === 'accept' && answer.values.decision !== 'send_back';
    return { optionId: String(at), name, kind: isYes ? ('allow_once' as const) : ('reject_once' as const) };
  });
  return {
    request: {
      sessionId,
      toolCall: {
        toolCallId: callKey(question),
        title: question.plan ? `Plan: ${question.message}` : askedText(question).split('\n', 1)[0] || 'Question',
        kind: question.plan ? 'switch_mode' : 'other',
        status: 'pending',
        content: [textContent(question.plan && typeof plan === 'string' ? plan : askedText(question))],
      },
      options,
    },
    answers: new Map(answers.map(({ answer }, at) => [String(at), answer])),
  };
}

interface NamedAnswer {
  name: string;
  answer: QuestionAnswer;
}

function planAnswers({ fields }: UserQuestion): NamedAnswer[] {
  const modes = fields.find(({ name }) => name === 'mode')?.options ?? [];
  // The mode that never asks is chosen as a mode, not along with a plan.
  const offered = modes.flatMap(({ value }) => approvalModeNamed(value) ?? []).filter((mode) => mode !== 'all');
  const plan = fields.find(({ name }) => name === 'plan')?.default ?? '';
  return [
    ...offered.map((mode) => ({
      name: `Carry it out: ${modeInfo[mode].name}`,
      answer: { action: 'accept' as const, values: { decision: 'go_on', mode, plan } },
    })),
    { name: 'Send it back', answer: { action: 'accept', values: { decision: 'send_back', plan } } },
  ];
}

function fieldAnswers({ fields, url }: UserQuestion): NamedAnswer[] | null {
  const [field, ...more] = fields;
  if (url !== undefined || !field || more.length > 0) return null;
  const options =
    field.type === 'boolean'
      ? [
          { value: true, label: 'Yes' },
          { value: false, label: 'No' },
        ]
      : field.type === 'choice'
        ? (field.options ?? [])
        : [];
  if (options.length === 0 || options.length > maxChoices) return null;
  return [
    ...options.map(({ value, label }) => ({
      name: label,
      answer: { action: 'accept' as const, values: { [field.name]: value } },
    })),
    { name: 'No answer', answer: { action: 'decline' } },
  ];
}
