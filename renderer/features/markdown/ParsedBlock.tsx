// One parsed block of Markdown; falls back to text if the parser fails.

import { memo, useEffect, useRef, useState } from 'react';
import { Boundary } from '../../ui/Boundary.tsx';
import { openFormulaEnd } from './blocks.ts';
import { closeOpenSyntax } from './closeOpenSyntax.ts';
import { type Definitions, usedDefinitions } from './definitions.ts';
import { limits } from './limits.ts';
import { useMath } from './mathLoader.ts';
import { mayHaveMath } from './mathText.ts';
import { noteLabel, noteOf, usedNotes } from './notes.ts';
import { PlainBlock } from './PlainText.tsx';
import { type ParseOptions, parseMarkdown } from './parse.tsx';
import type { Shape } from './shapes.ts';

interface ParsedProps {
  text: string;
  definitions: Definitions;
  /** Still streaming. */
  open: boolean;
}

export const ParsedBlock = memo(function ParsedBlock({ text, definitions, open }: ParsedProps) {
  const calmText = useCalm(text);
  const formula = open ? halfFormula(calmText) : null;
  if (formula !== null) {
    return (
      <div className="block">
        <p className="maths-source">{formula}</p>
      </div>
    );
  }
  const note = noteOf(calmText);
  if (!note) return <ParsedPiece text={calmText} definitions={definitions} open={open} className="block" />;
  return (
    <div className="block note" data-note={note.name} tabIndex={-1}>
      <span className="note-label">{noteLabel(note.name, definitions) ?? note.name}</span>
      <ParsedPiece text={note.text} definitions={definitions} open={open} className="note-text" />
    </div>
  );
});

interface PieceProps extends ParsedProps {
  /** Class of a wrapper element; without it there is none. */
  className?: string;
  shape?: Shape;
}

export const ParsedPiece = memo(function ParsedPiece({ text, definitions, open, className, shape }: PieceProps) {
  const closedText = open ? closeOpenSyntax(text) : text;
  return (
    <Parsed
      text={closedText}
      links={usedDefinitions(closedText, definitions)}
      notes={usedNotes(closedText, definitions)}
      className={className}
      shape={shape ?? 'whole'}
    />
  );
});

interface ParsedTextProps {
  text: string;
  links: string;
  notes: string;
  className: string | undefined;
  shape: Shape;
}

/** Memoized: parses again only when an input changes. */
const Parsed = memo(function Parsed({ text, links, notes, className, shape }: ParsedTextProps) {
  const mathPlugins = useMath(mayHaveMath(text));
  const asText = () => <PlainBlock pieces={[text]} reason="failed" />;
  let parsed: React.ReactElement;
  try {
    parsed = parseOnce(text, { links, notes, mathPlugins, shape });
  } catch {
    return asText();
  }
  return (
    <Boundary of={text} instead={asText}>
      {className === undefined ? parsed : <div className={className}>{parsed}</div>}
    </Boundary>
  );
});

/** Recent blocks: a reply that becomes a message, or is scrolled back to, is not parsed again. */
const recentBlocks = new Map<string, { element: React.ReactElement; mathPlugins: ParseOptions['mathPlugins'] }>();

function parseOnce(text: string, options: ParseOptions): React.ReactElement {
  const { links, notes, mathPlugins, shape } = options;
  if (text.length > limits.recentBlock) return parseMarkdown(text, options);
  const key = JSON.stringify([shape, links, notes, text]);
  const recent = recentBlocks.get(key);
  if (recent?.mathPlugins === mathPlugins) return recent.element;
  const element = parseMarkdown(text, options);
  recentBlocks.delete(key);
  recentBlocks.set(key, { element, mathPlugins });
  const [oldest] = recentBlocks.keys();
  if (recentBlocks.size > limits.recentBlocks && oldest !== undefined) recentBlocks.delete(oldest);
  return element;
}

/** The source of an unfinished display formula, if the block contains nothing else. */
function halfFormula(text: string): string | null {
  const content = text.trim();
  const close = openFormulaEnd(content);
  return close === null
    ? null
    : content
        .slice(2)
        .replace(/[\\$]$/, '')
        .trim();
}

// A long streaming block re-renders a few times a second instead of every frame, and less often the longer it is, so
// the window stays responsive.

/** Milliseconds until the next render. @internal */
export function renderDelayMs(text: string): number {
  if (text.length <= limits.calm) return 0;
  return Math.ceil(text.length / limits.calmLetters);
}

/** The text, throttled while it is long and growing. */
function useCalm(text: string): string {
  const drawn = useRef(text);
  const latest = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [, redraw] = useState(0);
  latest.current = text;
  const pause = text.length > drawn.current.length && text.startsWith(drawn.current) ? renderDelayMs(text) : 0;
  if (pause === 0) drawn.current = text;
  useEffect(() => {
    if (pause === 0 || timer.current !== null) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      drawn.current = latest.current;
      redraw((count) => count + 1);
    }, pause);
  }, [pause]);
  useEffect(
    () => () => {
      clearTimeout(timer.current ?? undefined);
      timer.current = null;
    },
    [],
  );
  return drawn.current;
}
