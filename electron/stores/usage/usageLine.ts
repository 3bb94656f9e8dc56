// Serializes ledger lines, and groups them by day, model and conversation.

import { z } from 'zod';
import { localDay } from '../../lib/localDay.ts';
import type { BegunRequest, EndedRequest, PaidRequest, RaisedLimit, UsageRow } from '../../ports/usageLedger.ts';

const count = z.number().min(0).optional().catch(undefined);
const name = z.string().max(400);
const at = z.string().max(40).refine(isMoment);
const paidKind = z.enum(['reply', 'summary', 'side', 'stopped', 'title']);
const payer = {
  at,
  provider: name,
  model: name,
  project: name,
  conversation: name,
  parent: name.optional().catch(undefined),
};
const paidSchema = z.object({
  kind: paidKind,
  ...payer,
  of: name.optional().catch(undefined),
  input: count,
  output: count,
  cached: count,
  cacheWrite: count,
  cacheWriteHour: count,
  reasoning: count,
  searches: count,
  usd: z.number().min(0).nullable(),
  by: z.enum(['reported', 'settings', 'server', 'catalogue', 'local']).optional().catch(undefined),
  atLeast: z.literal(true).optional().catch(undefined),
});
const begunSchema = z.object({ kind: z.literal('begun'), id: name, request: paidKind, ...payer });
const endedSchema = z.object({ kind: z.literal('ended'), at, of: name });
const raiseSchema = z.object({
  kind: z.literal('raise'),
  at,
  limit: z.enum(['day', 'conversation']),
  conversation: name,
  usd: z.number().min(0),
});

export type UsageLine = PaidRequest | BegunRequest | EndedRequest | RaisedLimit;

const lineSchema = z.discriminatedUnion('kind', [paidSchema, begunSchema, endedSchema, raiseSchema]);

export function parseUsageLine(text: string): UsageLine | null {
  try {
    return lineSchema.parse(JSON.parse(text)) as UsageLine;
  } catch {
    return null;
  }
}

/** Requests that no line settles. */
export class OpenRequests {
  readonly #open = new Map<string, BegunRequest>();
  /** Settled before their start was seen, because that is in another month's file. */
  readonly #settled = new Set<string>();

  take(line: UsageLine): void {
    if (line.kind === 'begun') {
      if (!this.#settled.delete(line.id)) this.#open.set(line.id, line);
    } else if (line.kind !== 'raise' && line.of !== undefined && !this.#open.delete(line.of)) {
      this.#settled.add(line.of);
    }
  }

  /** Open requests that are not in flight, as lines of unknown cost. */
  cutOff(inFlight: ReadonlySet<string>): PaidRequest[] {
    return [...this.#open.values()]
      .filter(({ id }) => !inFlight.has(id))
      .map(({ id: _id, request, ...line }) => ({
        ...line,
        kind: request === 'title' ? 'title' : 'stopped',
        usd: null,
      }));
  }
}

export class UsageSums {
  readonly #rows = new Map<string, UsageRow>();

  add(line: UsageLine): void {
    if (line.kind === 'raise' || line.kind === 'begun' || line.kind === 'ended') return;
    const { provider, model, project, conversation, parent = null } = line;
    const day = localDay(line.at);
    const key = JSON.stringify([day, provider, model, project, conversation, parent]);
    const row = this.#rows.get(key) ?? empty({ day, provider, model, project, conversation, parent });
    if (line.kind === 'title') {
      row.titles++;
      row.titlesUsd += line.usd ?? 0;
      row.atLeast ||= line.usd === null;
    } else {
      row.replies++;
      if (line.usd === null) row.unknown++;
    }
    row.usd += line.usd ?? 0;
    row.atLeast ||= line.atLeast === true;
    row.input += line.input ?? 0;
    row.output += line.output ?? 0;
    row.cached += line.cached ?? 0;
    this.#rows.set(key, row);
  }

  rows(): UsageRow[] {
    return [...this.#rows.values()].map((row) => ({ ...row }));
  }
}

type Named = Pick<UsageRow, 'day' | 'provider' | 'model' | 'project' | 'conversation' | 'parent'>;

function empty(named: Named): UsageRow {
  return {
    ...named,
    replies: 0,
    unknown: 0,
    titles: 0,
    titlesUsd: 0,
    usd: 0,
    atLeast: false,
    input: 0,
    output: 0,
    cached: 0,
  };
}

function isMoment(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}
