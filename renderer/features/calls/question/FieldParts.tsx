// Common parts of form fields: label, description and error.

import type { ReactNode } from 'react';
import type { QuestionField } from '../../../../shared/conversation/question.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { VisibleText } from '../../../ui/VisibleText.tsx';
import type { FieldDraft } from './questionValues.ts';

const words = lateStrings.approvals.question;

export interface QuestionFieldProps {
  field: QuestionField;
  draft: FieldDraft | undefined;
  error: string | undefined;
  onChange: (draft: FieldDraft) => void;
}

export interface DrawnField extends Omit<QuestionFieldProps, 'draft'> {
  draft: FieldDraft;
  id: string;
  describedBy: string | undefined;
}

export function FieldLabel({ field }: { field: QuestionField }) {
  return (
    <>
      <VisibleText text={field.label || field.name} />
      <span className="ml-1.5 font-normal text-ink-3 text-small">
        {field.required ? words.required : words.optional}
      </span>
    </>
  );
}

/** The error, then the description. */
export function FieldNotes({ field, error, id }: Pick<DrawnField, 'field' | 'error' | 'id'>): ReactNode {
  return (
    <>
      {error && (
        <p id={`${id}-error`} className="wrap-anywhere mt-1 text-fail text-small" role="alert">
          {error}
        </p>
      )}
      {field.description && (
        <p id={`${id}-hint`} className="wrap-anywhere mt-1 whitespace-pre-wrap text-ink-3 text-small">
          <VisibleText text={field.description} />
        </p>
      )}
    </>
  );
}
