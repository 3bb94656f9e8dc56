// Asks for a goal: the task, its test and its limits. It begins in the chat that is shown, also a new one.

import { useStore } from 'zustand/react';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import type { DialogProps } from '../../core/feature.ts';
import { useConversation, useConversationView, useSession } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { dialogFootClasses, FormActions } from '../../ui/FormActions.tsx';
import { TextAreaField } from '../../ui/FormFields.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useItemForm } from '../../ui/useItemForm.ts';
import { GoalLimitFields, GoalTestFields } from './GoalTestFields.tsx';
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
          <GoalTestFields values={values} errors={errors} onChange={change} />
          <GoalLimitFields
            names={['rounds', 'budget', 'minutes', 'stall']}
            values={values}
            errors={errors}
            onChange={change}
          />
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
