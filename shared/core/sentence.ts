// What the host says to people. A sentence is written once, in English, with a tag before it:
//
//     say`The file ${path} could not be read: ${reason}`
//
// Its key is that English with `{0}`, `{1}` for what is filled in. The window looks the key up in the words of its language;
// terminals, logs and records take the English text. What is filled in may be a sentence in turn.

/** What goes over the contract and to the disk, beside the English text. */
export interface SentenceData {
  readonly key: string;
  readonly params: readonly SentenceParam[];
}

export type SentenceParam = string | number | SentenceData;

/** What a person is told: a sentence of the app, or the words of another, as a server's or a system's. */
export type UserText = Sentence | string;

/** What may be filled in: of an error, what it says. */
type Given = SentenceParam | { message: string; said?: SentenceData } | null | undefined;

export class Sentence implements SentenceData {
  readonly key: string;
  readonly params: readonly SentenceParam[];

  constructor(key: string, params: readonly SentenceParam[]) {
    this.key = key;
    this.params = params;
  }

  /** In English. */
  get text(): string {
    return textOf(this);
  }

  toString(): string {
    return this.text;
  }
}

export function say(texts: TemplateStringsArray, ...given: readonly Given[]): Sentence {
  const key = texts.reduce((before, text, at) => `${before}{${at - 1}}${text}`);
  return new Sentence(key, given.map(toParam));
}

/** A text that may be a key of its own, written elsewhere with `say`. */
say.words = (text: string): Sentence => new Sentence(text, []);

/** Whole sentences, one after the other. */
say.all = (sentences: readonly Given[]): Sentence => joined(sentences, ' ');

/** The same with an empty line between them. */
say.blocks = (sentences: readonly Given[]): Sentence => joined(sentences, '\n\n');

/** Names or parts of a sentence, one after the other. */
say.list = (parts: readonly Given[]): Sentence => joined(parts, ', ');

function joined(parts: readonly Given[], between: string): Sentence {
  return new Sentence(parts.map((_, at) => `{${at}}`).join(between), parts.map(toParam));
}

function toParam(given: Given): SentenceParam {
  if (given === null || given === undefined) return String(given);
  if (typeof given !== 'object' || 'key' in given) return given;
  return given.said ?? given.message;
}

/** The English words. */
export function textOf(said: SentenceParam): string {
  return renderSentence(said, ({ key }) => key);
}

/** Nothing that the app says itself comes near to these. What was read from a disk may be anybody's. */
const deepest = 8;
const maxHoles = 2000;
const longest = 200_000;

/** The words of a key: with the same holes, or made from what is filled in. */
export type Translation = string | ((...filled: string[]) => string);

/** `join` puts the parts of one sentence together: texts and what is filled in, by turns. */
export function renderSentence(
  said: SentenceParam,
  words: (said: SentenceData) => Translation,
  join: (parts: readonly string[]) => string = (parts) => parts.join(''),
): string {
  const left = { holes: maxHoles, length: longest };
  const bounded = (text: string): string => {
    const kept = text.slice(0, left.length);
    left.length -= kept.length;
    return kept;
  };
  function render(part: SentenceParam | undefined, depth: number): string {
    if (typeof part !== 'object') return part === undefined ? '' : bounded(String(part));
    if (depth > deepest || left.holes-- <= 0) return '';
    const form = words(part);
    if (typeof form === 'function') return bounded(form(...part.params.map((param) => render(param, depth + 1))));
    return join(
      form
        .split(/\{(\d+)\}/)
        .map((piece, at) => (at % 2 === 0 ? bounded(piece) : render(part.params[Number(piece)], depth + 1))),
    );
  }
  return render(said, 0);
}

/** Null: not a sentence, or one that the app would not make. For what comes from the disk or over the contract. */
export function readSentenceData(value: unknown): SentenceData | null {
  let left = maxHoles;
  const isParam = (part: unknown, depth: number): boolean =>
    typeof part === 'string' || typeof part === 'number' || isSaid(part, depth);
  function isSaid(part: unknown, depth: number): part is SentenceData {
    if (typeof part !== 'object' || part === null || depth > deepest) return false;
    const { key, params } = part as Partial<SentenceData>;
    if (typeof key !== 'string' || !Array.isArray(params)) return false;
    left -= params.length + 1;
    return left >= 0 && params.every((each: unknown) => isParam(each, depth + 1));
  }
  return isSaid(value, 0) ? value : null;
}

/** What a person is told, each sentence of it once. */
export class SentenceSet {
  readonly #all = new Map<string, UserText>();

  add(words: UserText): void {
    const text = textOf(words);
    if (!this.#all.has(text)) this.#all.set(text, words);
  }

  clear(): void {
    this.#all.clear();
  }

  get size(): number {
    return this.#all.size;
  }

  [Symbol.iterator](): Iterator<UserText> {
    return this.#all.values();
  }
}

/** What is kept beside the English text; undefined where the text is its own key, or another's words. */
export function sentenceDataOf(spoken: UserText): SentenceData | undefined {
  return typeof spoken === 'string' || spoken.params.length === 0 ? undefined : spoken;
}

/** What was kept: `said` may be anything, or missing. */
export function restoreSentence(text: string, said: unknown): Sentence {
  const read = readSentenceData(said) ?? { key: text, params: [] };
  return new Sentence(read.key, read.params);
}

/** As it goes over the contract: the English text where that is its own key, or another's words. */
export type UserTextData = string | SentenceData;

export function toUserTextData(spoken: UserText): UserTextData {
  return sentenceDataOf(spoken) ?? textOf(spoken);
}

/** For `JSON.stringify`: what programs read has the English text alone. */
export function englishOnly(key: string, value: unknown): unknown {
  const said = typeof value === 'object' ? readSentenceData(value) : null;
  if (said === null) return value;
  return key === 'said' ? undefined : textOf(said);
}

/** With another text, as one that hides secrets makes it: in what is filled in, where that comes to the same as in the whole. */
export function mapUserText(spoken: UserText, change: (text: string) => string): UserText {
  const whole = change(textOf(spoken));
  if (typeof spoken === 'string') return whole;
  const mapParam = (param: SentenceParam): SentenceParam => {
    if (typeof param === 'number') return param;
    return typeof param === 'string' ? change(param) : new Sentence(param.key, param.params.map(mapParam));
  };
  const mapped = new Sentence(spoken.key, spoken.params.map(mapParam));
  return mapped.text === whole ? mapped : whole;
}
