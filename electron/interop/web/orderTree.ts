// Sorts the nodes of an untrusted tree: any order, missing parents, cycles.

export interface TreeNode {
  id: string;
  /** Null or unknown: a root. */
  parent: string | null;
}

export interface OrderedTree<N extends TreeNode> {
  /** Parents before children, otherwise in file order. */
  nodes: N[];
  /** Nodes cut from a cycle; each starts a new branch. */
  cut: Set<N>;
  /** Nodes with duplicate ids; the first one wins. */
  twice: N[];
}

export function orderTree<N extends TreeNode>(unordered: readonly N[]): OrderedTree<N> {
  const byId = new Map<string, N>();
  const twice: N[] = [];
  for (const node of unordered) {
    if (byId.has(node.id)) twice.push(node);
    else byId.set(node.id, node);
  }
  const nodes: N[] = [];
  const cut = new Set<N>();
  const placedNodes = new Set<N>();
  for (const begin of byId.values()) {
    const path: N[] = [];
    const onPath = new Set<N>();
    let node: N | undefined = begin;
    while (node && !placedNodes.has(node)) {
      if (onPath.has(node)) {
        cut.add(node);
        break;
      }
      onPath.add(node);
      path.push(node);
      node = node.parent === null ? undefined : byId.get(node.parent);
    }
    // Cut a cycle at the node where it was entered.
    const first = node && onPath.has(node) ? path.indexOf(node) : path.length - 1;
    for (let at = first; at >= 0; at--) visit(path[at] as N);
    for (let at = path.length - 1; at > first; at--) visit(path[at] as N);
  }

  function visit(node: N): void {
    placedNodes.add(node);
    nodes.push(node);
  }
  return { nodes, cut, twice };
}
