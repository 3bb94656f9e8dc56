// Plain text of any length, in pieces that are laid out when visible. Unchanged pieces do not re-render.

import { memo, useMemo } from 'react';
import { strings } from '../../core/strings.ts';
import type { PlainReason } from './plainTextReason.ts';
import { separateMarks, splitText } from './textPieces.ts';

const lineHeight = 20;
const lettersOfLine = 100;

/** The parent must preserve white space. */
export function PlainText({ text }: { text: string }) {
  const pieces = useMemo(() => splitText(text), [text]);
  return pieces.length === 1 ? separateMarks(text) : <Pieces pieces={pieces} />;
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

function Pieces({ pieces }: { pieces: readonly string[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id and are only appended
  return pieces.map((piece, index) => <Piece key={index} text={piece} />);
}

const Piece = memo(function Piece({ text }: { text: string }) {
  const lines = Math.max(text.split('\n').length - 1, Math.ceil(text.length / lettersOfLine));
  return (
    <div style={{ contentVisibility: 'auto', containIntrinsicSize: `auto ${lines * lineHeight}px` }}>
      {separateMarks(text)}
    </div>
  );
});
