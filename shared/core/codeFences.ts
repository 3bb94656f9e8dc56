// Fences of code in Markdown, by the rules of CommonMark and one more: a fence that shows Markdown holds the fences in it.
// Models put a whole document between fences of the same length; a fence in it that names a language can only begin code of
// that document, and so the next bare one ends that code and not the document. No later line changes what a line is.

export interface Fence {
  mark: '`' | '~';
  length: number;
  /** How deep other fences may be in it: it shows Markdown when there may be any. */
  holds: number;
  /** The fence in it that is open. */
  inner: Fence | null;
}

/** The fence that a line opens. */
export function opens(line: string, inList: boolean): Fence | null {
  const match = /^(\s*)(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})(.*)/.exec(line);
  if (!match) return null;
  const [, indent = '', run = '', info = ''] = match;
  if (!inList && (indent.length > 3 || indent.includes('\t'))) return null;
  if (run[0] === '`' && info.includes('`')) return null;
  return fenceOf(run, info, maxDepth);
}

/** A document that shows a document that shows code. */
const maxDepth = 3;

function fenceOf(run: string, info: string, depth: number): Fence {
  const isMarkdown = /^\s*(?:markdown|md|mdx)(?![\w-])/i.test(info);
  return { mark: run[0] as Fence['mark'], length: run.length, holds: isMarkdown ? depth : 0, inner: null };
}

/** The fence after a line in it; null: the line closes it. `content`: the line without the white space around it. */
export function afterLine(content: string, fence: Fence): Fence | null {
  if (fence.inner) {
    const inner = afterLine(content, fence.inner);
    return inner === fence.inner ? fence : { ...fence, inner };
  }
  if (closes(content, fence)) return null;
  const inner = fence.holds > 0 ? innerFence(content, fence) : null;
  return inner ? { ...fence, inner } : fence;
}

function closes(content: string, { mark, length }: Fence): boolean {
  return content.length >= length && content === mark.repeat(content.length);
}

/** One whose end would end the fence around it, too. */
function innerFence(content: string, { mark, length, holds }: Fence): Fence | null {
  if (!content.startsWith(mark.repeat(length))) return null;
  const [, run = '', info = ''] = /^(`+|~+)(.*)$/s.exec(content) ?? [];
  return info.trim() === '' || info.includes('`') ? null : fenceOf(run, info, holds - 1);
}

/** The text with longer fences around those that hold others, so that any reader of Markdown reads it alike. */
export function withOuterFences(text: string): string {
  if (!/(?:`{3}|~{3})\s*(?:markdown|md)/i.test(text)) return text;
  const lines = text.split('\n');
  let fence: Fence | null = null;
  let first = 0;
  let holdsOther = false;
  /** The longest run of its mark with which a line in it begins. */
  let longest = 0;
  const lengthen = (at: number, by: number): void => {
    lines[at] = (lines[at] as string).replace(/`{3,}|~{3,}/, (run) => run + (run[0] as string).repeat(by));
  };
  for (const [at, line] of text.split('\n').entries()) {
    const content = line.replace(/^[ \t>]+/, '').trimEnd();
    if (!fence) {
      fence = opens(content, true);
      first = at;
      holdsOther = false;
      longest = 0;
      continue;
    }
    const before: Fence = fence;
    fence = afterLine(content, before);
    if (fence) {
      holdsOther ||= fence.inner !== null;
      const run = /^(?:`+|~+)/.exec(content)?.[0] ?? '';
      if (run[0] === fence.mark) longest = Math.max(longest, run.length);
    }
    if (!holdsOther || (fence !== null && at < lines.length - 1)) continue;
    lengthen(first, longest + 1 - before.length);
    if (fence === null) lengthen(at, longest + 1 - before.length);
  }
  return lines.join('\n');
}
