// A plan awaiting the user's decision: a document to read, edit, accept or send back. Nothing is sent automatically,
// and it takes no focus. The mode to continue with is above its button.

import { type KeyboardEvent, type RefObject, useContext, useEffect, useEffectEvent, useId, useState } from 'react';
import type { QuestionAnswer, UserQuestion } from '../../../../shared/conversation/question.ts';
import type { ApprovalMode } from '../../../../shared/permission/permission.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { modeAppearance } from '../../../core/modeAppearance.ts';
import { useActions, useConversationView, useSession } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextArea } from '../../../ui/Field.tsx';
import { isTyping } from '../../../ui/focus.ts';
import { isComposing } from '../../../ui/isComposing.ts';
import { ButtonKeys } from '../../../ui/Kbd.tsx';
import { useAnswerGuard } from '../../../ui/useAnswerGuard.ts';
import { AnswerKeys, AnswersHere, decisionOf, useAnswerKeys } from '../../approvals/useAnswerKeys.tsx';
import { focusTextArea, PlanDocument } from './PlanDocument.tsx';
import { type PlanDraft, planDraft, savePlanDraft } from './planDrafts.ts';
import { chosenMode, type PlanDecision, planOf, planValues } from './planQuestion.ts';

const words = lateStrings.approvals.plan;

export function PlanCard({ question, box }: { question: UserQuestion; box: RefObject<HTMLElement | null> }) {
  const { call } = useActions();
  const { memory } = useSession();
  const conversationId = useConversationView((view) => view.id);
  const guard = useAnswerGuard();
  const { questionId } = question;
  const [draft, setDraft] = useState(() => planDraft(memory, questionId));
  const [problem, setProblem] = useState<string | null>(null);
  const [answered, setAnswered] = useState(false);
  const plan = planOf(question);
  // A field restored by a reload takes no focus.
  const [takesFocus, setTakesFocus] = useState(false);
  const change = (some: Partial<PlanDraft>): void => {
    if (some.part !== undefined) setTakesFocus(true);
    const next = { ...draft, ...some };
    setDraft(next);
    setProblem(null);
    savePlanDraft(memory, questionId, next);
  };

  async function give(answer: QuestionAnswer): Promise<void> {
    if (answered || conversationId === null || !guard.accepts()) return;
    setAnswered(true);
    setProblem(null);
    const result = await call('question.answer', { conversationId, questionId, values: {}, ...answer });
    // The card disappears once answered; keep the focus in its box.
    const own = box.current;
    const isElsewhere = isTyping() && !own?.contains(document.activeElement);
    if (!result.ok) {
      setAnswered(false);
      setProblem(result.error.message);
      return;
    }
    savePlanDraft(memory, questionId, null);
    if (!isElsewhere) own?.focus({ preventScroll: true });
  }

  function decide(decision: PlanDecision): void {
    if ((draft.text ?? plan.text).trim() === '') setProblem(words.empty);
    else void give({ action: 'accept', values: planValues(question, decision, draft) });
  }

  const isBack = draft.part === 'back';
  const isOneOfSeveral = useContext(AnswersHere) !== null;
  // The box has the focus after the shortcut that leads to it.
  const onBoxKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.target !== box.current || isComposing(event) || decisionOf(event) !== 'allow') return;
    event.preventDefault();
    decide(isBack ? 'send_back' : 'go_on');
  });
  useEffect(() => {
    const element = box.current;
    const listen = (event: globalThis.KeyboardEvent): void => onBoxKey(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [box]);
  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event) || event.repeat) return;
    if (event.key === 'Escape' && draft.part !== 'read') {
      event.preventDefault();
      event.stopPropagation();
      change({ part: 'read' });
      box.current?.focus({ preventScroll: true });
      return;
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    decide(isBack ? 'send_back' : 'go_on');
  }

  const off = answered || !guard.ready;
  const look = answered ? '' : 'disabled:opacity-100';
  return (
    <section aria-label={words.label} data-plan onKeyDown={onKeyDown}>
      {isOneOfSeveral && draft.part === 'read' && <PlanKeys box={box} onAccept={() => decide('go_on')} />}
      <PlanDocument plan={plan} draft={draft} off={answered} takesFocus={takesFocus} onChange={change} />
      {isBack ? (
        <div className="px-3 pt-3">
          <TextArea
            ref={takesFocus ? focusTextArea : undefined}
            aria-label={words.backLabel}
            placeholder={words.backPlaceholder}
            rows={3}
            disabled={answered}
            value={draft.words}
            onChange={(event) => change({ words: event.target.value })}
          />
        </div>
      ) : (
        plan.modes.length > 0 && (
          <ModeChoice
            modes={plan.modes}
            chosen={chosenMode(plan, draft)}
            off={answered}
            onChoose={(mode) => change({ mode })}
          />
        )
      )}
      {problem && (
        <p className="wrap-anywhere px-3 pt-2 text-fail text-ui" role="alert">
          {problem}
        </p>
      )}
      <div data-answers className="flex flex-wrap items-center gap-2 px-3 pt-3 pb-3">
        {isBack ? (
          <Button tone="ghost" className="-ml-2.5 mr-auto px-2.5" onClick={() => change({ part: 'read' })}>
            {lateStrings.approvals.card.back}
          </Button>
        ) : (
          <Button
            tone="ghost"
            disabled={off}
            className={`-ml-2.5 mr-auto px-2.5 ${look}`}
            onClick={() => void give({ action: 'decline' })}
          >
            {words.decline}
          </Button>
        )}
        <span className="ml-auto flex flex-wrap justify-end gap-2">
          {!isBack && (
            <Button disabled={answered} onClick={() => change({ part: 'back' })}>
              {words.sendBackMore}
            </Button>
          )}
          <Button tone="primary" disabled={off} className={look} onClick={() => decide(isBack ? 'send_back' : 'go_on')}>
            {isBack ? words.sendBack : words.accept}
            {isOneOfSeveral ? (
              <AnswerKeys decision="allow" whenFocused={draft.part !== 'read'} tone="text-current" />
            ) : (
              <ButtonKeys keys="Mod+Enter" tone="text-current" />
            )}
          </Button>
        </span>
      </div>
    </section>
  );
}

