// Form for the price of one model, or of all models matching a pattern.

import { type FormEvent, useId, useState } from 'react';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { Button } from '../../ui/Button.tsx';
import { TextInput } from '../../ui/Field.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useSetting } from '../settings/useSetting.ts';

const words = lateStrings.settings.costs;
const empty = { model: '', input: '', output: '', cacheRead: '', cacheWrite: '' };
type Typed = typeof empty;
const fields = ['model', 'input', 'output', 'cacheRead', 'cacheWrite'] as const satisfies readonly (keyof Typed)[];

export function PriceForm({ prices }: { prices: Settings['prices'] }) {
  const { error, change, refuse } = useSetting();
  const [typed, setTyped] = useState(empty);
  const id = useId();
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const model = typed.model.trim();
    const price = readPrice(typed);
    if (model === '' || !price) return refuse(words.badPrice);
    if (await change({ prices: { ...prices, [model]: price } })) setTyped(empty);
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="@container grid gap-2">
      <div className="grid grid-cols-4 items-end gap-2 @min-[38rem]:grid-cols-[minmax(10rem,1fr)_repeat(4,5rem)_auto]">
        {fields.map((name) => (
          <label
            key={name}
            htmlFor={`${id}-${name}`}
            className={name === 'model' ? 'col-span-4 @min-[38rem]:col-span-1' : ''}
          >
            <span className="mb-1 block truncate text-ink-3 text-small">{words[name]}</span>
            <TextInput
              id={`${id}-${name}`}
              inputMode={name === 'model' ? 'text' : 'decimal'}
              className={name === 'model' ? '' : 'tabular text-right'}
              maxLength={name === 'model' ? 400 : 12}
              placeholder={name === 'model' ? 'provider/model' : ''}
              aria-describedby={error ? id : undefined}
              value={typed[name]}
              onChange={({ target }) => setTyped((now) => ({ ...now, [name]: target.value }))}
            />
          </label>
        ))}
        <Button type="submit" className="col-span-4 justify-self-start @min-[38rem]:col-span-1">
          {words.add}
        </Button>
      </div>
      <ErrorLine error={error} id={id} small />
    </form>
  );
}

/** Null: one of them is not an amount. Cache prices may be left out. */
function readPrice(typed: Typed): Settings['prices'][string] | null {
  const [input, output] = [parseAmount(typed.input), parseAmount(typed.output)];
  const [cacheRead, cacheWrite] = [optional(typed.cacheRead), optional(typed.cacheWrite)];
  if (input === undefined || output === undefined || cacheRead === null || cacheWrite === null) return null;
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}

/** Undefined: left empty. Null: not an amount. */
function optional(text: string): number | undefined | null {
  return text.trim() === '' ? undefined : (parseAmount(text) ?? null);
}

/** Parses an amount of US dollars, accepting a decimal comma; undefined if invalid. */
export function parseAmount(typed: string): number | undefined {
  const text = typed.trim().replace(/^\$/, '').replace(',', '.');
  return /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined;
}
