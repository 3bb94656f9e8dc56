// Asks for a goal: the task, its test and its limits. It begins in the chat that is shown, also a new one.

import { useStore } from 'zustand/react';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import type { DialogProps } from '../../core/feature.ts';
import { useApp, useConversation, useConversationView, useSession } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { dialogFootClasses, FormActions } from '../../ui/FormActions.tsx';
import { TextAreaField, TextField } from '../../ui/FormFields.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { type ItemErrors, useItemForm } from '../../ui/useItemForm.ts';
import { emptyGoal, type GoalDraft, goalErrors, wishOf } from './goalDraft.ts';
import { goalWords } from './words.ts';

const labels = goalWords.form;

export function GoalDialog({ onClose }: DialogProps<'goal'>) {
  const { actions, drafts } = useSession();
  const id = useConversationView((now) => now.id);
  const stored = useConversation((state) => state.draft) ?? '';
  const draft = useStore(drafts.store, ({ texts }) => texts[id ?? '']) ?? stored;
  const form = useItemForm<GoalDraft, undefined>({
    values: () => ({ ...emptyGoal, prompt: draft }),
    check: goalErrors,
    save: (values) => start(values),
    onSaved: onClose,
  });

  async function start(values: GoalDraft): Promise<Result<undefined>> {
    let refusal: Result<undefined> = fail('CANCELLED', '');
    const wish = wishOf(values);
    const sent = await actions.send(wish.prompt, [], false, {
      async start(conversationId) {
        const started = await actions.call('goals.start', { conversationId, wish });
        if (!started.ok) refusal = started;
        return started.ok;
      },
    });
    return sent ? ok(undefined) : refusal;
  }

  const { values, errors, change } = form;
  return (
    <Modal title={labels.title} description={labels.body} onClose={onClose} className="max-w-[600px]">
      <form ref={form.element} noValidate onSubmit={form.submit} className="flex min-h-0 flex-1 flex-col text-ui">
        <div className="grid min-h-0 flex-1 grid-cols-1 gap-4 overflow-y-auto p-5">
          <p className="text-ink-2">{labels.body}</p>
          <TextAreaField
            label={labels.prompt}
            error={errors.prompt}
            rows={3}
            className="resize-y text-prose"
            value={values.prompt}
            onChange={(prompt) => change({ prompt })}
          />
          <ChoiceList<GoalDraft['kind']>
            label={labels.kind}
            value={values.kind}
            onChange={(kind) => change({ kind })}
            choices={[
              { value: 'command', label: labels.command },
              { value: 'check', label: labels.check },
            ]}
          />
          {values.kind === 'command' ? (
            <TextField
              label={labels.commandField}
              hint={labels.commandHint}
              error={errors.command}
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
              value={values.command}
              onChange={(command) => change({ command })}
            />
          ) : (
            <CheckFields values={values} errors={errors} onChange={change} />
          )}
          <LimitFields values={values} errors={errors} onChange={change} />
          <ErrorLine error={errors.other} />
        </div>
        <FormActions onCancel={onClose} className={dialogFootClasses}>
          <Button tone="primary" type="submit" disabled={form.busy}>
            {labels.start}
          </Button>
        </FormActions>
      </form>
    </Modal>
  );
}

interface FieldsProps {
  values: GoalDraft;
  errors: ItemErrors;
  onChange: (part: Partial<GoalDraft>) => void;
}

function CheckFields({ values, errors, onChange }: FieldsProps) {
  const providers = useApp((snapshot) => snapshot.providers);
  return (
    <>
      <TextAreaField
        label={labels.question}
        hint={labels.questionHint}
        error={errors.question}
        rows={2}
        className="resize-y text-prose"
        value={values.question}
        onChange={(question) => onChange({ question })}
      />
      <TextField
        label={labels.model}
        error={errors.model}
        placeholder={labels.ownModel}
        autoComplete="off"
        spellCheck={false}
        suggestions={providers.map(({ id, name }) => [`${id}/`, name] as const)}
        value={values.model}
        onChange={(model) => onChange({ model })}
      />
    </>
  );
}

function LimitFields({ values, errors, onChange }: FieldsProps) {
  const fields = [
    ['rounds', labels.rounds, ''],
    ['budget', labels.budget, labels.none],
    ['minutes', labels.minutes, labels.none],
    ['stall', labels.stall, ''],
  ] as const;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] gap-4">
      {fields.map(([name, label, placeholder]) => (
        <TextField
          key={name}
          label={label}
          error={errors[name]}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          value={values[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </div>
  );
}
