// Merges the lines' tree, where every block, result and attachment is a node, into units: a reply with all its blocks
// and results, or another single message. Children of any node attach to the end of its unit, so that parallel calls do
// not become branches.

import type { Message, ToolMessage } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import type { createTimeSlice } from '../../lib/cooperativeYield.ts';

export interface Unit {
  parent: Unit | null;
  /** A parent that had not been read yet. */
  missingParent: string | null;
  /** The message; for replies, built at the end. */
  record: Message | null;
  reply: ReplyParts | null;
  results: ToolMessage[];
}

export interface ReplyParts {
  uuids: string[];
  createdAt: string;
  blocks: JsonObject[];
  lines: { blocks: number; line: JsonObject }[];
  calls: number;
  before: unknown[];
}

export interface Tree {
  units: Unit[];
  /** Null: the root. */
  unitOf: Map<string, Unit | null>;
}

/** Finds a line's parent unit. `parentUuid` undefined: follow the previous line. */
export function findParentUnit(tree: Tree, parentUuid: unknown): { parent: Unit | null; missingParent: string | null } {
  const previous = tree.units.at(-1) ?? null;
  if (parentUuid === null) return { parent: null, missingParent: null };
  if (typeof parentUuid !== 'string') return { parent: previous, missingParent: null };
  const parent = tree.unitOf.get(parentUuid);
  return parent === undefined ? { parent: previous, missingParent: parentUuid } : { parent, missingParent: null };
}

/** Returns the messages of all units, parents first, otherwise in order, with their parents set. */
export async function messagesOfTree(tree: Tree, slice: ReturnType<typeof createTimeSlice>): Promise<Message[]> {
  for (const unit of tree.units) {
    const wantedParent = unit.missingParent === null ? undefined : tree.unitOf.get(unit.missingParent);
    if (wantedParent !== undefined && wantedParent !== unit) unit.parent = wantedParent;
  }
  const records: Message[] = [];
  const placedUnits = new Set<Unit>();
  for (const unit of tree.units) {
    const waiting: Unit[] = [];
    const onPath = new Set<Unit>();
    for (let at: Unit | null = unit; at && !placedUnits.has(at) && !onPath.has(at); at = at.parent) {
      waiting.push(at);
      onPath.add(at);
    }
    // In a cycle, the last one follows any existing message.
    const last = waiting.at(-1);
    if (last?.parent && !placedUnits.has(last.parent)) last.parent = null;
    for (const next of waiting.reverse()) {
      placedUnits.add(next);
      let parentId = next.parent === null ? null : (lastMessageOf(next.parent)?.id ?? null);
      for (const record of [...(next.record ? [next.record] : []), ...next.results]) {
        record.parentId = parentId;
        parentId = record.id;
        records.push(record);
      }
      const pause = slice();
      if (pause) await pause;
    }
  }
  return records;
}

export function lastMessageOf(unit: Unit): Message | null {
  return unit.results.at(-1) ?? unit.record;
}

/** Whether `unit` is an ancestor of `leaf`. */
export function isUnitAncestor(unit: Unit, leaf: Unit | null): boolean {
  const seenUnits = new Set<Unit>();
  for (let at = leaf; at && !seenUnits.has(at); at = at.parent) {
    if (at === unit) return true;
    seenUnits.add(at);
  }
  return false;
}
