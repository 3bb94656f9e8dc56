// Groups blocks for rendering into parts (a list with many pieces is one) and chunks of parts. Finished objects keep
// their identity between reads, so that they are not processed again.

import { type Block, type BlockReader, createBlockReader } from './blockReader.ts';
import type { BlockKind } from './blockState.ts';
import { addDefinitions, type Definitions, noDefinitions } from './definitions.ts';
import { limits } from './limits.ts';
import type { PlainReason } from './plainTextReason.ts';

export interface Part {
  key: number;
  kind: BlockKind;
  plain: PlainReason | null;
  /** Continues the previous part. */
  follows: boolean;
  /** Together they are the part's text. */
  pieces: readonly string[];
  /** The start of a table or fence, if its first piece lacks it. */
  head: string;
  /** Estimated rendered lines. */
  lines: number;
}

export interface Chunk {
  key: number;
  parts: readonly Part[];
  letters: number;
  /** Estimated rendered lines. */
  lines: number;
  /** Offset in the whole text. */
  from: number;
}

export interface Reply {
  chunks: readonly Chunk[];
  definitions: Definitions;
  /** Unread characters at the end. */
  unread: number;
}

export interface ReplyReader {
  /** Reads about this many more characters, or the whole text if omitted. */
  read(text: string, letters?: number): Reply;
}

const lettersOfLine = 85;

export function createReplyReader(reader: BlockReader = createBlockReader()): ReplyReader {
  let closed: Chunk[] = [];
  let definitions = noDefinitions;
  let withOpen = noDefinitions;
  let parts: Part[] = [];
  let letters = 0;
  let from = 0;
  let taken = 0;
  let key = 0;
  let restarts = 0;

  function restart(to: number): void {
    closed = [];
    definitions = noDefinitions;
    parts = [];
    letters = from = taken = key = 0;
    restarts = to;
  }

  function closeChunk(): void {
    closed.push(chunkOf(parts));
    from += letters;
    parts = [];
    letters = 0;
  }

  function chunkOf(of: readonly Part[]): Chunk {
    return { key: closed.length, parts: of, letters, lines: of.reduce((sum, part) => sum + part.lines, 0), from };
  }

  function take(block: Block): void {
    const full = parts.length >= limits.chunkBlocks || letters >= limits.chunk;
    const whole = block.plain !== null && (parts.at(-1)?.pieces.length ?? 0) >= limits.plainParts;
    if (full && (!block.goesOn || whole)) closeChunk();
    parts = withBlock(parts, block, key);
    key++;
    letters += block.text.length;
    if (block.plain === null && block.kind !== 'fence') definitions = addDefinitions(block.text, definitions);
  }

  return {
    read(text, most = Number.POSITIVE_INFINITY) {
      const read = reader.readSome(text, most);
      if (read.restarts !== restarts) restart(read.restarts);
      for (; taken < read.finished.length; taken++) take(read.finished[taken] as Block);
      const { open } = read;
      const all = open?.plain === null && open.kind !== 'fence' ? addDefinitions(open.text, definitions) : definitions;
      if (!sameDefinitions(all, withOpen)) withOpen = all;
      const visibleParts = open ? withBlock(parts, open, key) : parts;
      const chunks = visibleParts.length === 0 ? closed : [...closed, { ...chunkOf(visibleParts) }];
      return { chunks, definitions: withOpen, unread: read.unread };
    },
  };
}

/** Blanks between blocks are skipped. Unchanged parts keep their identity. */
function withBlock(parts: readonly Part[], block: Block, key: number): Part[] {
  const { text, kind, plain, goesOn, head } = block;
  const last = parts.at(-1);
  const full = plain !== null && (last?.pieces.length ?? 0) >= limits.plainParts;
  if (goesOn && last && !full && last.kind === kind && (last.plain === null) === (plain === null)) {
    return [
      ...parts.slice(0, -1),
      { ...last, pieces: [...last.pieces, text], lines: last.lines + linesOf(kind, text) },
    ];
  }
  if (text.trim() === '') return [...parts];
  return [...parts, { key, kind, plain, follows: goesOn, pieces: [text], head, lines: 1 + linesOf(kind, text) }];
}

function sameDefinitions(one: Definitions, other: Definitions): boolean {
  if (one === other) return true;
  return one.size === other.size && [...one].every(([name, line]) => other.get(name) === line);
}

function linesOf(kind: BlockKind, piece: string): number {
  const broken = piece.split('\n').length - 1;
  return kind === 'fence' ? broken : Math.max(broken, Math.ceil(piece.length / lettersOfLine));
}
