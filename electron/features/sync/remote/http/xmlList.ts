// Reads a list in XML while it arrives: the elements that repeat, each as the texts inside it. Names are without their namespace
// prefix, which differs between servers.

import { Parser } from 'htmlparser2';
import { say } from '../../../../../shared/core/sentence.ts';
import { type Collector, UnfitBody } from './collectors.ts';

/** The texts inside one element by path, such as `propstat/status`; empty elements have an empty text. */
export type XmlItem = ReadonlyMap<string, readonly string[]>;

export interface XmlList {
  /** By element name, in order. */
  items: { element: string; texts: XmlItem }[];
  /** Texts directly inside the root element. */
  texts: ReadonlyMap<string, string>;
}

/** No list that we ask for is as large. */
const maxBytes = 256 * 1024 * 1024;
const maxDepth = 32;

/** `root`: the expected outermost element. `elements`: those that repeat, directly inside it. */
export function collectXmlList(root: string, elements: readonly string[]): Collector<XmlList> {
  const list: XmlList = { items: [], texts: new Map() };
  const rootTexts = list.texts as Map<string, string>;
  const decoder = new TextDecoder();
  const path: string[] = [];
  let item: Map<string, string[]> | null = null;
  let text = '';
  let isComplete = false;
  let bytesRead = 0;

  const parser = new Parser(
    {
      onopentag(name) {
        path.push(localName(name));
        text = '';
        if (path.length > maxDepth) throw new UnfitBody(say`its response is nested too deeply`);
        if (path.length === 1 && path[0] !== root) throw new UnfitBody(say`its response is not a list`);
        if (path.length === 2 && elements.includes(path[1] ?? '')) item = new Map();
      },
      ontext(piece) {
        text += piece;
      },
      onclosetag() {
        close();
        path.pop();
        text = '';
      },
    },
    { xmlMode: true },
  );

  function close(): void {
    if (path.length === 1) isComplete = true;
    else if (path.length === 2 && item) {
      if (item.size === 0) item.set('', [text]);
      list.items.push({ element: path[1] ?? '', texts: item });
      item = null;
    } else if (item) {
      const key = path.slice(2).join('/');
      item.set(key, [...(item.get(key) ?? []), text.trim()]);
    } else if (path.length === 2) rootTexts.set(path[1] ?? '', text.trim());
  }

  return {
    piece(bytes) {
      bytesRead += bytes.length;
      if (bytesRead > maxBytes) throw new UnfitBody(say`its response is larger than ${maxBytes} bytes`);
      parser.write(decoder.decode(bytes, { stream: true }));
    },
    end() {
      parser.write(decoder.decode());
      // The parser would close what is open.
      if (!isComplete) throw new UnfitBody(say`its list ended early`, true);
      return list;
    },
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Reads the texts directly inside a small document's root, such as an error; empty if it is none. */
export function readXmlTexts(text: string, root: string): ReadonlyMap<string, string> {
  try {
    const list = collectXmlList(root, []);
    list.piece(Buffer.from(text, 'utf8'));
    return list.end().texts;
  } catch {
    return new Map();
  }
}
