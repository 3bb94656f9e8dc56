// Cost tracking: each paid request goes into the ledger at current prices, and spending limits are checked before a
// request. Never blocks a turn: a line that cannot be written is lost, and logged.

import type { Usage } from '../../../shared/conversation/message.ts';
import type { SpendLimitRef } from '../../../shared/conversation/question.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import type { LimitKind } from '../../../shared/features/costs/methods.ts';
import { externalAgentOf } from '../../../shared/features/externalAgents/externalAgent.ts';
import { type Cost, costOf, inputCost } from '../../../shared/features/models/cost.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import { localDay } from '../../lib/localDay.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ProviderRegistry } from '../../ports/provider.ts';
import type { PaidKind, RaisedLimit, UsageLedger, UsageRow } from '../../ports/usageLedger.ts';

/** Who makes a model request. */
export interface Payer {
  conversationId: string;
  settings: { model: ModelRef; projectId: string; agent: { conversationId: string } | null };
}

/** Records a payment; null: its cost is unknown. */
type Paid = (kind: PaidKind, usage: Usage | null) => Promise<Cost | null>;

export interface Spending {
  /**
   * Runs a model request and records its cost. The start is recorded first, so that a request interrupted by a crash
   * counts as one of unknown cost.
   */
  request<T>(payer: Payer, kind: PaidKind, work: (paid: Paid) => Promise<T>): Promise<T>;
  /**
   * Checks the limits before a request of this many tokens. SPEND_LIMIT_REACHED: it would exceed a limit;
   * `details.limit` says which (`SpendLimitRef`).
   */
  check(payer: Payer, tokens: number): Promise<Result<void>>;
  /** Raises a limit by its own amount: today's, or the conversation's. */
  raise(conversationId: string, limit: LimitKind): Promise<Result<void>>;
  close(): Promise<void>;
}

export interface SpendingDeps {
  ledger: UsageLedger;
  clock: Clock;
  ids: { ulid(): string };
  providers: Pick<ProviderRegistry, 'price'>;
  settings(): Promise<Pick<Settings, 'spendLimit'>>;
  notice(message: UserText): void;
}

