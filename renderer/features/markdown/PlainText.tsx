// Plain text of any length, in pieces that are laid out when visible. Unchanged pieces do not re-render.

import { memo, useMemo, useRef } from 'react';
import { strings } from '../../core/strings.ts';
import { LinkedText } from './fileLinks/LinkedText.tsx';
import { useLinks, useSeen } from './fileLinks/useLinks.ts';
import type { PlainReason } from './plainTextReason.ts';
import { separateMarks, splitText } from './textPieces.ts';

const lineHeight = 20;
const lettersOfLine = 100;

/** The parent must preserve white space. `links`: file names are links; the parent then has `useRovingFocus`. */
export function PlainText({ text, links = false }: { text: string; links?: boolean }) {
  const pieces = useMemo(() => splitText(text), [text]);
  if (pieces.length > 1) return <Pieces pieces={pieces} links={links} />;
  return links ? <LinkedText text={text} /> : separateMarks(text);
}

/** Text shown plain, with the reason why it was not parsed. `pieces` together are the text. */
interface PlainBlockProps {
  pieces: readonly string[];
  reason: PlainReason;
  /** Continues the previous block, which shows the reason. */
  follows?: boolean;
}

export function PlainBlock({ pieces, reason, follows = false }: PlainBlockProps) {
  return (
    <div className="block" data-plain={reason}>
      {!follows && <p className="text-ink-3 text-small">{strings.chat.plain[reason]}</p>}
      <div className="wrap-anywhere whitespace-pre-wrap rounded-l bg-soft px-3 py-2.5 font-mono text-code">
        {pieces.length === 1 ? <PlainText text={(pieces[0] as string).trimEnd()} /> : <Pieces pieces={pieces} />}
      </div>
    </div>
  );
}

function Pieces({ pieces, links = false }: { pieces: readonly string[]; links?: boolean }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id and are only appended
  return pieces.map((piece, index) => <Piece key={index} text={piece} links={links} />);
}

const Piece = memo(function Piece({ text, links }: { text: string; links: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const isLinked = useLinks(place, useSeen(place, links));
  const lines = Math.max(text.split('\n').length - 1, Math.ceil(text.length / lettersOfLine));
  return (
    <div ref={place} style={{ contentVisibility: 'auto', containIntrinsicSize: `auto ${lines * lineHeight}px` }}>
      {isLinked ? <LinkedText text={text} /> : separateMarks(text)}
    </div>
  );
});