/** In a view of several conversations, the key accepts the plan of the one with the focus. */
function PlanKeys({ box, onAccept }: { box: RefObject<HTMLElement | null>; onAccept: () => void }) {
  useAnswerKeys(box, ['allow'], onAccept);
  return null;
}

interface ModeChoiceProps {
  modes: readonly ApprovalMode[];
  chosen: ApprovalMode;
  off: boolean;
  onChoose: (mode: ApprovalMode) => void;
}

/** Chooses the mode to continue with, side by side, with a description of the chosen one. */
function ModeChoice({ modes, chosen, off, onChoose }: ModeChoiceProps) {
  const id = useId();
  return (
    <fieldset className="min-w-0 px-3 pt-3" disabled={off} aria-describedby={`${id}-hint`}>
      <legend className="sr-only">{words.goOn}</legend>
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="mr-1 text-ink-2 text-ui" aria-hidden>
          {words.goOn}
        </span>
        {modes.map((mode) => {
          const { icon: Icon, tone } = modeAppearance[mode];
          return (
            <label
              key={mode}
              htmlFor={`${id}-${mode}`}
              className={classes(
                'flex h-7 items-center gap-1.5 rounded-m border px-2 text-ui has-focus-visible:outline-2 has-focus-visible:outline-focus',
                mode === chosen ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
              )}
            >
              <input
                type="radio"
                id={`${id}-${mode}`}
                name={id}
                checked={mode === chosen}
                onChange={() => onChoose(mode)}
                className="sr-only"
              />
              <Icon className={classes('size-3.5', tone)} strokeWidth={1.75} aria-hidden />
              {strings.chat.approval[mode].name}
            </label>
          );
        })}
      </div>
      <p id={`${id}-hint`} className={classes('pt-1.5 text-small', chosen === 'all' ? 'text-fail' : 'text-ink-3')}>
        {strings.chat.approval[chosen].hint}
      </p>
    </fieldset>
  );
}
