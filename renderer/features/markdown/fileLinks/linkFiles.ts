// A rehype plugin that marks names of files in prose, for `FileName`. Leaves code, links and formulas alone.

import { findFileReferences } from '../../../../shared/features/files/fileReference.ts';
import type { HastNode } from '../shapes.ts';

/** No Markdown produces this element. */
export const fileTag = 'var';

const untouched = new Set(['a', 'code', 'pre', 'sup']);

export function linkFiles() {
  return (tree: HastNode): void => mark(tree);
}

function mark(node: HastNode): void {
  if (!node.children || untouched.has(node.tagName ?? '')) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text') return marked(child);
    mark(child);
    return [child];
  });
}

function marked(node: HastNode): HastNode[] {
  const text = node.value ?? '';
  const references = findFileReferences(text);
  if (references.length === 0) return [node];
  const pieces: HastNode[] = [];
  let done = 0;
  for (const { start, end } of references) {
    if (start > done) pieces.push({ type: 'text', value: text.slice(done, start) });
    const name = { type: 'text', value: text.slice(start, end) };
    pieces.push({ type: 'element', tagName: fileTag, properties: {}, children: [name] });
    done = end;
  }
  if (done < text.length) pieces.push({ type: 'text', value: text.slice(done) });
  return pieces;
}
