// An answered form from a tool result: the questions and the user's answers.

import type { QuestionAnswer, QuestionField, QuestionValue } from '../../../shared/conversation/question.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { strings } from '../../core/strings.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import type { AnsweredForm } from './answeredQuestion.ts';

const words = lateStrings.approvals.question;

export function AnsweredQuestion({ form }: { form: AnsweredForm }) {
  const { message, answer, fields } = form;
  return (
    <section aria-label={words.answerLabel} className="px-3 py-2.5" data-answer={answer.action}>
      <p className="wrap-anywhere whitespace-pre-wrap text-ui">
        <VisibleText text={message} />
      </p>
      {answer.action === 'accept' ? (
        <Answers fields={fields} values={answer.values} />
      ) : (
        <p className="mt-2 text-ink-2 text-ui">{refusal(answer)}</p>
      )}
    </section>
  );
}

function refusal(answer: QuestionAnswer): string {
  if (answer.action === 'decline') return answer.nobody ? words.nobody : words.declined;
  return words.cancelled;
}

interface AnswersProps {
  fields: readonly QuestionField[];
  values: Record<string, QuestionValue>;
}

function Answers({ fields, values }: AnswersProps) {
  const unasked = Object.keys(values).filter((name) => !fields.some((field) => field.name === name));
  const rows = [
    ...fields.map((field) => ({ name: field.name, label: field.label || field.name, field })),
    ...unasked.map((name) => ({ name, label: name, field: undefined })),
  ];
  if (rows.length === 0) return <p className="mt-2 text-ink-2 text-ui">{words.yes}</p>;
  return (
    <>
      <p className="mt-2 text-ink-3 text-small">{words.answered}</p>
      <dl className="mt-0.5 grid gap-1 text-ui">
        {rows.map(({ name, label, field }) => (
          <div key={name} className="narrow:flex narrow:gap-3">
            <dt className="wrap-anywhere shrink-0 text-ink-3 narrow:w-44">
              <VisibleText text={label} />
            </dt>
            <dd className="wrap-anywhere min-w-0 whitespace-pre-wrap">
              <Value value={Object.hasOwn(values, name) ? values[name] : undefined} field={field} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Value({ value, field }: { value: QuestionValue | undefined; field: QuestionField | undefined }) {
  if (value === undefined) return <span className="text-ink-3">{words.empty}</span>;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  const labelOf = (one: string): string => field?.options?.find((option) => option.value === one)?.label ?? one;
  const answerText = Array.isArray(value)
    ? strings.sentences.list(value.map((one) => labelOf(String(one))))
    : labelOf(String(value));
  return <VisibleText text={answerText} />;
}
