// A reply as Markdown. Blocks that are finished are kept as they were drawn; only the last is parsed again while text
// arrives. What is too much for a parser is plain text.

import { memo, useMemo, useRef, useState } from 'react';
import { type Block, createBlockReader } from './blockReader.ts';
import { type Definitions, gatherDefinitions, noDefinitions } from './definitions.ts';
import { ParsedBlock } from './ParsedBlock.tsx';
import { PlainBlock } from './PlainText.tsx';
import type { PlainReason } from './plainReason.ts';

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const [reader] = useState(() => createBlockReader());
  const blocks = useMemo(() => reader.read(text), [reader, text]);
  const definitions = useDefinitions(blocks);
  return (
    <div className="markdown">
      {shownParts(blocks).map((part, index) =>
        part.plain === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end
          <ParsedBlock key={index} text={part.pieces[0] as string} definitions={definitions} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end
          <PlainBlock key={index} pieces={part.pieces} reason={part.plain} />
        ),
      )}
    </div>
  );
});

interface Part {
  plain: PlainReason | null;
  pieces: string[];
}

/** A block that is shown in pieces is one part. */
function shownParts(blocks: readonly Block[]): Part[] {
  const parts: Part[] = [];
  for (const { text, plain, goesOn } of blocks) {
    const last = parts.at(-1);
    if (goesOn && last) last.pieces.push(text);
    else parts.push({ plain, pieces: [text] });
  }
  return parts;
}

/** The same map as long as it says the same: blocks that use none of what is new are not drawn again. */
function useDefinitions(blocks: readonly Block[]): Definitions {
  const before = useRef(noDefinitions);
  return useMemo(() => {
    const texts = blocks.filter((block) => block.plain === null).map((block) => block.text);
    before.current = gatherDefinitions(texts, before.current);
    return before.current;
  }, [blocks]);
}
