// Translatable sentences from the host. Each is written once in English with a tag:
//
//     say`The file ${path} could not be read: ${reason}`
//
// Its key is the English text with `{0}`, `{1}` for the parameters. The window looks the key up in its language;
// terminals, logs and records use the English. Parameters may be sentences.

/** The part that is sent and stored with the English text. */
export interface SentenceData {
  readonly key: string;
  readonly params: readonly SentenceParam[];
}

export type SentenceParam = string | number | SentenceData;

/** Text for the user: a sentence of the app, or third-party text. */
export type UserText = Sentence | string;

/** Valid parameters; an error is replaced by its message. */
type Given = SentenceParam | { message: string; said?: SentenceData } | null | undefined;

export class Sentence implements SentenceData {
  readonly key: string;
  readonly params: readonly SentenceParam[];

  constructor(key: string, params: readonly SentenceParam[]) {
    this.key = key;
    this.params = params;
  }

  /** The English text. */
  get text(): string {
    return textOf(this);
  }

  toString(): string {
    return this.text;
  }
}

export function say(texts: TemplateStringsArray, ...params: readonly Given[]): Sentence {
  const key = texts.reduce((before, text, at) => `${before}{${at - 1}}${text}`);
  return new Sentence(key, params.map(toParam));
}

/** Wraps a text that may be a key defined elsewhere with `say`. */
say.words = (text: string): Sentence => new Sentence(text, []);

/** Joins whole sentences. */
say.all = (sentences: readonly Given[]): Sentence => joined(sentences, ' ');

/** Joins sentences with an empty line between them. */
say.blocks = (sentences: readonly Given[]): Sentence => joined(sentences, '\n\n');

/** Joins names or clauses with commas. */
say.list = (parts: readonly Given[]): Sentence => joined(parts, ', ');

function joined(parts: readonly Given[], between: string): Sentence {
  return new Sentence(parts.map((_, at) => `{${at}}`).join(between), parts.map(toParam));
}

function toParam(param: Given): SentenceParam {
  if (param === null || param === undefined) return String(param);
  if (typeof param !== 'object' || 'key' in param) return param;
  return param.said ?? param.message;
}

/** Returns the English text. */
export function textOf(value: SentenceParam): string {
  return renderSentence(value, ({ key }) => key);
}

/** The app's own sentences nest far less; input from disk may be anything. */
const deepest = 8;
const maxHoles = 2000;
const longest = 200_000;

/** The translation of a key: the same placeholders, or a function of the parameters. */
export type Translation = string | ((...filled: string[]) => string);

/** `join` combines the texts and parameters of one sentence, which alternate. */
export function renderSentence(
  sentence: SentenceParam,
  translations: (data: SentenceData) => Translation,
  join: (parts: readonly string[]) => string = (parts) => parts.join(''),
): string {
  const left = { holes: maxHoles, length: longest };
  const bounded = (text: string): string => {
    const prefix = text.slice(0, left.length);
    left.length -= prefix.length;
    return prefix;
  };
  function render(part: SentenceParam | undefined, depth: number): string {
    if (typeof part !== 'object') return part === undefined ? '' : bounded(String(part));
    if (depth > deepest || left.holes-- <= 0) return '';
    const form = translations(part);
    if (typeof form === 'function') return bounded(form(...part.params.map((param) => render(param, depth + 1))));
    return join(
      form
        .split(/\{(\d+)\}/)
        .map((piece, at) => (at % 2 === 0 ? bounded(piece) : render(part.params[Number(piece)], depth + 1))),
    );
  }
  return render(sentence, 0);
}

/** Validates data from disk or the contract; null if the app could not have written it. */
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

/** Collects texts for the user without duplicates. */
export class SentenceSet {
  readonly #all = new Map<string, UserText>();

  add(sentence: UserText): void {
    const text = textOf(sentence);
    if (!this.#all.has(text)) this.#all.set(text, sentence);
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

/** Returns what is stored with the English text; undefined when the text is its own key or third-party. */
export function sentenceDataOf(spoken: UserText): SentenceData | undefined {
  return typeof spoken === 'string' || spoken.params.length === 0 ? undefined : spoken;
}

/** Restores a stored sentence; `said` is unvalidated. */
export function restoreSentence(text: string, data: unknown): Sentence {
  const read = readSentenceData(data) ?? { key: text, params: [] };
  return new Sentence(read.key, read.params);
}

/** The form sent over the contract: plain text when that is its own key, or third-party. */
export type UserTextData = string | SentenceData;

export function toUserTextData(spoken: UserText): UserTextData {
  return sentenceDataOf(spoken) ?? textOf(spoken);
}

/** Replacer for `JSON.stringify`: machine-readable output has only the English text. */
export function englishOnly(key: string, value: unknown): unknown {
  const data = typeof value === 'object' ? readSentenceData(value) : null;
  if (data === null) return value;
  return key === 'said' ? undefined : textOf(data);
}

/** Changes a text, for example to mask secrets: in the parameters if that has the same effect as on the whole. */
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
