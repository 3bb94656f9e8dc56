// Functions that run in the page. Playwright sends their source, so each uses only its parameters and what every page has. Their
// answers are untrusted.

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface PageElementNode {
  id: string;
  localName: string;
  parentElement: PageElementNode | null;
  children: Iterable<PageElementNode>;
  style: Record<string, string> & { cssText: string };
  attachShadow(options: { mode: 'closed' }): { append(child: PageElementNode): void };
  append(child: PageElementNode): void;
  remove(): void;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): Box;
  addEventListener(type: string, listener: (event: PageEvent) => void): void;
}

interface PageEvent {
  key: string;
  clientX: number;
  clientY: number;
  preventDefault(): void;
  stopPropagation(): void;
  stopImmediatePropagation(): void;
}

interface TextWalker {
  nextNode(): unknown;
  currentNode: { nodeValue: string | null; parentElement: PageElementNode | null };
}

/** The part of the DOM that these functions use; the host's own code has none. */
declare const document: {
  body: PageElementNode | null;
  documentElement: PageElementNode;
  createElement(name: string): PageElementNode;
  createTreeWalker(root: unknown, what: number): TextWalker;
  elementFromPoint(x: number, y: number): PageElementNode | null;
  elementsFromPoint(x: number, y: number): PageElementNode[];
  addEventListener(type: string, listener: (event: PageEvent) => void, capture?: boolean): void;
  removeEventListener(type: string, listener: (event: PageEvent) => void, capture?: boolean): void;
  dispatchEvent(event: Event): void;
};
declare const CSS: { escape(text: string): string };

/** Also true for a password that is displayed, and for codes and card numbers. */
export function isSecretField(element: unknown): boolean {
  const field = element as PageElementNode;
  const hints = ['type', 'autocomplete', 'name', 'id'].map((name) => field.getAttribute(name) ?? '').join(' ');
  return /passw|passcode|one-time-code|\bcc-|\bcvc|\bcvv|secret|\botp\b|\bpin\b|token|api-?key/i.test(hints);
}

export function readText(limit: number): string {
  const textNodes = 4;
  const walker = document.createTreeWalker(document.body ?? document, textNodes);
  let all = '';
  while (all.length < limit && walker.nextNode()) {
    const piece = walker.currentNode.nodeValue?.trim();
    const parent = walker.currentNode.parentElement?.localName;
    if (piece && parent !== 'script' && parent !== 'style') all += `${piece}\n`;
  }
  return all.slice(0, limit);
}

/** Finds the element of each box by its middle, and returns its selector; empty: not found. */
export function selectorsAt(boxes: Box[]): string[] {
  const partOf = (element: PageElementNode): string => {
    if (element.id !== '') return `#${CSS.escape(element.id)}`;
    const siblings = [...(element.parentElement?.children ?? [])];
    const same = siblings.filter(({ localName }) => localName === element.localName);
    return same.length > 1 ? `${element.localName}:nth-of-type(${same.indexOf(element) + 1})` : element.localName;
  };
  const selectorOf = (element: PageElementNode): string => {
    const parts: string[] = [];
    for (let at: PageElementNode | null = element; at !== null && parts.length < 6; at = at.parentElement) {
      const part = partOf(at);
      parts.unshift(part);
      if (part.startsWith('#') || at.localName === 'body') break;
    }
    return parts.join(' > ');
  };
  return boxes.map(({ x, y, width, height }) => {
    const hits = document.elementsFromPoint(x + width / 2, y + height / 2);
    const exact = hits.find((hit) => {
      const box = hit.getBoundingClientRect();
      return Math.abs(box.width - width) < 2 && Math.abs(box.x - x) < 2 && Math.abs(box.y - y) < 2;
    });
    return exact ? selectorOf(exact) : '';
  });
}
