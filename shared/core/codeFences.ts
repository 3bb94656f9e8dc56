// Markdown code fences by CommonMark's rules and one more: a fence that shows Markdown can contain fences. Models often
// wrap a whole document in fences of the same length; inside it, a fence with a language always opens a block, so the
// next bare one closes that block and not the document. Later lines never change the meaning of earlier ones.

export interface Fence {
  mark: '`' | '~';
  length: number;
  /** How many levels of fences may be nested in it: above 0 when it shows Markdown. */
  holds: number;
  /** The open fence inside it. */
  inner: Fence | null;
}

/** Returns the fence that a line opens. */
export function openingFence(line: string, inList: boolean): Fence | null {
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

/** Returns the fence after a line inside it; null: the line closes it. `content`: the trimmed line. */
export function fenceAfterLine(content: string, fence: Fence): Fence | null {
  if (fence.inner) {
    const inner = fenceAfterLine(content, fence.inner);
    return inner === fence.inner ? fence : { ...fence, inner };
  }
  if (closes(content, fence)) return null;
  const inner = fence.holds > 0 ? innerFence(content, fence) : null;
  return inner ? { ...fence, inner } : fence;
}

function closes(content: string, { mark, length }: Fence): boolean {
  return content.length >= length && content === mark.repeat(content.length);
}

/** A fence whose end would also close the surrounding one. */
function innerFence(content: string, { mark, length, holds }: Fence): Fence | null {
  if (!content.startsWith(mark.repeat(length))) return null;
  const [, run = '', info = ''] = /^(`+|~+)(.*)$/s.exec(content) ?? [];
  return info.trim() === '' || info.includes('`') ? null : fenceOf(run, info, holds - 1);
}

/** Lengthens fences that contain others, so that every Markdown reader parses the text the same way. */
export function withOuterFences(text: string): string {
  if (!/(?:`{3}|~{3})\s*(?:markdown|md)/i.test(text)) return text;
  const lines = text.split('\n');
  let fence: Fence | null = null;
  let first = 0;
  let holdsOther = false;
  /** The longest run of the marker at the start of a line inside. */
  let longest = 0;
  const lengthen = (at: number, by: number): void => {
    lines[at] = (lines[at] as string).replace(/`{3,}|~{3,}/, (run) => run + (run[0] as string).repeat(by));
  };
  for (const [at, line] of text.split('\n').entries()) {
    const content = line.replace(/^[ \t>]+/, '').trimEnd();
    if (!fence) {
      fence = openingFence(content, true);
      first = at;
      holdsOther = false;
      longest = 0;
      continue;
    }
    const before: Fence = fence;
    fence = fenceAfterLine(content, before);
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
