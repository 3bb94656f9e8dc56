// A form that a call waits for: who asks, what, and the fields. Sends nothing without the user; shows errors at their
// field, from this form and from the host. Takes no focus.

import { ExternalLink } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { QuestionAnswer, QuestionField, UserQuestion } from '../../../../shared/conversation/question.ts';
import type { AppError } from '../../../../shared/core/errors.ts';
import { formatUsd } from '../../../core/format/amounts.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useActions, useConversationView } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { focusAfter, isTyping } from '../../../ui/focus.ts';
import { isComposing } from '../../../ui/isComposing.ts';
import { isMac, keysText } from '../../../ui/Kbd.tsx';
import { useAnswerGuard } from '../../../ui/useAnswerGuard.ts';
import { VisibleText } from '../../../ui/VisibleText.tsx';
import { costWords } from '../../costs/words.ts';
import { pageAddress } from '../../markdown/linkPolicy.ts';
import { QuestionFieldInput } from './QuestionFieldInput.tsx';
import { initialDrafts, readForm } from './questionValues.ts';

const words = lateStrings.approvals.question;
const noErrors: ReadonlyMap<string, string> = new Map();

export function QuestionForm({ question, box }: { question: UserQuestion; box: RefObject<HTMLElement | null> }) {
  const { call } = useActions();
  const conversationId = useConversationView((view) => view.id);
  const guard = useAnswerGuard();
  const [drafts, setDrafts] = useState(() => initialDrafts(question));
  const [errors, setErrors] = useState(noErrors);
  const [problem, setProblem] = useState<string | null>(null);
  const [answered, setAnswered] = useState(false);
  const { url } = question;
  const fields = fieldsOf(question);

  async function give(answer: QuestionAnswer): Promise<void> {
    if (answered || conversationId === null || !guard.accepts()) return;
    setAnswered(true);
    setProblem(null);
    const { questionId } = question;
    const result = await call('question.answer', { conversationId, questionId, values: {}, ...answer });
    // The form disappears once answered; keep the focus in its box.
    const own = box.current;
    const isElsewhere = isTyping() && !own?.contains(document.activeElement);
    if (result.ok) return isElsewhere ? undefined : own?.focus({ preventScroll: true });
    const newErrors = fieldErrors(result.error, fields);
    showErrors(() => {
      setAnswered(false);
      setErrors(newErrors);
      setProblem(newErrors.size > 0 ? null : result.error.message);
    });
  }

  /** Focuses the first invalid field. */
  function showErrors(update: () => void): void {
    focusAfter(update, () => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  }

  function send(): void {
    if (url !== undefined) return void give({ action: 'accept', values: {} });
    const read = readForm(fields, drafts);
    showErrors(() => {
      setErrors(read.errors);
      setProblem(null);
    });
    if (read.errors.size === 0) void give({ action: 'accept', values: read.values });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (url !== undefined || event.key !== 'Enter' || isComposing(event)) return;
    if (!(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  }

  const off = answered || !guard.ready;
  const look = answered ? '' : 'disabled:opacity-100';
  return (
    <form
      noValidate
      aria-label={words.answerLabel}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="px-3 pb-3"
    >
      <QuestionHead question={question} />
      {url !== undefined && <AddressToVisit address={url} />}
      {url === undefined && (
        <fieldset disabled={answered} className="mt-3 grid gap-4">
          {fields.map((field) => (
            <QuestionFieldInput
              key={field.name}
              field={field}
              draft={drafts.get(field.name)}
              error={errors.get(field.name)}
              onChange={(draft) => {
                setDrafts((now) => new Map(now).set(field.name, draft));
                setErrors((now) => without(now, field.name));
              }}
            />
          ))}
          {fields.length === 0 && <p className="text-ink-3 text-ui">{words.noFields}</p>}
        </fieldset>
      )}
      {problem && (
        <p className="wrap-anywhere mt-3 text-fail text-ui" role="alert">
          {problem}
        </p>
      )}
      <div data-answers className="mt-4 flex flex-wrap items-center gap-2">
        {url === undefined && (
          <span className="mr-auto text-ink-3 text-small">{words.keys(keysText('Mod+Enter', isMac()))}</span>
        )}
        <span className="ml-auto flex flex-wrap justify-end gap-2">
          <Button disabled={off} className={look} onClick={() => void give({ action: 'decline' })}>
            {words.decline}
          </Button>
          <Button type="submit" tone="primary" disabled={off} className={look}>
            {url === undefined ? words.send : words.done}
          </Button>
        </span>
      </div>
    </form>
  );
}

/** The sender and the question. Both texts are untrusted: shown verbatim, with nothing hidden. */
function QuestionHead({ question }: { question: UserQuestion }) {
  const { from, message, said, url } = question;
  return (
    <>
      <p className="text-ink-3 text-small">
        {from.type === 'model' && words.fromModel}
        {from.type === 'app' && costWords.question.from}
        {(from.type === 'server' || from.type === 'agent') && (
          <>
            {from.type === 'server' && lateStrings.tools.page.server('')}
            <span className="wrap-anywhere font-strong text-ink-2">
              <VisibleText text={from.name} />
            </span>{' '}
            {words.fromServer}
          </>
        )}
      </p>
      <p className="wrap-anywhere mt-1 max-h-80 overflow-y-auto whitespace-pre-wrap text-prose">
        <VisibleText text={from.type === 'app' ? strings.sentences.text(message, said) : message} />
      </p>
      {from.type === 'server' && url === undefined && <p className="mt-1 text-ink-3 text-small">{words.serverHint}</p>}
      {from.type === 'agent' && url === undefined && <p className="mt-1 text-ink-3 text-small">{words.agentHint}</p>}
    </>
  );
}

/** Translates the app's own questions. */
function fieldsOf({ from, fields }: UserQuestion): QuestionField[] {
  if (from.type !== 'app') return fields;
  const { kind, usd } = from.limit;
  const { label: heading, once, raise, stop } = costWords.question;
  const choices: Readonly<Record<string, string>> = { once, raise: raise[kind](formatUsd(usd)), stop };
  return fields.map((field) => ({
    ...field,
    label: heading,
    options: field.options?.map(({ value, label }) => ({ value, label: choices[value] ?? label })) ?? [],
  }));
}

function without(errors: ReadonlyMap<string, string>, name: string): ReadonlyMap<string, string> {
  if (!errors.has(name)) return errors;
  return new Map([...errors].filter(([field]) => field !== name));
}

/** Maps the host's error to fields: `details` has `field`, or `fields` with a sentence for each. */
export function fieldErrors(error: AppError, fields: readonly QuestionField[]): ReadonlyMap<string, string> {
  const { field, fields: several } = error.details ?? {};
  const messages = new Map<string, string>();
  if (typeof several === 'object' && several !== null) {
    for (const [name, why] of Object.entries(several))
      if (typeof why === 'string') messages.set(name, strings.sentences.host(why));
  }
  if (typeof field === 'string') messages.set(field, error.message);
  return new Map([...messages].filter(([name]) => fields.some((candidate) => candidate.name === name)));
}

/**
 * A URL that the user is asked to visit, in full, with its site named separately. Opens only http and https, and only
 * on a click.
 */
function AddressToVisit({ address }: { address: string }) {
  const page = pageAddress(address);
  return (
    <div className="mt-3">
      <div className="flex items-start gap-1 rounded-m border border-line bg-page py-1.5 pr-1 pl-2.5">
        <p className="wrap-anywhere min-w-0 flex-1 py-0.5 font-mono text-code">
          <VisibleText text={address} />
        </p>
        <CopyButton text={address} />
      </div>
      {page ? (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ui">
          <a
            href={page.href}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex h-8 items-center gap-1.5 rounded-m border border-line bg-over px-3 font-strong hover:bg-hover"
          >
            <ExternalLink className="size-4" strokeWidth={1.75} aria-hidden />
            {words.open}
          </a>
          <span className="wrap-anywhere text-ink-3">{words.openHint(page.host)}</span>
        </p>
      ) : (
        <p className="mt-2 text-fail text-ui">{words.badAddress}</p>
      )}
    </div>
  );
}
