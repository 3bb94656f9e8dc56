// Ranks declarations against typed text: whole names first, then beginnings, parts, and initials (`cH` for
// `createHost`). `Class.method` and `Class::method` look inside that class.

export interface SymbolQuery {
  /** In lower case. */
  container: string;
  name: string;
  /** As typed, in which an exact match ranks highest. */
  exact: string;
}

const containerMark = /^(.*?)(?:\.|::|#)([^.:#]*)$/s;

export function parseSymbolQuery(typed: string): SymbolQuery {
  const [, container = '', exact = typed] = containerMark.exec(typed) ?? [];
  return { container: container.toLowerCase(), name: exact.toLowerCase(), exact };
}

/** Zero: no match. */
export function rankSymbol(query: SymbolQuery, name: string, lowerName: string, container: string): number {
  if (query.container !== '' && !container.toLowerCase().endsWith(query.container)) return 0;
  if (query.name === '') return 1;
  const at = lowerName.indexOf(query.name);
  // A little less for longer names.
  const length = Math.min(name.length, 99) / 1000;
  if (at >= 0) {
    const isWhole = lowerName.length === query.name.length;
    const isSame = name.startsWith(query.exact, at) ? 0.5 : 0;
    if (isWhole) return 8 + isSame;
    if (at === 0) return 6 + isSame - length;
    return (isWordStart(name, at) ? 4 : 2) + isSame - length;
  }
  const mayMatch = query.name.length > 1 && lowerName.charCodeAt(0) === query.name.charCodeAt(0);
  return mayMatch && matchesInitials(query.name, name, lowerName) ? 3 - length : 0;
}

/** Each letter begins a word of the name, or follows the letter before. */
function matchesInitials(typed: string, name: string, lowerName: string): boolean {
  let at = -1;
  for (const letter of typed) {
    if (lowerName[at + 1] === letter) {
      at++;
      continue;
    }
    let next = lowerName.indexOf(letter, at + 1);
    while (next > 0 && !isWordStart(name, next)) next = lowerName.indexOf(letter, next + 1);
    if (next < 0) return false;
    at = next;
  }
  return true;
}

function isWordStart(name: string, at: number): boolean {
  const before = name[at - 1];
  if (before === undefined || /[^\p{L}\p{N}]/u.test(before)) return true;
  const here = name[at] as string;
  return here !== here.toLowerCase() && before === before.toLowerCase();
}
