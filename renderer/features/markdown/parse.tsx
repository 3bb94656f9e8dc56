// Renders one piece of Markdown as elements. Raw HTML is shown as text, images as links, and only links that the policy
// allows can be opened.

import { Square, SquareCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import remarkCjk from 'remark-cjk-friendly/parseOnly';
import remarkCjkStrikethrough from 'remark-cjk-friendly-gfm-strikethrough/parseOnly';
import remarkGfm from 'remark-gfm';
import { withOuterFences } from '../../../shared/core/codeFences.ts';
import { hasRightToLeft, startsRightToLeft } from '../../core/format/direction.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import type { MathPlugins } from '../../core/state/textTools.ts';
import { linkBareAddresses } from './addresses.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { CodeSpan, NamedFile } from './fileLinks/CodeSpan.tsx';
import { fileTag, linkFiles } from './fileLinks/linkFiles.ts';
import { normalizeDisplayMath } from './mathText.ts';
import { NoteMark } from './NoteMark.tsx';
import { markNotes, type Notes, parseUsedNotes } from './notes.ts';
import { ImageAsLink, SafeLink } from './SafeLink.tsx';
import { applyShape, type HastNode, type Shape, tightenListItems } from './shapes.ts';
import { TableFrame } from './TableFrame.tsx';

/** Sets each block's direction by its own text. Code is left to right and ignored. */
const containers = new Set(['ul', 'ol', 'blockquote', 'table']);
const blocks = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'th', 'td']);

/** A rehype plugin. Text without such characters is unchanged. */
function directions() {
  return (tree: HastNode): void => {
    if (hasRightToLeft(wordsOf(tree))) direct(tree);
  };
}

function direct(node: HastNode): void {
  const name = node.tagName ?? '';
  if (blocks.has(name)) node.properties = { ...node.properties, dir: 'auto' };
  else if (containers.has(name)) {
    node.properties = { ...node.properties, dir: startsRightToLeft(wordsOf(node)) ? 'rtl' : 'ltr' };
  } else if (name === 'code') node.properties = { ...node.properties, dir: 'ltr' };
  for (const child of node.children ?? []) direct(child);
}

function wordsOf(node: HastNode): string {
  if (node.type === 'text') return node.value ?? '';
  return node.tagName === 'code' ? '' : (node.children ?? []).map(wordsOf).join('');
}

export interface ParseOptions {
  /** The link definitions that it uses, as lines. */
  links: string;
  /** The footnotes that it references, as lines. */
  notes: string;
  mathPlugins: MathPlugins | null;
  shape?: Shape;
}

const words = lateStrings.markdown;

/** The state of a task; not a checkbox that the user could toggle. */
function TaskMark({ done }: { done: boolean }) {
  const Icon = done ? SquareCheck : Square;
  return (
    <Icon
      className="task-mark"
      data-done={done || undefined}
      strokeWidth={1.75}
      role="img"
      aria-label={done ? words.done : words.open}
    />
  );
}

/** Addresses are checked where they are used: `a` and `img` below. */
const keepAddress = (address: string): string => address;

/** A single tilde is not a mark: `5~10` is a range. */
const strikes = { singleTilde: false };
const grammar: NonNullable<Options['remarkPlugins']> = [
  [remarkGfm, strikes],
  remarkCjk,
  [remarkCjkStrikethrough, strikes],
  linkBareAddresses,
];

/** Throws the parser's errors. */
export function parseMarkdown(
  text: string,
  { links, notes, mathPlugins, shape = 'whole' }: ParseOptions,
): React.ReactElement {
  const fenced = withOuterFences(text);
  const source = mathPlugins ? normalizeDisplayMath(fenced) : fenced;
  const { remark = [], rehype = [] } = mathPlugins ?? {};
  // Called as a function rather than rendered, so that the caller catches parser errors before React does. It has no
  // state.
  return ReactMarkdown({
    children: links === '' ? source : `${source}\n\n${links}`,
    remarkPlugins: [...grammar, ...remark, ...(notes === '' ? [] : [markNotes(parseUsedNotes(notes))])],
    rehypePlugins: [
      tightenListItems,
      directions,
      linkFiles,
      ...rehype,
      ...(shape === 'whole' ? [] : [applyShape(shape)]),
    ],
    components: notes === '' ? components : withNotes(parseUsedNotes(notes)),
    urlTransform: keepAddress,
  });
}

function withNotes(notes: Notes): Components {
  return {
    ...components,
    sup: ({ node, children }) => {
      const name = node?.properties.dataMark;
      const note = typeof name === 'string' ? notes.get(name) : undefined;
      if (typeof name !== 'string' || !note) return <sup>{children}</sup>;
      // The footnote does not exist, or not yet.
      return note.hasText ? (
        <NoteMark name={name} label={note.label} />
      ) : (
        <sup data-note-name={name}>[{note.label}]</sup>
      );
    },
  };
}

const components: Components = {
  [fileTag]: ({ children }: { children?: ReactNode }) => <NamedFile>{children}</NamedFile>,
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <ImageAsLink src={typeof src === 'string' ? src : undefined} alt={alt} />,
  // Only task lists contain inputs.
  input: ({ checked }) => <TaskMark done={checked === true} />,
  pre: ({ children }) => <>{children}</>,
  code: ({ className, dir, children }) => {
    if (/(?:^|\s)math-/.test(className ?? '')) return <code className="maths-source">{children}</code>;
    const language = /(?:^|\s)language-(\S+)/.exec(className ?? '')?.[1];
    const code = typeof children === 'string' ? children : '';
    if (language === undefined && !code.endsWith('\n')) return <CodeSpan dir={dir}>{children}</CodeSpan>;
    return <CodeBlock code={code} language={language ?? ''} />;
  },
  table: ({ dir, children }) => (
    <TableFrame>
      <table dir={dir}>{children}</table>
    </TableFrame>
  ),
};
