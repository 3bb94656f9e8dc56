// Footnotes: `[^1]` in the text and `[^1]: text` in a block of its own. The two are in different blocks, which are
// parsed separately, so they are matched by name.

import { type Definitions, normalizeName } from './definitions.ts';
import { limits } from './limits.ts';

export interface NoteText {
  name: string;
  /** The note's text, as Markdown. */
  text: string;
}

/** The footnote that a block defines. */
export function noteOf(block: string): NoteText | null {
  const match = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]?/.exec(block);
  if (!match) return null;
  return { name: match[1] as string, text: block.slice(match[0].length).replaceAll(/^(?: {1,4}|\t)/gm, '') };
}

/** Label of a footnote: its name if that is a number, otherwise its position among the notes. */
export function noteLabel(name: string, definitions: Definitions): string | null {
  if (/^\d{1,4}$/.test(name)) return name;
  const notes = [...definitions.keys()].filter((key) => key.startsWith('^'));
  const place = notes.indexOf(normalizeName(`^${name}`));
  return place < 0 ? null : String(place + 1);
}

const marks = /\[\^([^\]\s]{1,100})\]/g;

/**
 * The footnotes that a block references, as lines of name, label and whether a text exists; without a text, only
 * numbers count as footnotes.
 */
export function usedNotes(block: string, definitions: Definitions): string {
  if (!block.includes('[^')) return '';
  const used = new Map<string, string>();
  for (const [, name = ''] of block.matchAll(marks)) {
    const label = used.size < limits.definitions ? noteLabel(name, definitions) : null;
    if (label !== null) used.set(name, label);
  }
  const hasText = (name: string): boolean => definitions.has(normalizeName(`^${name}`));
  return [...used].map(([name, label]) => `${name} ${label} ${hasText(name) ? 'text' : 'none'}`).join('\n');
}

/** By name. */
export type Notes = ReadonlyMap<string, { label: string; hasText: boolean }>;

export function parseUsedNotes(used: string): Notes {
  return new Map(
    used.split('\n').map((line) => {
      const [name = '', label = '', text] = line.split(' ', 3);
      return [name, { label, hasText: text === 'text' }];
    }),
  );
}

interface Node {
  type: string;
  value?: string;
  children?: Node[];
  data?: unknown;
}

/** A remark plugin: turns references to these footnotes into `sup` elements with the name. */
export function markNotes(notes: Notes) {
  return () =>
    (tree: Node): void =>
      walk(tree, notes);
}

function walk(node: Node, notes: Notes): void {
  if (!node.children || node.type === 'link') return;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text' && child.value?.includes('[^')) return split(child.value, notes);
    walk(child, notes);
    return [child];
  });
}

function split(text: string, notes: Notes): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  for (const match of text.matchAll(marks)) {
    const name = match[1] as string;
    if (!notes.has(name)) continue;
    if (match.index > at) nodes.push({ type: 'text', value: text.slice(at, match.index) });
    nodes.push({ type: 'noteMark', children: [], data: { hName: 'sup', hProperties: { dataMark: name } } });
    at = match.index + match[0].length;
  }
  if (at < text.length) nodes.push({ type: 'text', value: text.slice(at) });
  return nodes;
}
