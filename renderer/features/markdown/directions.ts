// The direction of each block of a reply, by its own letters. Code runs from left to right, and says nothing of the block.

import { beginsRightToLeft, hasRightToLeft } from '../../core/format/direction.ts';
import type { HastNode } from './shapes.ts';

const containers = new Set(['ul', 'ol', 'blockquote', 'table']);
const blocks = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'th', 'td']);

/** A rehype plugin. A text without such letters stays as it is. */
export function directions() {
  return (tree: HastNode): void => {
    if (hasRightToLeft(wordsOf(tree))) direct(tree);
  };
}

function direct(node: HastNode): void {
  const name = node.tagName ?? '';
  if (blocks.has(name)) node.properties = { ...node.properties, dir: 'auto' };
  else if (containers.has(name)) {
    node.properties = { ...node.properties, dir: beginsRightToLeft(wordsOf(node)) ? 'rtl' : 'ltr' };
  } else if (name === 'code') node.properties = { ...node.properties, dir: 'ltr' };
  for (const child of node.children ?? []) direct(child);
}

function wordsOf(node: HastNode): string {
  if (node.type === 'text') return node.value ?? '';
  return node.tagName === 'code' ? '' : (node.children ?? []).map(wordsOf).join('');
}
