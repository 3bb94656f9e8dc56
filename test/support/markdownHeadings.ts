// Top-level headings of a Markdown text, according to a CommonMark parser with tables.

import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

export function headingsOf(markdown: string): string[] {
  const root = unified().use(remarkParse).use(remarkGfm).parse(markdown) as Node;
  return (root.children ?? []).flatMap((node) => (node.type === 'heading' ? [textIn(node)] : []));
}

function textIn(node: Node): string {
  return node.value ?? (node.children ?? []).map(textIn).join('');
}
