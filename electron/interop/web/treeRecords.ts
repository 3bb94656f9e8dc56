// Shared by readers of message trees: sorts nodes, reports their defects, and builds messages, each with preceding rows
// that produced none.

import type { JsonObject } from '../../../shared/core/json.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { HistoryProblem } from '../history.ts';
import { orderTree, type TreeNode } from './orderTree.ts';
import type { Slice } from './readJson.ts';
import type { Records } from './records.ts';

export interface RowNode extends TreeNode {
  row: JsonObject;
}

/** Parents before children. Reports cycles and duplicates. */
export function orderRows<N extends RowNode>(
  rawNodes: readonly N[],
  title: string,
  problem: (message: Sentence) => HistoryProblem,
): { nodes: N[]; problems: HistoryProblem[] } {
  const { nodes, cut, twice } = orderTree(rawNodes);
  const problems = [
    ...[...cut].map(({ id }) => problem(say`The conversation “${title}” has a message that follows itself: ${id}`)),
    ...twice.map(({ id }) => problem(say`The conversation “${title}” contains a message twice: ${id}`)),
  ];
  return { nodes, problems };
}

export interface TreeImport<N extends RowNode> {
  /** Conversation-level data; kept with the first message. */
  conversation: unknown;
  slice: Slice;
  /** Returns the id of the last message created; null if none. `before`: keep with the first one. */
  add(node: N, parentId: string | null, before: unknown[]): string | null;
}

export interface ImportedTree {
  /** The node's last message, or that of its nearest ancestor. */
  recordOf(id: string): string | null;
  /** The last message created. */
  lastId: string | null;
}

export async function addTree<N extends RowNode>(
  records: Records,
  nodes: readonly N[],
  { conversation, slice, add }: TreeImport<N>,
): Promise<ImportedTree> {
  const recordOf = new Map<string, string | null>();
  let before: unknown[] = [{ conversation }];
  let lastId: string | null = null;
  for (const node of nodes) {
    const parentId = node.parent === null ? null : (recordOf.get(node.parent) ?? null);
    const made = add(node, parentId, before);
    recordOf.set(node.id, made ?? parentId);
    if (made === null) before.push(node.row);
    else {
      before = [];
      lastId = made;
    }
    const turn = slice();
    if (turn) await turn;
  }
  if (lastId !== null) for (const line of before) records.addAfter(lastId, line);
  return { recordOf: (id) => recordOf.get(id) ?? null, lastId };
}
