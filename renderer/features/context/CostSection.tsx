// Cost of the conversation, its last turn, today and per model, and the cached share of its input. Unknown amounts are
// labeled, never shown as 0.

import { useEffect, useState } from 'react';
import type { CostReport, CostSum, SpendLimit } from '../../../shared/features/costs/methods.ts';
import { externalAgentOf } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { formatPrice, formatUsd } from '../../core/format/amounts.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useApp, useConversation, useConversationView, useSession } from '../../core/state/context.tsx';
import { useConversationAgent } from '../../core/state/externalAgent.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { costWords, formatCost } from '../costs/words.ts';
import { useAgents } from '../externalAgents/agentStore.ts';
import { agentWords } from '../externalAgents/words.ts';
import { useContextView } from './contextStore.ts';

const words = costWords;

export function CostSection() {
  const { view } = useSession();
  const costs = useCosts();
  const agentId = useConversationAgent();
  const { value: agents } = useAgents();
  const agentNames = (id: string): string => visibleText(agents?.find((agent) => agent.id === id)?.name ?? id);
  const nameOf = (model: ModelRef): string => {
    const id = externalAgentOf(model);
    return id === null ? model.model : agentNames(id);
  };
  if (!costs) return null;
  const { conversation, lastTurn, today, models, limits } = costs;
  return (
    <section aria-label={words.title} className="border-line border-b px-4 pt-3 pb-4">
      <h3 className="mb-1 text-ink-3 text-small">{words.title}</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 text-ui">
        {conversation && <Line name={words.conversation} sum={conversation} limit={limits.conversation} strong />}
        {lastTurn && lastTurn.replies > 0 && <Line name={words.lastTurn} sum={lastTurn} />}
        {conversation && conversation.titles > 0 && <Line name={words.itsTitle} sum={titleSum(conversation)} />}
        <Line name={words.today} sum={today} limit={limits.day} />
      </dl>
      {conversation && conversation.cached > 0 && <CacheLine {...conversation} />}
      {models.length > 1 && (
        <>
          <h4 className="mt-3 text-ink-3 text-small">
            {models.some((model) => externalAgentOf(model) !== null) ? agentWords.session.costsBy : words.models}
          </h4>
          <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 text-ui">
            {models.map((model) => (
              <Line key={`${model.provider}/${model.model}`} name={nameOf(model)} sum={model} />
            ))}
          </dl>
        </>
      )}
      {agentId === null ? (
        <PriceLine price={costs.price} />
      ) : (
        <p className="wrap-anywhere mt-2 text-ink-3 text-small">{agentWords.session.costs(agentNames(agentId))}</p>
      )}
      <Button
        size="small"
        className="mt-2"
        onClick={() => view.setState({ dialog: { type: 'settings', section: 'costs' } })}
      >
        {words.setPrice}
      </Button>
    </section>
  );
}

function Line(props: { name: string; sum: CostSum; limit?: SpendLimit | null; strong?: boolean }) {
  const { name, sum, limit, strong = false } = props;
  const amount = formatCost(sum);
  return (
    <>
      <dt className="min-w-0 truncate text-ink-2">{name}</dt>
      <dd className={classes('tabular text-right', strong && 'font-strong')}>
        {limit ? words.limit(amount, formatUsd(limit.usd + limit.raised)) : amount}
        {sum.unknown > 0 && sum.unknown < sum.replies && (
          <span className="block font-normal text-ink-3 text-small">{words.unknownReplies(sum.unknown)}</span>
        )}
      </dd>
    </>
  );
}

/** The part spent on titles. */
function titleSum({ titlesUsd, ...sum }: CostSum): CostSum {
  // An unknown price is not free.
  return { ...sum, titlesUsd, usd: titlesUsd, replies: 0, unknown: titlesUsd === 0 && sum.atLeast ? 1 : 0 };
}

function CacheLine({ input, cached }: CostSum) {
  return (
    <p className="mt-1 flex justify-between gap-3 text-ink-3 text-small">
      <span>{words.cache}</span>
      <span className="tabular">
        {words.share(Math.min(100, Math.round((cached / Math.max(1, input)) * 100)), lateStrings.context.tokens(input))}
      </span>
    </p>
  );
}

function PriceLine({ price }: { price: CostReport['price'] }) {
  if (!price) return <p className="mt-2 text-ink-3 text-small">{words.priceUnknown}</p>;
  const { by, date = '' } = price;
  const source = by === 'catalogue' ? words.by.catalogue(date) : words.by[by];
  const priceText = by === 'local' ? words.free : words.prices(formatPrice(price.input), formatPrice(price.output));
  return (
    <p className="wrap-anywhere mt-2 text-ink-3 text-small">
      {strings.sentences.row([by === 'local' ? price.model : words.price, priceText, source])}
    </p>
  );
}

/** The current conversation's costs, reloaded when its next request changes, which every reply does. */
function useCosts(): CostReport | null {
  const { call } = useActions();
  const { report } = useContextView();
  const conversationId = useConversationView((view) => view.id);
  const settings = useApp((snapshot) => snapshot.settings);
  // An agent's next request cannot be measured: its records show that there may be a new cost.
  const isAgents = useConversationAgent() !== null;
  const lastId = useConversation((state) => (isAgents ? state.messages.at(-1)?.id : undefined));
  const [costs, setCosts] = useState<{ of: string; report: CostReport } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads with the report, an agent's records and the settings
  useEffect(() => {
    if (conversationId === null || (report === null && !isAgents)) return;
    let isCurrent = true;
    void call('cost.read', { conversationId }).then((answer) => {
      if (isCurrent && answer.ok) setCosts({ of: conversationId, report: answer.value });
    });
    return () => {
      isCurrent = false;
    };
  }, [conversationId, report, isAgents, lastId, settings, call]);
  return costs?.of === conversationId ? costs.report : null;
}
