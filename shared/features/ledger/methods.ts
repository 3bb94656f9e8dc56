// The ledger: a company's record in Postgres of what its agents did.

import { z } from 'zod';
import type { Outcome } from '../../conversation/message.ts';
import { outcomes } from '../../conversation/message.ts';
import type { UserTextData } from '../../core/sentence.ts';
import { defineMethod, type Nothing, nothing } from '../../protocol/method.ts';

/**
 * `edited`: its content or a field is not what was written. `missing`: gone, from `seq` to `until`. `tail`: the same, at the end of the
 * chain. `moved`: its place was `until`. `emptied`: without content, though nobody removed it. `repeated`: the number exists twice.
 * `unlinked`: it does not continue the row before it. `rewritten`: the whole chain is another than this device wrote.
 */
type LedgerProblemKind = 'edited' | 'missing' | 'tail' | 'moved' | 'emptied' | 'repeated' | 'unlinked' | 'rewritten';

export interface LedgerProblem {
  device: string;
  user: string;
  /** The table; `row` if that is unknown. */
  kind: string;
  id: string;
  seq: number;
  problem: LedgerProblemKind;
  until: number | null;
}

export interface LedgerVerification {
  devices: number;
  rows: number;
  count: number;
  /** The first 200. */
  problems: LedgerProblem[];
  isComplete: boolean;
}

export interface LedgerInfo {
  address: string;
  on: boolean;
  results: boolean;
  /** Whether a password is saved, and where. */
  password: 'keychain' | 'memory' | 'none';
  /** Rows written since the app started. */
  written: number;
  isWriting: boolean;
  /** ISO 8601, UTC; null: never in this session. */
  lastAt: string | null;
  problem: UserTextData | null;
}

export type LedgerEvent = { type: 'ledger.changed'; info: LedgerInfo };

/** The user's rights in the ledger. */
export interface LedgerRights {
  user: string;
  team: string | null;
  ledTeams: string[];
  isAuditor: boolean;
  mayWrite: boolean;
}

export interface LedgerCall {
  at: string;
  user: string;
  team: string | null;
  host: string | null;
  project: string | null;
  folder: string | null;
  tool: string;
  command: string | null;
  arguments: string | null;
  result: string | null;
  outcome: Outcome;
  ms: number | null;
  conversation: string;
  message: string;
  position: number;
  decidedBy: string | null;
  rule: string | null;
}

export interface LedgerCalls {
  /** Newest first. */
  calls: LedgerCall[];
  /** Null: these were the last. */
  cursor: string | null;
}

export const ledgerMethods = {
  'ledger.info': defineMethod<LedgerInfo>()('none', nothing),
  /** Saves where the ledger is; a password in the address goes to the keychain. Empty: none. */
  'ledger.save': defineMethod<LedgerInfo>()(
    'app',
    z.object({
      address: z.string().max(2000),
      password: z.string().max(1000).nullable(),
      on: z.boolean(),
      results: z.boolean(),
    }),
  ),
  'ledger.test': defineMethod<LedgerRights>()('none', nothing),
  'ledger.verify': defineMethod<LedgerVerification>()('none', nothing),
  /** Writes everything that is missing, now. */
  'ledger.write': defineMethod<Nothing>()('app', nothing),
  'ledger.calls': defineMethod<LedgerCalls>()(
    'none',
    z.object({
      text: z.string().max(2000).default(''),
      tools: z.array(z.string().max(300)).max(200).default([]),
      outcomes: z.array(z.enum(outcomes)).default([]),
      from: z.iso.datetime().nullable().default(null),
      until: z.iso.datetime().nullable().default(null),
      limit: z.number().int().min(1).max(500).default(100),
      cursor: z.string().max(400).nullable().default(null),
    }),
  ),
} as const;
