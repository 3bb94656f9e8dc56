// The headings of a Markdown text that stand outside of everything else, as a parser of CommonMark with tables reads it.

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
