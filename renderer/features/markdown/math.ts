// Formula parsing and rendering, loaded on first use. KaTeX runs untrusted (no links, images or classes from the text),
// with limited sizes and expansions; formulas that it cannot parse are shown as source.

import 'katex/dist/katex.min.css';
import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';
import type { MathPlugins } from '../../core/state/textTools.ts';
import { limits } from './limits.ts';
import { mathsSyntax } from './mathSyntax.ts';
import { isTooComplex, renderingCost } from './mathText.ts';
import type { HastNode } from './shapes.ts';

const remembered = 600;

export function createMathPlugins(): MathPlugins {
  const draw = createDrawing();
  return {
    remark: [[remarkMath, { singleDollarTextMath: false }], withSyntax],
    rehype: [
      () => (tree: HastNode) => {
        let count = 0;
        let cost = 0;
        each(tree, (node) => {
          const source = sourceOf(node);
          cost += renderingCost(source);
          if (++count <= limits.formulas && cost <= limits.formulaLetters) draw(node, source);
        });
      },
    ],
  };
}

/** A remark plugin. */
function withSyntax(this: { data(): object }): void {
  const data = this.data() as { micromarkExtensions?: unknown[] };
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push(mathsSyntax);
}

function createDrawing() {
  const transform = rehypeKatex({
    output: 'htmlAndMathml',
    trust: false,
    strict: 'ignore',
    maxSize: 20,
    maxExpand: 300,
    errorColor: 'inherit',
  });
  const drawn = new Map<string, HastNode[]>();

  function nodesOf(code: HastNode, display: boolean): HastNode[] {
    const source = code.children?.[0]?.value ?? '';
    const key = `${display ? 'd' : 'i'}${source}`;
    const cached = drawn.get(key);
    if (cached) return cached;
    const root: HastNode = { type: 'root', children: [code] };
    transform(root as never, { message: () => undefined } as never);
    const nodes = (root.children ?? []).map((node) => (hasError(node) ? code : node));
    drawn.set(key, nodes);
    for (const oldest of drawn.keys()) {
      if (drawn.size <= remembered) break;
      drawn.delete(oldest);
    }
    return nodes;
  }

  /** Replaces the node's source with the rendering. */
  return function draw(node: HastNode, source: string): void {
    const code = codeOf(node);
    if (!code || source === '' || isTooComplex(source)) return;
    const display = node.tagName === 'pre';
    const nodes = nodesOf({ ...code }, display);
    if (nodes[0]?.tagName === 'code') return;
    node.tagName = display ? 'div' : 'span';
    node.properties = { className: [display ? 'maths-display' : 'maths'] };
    node.children = structuredClone(nodes);
  };
}

function codeOf(node: HastNode): HastNode | undefined {
  return node.tagName === 'pre' ? node.children?.[0] : node;
}

function sourceOf(node: HastNode): string {
  return codeOf(node)?.children?.[0]?.value ?? '';
}

function hasError(node: HastNode): boolean {
  const names = node.properties?.className;
  return (Array.isArray(names) && names.includes('katex-error')) || (node.children ?? []).some(hasError);
}

function each(node: HastNode, visit: (node: HastNode) => void): void {
  for (const child of node.children ?? []) {
    const code = child.tagName === 'pre' ? child.children?.[0] : child;
    const names = code?.properties?.className;
    const isMaths = Array.isArray(names) && (names.includes('math-inline') || names.includes('math-display'));
    if (isMaths && code?.tagName === 'code') visit(child);
    else each(child, visit);
  }
}
