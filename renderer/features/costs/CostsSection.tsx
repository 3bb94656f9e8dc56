// Spending limits that pause a run to ask, and prices set by the user.

import { Coins } from 'lucide-react';
import type { SettingsPage } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp } from '../../core/state/context.tsx';
import { LimitSetting } from './LimitSetting.tsx';
import { PriceForm } from './PriceForm.tsx';
import { PriceList } from './PriceList.tsx';

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
