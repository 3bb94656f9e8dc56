// Form for one item, with its error, a note and the buttons below the fields; and the head of a page in place of the list.

import type { ClipboardEventHandler, ReactNode } from 'react';
import { BackButton } from './BackButton.tsx';
import { Button } from './Button.tsx';
import { classes } from './classes.ts';
import { FormActions } from './FormActions.tsx';
import { ErrorLine } from './ListPage.tsx';
import type { ItemFormState } from './useItemForm.ts';

interface PageHeadProps {
  back: string;
  onBack: () => void;
  title: ReactNode;
  hint?: ReactNode;
  /** Next to the title. */
  children?: ReactNode;
}

export function PageHead({ back, onBack, title, hint, children }: PageHeadProps) {
  return (
    <div>
      <BackButton label={back} onClick={onBack} />
      <div className="mt-2 flex flex-wrap items-center gap-x-3">
        <h4 className="wrap-anywhere font-strong text-prose">{title}</h4>
        {children}
      </div>
      {hint && <p className="wrap-anywhere mt-1 text-ink-2 text-ui">{hint}</p>}
    </div>
  );
}

interface ItemFormProps {
  form: Pick<ItemFormState<object>, 'element' | 'errors' | 'busy' | 'submit'>;
  /** Accessible name. */
  label?: string;
  save: string;
  /** Not ready to be saved. */
  disabled?: boolean;
  /** The effect of saving. */
  note?: string;
  /** Other buttons, at the start. */
  actions?: ReactNode;
  /** Keeps the buttons of a long form visible. */
  isLong?: boolean;
  className?: string;
  onPaste?: ClipboardEventHandler;
  /** Absent: only the page's head leads back. */
  onCancel?: () => void;
  children: ReactNode;
}

export function ItemForm(props: ItemFormProps) {
  const { form, label, save, disabled = false, note, actions, isLong = false, onPaste, onCancel, children } = props;
  const error = <ErrorLine error={form.errors.other} className={isLong ? 'min-w-0 flex-1' : ''} />;
  return (
    <form
      ref={form.element}
      noValidate
      aria-label={label}
      onSubmit={form.submit}
      onPaste={onPaste}
      className={classes('grid max-w-[640px] grid-cols-1 gap-4 text-ui', props.className)}
    >
      {children}
      {!isLong && error}
      <FormActions
        onCancel={onCancel}
        className={isLong ? 'sticky -bottom-6 -mx-6 -mb-6 border-line border-t bg-over px-6 py-3' : ''}
        start={
          <>
            {actions}
            {isLong && error}
            {note && <p className="min-w-48 flex-1 text-ink-3 text-small">{note}</p>}
          </>
        }
      >
        <Button tone="primary" type="submit" disabled={disabled || form.busy}>
          {save}
        </Button>
      </FormActions>
    </form>
  );
}
