// Spending limits that pause a run to ask, and prices set by the user.

import { Coins, X } from 'lucide-react';
import type { LimitKind } from '../../../shared/features/costs/methods.ts';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { formatPrice } from '../../core/format/amounts.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp } from '../../core/state/context.tsx';
import { CommitOnBlurField } from '../../ui/FormFields.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useSetting } from '../settings/useSetting.ts';
import { PriceForm, parseAmount } from './PriceForm.tsx';

/** In US dollars; the same bounds as in the settings. */
const [min, max] = [0.01, 1_000_000];
const numberClasses = 'tabular whitespace-nowrap py-1 pl-3 text-right font-normal';

const words = lateStrings.settings.costs;

function CostsSection() {
  const prices = useApp((snapshot) => snapshot.settings.prices);
  return (
    <div className="grid gap-5">
      <p className="max-w-100 text-ink-2 text-ui">{words.intro}</p>
      <div className="grid max-w-100 gap-5">
        <LimitSetting name="day" label={words.day} hint={words.dayHint} />
        <LimitSetting name="conversation" label={words.conversation} hint={words.conversationHint} />
      </div>
      <section className="grid gap-2" aria-label={words.prices}>
        <h4 className="font-strong text-ui">{words.prices}</h4>
        <p className="max-w-140 text-ink-3 text-small">{words.pricesHint}</p>
        <PriceList prices={prices} />
        <PriceForm prices={prices} />
      </section>
    </div>
  );
}

export const costsPage: SettingsPage = { icon: Coins, words: lateStrings.settings.costs, Section: CostsSection };

/** The spending limit in US dollars after which a run asks; empty: no limit. */
function LimitSetting({ name, label, hint }: { name: LimitKind; label: string; hint: string }) {
  const limits = useApp((snapshot) => snapshot.settings.spendLimit);
  const { error, change, refuse } = useSetting();
  const saved = limits[name] === null ? '' : String(limits[name]);
  const save = (typed: string): void => {
    const usd = typed === '' ? null : parseAmount(typed);
    if (usd === undefined || (usd !== null && (usd < min || usd > max))) refuse(words.bad);
    else void change({ spendLimit: { ...limits, [name]: usd } });
  };
  return (
    <CommitOnBlurField
      label={label}
      hint={hint}
      error={error}
      inputMode="decimal"
      className="tabular max-w-28"
      placeholder={words.none}
      saved={saved}
      onApply={save}
    />
  );
}

/** Prices set by the user, each with a button to remove it. */
function PriceList({ prices }: { prices: Settings['prices'] }) {
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
      <ErrorLine error={error} small />
    </div>
  );
}
