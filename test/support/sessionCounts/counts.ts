// Counts the content of another app's session file from its format alone, without the product's code.

export type Row = Record<string, unknown>;

export interface SessionCounts {
  /** The user's messages, and replies that have text or are an error. The content between two results is one reply. */
  messages: number;
  calls: number;
  results: number;
  /** Replies with thinking. */
  thinking: number;
  agents: number;
  /** Paths from the first message to a last one. */
  branches: number;
}

export function rowOf(value: unknown): Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : {};
}

export function rowsOf(value: unknown): Row[] {
  return Array.isArray(value) ? value.map(rowOf) : [];
}

export function hasWords(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

export function linesOf(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => rowOf(JSON.parse(line)));
}

/** The number of leaves, given each node's parent (null for a root). */
export function leaves(parents: ReadonlyMap<string, string | null>): number {
  const above = new Set(parents.values());
  return [...parents.keys()].filter((id) => !above.has(id)).length;
}

/** One reply whose text, thinking, calls and results are in a list: texts separated by a result are two replies. */
export function countList(kinds: readonly ('words' | 'thinking' | 'call' | 'result' | 'other')[]): SessionCounts {
  const counts = { messages: 0, calls: 0, results: 0, thinking: 0, agents: 0, branches: 0 };
  let [said, thought] = [false, false];
  for (const kind of kinds) {
    if (kind === 'call') counts.calls++;
    if (kind === 'result') {
      counts.results++;
      [said, thought] = [false, false];
    }
    if (kind === 'words' && !said) {
      counts.messages++;
      said = true;
    }
    if (kind === 'thinking' && !thought) {
      counts.thinking++;
      thought = true;
    }
  }
  return counts;
}

export function sumOf(all: readonly SessionCounts[]): SessionCounts {
  const sum = { messages: 0, calls: 0, results: 0, thinking: 0, agents: 0, branches: 0 };
  for (const one of all) for (const name of Object.keys(sum) as (keyof SessionCounts)[]) sum[name] += one[name];
  return sum;
}
