// What the host says, in another language. The host says it in English, to terminals and logs too, and it is stored so: in
// records of years ago as in an answer of now. A form is such a sentence with `{}` where something is filled in; what
// stands there may be a form in turn, as the reason in “could not be read: the disk is full”. What no form knows is left
// as it came. Pure. What takes too much work to be understood was not said by the host, whoever wrote it, and is left too.

/** English forms, each with its words: `{}` takes what was filled in, in its order; `{2}` takes the second one. */
export type HostForms = Readonly<Record<string, string>>;

/** Null: no form knows it. */
export type SayOfHost = (text: string) => string | null;

interface Work {
  /** Of `mostCompared`. */
  left: number;
  /** What was found for the parts so far, by their depth. */
  said: Map<string, string | null>;
}

interface Form {
  /** The texts around what is filled in. */
  literals: readonly string[];
  words: string;
}

/** Nothing that the host says of itself is longer; what is, is somebody else's text. */
const longest = 20_000;
const deepest = 4;
/** Characters that are compared for one text, at most; what the host says itself takes a tenth of it. */
const mostCompared = 100_000;
/** What a look through all forms costs however short the text is, as so many characters. */
const oneLook = 200;
const mostSentences = 12;
/** Where one sentence ends and the next one begins. */
const between = /(?<=[.!?]) (?=\S)/;

export function createHostForms(forms: HostForms): SayOfHost {
  const exact = new Map<string, string>();
  const open: Form[] = [];
  for (const [form, words] of Object.entries(forms)) {
    if (form.includes('{}')) open.push({ literals: form.split('{}'), words });
    else exact.set(form, words);
  }
  // The one that says most of its own is the one that was meant.
  open.sort((one, other) => ownLength(other) - ownLength(one));

  function whole(text: string, depth: number, work: Work): { words: string; sure: boolean } | null {
    const known = exact.get(text);
    if (known !== undefined) return { words: known, sure: true };
    work.left -= text.length + oneLook;
    if (work.left < 0) return null;
    let unsure: string | null = null;
    for (const form of open) {
      const given = filledIn(form.literals, text);
      if (work.left < 0) return null;
      if (!given) continue;
      const words = fill(form.words, given, (part) => say(part, depth + 1, work) ?? part);
      if (!given.some((part) => between.test(part) && say(part, depth + 1, work) === null))
        return { words, sure: true };
      unsure ??= words;
    }
    return unsure === null ? null : { words: unsure, sure: false };
  }

  /** Words that are a part elsewhere may be a sentence of their own. */
  function known(text: string, depth: number, work: Work): { words: string; sure: boolean } | null {
    const found = whole(text, depth, work);
    if (found?.sure || !text.endsWith('.')) return found;
    const part = whole(text.slice(0, -1), depth, work);
    return part?.sure ? { words: `${part.words.replace(/。$/u, '')}。`, sure: true } : found;
  }

  /** As few pieces as there are, from the left. */
  function piecewise(text: string, depth: number, work: Work): string | null {
    const sentences = text.split(between);
    if (sentences.length === 1 || sentences.length > mostSentences) return null;
    let said = '';
    for (let from = 0; from < sentences.length; ) {
      let to = sentences.length;
      let piece: string | null = null;
      for (; to > from && piece === null; to--) {
        const found = known(sentences.slice(from, to).join(' '), depth, work);
        if (found?.sure) piece = found.words;
      }
      if (piece === null) return null;
      said += piece;
      from = to + 1;
    }
    return said;
  }

  function say(given: string, depth: number, work: Work): string | null {
    const text = given.trim();
    if (text === '' || text.length > longest || depth > deepest || work.left < 0) return null;
    const name = `${depth} ${text}`;
    let said = work.said.get(name);
    if (said === undefined) {
      const found = known(text, depth, work);
      said = found?.sure ? found.words : (piecewise(text, depth, work) ?? found?.words ?? null);
      work.said.set(name, said);
    }
    return said;
  }

  return (text) => {
    const work: Work = { left: mostCompared, said: new Map() };
    const said = say(text, 0, work);
    return work.left < 0 ? null : said;
  };
}

/** What stands between the texts: each begins where it comes first, the last one stands at the end. Null: not this form. */
export function filledIn(literals: readonly string[], text: string): string[] | null {
  const first = literals[0] as string;
  const last = literals.at(-1) as string;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return null;
  const given: string[] = [];
  let at = first.length;
  for (const literal of literals.slice(1, -1)) {
    const found = text.indexOf(literal, at);
    if (found < 0 || found + literal.length > text.length - last.length) return null;
    given.push(text.slice(at, found));
    at = found + literal.length;
  }
  if (literals.length > 1) given.push(text.slice(at, text.length - last.length));
  return literals[1] === ': ' && first === '' && !isName(given[0] ?? '') ? null : given;
}

/** What is named before a colon is one word or a path: a form that begins so would else know every sentence with a colon. */
const isName = (text: string): boolean => /^[^\s]*$|[\\/]/.test(text);

/** Chinese and what is written in Latin letters are kept apart by a space. */
function fill(words: string, given: readonly string[], say: (part: string) => string): string {
  let next = 0;
  const parts = words.split(/(\{\d*\})/).map((part, at) => {
    if (at % 2 === 0) return part;
    const index = part === '{}' ? next++ : Number(part.slice(1, -1)) - 1;
    return say(given[index] ?? '').trim();
  });
  return parts.reduce((text, part) => (meets(text, part) ? `${text} ${part}` : text + part), '');
}

const meets = (before: string, after: string): boolean =>
  (/\p{Script=Han}$/u.test(before) && /^[\p{Script=Latin}\d"'/.`$~]/u.test(after)) ||
  (/[\p{Script=Latin}\d"'/.`]$/u.test(before) && /^\p{Script=Han}/u.test(after));

function ownLength({ literals }: Form): number {
  return literals.reduce((sum, literal) => sum + literal.length, 0);
}
