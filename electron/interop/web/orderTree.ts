// Nodes of a tree as a file has them: in any order, with parents that are missing, and perhaps in circles.

export interface TreeNode {
  id: string;
  /** Null, or of no node: it begins the conversation. */
  parent: string | null;
}

export interface OrderedTree<N extends TreeNode> {
  /** Parents before children, otherwise in the order of the file. */
  nodes: N[];
  /** Nodes that were their own ancestors: each now begins a branch of its own. */
  cut: Set<N>;
  /** Ids that stood before: the first one counts. */
  twice: N[];
}

export function orderTree<N extends TreeNode>(found: readonly N[]): OrderedTree<N> {
  const byId = new Map<string, N>();
  const twice: N[] = [];
  for (const node of found) {
    if (byId.has(node.id)) twice.push(node);
    else byId.set(node.id, node);
  }
  const nodes: N[] = [];
  const cut = new Set<N>();
  const placed = new Set<N>();
  for (const begin of byId.values()) {
    const path: N[] = [];
    const onPath = new Set<N>();
    let node: N | undefined = begin;
    while (node && !placed.has(node)) {
      if (onPath.has(node)) {
        cut.add(node);
        break;
      }
      onPath.add(node);
      path.push(node);
      node = node.parent === null ? undefined : byId.get(node.parent);
    }
    // From a circle it is cut at the node that was met again: that one comes first.
    const first = node && onPath.has(node) ? path.indexOf(node) : path.length - 1;
    for (let at = first; at >= 0; at--) place(path[at] as N);
    for (let at = path.length - 1; at > first; at--) place(path[at] as N);
  }

  function place(node: N): void {
    placed.add(node);
    nodes.push(node);
  }
  return { nodes, cut, twice };
}
