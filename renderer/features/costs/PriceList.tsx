// Prices set by the user, each with a button to remove it.

import { X } from 'lucide-react';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import { formatPrice } from '../../core/format/money.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useSetting } from '../settings/useSetting.ts';

const words = lateStrings.settings.costs;

export function PriceList({ prices }: { prices: Settings['prices'] }) {
  const { error, change } = useSetting();
  const rows = Object.entries(prices);
  if (rows.length === 0) return null;
  const remove = (model: string): void => {
    const { [model]: _removed, ...others } = prices;
    void change({ prices: others });
  };
  const heads = [words.model, words.input, words.output, words.cacheRead, words.cacheWrite];
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-ui">
        <thead className="text-ink-3 text-small">
          <tr>
            {heads.map((head, at) => (
              <th key={head} scope="col" className={at === 0 ? 'py-1 text-left font-normal' : numberClasses}>
                {head}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map(([model, price]) => (
            <tr key={model} className="border-line border-t">
              <th scope="row" className="wrap-anywhere py-1 text-left font-normal">
                {model}
              </th>
              {[price.input, price.output, price.cacheRead, price.cacheWrite].map((amount, at) => (
                <td key={heads[at + 1]} className={numberClasses}>
                  {amount === undefined ? <span className="text-ink-3">{words.asInput}</span> : formatPrice(amount)}
                </td>
              ))}
              <td className="w-8 text-right">
                <IconButton icon={X} size="small" label={words.remove(model)} onClick={() => remove(model)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {error && (
        <p role="alert" className="text-fail text-small">
          {error}
        </p>
      )}
    </div>
  );
}

const numberClasses = 'tabular whitespace-nowrap py-1 pl-3 text-right font-normal';
