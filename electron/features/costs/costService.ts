// Cost totals for display: per conversation, last turn, day and model.

import { ok, type Result } from '../../../shared/core/errors.ts';
import type { CostReport, CostSum, LimitKind, SpendLimit } from '../../../shared/features/costs/methods.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { mainIdOf } from '../../../shared/features/projects/joined.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import { isUsageOf, sumRaisedUsd } from '../../chat/costs/spending.ts';
import { localDay } from '../../lib/localDay.ts';
import type { RaisedLimit, UsageLedger, UsageRow } from '../../ports/usageLedger.ts';

export interface CostService {
  read(conversationId: string | null, days: number): Promise<Result<CostReport>>;
  raise(conversationId: string, limit: LimitKind): Promise<Result<void>>;
}

type CostDeps = Pick<ChatDeps, 'clock' | 'settings' | 'providers' | 'spending' | 'store'> & { ledger: UsageLedger };

export function createCostService(deps: CostDeps): CostService {
  return {
    read: (conversationId, days) => readCosts(deps, conversationId, days),
    raise: deps.spending.raise,
  };
}

async function readCosts(deps: CostDeps, conversationId: string | null, days: number): Promise<Result<CostReport>> {
  const { ledger, clock, providers } = deps;
  const today = localDay(clock.now());
  const from = dayBefore(clock.now(), days - 1);
  const all = await ledger.rows(conversationId === null ? from : null);
  const conversationRows = conversationId === null ? null : all.filter((row) => isUsageOf(row, conversationId));
  const recent = (conversationRows ?? all).filter(({ day }) => day >= from);
  const activity = conversationId === null ? null : await conversationModel(deps, conversationId);
  if (activity && !activity.ok) return activity;
  const { spendLimit } = await deps.settings();
  const projects = await deps.store.listProjects();
  const raises = await ledger.raised();
  const dayRaise = sumRaisedUsd(raises, 'day', ({ at }) => localDay(at) === today);
  const model = activity?.value.model ?? null;
  const price = model ? await providers.price(model) : null;
  return ok({
    conversation: conversationRows && sumOf(conversationRows),
    lastTurn:
      activity && conversationId !== null ? sumOf(await turnRows(ledger, conversationId, activity.value.at)) : null,
    today: sumOf(all.filter(({ day }) => day === today)),
    models: dearest(grouped(conversationRows ?? recent, ({ provider, model: name }) => ({ provider, model: name }))),
    days: grouped(recent, ({ day }) => ({ day })).toSorted((one, other) => (one.day < other.day ? 1 : -1)),
    conversations: dearest(
      grouped(recent, (row) => ({ conversationId: row.parent ?? row.conversation, projectId: row.project })),
    ),
    projects: dearest(grouped(recent, ({ project }) => ({ projectId: mainIdOf(projects, project) }))),
    limits: {
      day: limitOf(spendLimit.day, dayRaise),
      conversation: limitOf(spendLimit.conversation, conversationRaise(raises, conversationId)),
    },
    price: price && model ? { ...price, ...model } : null,
  });
}

async function turnRows(ledger: UsageLedger, conversationId: string, at: string | null): Promise<UsageRow[]> {
  return at === null ? [] : ledger.since(conversationId, at);
}

/** A conversation's model and the time of its last user message. Null for a deleted one. */
async function conversationModel(
  { store, providers }: CostDeps,
  conversationId: string,
): Promise<Result<{ model: ModelRef | null; at: string | null }>> {
  const branch = await store.readBranch(conversationId, 'context');
  if (!branch.ok) return branch.error.code === 'CONVERSATION_NOT_FOUND' ? ok({ model: null, at: null }) : branch;
  const last = branch.value.messages.findLast(({ role }) => role === 'user');
  const standard = branch.value.meta.model ? null : await providers.defaultModel();
  const model = branch.value.meta.model ?? (standard?.ok ? standard.value : null);
  return ok({ model, at: last?.createdAt ?? null });
}

const counts = { replies: 0, unknown: 0, titles: 0, titlesUsd: 0, input: 0, output: 0, cached: 0 };
const noCosts: CostSum = { usd: 0, atLeast: false, ...counts };

function sumOf(rows: readonly UsageRow[]): CostSum {
  const sum: CostSum = { ...noCosts };
  for (const row of rows) {
    sum.usd += row.usd;
    sum.replies += row.replies;
    sum.unknown += row.unknown;
    sum.titles += row.titles;
    sum.titlesUsd += row.titlesUsd;
    sum.atLeast ||= row.atLeast;
    sum.input += row.input;
    sum.output += row.output;
    sum.cached += row.cached;
  }
  return sum;
}

function grouped<Name extends object>(rows: readonly UsageRow[], by: (row: UsageRow) => Name): (Name & CostSum)[] {
  const groups = new Map<string, { name: Name; rows: UsageRow[] }>();
  for (const row of rows) {
    const name = by(row);
    const key = JSON.stringify(name);
    const group = groups.get(key) ?? { name, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ name, rows: of }) => ({ ...name, ...sumOf(of) }));
}

function dearest<Row extends CostSum>(rows: Row[]): Row[] {
  return rows.toSorted((one, other) => other.usd - one.usd || other.replies - one.replies);
}

function limitOf(usd: number | null, raisedUsd: number): SpendLimit | null {
  return usd === null ? null : { usd, raised: raisedUsd };
}

function conversationRaise(raises: readonly RaisedLimit[], conversationId: string | null): number {
  return sumRaisedUsd(raises, 'conversation', ({ conversation }) => conversation === conversationId);
}

function dayBefore(now: Date, days: number): string {
  const date = new Date(now);
  date.setDate(date.getDate() - days);
  return localDay(date);
}
