// Selects which elements of a parsed piece to render: all, its list items, or its table rows. Also renders loose and
// tight lists alike, so that nothing moves when a blank line arrives.

export type Shape = 'whole' | 'items' | 'head' | 'rows';

export interface HastNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
}

const isBlank = (node: HastNode): boolean => node.type === 'text' && (node.value ?? '').trim() === '';
const isElement = (node: HastNode, ...names: string[]): boolean =>
  node.type === 'element' && names.includes(node.tagName ?? '');

/** A rehype plugin. */
export function tightenListItems() {
  return (tree: HastNode): void => {
    for (const node of tree.children ?? []) tighten(node);
  };
}

function tighten(node: HastNode): void {
  if (isElement(node, 'li')) {
    const children = (node.children ?? []).filter((child) => !isBlank(child));
    const paragraphs = children.filter((child) => isElement(child, 'p'));
    node.children = children.flatMap((child) =>
      paragraphs.length === 1 && child === paragraphs[0] ? (child.children ?? []) : [child],
    );
  }
  for (const child of node.children ?? []) tighten(child);
}

/** A rehype plugin. A piece that does not match its block's kind stays whole. */
export function applyShape(shape: Shape) {
  return () =>
    (tree: HastNode): void => {
      if (shape === 'whole' || !tree.children) return;
      const children = tree.children.filter((child) => !isBlank(child));
      tree.children = shape === 'items' ? children.flatMap(itemsOf) : children.flatMap((child) => rowsOf(child, shape));
    };
}

function itemsOf(node: HastNode): HastNode[] {
  if (isElement(node, 'ul', 'ol')) return (node.children ?? []).filter((child) => !isBlank(child));
  return [{ type: 'element', tagName: 'li', properties: { className: ['no-item'] }, children: [node] }];
}

function rowsOf(node: HastNode, shape: Shape): HastNode[] {
  if (!isElement(node, 'table')) return [];
  const part = (node.children ?? []).find((child) => isElement(child, shape === 'head' ? 'thead' : 'tbody'));
  return (part?.children ?? []).filter((child) => !isBlank(child));
}
