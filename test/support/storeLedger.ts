// Records what a test requested from a store and what was acknowledged, with the moment of each (counted in disk
// calls), so that for any moment it is known what must, may and must not be there.

import type { ExecutionEntry } from '../../electron/conversation/formats.ts';
import type { Message, NewMessage } from '../../shared/conversation/message.ts';
import type { Result } from '../../shared/core/errors.ts';

/** One request. */
export interface Request<T, S = unknown> {
  value: T;
  begun: number;
  /** When it was answered; null while pending. */
  ended: number | null;
  /** The acknowledged value; null if it was rejected or is pending. */
  stored: S | null;
  /** The reason for its rejection. */
  refusal: string | null;
}

export interface ConversationLedger {
  id: string;
  /** Its location: the project it was created in, then those it was moved to. */
  places: Request<string>[];
  messages: Request<NewMessage, Message>[];
  titles: Request<string>[];
  drafts: Request<string>[];
  execution: Request<ExecutionEntry>[];
  removals: Request<'removed'>[];
  /** Restored after a removal. */
  restorals: Request<'restored'>[];
  /** Positions in `messages` that were permanently removed, and the tombstones that replaced them. */
  forgotten: Request<number, Message>[];
  /** Messages that may be on branches that are not open, from another copy. */
  onOtherBranches: number;
}

export interface Ledger {
  conversations: ConversationLedger[];
  projects: Request<string, string>[];
  /** Bytes that are somebody's work and must be in some file of the data folder at every moment. */
  keepsakes: { what: string; bytes: Buffer }[];
  /** Other requests, of which only errors matter. */
  others: Request<string>[];
}

export function emptyLedger(): Ledger {
  return { conversations: [], projects: [], keepsakes: [], others: [] };
}

/** `at`: when it was created; -1 if it already existed. */
export function openConversationLedger(ledger: Ledger, id: string, projectId: string, at = -1): ConversationLedger {
  const place: Request<string> = { value: projectId, begun: at, ended: at, stored: projectId, refusal: null };
  const made: ConversationLedger = {
    id,
    places: [place],
    messages: [],
    titles: [],
    drafts: [],
    execution: [],
    removals: [],
    restorals: [],
    forgotten: [],
    onOtherBranches: 0,
  };
  ledger.conversations.push(made);
  return made;
}

/**
 * Executes a request and records when it was answered. A rejected promise counts as a rejection that violates the
 * port's contract.
 */
export async function noted<T, S>(
  list: Request<T, S>[],
  value: T,
  now: () => number,
  act: () => Promise<Result<S>>,
): Promise<Result<S> | null> {
  const request: Request<T, S> = { value, begun: now(), ended: null, stored: null, refusal: null };
  list.push(request);
  try {
    const result = await act();
    request.ended = now();
    if (result.ok) request.stored = result.value ?? (value as unknown as S);
    else request.refusal = `${result.error.code}: ${result.error.message}`;
    return result;
  } catch (thrown) {
    request.ended = now();
    request.refusal = `threw ${String(thrown)}`;
    return null;
  }
}

/** The ledger at a moment: later requests are not in it, and requests answered later are still pending. */
export function ledgerAt(ledger: Ledger, moment: number): Ledger {
  const cut = <T, S>(list: readonly Request<T, S>[]): Request<T, S>[] =>
    list
      .filter((request) => request.begun <= moment)
      .map((request) => {
        const isAnswered = request.ended !== null && request.ended <= moment;
        if (isAnswered) return { ...request, begun: -1, ended: -1 };
        return { ...request, begun: -1, ended: null, stored: null, refusal: null };
      });
  return {
    conversations: ledger.conversations
      .filter(({ places }) => (places[0]?.begun ?? 0) <= moment)
      .map((conversation) => ({
        id: conversation.id,
        places: cut(conversation.places),
        messages: cut(conversation.messages),
        titles: cut(conversation.titles),
        drafts: cut(conversation.drafts),
        execution: cut(conversation.execution),
        removals: cut(conversation.removals),
        restorals: cut(conversation.restorals),
        forgotten: cut(conversation.forgotten),
        onOtherBranches: conversation.onOtherBranches,
      })),
    projects: cut(ledger.projects),
    keepsakes: ledger.keepsakes,
    others: cut(ledger.others),
  };
}

/** The state of a ledger's requests as a short text: two moments with the same text have the same expectations. */
export function standOf(ledger: Ledger): string {
  const stand = (list: readonly Request<unknown>[]): string =>
    list.map((request) => (request.ended === null ? '?' : request.stored === null ? '-' : '+')).join('');
  return [
    ...ledger.conversations.map((it) =>
      [it.places, it.messages, it.titles, it.drafts, it.execution, it.removals, it.restorals, it.forgotten]
        .map(stand)
        .join('/'),
    ),
    stand(ledger.projects),
  ].join(' ');
}

export function refusalsOf(ledger: Ledger): string[] {
  const of = (list: readonly Request<unknown>[]): string[] =>
    list.flatMap((request) => (request.refusal === null ? [] : [request.refusal]));
  return [
    ...ledger.conversations.flatMap((it) => [
      ...of(it.places),
      ...of(it.messages),
      ...of(it.titles),
      ...of(it.drafts),
      ...of(it.execution),
      ...of(it.removals),
      ...of(it.restorals),
      ...of(it.forgotten),
    ]),
    ...of(ledger.projects),
    ...of(ledger.others),
  ];
}
