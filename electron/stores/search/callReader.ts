// Reads an indexed call from its file: its message, its result, and text matches in them. Returns null if it is gone or
// has changed.

import { callSummary, isManualCall, manualCallSummary } from '../../../shared/conversation/callSummaries.ts';
import { callsOf, type Message, type ToolMessage } from '../../../shared/conversation/message.ts';
import { isRemoved, tombstoneOf } from '../../../shared/conversation/removed.ts';
import type { CallMatch } from '../../../shared/features/chains/methods.ts';
import { untitled } from '../../conversation/title.ts';
import type { Database } from '../files/database.ts';
import { parseParentCall } from './callsAbove.ts';
import type { CandidateDocs } from './candidates.ts';
import type { ConversationRowEntry } from './conversationRow.ts';
import { excerptOf, findTerms } from './matching.ts';
import { idHash } from './shards.ts';
import type { Doc, SourceReader } from './sourceReader.ts';

/** A row of `calls`. */
export interface IndexedCall {
  id: number;
  conversation: number;
  doc: number;
  place: number;
  at: number;
  result: number | null;
  resultEnd: number | null;
}

export interface CallReader {
  /** `docs` may hold the searched text, if any. Null if the call is gone or does not match. */
  read(row: IndexedCall, docs: CandidateDocs | null): CallMatch | null;
}

/** Sub-agents do not start sub-agents; this only stops a corrupt log from looping. */
const maxAbove = 8;
const maxBeyond = 4 * 1024;

export function createCallReader(database: Database, source: SourceReader, terms: string[] | null): CallReader {
  const docById = database.prepare('SELECT * FROM docs WHERE id = ?');
  const conversationById = database.prepare('SELECT * FROM conversations WHERE id = ?');
  const conversationByName = database.prepare('SELECT * FROM conversations WHERE name = ?');
  const conversations = new Map<number, ConversationRowEntry | null>();
  const messages = new Map<number, Message | null>();

  function conversationOf(id: number): ConversationRowEntry | null {
    const before = conversations.get(id);
    if (before !== undefined) return before;
    const entry = (conversationById.get(id) as unknown as ConversationRowEntry | undefined) ?? null;
    conversations.set(id, entry);
    return entry;
  }

  const docOf = (id: number): Doc | null => (docById.get(id) as unknown as Doc | undefined) ?? null;

  function messageOf(entry: ConversationRowEntry, id: number): Message | null {
    const before = messages.get(id);
    if (before !== undefined) return before;
    const doc = docOf(id);
    const message = doc && (source.record(entry, doc) ?? removedRecord(entry, doc));
    messages.set(id, message);
    return message;
  }

  /** A call whose content was removed for good is still a call. */
  function removedRecord(entry: ConversationRowEntry, doc: Doc): Message | null {
    const glanced = source.glance(entry, doc);
    if (!glanced || idHash(glanced.id) !== doc.hash || !source.isRemoved(entry, glanced)) return null;
    return tombstoneOf(glanced, '');
  }

  function withinOf(entry: ConversationRowEntry): CallMatch['within'] {
    let above = parseParentCall(entry.above);
    let within: CallMatch['within'] = null;
    for (let steps = 0; above && steps < maxAbove; steps++) {
      const owner = conversationByName.get(above.conversationId) as unknown as ConversationRowEntry | undefined;
      within = { ...above, title: owner ? titleOf(owner) : untitled };
      above = owner ? parseParentCall(owner.above) : null;
    }
    return within;
  }

  function matchIn(part: 'arguments' | 'result', text: string, start: number): CallMatch['match'] {
    const match = terms && findTerms(text, terms);
    if (!match) return null;
    const place = part === 'result' ? start + Buffer.byteLength(text.slice(0, match.at)) : match.at;
    return { part, place, ...excerptOf(text, match, terms ?? []) };
  }

  function matchInResult(
    entry: ConversationRowEntry,
    row: IndexedCall,
    result: ToolMessage,
    docs: CandidateDocs,
  ): CallMatch['match'] {
    const { result: first, resultEnd } = row;
    if (first === null || isRemoved(result)) return null;
    if (resultEnd === null || resultEnd <= first) return matchIn('result', result.content, 0);
    for (let id = first + 1; id <= resultEnd; id++) {
      const doc = docs.may(id, id) ? docOf(id) : null;
      if (!doc || doc.owner !== first) continue;
      const text = source.piece(entry, result, doc, maxBeyond);
      const match = text === null ? null : matchIn('result', text, doc.start);
      if (match) return match;
    }
    return null;
  }

  function askedOf(entry: ConversationRowEntry, row: IndexedCall, asker: Message, result: ToolMessage | null) {
    if (isManualCall(asker)) return { call: manualCallSummary(entry.name, asker), given: asker.arguments ?? '' };
    const call = callsOf(asker)[row.place];
    if (!call) return null;
    const { name, arguments: argumentsText } = call.function;
    const common = { conversationId: entry.name, messageId: asker.id, index: row.place, askedAt: asker.createdAt };
    return {
      call: callSummary({ ...common, callId: call.id, name, arguments: argumentsText }, result),
      given: argumentsText,
    };
  }

  return {
    read(row, docs) {
      const entry = conversationOf(row.conversation);
      const asker = entry && messageOf(entry, row.doc);
      if (!entry || !asker) return null;
      const answer = row.result === null ? null : messageOf(entry, row.result);
      const result = answer?.role === 'tool' ? answer : null;
      const description = askedOf(entry, row, asker, result);
      if (!description) return null;
      let match: CallMatch['match'] = null;
      if (docs) {
        match = isRemoved(asker) ? null : matchIn('arguments', description.given, 0);
        if (!match && result) match = matchInResult(entry, row, result, docs);
        if (!match) return null;
      }
      const { projectId } = entry;
      return { ...description.call, title: titleOf(entry), projectId, within: withinOf(entry), match };
    },
  };
}

function titleOf(entry: ConversationRowEntry): string {
  return entry.title || entry.derived || untitled;
}
