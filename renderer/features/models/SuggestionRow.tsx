// A suggestion that works where the entered value failed, with a button to apply it.

import { providerApiNames } from '../../../shared/features/models/knownProviders.ts';
import { Button } from '../../ui/Button.tsx';
import type { Suggestion } from './formErrors.ts';
import { modelWords } from './words.ts';

const words = modelWords.form;

interface SuggestionRowProps {
  suggestion: Suggestion;
  /** The value that was tried. */
  now: Suggestion;
  onTake: (suggestion: Suggestion) => void;
}

export function SuggestionRow({ suggestion, now, onTake }: SuggestionRowProps) {
  const { kind, baseUrl } = suggestion;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-l bg-soft px-3 py-2.5 text-ui" data-suggestion>
      <p className="wrap-anywhere min-w-48 flex-1">
        {baseUrl === now.baseUrl.trim()
          ? words.answersHere(providerApiNames[kind])
          : words.answersAt(providerApiNames[kind], baseUrl)}
      </p>
      <Button onClick={() => onTake(suggestion)}>
        {kind === now.kind ? words.takeAddress : words.takeWire(providerApiNames[kind])}
      </Button>
    </div>
  );
}
