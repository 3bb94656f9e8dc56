// Extracts what a reader sees of a file: comments, sentences in quotes, names of constants, variables and functions,
// and the text of a page. Tokenizes rather than parses: three thousand files take a tenth of a second.

export interface Passage {
  kind: 'comment' | 'string' | 'name' | 'page';
  text: string;
  file: string;
  line: number;
}

const token =
  /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`)|(?<=[=(,:[!&|?{};\n]\s*|\breturn\s)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*|\b(?:const|let|var|function)\s+(\w+)/g;

/** A string of at least two words is a sentence; others are keys, paths and class names. */
const isSentence = /[A-Za-z\u2019']+[,;:]? [A-Za-z\u2019']+/;

/** `strings` false skips quoted text: in tests it is often sample data. */
export function passagesOf(file: string, text: string, strings: boolean): Passage[] {
  if (file.endsWith('.md')) return pagePassages(file, text);
  const lineAt = lineCounter(text);
  return [...text.matchAll(token)].flatMap((match): Passage[] => {
    const [whole, comment, quoted, name] = match;
    const line = lineAt(match.index);
    if (comment !== undefined) return [{ kind: 'comment', text: plainComment(comment), file, line }];
    if (name !== undefined) return [{ kind: 'name', text: name, file, line: lineAt(match.index + whole.length) }];
    if (quoted === undefined || !strings || !isSentence.test(quoted)) return [];
    return [{ kind: 'string', text: quoted.slice(1, -1), file, line }];
  });
}

function plainComment(comment: string): string {
  return comment
    .replace(/^\/\*\*?|^\/\/|\*\/$/g, '')
    .replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/`[^`\n]*`/g, '``')
    .trim();
}

/** Line by line, without code blocks, inline code and URLs. */
function pagePassages(file: string, text: string): Passage[] {
  let fenced = false;
  return text.split('\n').flatMap((line, at): Passage[] => {
    if (line.startsWith('```')) fenced = !fenced;
    if (fenced || line.startsWith('    ') || line.startsWith('```')) return [];
    const plain = line.replaceAll(/`[^`]*`/g, '``').replaceAll(/\]\([^)]*\)/g, ']');
    return [{ kind: 'page', text: plain, file, line: at + 1 }];
  });
}

/** Offsets must be passed in ascending order. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let from = 0;
  return (offset) => {
    for (let at = text.indexOf('\n', from); at >= 0 && at < offset; at = text.indexOf('\n', from)) {
      line++;
      from = at + 1;
    }
    return line;
  };
}
