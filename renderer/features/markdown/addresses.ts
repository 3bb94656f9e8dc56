// Bare URLs, as a parser extension. The built-in rule ends a URL only at a blank; in Chinese or Japanese it would
// include the rest of the sentence, or closing marks such as those of bold text.

import { addressParts, bareAddressAt } from '../../../shared/core/bareAddress.ts';

type Code = number | null;
type State = (code: Code) => State | undefined;

/** The arguments of a micromark tokenizer. */
interface Effects {
  enter(type: string): unknown;
  exit(type: string): unknown;
  consume(code: Code): void;
  check(construct: object, ok: State, nok: State): State;
}

interface Context {
  previous: Code;
  events: [kind: string, token: Token][];
}

interface Token {
  type: string;
  _balanced?: boolean;
  /** There is no open bracket up to here. */
  _bareAddressSeen?: boolean;
}

/** Max characters of a URL; longer ones may not be opened anyway. */
const longest = 8192;
/** Characters after which to check first whether the URL has ended; then again at each doubling. */
const firstLook = 128;
/** Lookahead that may decide whether the URL continues. */
const ahead = 64;
const hasWholeHost = (text: string): boolean => /[^\p{L}\p{M}\p{N}_.-]/u.test(text.replace(/^https?:\/\//i, ''));

const address = {
  name: 'bareAddress',
  tokenize(this: Context, effects: Effects, ok: State, nok: State): State {
    const { previous, events } = this;
    const before = previous !== null && previous > 0 ? String.fromCharCode(previous) : '';
    let text = before;
    let left = 0;
    let kind = '';

    /** Reads to the next blank without consuming. */
    const measure = {
      partial: true,
      tokenize(inner: Effects, done: State, none: State): State {
        const read: State = (code) => {
          if (code === null || code <= 32 || text.length > longest) return decide(code);
          text += String.fromCharCode(code);
          const offset = text.length - before.length;
          if (offset === 4 && !/^(?:http|www\.)/i.test(text.slice(before.length))) return none(code);
          // In text without blanks, avoids reading the rest of the line for each URL.
          if (offset >= firstLook && Number.isInteger(Math.log2(offset / firstLook))) {
            const bareAddress = bareAddressAt(text, before.length);
            if (bareAddress ? bareAddress.length < offset - ahead : hasWholeHost(text.slice(before.length)))
              return decide(code);
          }
          inner.consume(code);
          return read;
        };
        const decide: State = (code) => {
          inner.exit('chunkText');
          const bareAddress = bareAddressAt(text, before.length);
          left = bareAddress?.length ?? 0;
          kind = bareAddress?.href.length === left ? 'literalAutolinkHttp' : 'literalAutolinkWww';
          return bareAddress ? done(code) : none(code);
        };
        inner.enter('chunkText');
        return read;
      },
    };

    const take: State = (code) => {
      effects.enter('literalAutolink');
      effects.enter(kind);
      return rest(code);
    };
    const rest: State = (code) => {
      effects.consume(code);
      if (--left > 0) return rest;
      effects.exit(kind);
      effects.exit('literalAutolink');
      return ok;
    };
    // Links cannot contain links.
    return isInBrackets(events) ? nok : effects.check(measure, take, nok);
  },
};

function isInBrackets(events: Context['events']): boolean {
  for (let at = events.length - 1; at >= 0; at--) {
    const token = (events[at] as Context['events'][number])[1];
    if ((token.type === 'labelLink' || token.type === 'labelImage') && !token._balanced) return true;
    if (token._bareAddressSeen) break;
  }
  const last = events.at(-1)?.[1];
  if (last) last._bareAddressSeen = true;
  return false;
}

/** A micromark extension that replaces the rules of `remark-gfm`. */
const addressSyntax = {
  disable: { null: ['wwwAutolink', 'protocolAutolink'] },
  text: Object.fromEntries([...'hHwW'].map((letter) => [letter.charCodeAt(0), address])),
};

interface Node {
  type: string;
  value?: string;
  url?: string;
  position?: unknown;
  children?: Node[];
}

/** A remark plugin; must follow `remark-gfm`. */
export function linkBareAddresses(this: { data(): object }) {
  const data = this.data() as { micromarkExtensions?: unknown[] };
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push(addressSyntax);
  return inTree;
}

/**
 * URLs in brackets that are not link text. `remark-gfm` also links these by its own rule; those links have no position.
 */
function inTree(node: Node): void {
  if (!node.children || node.type === 'linkReference') return;
  if (node.type === 'link' && node.position !== undefined) return;
  node.children = node.children.flatMap((child) => {
    const isFound = child.type === 'link' && child.position === undefined;
    const text = isFound ? child.children?.[0]?.value : child.type === 'text' ? child.value : undefined;
    if (text !== undefined && /https?:\/\/|www\./i.test(text)) return addressParts(text).map(nodeOf);
    inTree(child);
    return [child];
  });
}

function nodeOf({ text, href }: { text: string; href: string | null }): Node {
  const words = { type: 'text', value: text };
  return href === null ? words : { type: 'link', url: href, children: [words] };
}