export function createSpending(deps: SpendingDeps): Spending {
  const { ledger, clock } = deps;
  /** Models for which the user was told that spending limits cannot apply. */
  const warnedModels = new Set<string>();
  let isProblemReported = false;

  function tellProblem(problem: Sentence | null): void {
    if (problem !== null && !isProblemReported) {
      deps.notice(
        say`${problem} Until this works again, the spending limit counts only spending since the app started.`,
      );
    }
    isProblemReported = problem !== null;
  }

  function lineOf({ conversationId, settings: { model, projectId, agent } }: Payer) {
    const at = clock.now().toISOString();
    const parent = agent ? { parent: agent.conversationId } : {};
    return { at, ...model, project: projectId, conversation: conversationId, ...parent };
  }

  async function pay(payer: Payer, kind: PaidKind, usage: Usage | null, of: string | undefined): Promise<Cost | null> {
    const cost = costOf(usage, await deps.providers.price(payer.settings.model).catch(() => null));
    const counts = {
      input: usage?.inputTokens,
      output: usage?.outputTokens,
      cached: usage?.cachedInputTokens,
      cacheWrite: usage?.cacheWriteTokens,
      cacheWriteHour: usage?.cacheWriteHourTokens,
      reasoning: usage?.reasoningTokens,
      searches: usage?.webSearches,
    };
    void ledger.append({
      kind,
      ...lineOf(payer),
      ...Object.fromEntries(Object.entries(counts).filter(([, tokens]) => tokens !== undefined)),
      usd: cost?.usd ?? null,
      ...(cost ? { by: cost.by } : {}),
      ...(cost?.atLeast ? { atLeast: true } : {}),
      ...(of === undefined ? {} : { of }),
    });
    return cost;
  }

  return {
    async request(payer, kind, work) {
      const id = deps.ids.ulid();
      void ledger.append({ kind: 'begun', id, request: kind, ...lineOf(payer) });
      let isSettled = false;
      try {
        return await work((paidKind, usage) => {
          const of = isSettled ? undefined : id;
          isSettled = true;
          return pay(payer, paidKind, usage, of);
        });
      } finally {
        if (!isSettled) void ledger.append({ kind: 'ended', at: clock.now().toISOString(), of: id });
      }
    },

    async check({ conversationId, settings }, tokens) {
      const { spendLimit } = await deps.settings();
      if (spendLimit.day === null && spendLimit.conversation === null) return ok(undefined);
      // An agent's next cost is unknown: only its reported costs count.
      const isAgents = externalAgentOf(settings.model) !== null;
      const price = isAgents ? null : await deps.providers.price(settings.model);
      const next = isAgents ? 0 : inputCost(tokens, price);
      if (next === null) {
        const { provider, model } = settings.model;
        const name = `${provider}/${model}`;
        if (!warnedModels.has(name)) {
          deps.notice(
            say`The price of ${model} is unknown, so spending limits do not apply to it. You can set its price in Settings.`,
          );
        }
        warnedModels.add(name);
        return ok(undefined);
      }
      if (next === 0 && price?.by === 'local') return ok(undefined);
      const person = settings.agent?.conversationId ?? conversationId;
      const raised = await ledger.raised();
      tellProblem(ledger.problem());
      const today = localDay(clock.now());
      if (spendLimit.day !== null) {
        const rows = await ledger.rows(today);
        const spent = usdOf(rows.filter(({ day }) => day === today));
        const limit = spendLimit.day + sumRaisedUsd(raised, 'day', ({ at }) => localDay(at) === today);
        if (passes(spent, next, limit)) return reached('day', spent, next, limit, spendLimit.day);
      }
      if (spendLimit.conversation !== null) {
        const rows = await ledger.rows(null);
        const spent = usdOf(rows.filter((row) => isUsageOf(row, person)));
        const limit =
          spendLimit.conversation + sumRaisedUsd(raised, 'conversation', (line) => line.conversation === person);
        if (passes(spent, next, limit)) return reached('conversation', spent, next, limit, spendLimit.conversation);
      }
      return ok(undefined);
    },

    async raise(conversation, limit) {
      const usd = (await deps.settings()).spendLimit[limit];
      if (usd === null) return ok(undefined);
      return ledger.append({ kind: 'raise', at: clock.now().toISOString(), limit, conversation, usd });
    },

    close: () => ledger.close(),
  };
}

/** Matches the conversation itself, or an agent working for it. */
export function isUsageOf(row: Pick<UsageRow, 'conversation' | 'parent'>, conversation: string): boolean {
  return row.conversation === conversation || row.parent === conversation;
}

export function sumRaisedUsd(
  raised: readonly RaisedLimit[],
  limit: LimitKind,
  counts: (line: RaisedLimit) => boolean,
): number {
  return raised.reduce((sum, line) => sum + (line.limit === limit && counts(line) ? line.usd : 0), 0);
}

function usdOf(rows: readonly UsageRow[]): number {
  return rows.reduce((sum, { usd }) => sum + usd, 0);
}

/** Tolerates floating-point error in long sums. */
function passes(spent: number, next: number, limit: number): boolean {
  return spent + next > limit + 1e-9;
}

function reached(limit: LimitKind, spent: number, next: number, max: number, usd: number): Result<never> {
  const [is, was, will] = [dollars(max), dollars(spent), dollars(next)];
  const isUsedUp = spent >= max;
  const usedUp =
    limit === 'day'
      ? say`Today’s spending limit of ${is} is used up (${was} spent). The next request was not sent. Everything is saved.`
      : say`This conversation’s spending limit of ${is} is used up (${was} spent). The next request was not sent. Everything is saved.`;
  const message = isUsedUp
    ? usedUp
    : limit === 'day'
      ? say`The next request costs about ${will} and would exceed today’s spending limit of ${is} (${was} spent). It was not sent. Everything is saved.`
      : say`The next request costs about ${will} and would exceed this conversation’s spending limit of ${is} (${was} spent). It was not sent. Everything is saved.`;
  return fail('SPEND_LIMIT_REACHED', message, { limit: { kind: limit, usd } satisfies SpendLimitRef });
}

/** Uses as many digits as small amounts need. */
function dollars(usd: number): string {
  return `$${usd > 0 && usd < 0.01 ? usd.toFixed(4) : usd.toFixed(2)}`;
}
