// "Commands that start with `npm test`": the first words of a command as an editable field, one for each part of the
// command that no rule covers yet. The text must be the command's own first words.

import { useState } from 'react';
import type { OfferedPrefix } from '../../../shared/permission/permission.ts';
import { quoteWord } from '../../../shared/permission/ruleText.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { Field, TextInput } from '../../ui/Field.tsx';

const words = lateStrings.approvals.card.prefix;

interface PrefixFieldsProps {
  prefixes: readonly OfferedPrefix[];
  /** How many words of each; empty: what was typed is no valid choice. */
  onChange: (lengths: number[]) => void;
}

export function prefixText({ words: all, length }: OfferedPrefix): string {
  return all.slice(0, length).map(quoteWord).join(' ');
}

/** Null: these are not its first words, or too few. */
function lengthOf(typed: string, prefix: OfferedPrefix): number | null {
  const text = typed.trim().replace(/\s+/g, ' ');
  for (let length = prefix.length; length <= prefix.words.length; length++) {
    if (prefixText({ ...prefix, length }).replace(/\s+/g, ' ') === text) return length;
  }
  return null;
}

export function PrefixFields({ prefixes, onChange }: PrefixFieldsProps) {
  const [texts, setTexts] = useState(() => prefixes.map(prefixText));
  const change = (at: number, text: string): void => {
    const next = texts.with(at, text);
    setTexts(next);
    const lengths = prefixes.flatMap((prefix, index) => lengthOf(next[index] ?? '', prefix) ?? []);
    onChange(lengths.length === prefixes.length ? lengths : []);
  };
  return (
    <div className="flex flex-col gap-2 py-1 pl-6">
      {prefixes.map((prefix, at) => {
        const text = texts[at] ?? '';
        const error = lengthOf(text, prefix) === null ? words.error(prefixText(prefix)) : null;
        return (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: a prefix is named by its place
            key={at}
            label={words.label}
            error={error}
            {...(at === prefixes.length - 1 ? { hint: words.hint } : {})}
          >
            {(ids) => (
              <TextInput
                {...ids}
                value={text}
                maxLength={4096}
                autoComplete="off"
                className="font-mono text-code"
                onChange={(event) => change(at, event.target.value)}
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}
