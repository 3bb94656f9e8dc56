// Text as it was written, of any length: cut into pieces that are laid out when they are seen. Pieces that did not change
// are not drawn again.

import { memo, useMemo } from 'react';
import { strings } from '../../core/strings.ts';
import type { PlainReason } from './plainReason.ts';
import { marksApart, textPieces } from './textPieces.ts';

const lineHeight = 20;
const lettersOfLine = 100;

/** Must stand in something that keeps white space. */
export function PlainText({ text }: { text: string }) {
  const pieces = useMemo(() => textPieces(text), [text]);
  return pieces.length === 1 ? marksApart(text) : <Pieces pieces={pieces} />;
}

/** What could have been more than text, with the reason why it is not. `pieces` put together are the text. */
interface PlainBlockProps {
  pieces: readonly string[];
  reason: PlainReason;
  /** It goes on with the block before it, where the reason stands. */
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
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name, and are only added at the end
  return pieces.map((piece, index) => <Piece key={index} text={piece} />);
}

const Piece = memo(function Piece({ text }: { text: string }) {
  const lines = Math.max(text.split('\n').length - 1, Math.ceil(text.length / lettersOfLine));
  return (
    <div style={{ contentVisibility: 'auto', containIntrinsicSize: `auto ${lines * lineHeight}px` }}>
      {marksApart(text)}
    </div>
  );
});
