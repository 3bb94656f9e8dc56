// Chooses a server's protocol, if it is not a well-known one.

import { providerApiNames } from '../../../shared/features/models/knownProviders.ts';
import { type ProviderKind, providerKinds } from '../../../shared/features/models/providerKind.ts';
import { classes } from '../../ui/classes.ts';
import { Field, inputClasses } from '../../ui/Field.tsx';
import { modelWords } from './words.ts';

const words = modelWords.form;

export function WireField({ kind, onChange }: { kind: ProviderKind; onChange: (kind: ProviderKind) => void }) {
  const choose = (value: string): void => {
    const chosen = providerKinds.find((each) => each === value);
    if (chosen) onChange(chosen);
  };
  return (
    <Field label={words.wire} hint={words.wireHints[kind]}>
      {(ids) => (
        <select
          {...ids}
          className={classes(inputClasses, 'h-8 max-w-72')}
          value={kind}
          onChange={(event) => choose(event.target.value)}
        >
          {providerKinds.map((each) => (
            <option key={each} value={each}>
              {providerApiNames[each]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
