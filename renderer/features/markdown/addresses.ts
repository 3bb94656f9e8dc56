// Bare addresses of the web, as an extension of the parser. Its own rule ends one only at a blank, so that in Chinese or
// Japanese the rest of the sentence, or the mark that ends the bold words around it, would be a part of the address.

import { addressParts, bareAddressAt } from '../../../shared/core/bareAddress.ts';

type Code = number | null;
type State = (code: Code) => State | undefined;

/** What a tokenizer of micromark is given. */
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
  /** No bracket is open up to here. */
  _bareAddressSeen?: boolean;
}

/** Letters that are looked at; no address that may be opened is longer. */
const longest = 8192;
/** Letters after which it is first looked whether the address has ended, and again at each double. */
const firstLook = 128;
/** Letters behind an address that may say whether it goes on. */
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

    /** Reads on to the next blank; nothing of it is taken. */
    const measure = {
      partial: true,
      tokenize(inner: Effects, done: State, none: State): State {
        const read: State = (code) => {
          if (code === null || code <= 32 || text.length > longest) return decide(code);
          text += String.fromCharCode(code);
          const known = text.length - before.length;
          if (known === 4 && !/^(?:http|www\.)/i.test(text.slice(before.length))) return none(code);
          // In a text without blanks the rest of the line is not read for each of its addresses.
          if (known >= firstLook && Number.isInteger(Math.log2(known / firstLook))) {
            const found = bareAddressAt(text, before.length);
            if (found ? found.length < known - ahead : hasWholeHost(text.slice(before.length))) return decide(code);
          }
          inner.consume(code);
          return read;
        };
        const decide: State = (code) => {
          inner.exit('chunkText');
          const found = bareAddressAt(text, before.length);
          left = found?.length ?? 0;
          kind = found?.href.length === left ? 'literalAutolinkHttp' : 'literalAutolinkWww';
          return found ? done(code) : none(code);
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
    // Within the words of a link there is no other.
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

/** An extension of micromark, in the place of the rules of `remark-gfm`. */
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

/** A remark plugin, after `remark-gfm`. */
export function bareAddresses(this: { data(): object }) {
  const data = this.data() as { micromarkExtensions?: unknown[] };
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push(addressSyntax);
  return inTree;
}

/** Addresses in brackets, which are words of no link. `remark-gfm` looks for them too, by its own rule: its links have no place. */
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
