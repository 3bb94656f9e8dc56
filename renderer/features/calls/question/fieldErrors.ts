// Which field the host's refusal is about: it names it in `details`, as `field`, or as `fields` with a sentence for each.

import type { QuestionField } from '../../../../shared/conversation/question.ts';
import type { AppError } from '../../../../shared/errors.ts';
import { strings } from '../../../core/strings.ts';

export function fieldErrors(error: AppError, fields: readonly QuestionField[]): ReadonlyMap<string, string> {
  const { field, fields: several } = error.details ?? {};
  const said = new Map<string, string>();
  if (typeof several === 'object' && several !== null) {
    for (const [name, why] of Object.entries(several))
      if (typeof why === 'string') said.set(name, strings.sentences.host(why));
  }
  if (typeof field === 'string') said.set(field, error.message);
  return new Map([...said].filter(([name]) => fields.some((known) => known.name === name)));
}
