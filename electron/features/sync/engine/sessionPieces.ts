// Cuts the lines of a session into pieces, which are stored once each by hash. Pieces of the version before are taken again where their
// lines are the same, so that a session that grew uploads its end only.

import { createHash } from 'node:crypto';

export interface Piece {
  hash: string;
  bytes: number;
  lines: number;
  /** Hash of its first line. */
  first: string;
}

export interface SessionLine {
  text: Buffer;
  /** Not next to others in a piece: the start of a conversation, or an attachment. */
  isApart: boolean;
}

const maxPieceBytes = 4 * 1024 * 1024;
/** The app may still add to its last messages. */
const endLines = 8;
/** With more pieces, small ones are joined. */
const maxPieces = 64;
const smallBytes = 1024 * 1024;

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** `put` stores what is new; its failure ends the work. */
export async function cutIntoPieces(
  lines: AsyncIterable<SessionLine>,
  before: readonly Piece[],
  put: (hash: string, body: Buffer) => Promise<void>,
): Promise<Piece[]> {
  const reusable = before.length > maxPieces ? before.filter(({ bytes }) => bytes >= smallBytes) : before;
  const byFirst = new Map(reusable.map((piece) => [piece.first, piece]));
  const pieces: Piece[] = [];
  let draft: Buffer[] = [];
  let draftBytes = 0;
  /** A piece that may begin at this line of the draft. */
  let repeated: { piece: Piece; from: number } | null = null;

  async function write(some: readonly Buffer[]): Promise<void> {
    const [first] = some;
    if (!first) return;
    const body = Buffer.concat(some);
    const hash = hashOf(body);
    await put(hash, body);
    pieces.push({ hash, bytes: body.length, lines: some.length, first: hashOf(first) });
  }

  function restart(): void {
    draft = [];
    draftBytes = 0;
    repeated = null;
  }

  async function endDraft(): Promise<void> {
    const end = Math.max(0, draft.length - endLines);
    await write(draft.slice(0, end));
    await write(draft.slice(end));
    restart();
  }

  for await (const { text, isApart } of lines) {
    if (isApart) await endDraft();
    const piece: Piece | undefined = repeated === null ? byFirst.get(hashOf(text)) : undefined;
    if (piece) repeated = { piece, from: draft.length };
    draft.push(text);
    draftBytes += text.length;
    if (repeated !== null && draft.length - repeated.from === repeated.piece.lines) {
      const { piece: same, from } = repeated;
      repeated = null;
      if (hashOf(Buffer.concat(draft.slice(from))) === same.hash) {
        await write(draft.slice(0, from));
        pieces.push(same);
        restart();
      }
    }
    if (repeated === null && draftBytes >= maxPieceBytes) {
      await write(draft);
      restart();
    }
  }
  await endDraft();
  return pieces;
}
