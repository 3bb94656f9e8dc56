// Reads the data that an importer kept, for the writer of the same app.

import type { Message } from '../../../shared/conversation/message.ts';
import { isJsonObject, type JsonObject } from '../../../shared/core/json.ts';
import type { ImportProgram } from '../../../shared/features/import/otherApps.ts';
import type { ImportOrigin } from '../history.ts';
import { objectItems } from './values.ts';

export interface RestoredOrigin {
  kept: JsonObject;
  before: JsonObject[];
  after: JsonObject[];
}

/** Null if the message is from another app or not imported. */
export function savedOrigin(message: Message, program: ImportProgram): RestoredOrigin | null {
  const origin = message.origin as Partial<ImportOrigin> | undefined;
  if (origin?.type !== 'import' || origin.program !== program) return null;
  return {
    kept: isJsonObject(origin.kept) ? origin.kept : {},
    before: objectItems(origin.before),
    after: objectItems(origin.after),
  };
}

/** The messages from root to head, as far as a damaged tree allows. */
export function branchTo(messages: readonly Message[], headId: string | null): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branch = new Set<Message>();
  let at = headId === null ? messages.at(-1) : byId.get(headId);
  while (at && !branch.has(at)) {
    branch.add(at);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  return [...branch].reverse();
}
