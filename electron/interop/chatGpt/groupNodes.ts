// Groups ChatGPT nodes into messages. Thinking, text and calls of one reply are separate consecutive nodes, and calls
// have no id, so results are matched by position and tool.

import { asString } from '../web/values.ts';
import type { ChatNode } from './node.ts';

export interface NodeGroup {
  role: 'user' | 'assistant' | 'tool';
  /** In file order. */
  nodes: ChatNode[];
  parent: NodeGroup | null;
  /** Hidden nodes that precede it. */
  before: ChatNode[];
  after: ChatNode[];
  /** For results: the node of the call; null if there is none. */
  call: ChatNode | null;
}

interface NodePosition {
  group: NodeGroup | null;
  /** No branch starts between the group's last node and this one. */
  alone: boolean;
  answered: ReadonlySet<ChatNode>;
}

export interface NodeGroups {
  groups: NodeGroup[];
  /** Returns the group that contains or precedes a node. */
  groupOf(id: string): NodeGroup | null;
}

export function groupNodes(nodes: readonly ChatNode[]): NodeGroups {
  const positions = new Map<string, NodePosition>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const children = new Map<string | null, number>();
  for (const { parent } of nodes) children.set(parent, (children.get(parent) ?? 0) + 1);
  const unseen = new Set<ChatNode>();
  const groups: NodeGroup[] = [];

  /** Hidden nodes since the previous group; the next group takes them. */
  function takeHidden(node: ChatNode): ChatNode[] {
    const hiddenNodes: ChatNode[] = [];
    let at = node.parent === null ? undefined : byId.get(node.parent);
    while (at && unseen.delete(at)) {
      hiddenNodes.push(at);
      at = at.parent === null ? undefined : byId.get(at.parent);
    }
    return hiddenNodes.reverse();
  }

  for (const node of nodes) {
    const parent = (node.parent === null ? undefined : positions.get(node.parent)) ?? {
      group: null,
      alone: false,
      answered: new Set<ChatNode>(),
    };
    const isAlone = parent.alone && children.get(node.parent) === 1;
    const { group } = parent;
    if (node.kind === 'hidden' || node.kind === 'recap') {
      unseen.add(node);
      positions.set(node.id, { ...parent, alone: isAlone });
      continue;
    }
    const call = node.kind === 'result' ? callFor(node, group, parent.answered) : null;
    if (group && isAlone && joinsGroup(node, group, call)) {
      group.nodes.push(...takeHidden(node), node);
      positions.set(node.id, { group, alone: true, answered: parent.answered });
      continue;
    }
    const role = node.kind === 'user' ? 'user' : node.kind === 'result' ? 'tool' : 'assistant';
    const newGroup: NodeGroup = { role, nodes: [node], parent: group, before: takeHidden(node), after: [], call };
    groups.push(newGroup);
    const answeredCalls =
      node.kind === 'result' ? new Set([...parent.answered, ...(call ? [call] : [])]) : new Set<ChatNode>();
    positions.set(node.id, { group: newGroup, alone: true, answered: answeredCalls });
  }
  for (const node of unseen) positions.get(node.id)?.group?.after.push(node);
  return { groups, groupOf: (id) => positions.get(id)?.group ?? null };
}

function joinsGroup(node: ChatNode, group: NodeGroup, call: ChatNode | null): boolean {
  // Our own writer marks which nodes belong to one message.
  const [ownId, groupId] = [node.metadata.throughline_record, group.nodes[0]?.metadata.throughline_record];
  if (ownId !== undefined || groupId !== undefined) return ownId === groupId;
  if (node.kind === 'result') return group.role === 'tool' && call === null && group.nodes[0]?.tool === node.tool;
  if (node.kind === 'user' || group.role !== 'assistant') return false;
  if (node.kind === 'call') return true;
  const has = (kind: ChatNode['kind']) => group.nodes.some((each) => each.kind === kind);
  return node.kind === 'thoughts' ? !has('text') && !has('call') : !has('call') && !has('text');
}

/** The call that our writer named, else the tool's first open call, else any first open call. */
function callFor(node: ChatNode, group: NodeGroup | null, answeredCalls: ReadonlySet<ChatNode>): ChatNode | null {
  let owner = group;
  while (owner?.role === 'tool') owner = owner.parent;
  if (owner?.role !== 'assistant') return null;
  const open = owner.nodes.filter((each) => each.kind === 'call' && !answeredCalls.has(each));
  const callId = asString(node.metadata.throughline_call);
  return (
    (callId === '' ? undefined : open.find(({ id }) => id === callId)) ??
    open.find(({ tool }) => tool === node.tool) ??
    open[0] ??
    null
  );
}
