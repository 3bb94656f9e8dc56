// Where a search's pattern is found in a line, for its mark. The pattern is the model's and was run by another engine: only
// what this one surely reads alike, and in bounded time, is tried; else nothing is marked.

export interface MatchPart {
  text: string;
  found: boolean;
}

export type FindParts = (line: string) => MatchPart[];

/** Steps that one line may cost, about. */
const mostSteps = 1_000_000;
const mostMarks = 200;

export function findParts(pattern: string, ignoreCase: boolean): FindParts {
  const expression = safeExpression(pattern, ignoreCase);
  if (!expression) return (line) => [{ text: line, found: false }];
  const { regex, longest } = expression;
  return (line) => {
    const parts: MatchPart[] = [];
    const looked = line.slice(0, longest);
    let at = 0;
    let marks = 0;
    for (const match of looked.matchAll(regex)) {
      if (match[0] === '' || ++marks > mostMarks) break;
      if (match.index > at) parts.push({ text: line.slice(at, match.index), found: false });
      at = match.index + match[0].length;
      parts.push({ text: match[0], found: true });
    }
    if (at < line.length) parts.push({ text: line.slice(at), found: false });
    return parts;
  };
}

/** Groups that repeat can take for ever, and so can many parts that each match anything or may be left out. */
function safeExpression(pattern: string, ignoreCase: boolean): { regex: RegExp; longest: number } | null {
  const caseLess = pattern.startsWith('(?i)');
  const own = caseLess ? pattern.slice(4) : pattern;
  const plain = own.replace(/\\./gsu, 'x').replace(/\[[^\]]*\]/g, 'x');
  if (own.length > 300 || /\(\?(?!:)|\)[*+?{]|&&/.test(plain)) return null;
  const repeats = plain.match(/[*+]|\{\d*,?\d*\}/g)?.length ?? 0;
  const choices = (plain.match(/\?/g)?.length ?? 0) + (plain.includes('(') ? (plain.match(/\|/g)?.length ?? 0) : 0);
  if (repeats > 3 || choices > 10) return null;
  try {
    const regex = new RegExp(own, ignoreCase || caseLess ? 'giu' : 'gu');
    return { regex, longest: Math.floor((mostSteps / 2 ** choices) ** (1 / (repeats + 1))) };
  } catch {
    return null;
  }
}
