// Separates thinking from the answer in a reply whose text contains both, streamed or whole. Like Ollama's and vLLM's
// parsers, it accepts tags only at the start of a reply, after white space or another thinking block. A reply may also
// start inside the thinking, because the chat template wrote the opening tag: then a closing tag on its own line ends
// it. Tags in code, and later in the answer, are text.

import { createClosingScanner, createLoneClosingScanner } from './thinkingScan.ts';
import { answerMarks, loneClosings, thinkingTags } from './thinkingTags.ts';

/** The tags as received, with surrounding white space; `opening` is empty if the template wrote it. */
export interface TagPair {
  opening: string;
  closing: string;
}

export interface SeparatedReply {
  text: string;
  thinking: string;
  /** For a reply with exactly one complete thinking block. */
  tags: TagPair | null;
}

export interface SeparationListener {
  onText(piece: string): void;
  onThinking(piece: string): void;
  /** Replaces everything reported so far. */
  onReclassified(all: { text: string; thinking: string }): void;
}

export interface ThinkingSeparator {
  add(piece: string): void;
  /** The server separates thinking itself, so the text does not start inside it. */
  sawThinking(): void;
  /** `isCutOff`: the reply is incomplete, so a closing tag may be missing. */
  end(isCutOff: boolean): SeparatedReply;
}

export interface SeparationOptions {
  /** The reply probably starts inside the thinking; without a closing tag it did not. */
  isOpen?: boolean;
}

const silent: SeparationListener = { onText() {}, onThinking() {}, onReclassified() {} };
const openings = thinkingTags.map(({ opening }) => opening);
const beginnings = [...openings, ...answerMarks];
const allTags = [...beginnings, ...thinkingTags.map(({ closing }) => closing)];

export function separateThinking(text: string, isCutOff = false, options: SeparationOptions = {}): SeparatedReply {
  if (!options.isOpen && !allTags.some((tag) => text.includes(tag))) return { text, thinking: '', tags: null };
  const separator = createThinkingSeparator(silent, options);
  separator.add(text);
  return separator.end(isCutOff);
}

export function createThinkingSeparator(
  listener: SeparationListener,
  options: SeparationOptions = {},
): ThinkingSeparator {
  let { isOpen = false } = options;
  let phase: 'start' | 'thinking' | 'unsure' | 'text' = 'start';
  /** Undecided text. */
  let undecided = '';
  /** White space, reported once something follows it. */
  let blank = '';
  let [text, thinking] = ['', ''];
  let tags: TagPair = { opening: '', closing: '' };
  let blocks = 0;
  let isMarked = false;
  let closings = createClosingScanner(loneClosings);
  const lone = createLoneClosingScanner(loneClosings, openings);
  /** The current block: the text so far, and where its thinking starts in the whole. */
  let raw = '';
  let from = 0;

  function tell(piece: string): void {
    if (piece === '') return;
    text += piece;
    listener.onText(piece);
  }
  function retell(all: { text: string; thinking: string }): void {
    ({ text, thinking } = all);
    listener.onReclassified(all);
  }
  /** Trims both ends of each block. */
  function think(piece: string): void {
    raw += piece;
    if (piece.trim() === '') {
      blank += piece;
      return;
    }
    const trimmed = piece.trimEnd();
    const isFirst = thinking.length === from;
    if (isFirst && tags.opening !== '')
      tags.opening += blank + trimmed.slice(0, trimmed.length - trimmed.trimStart().length);
    const visible = isFirst ? (from === 0 ? '' : '\n\n') + trimmed.trimStart() : blank + trimmed;
    blank = piece.slice(trimmed.length);
    thinking += visible;
    listener.onThinking(visible);
  }

  function begin(opening: string, ends: readonly string[]): void {
    tags = { opening: opening === '' ? '' : blank + opening, closing: '' };
    [phase, raw, blank, from] = ['thinking', opening === '' ? blank : '', '', thinking.length];
    blocks++;
    closings = createClosingScanner(ends);
  }
  function close(closing: string): void {
    tags.closing = blank + closing;
    [phase, blank] = ['start', ''];
  }

  /** Each consumes some of the held text, and returns whether it decided anything. */
  const readers = {
    start(isEnd: boolean): boolean {
      const rest = undecided.trimStart();
      blank += undecided.slice(0, undecided.length - rest.length);
      undecided = rest;
      if (rest === '') return false;
      const tag = thinkingTags.find(({ opening }) => rest.startsWith(opening));
      const mark = answerMarks.find((each) => rest.startsWith(each));
      if (!tag && !mark && !isEnd && beginnings.some((each) => each.startsWith(rest))) return false;
      if (tag) {
        undecided = rest.slice(tag.opening.length);
        begin(tag.opening, [tag.closing]);
      } else if (mark !== undefined) {
        tags.closing += blank + mark;
        undecided = rest.slice(mark.length);
        [isMarked, blank] = [true, ''];
      } else if (isMarked || blocks > 0) {
        tags.closing += blank;
        [phase, blank] = ['text', ''];
      } else if (isOpen) begin('', loneClosings);
      else {
        undecided = blank + rest;
        [phase, blank] = ['unsure', ''];
      }
      return true;
    },
    thinking(isEnd: boolean): boolean {
      const { passed, closing, rest } = closings.scan(undecided, isEnd);
      think(passed);
      undecided = rest;
      if (closing !== null) close(closing);
      return closing !== null;
    },
    unsure(isEnd: boolean): boolean {
      const { passed, closing, rest } = lone.scan(undecided, isEnd);
      tell(passed);
      undecided = rest;
      if (closing === null) return false;
      const thought = text.trim();
      blocks++;
      tags = { opening: '', closing: text.slice(text.trimEnd().length) + closing };
      phase = 'start';
      retell({ text: '', thinking: thought });
      return true;
    },
    text(): boolean {
      tell(undecided);
      undecided = '';
      return false;
    },
  };

  function read(isEnd: boolean): void {
    while (undecided !== '' && readers[phase](isEnd));
  }

  /**
   * For an unclosed block: its closing tag may have looked like code, and a reply assumed to be open may be an answer.
   */
  function settle(): void {
    const closing = closings.inOpenFence();
    if (closing) {
      const answer = raw.slice(closing.at + closing.closing.length).trimStart();
      const thought = raw.slice(0, closing.at).trim();
      const before = thinking.slice(0, from);
      retell({ text: answer, thinking: [before, thought].filter((part) => part !== '').join('\n\n') });
    } else if (tags.opening === '' && blocks === 1) retell({ text: raw, thinking: '' });
  }

  return {
    add(piece) {
      undecided += piece;
      read(false);
    },
    sawThinking() {
      isOpen = false;
    },
    end(isCutOff) {
      read(true);
      // White space alone is a valid answer.
      if (phase === 'start' && blocks === 0 && !isMarked) tell(blank);
      if (phase === 'thinking' && !isCutOff) settle();
      return { text, thinking, tags: phase !== 'thinking' && blocks === 1 ? tags : null };
    },
  };
}
