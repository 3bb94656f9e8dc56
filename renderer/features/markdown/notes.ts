// Notes: `[^1]` in the words and `[^1]: text` in a block of its own. The two stand in different blocks, so that no parser
// sees them together; they are joined by their name.

import { type Definitions, sameName } from './definitions.ts';
import { limits } from './limits.ts';

export interface NoteText {
  name: string;
  /** What the note says, as Markdown. */
  text: string;
}

/** The note whose text a block is. */
export function noteOf(block: string): NoteText | null {
  const match = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]?/.exec(block);
  if (!match) return null;
  return { name: match[1] as string, text: block.slice(match[0].length).replaceAll(/^(?: {1,4}|\t)/gm, '') };
}

/** What stands for the note: its name when that is a number, else its place among the notes. */
export function noteLabel(name: string, definitions: Definitions): string | null {
  if (/^\d{1,4}$/.test(name)) return name;
  const notes = [...definitions.keys()].filter((key) => key.startsWith('^'));
  const place = notes.indexOf(sameName(`^${name}`));
  return place < 0 ? null : String(place + 1);
}

const marks = /\[\^([^\]\s]{1,100})\]/g;

/** The notes that a block names, as lines of name, label and whether there is a text: without one only numbers are notes. */
export function usedNotes(block: string, definitions: Definitions): string {
  if (!block.includes('[^')) return '';
  const used = new Map<string, string>();
  for (const [, name = ''] of block.matchAll(marks)) {
    const label = used.size < limits.definitions ? noteLabel(name, definitions) : null;
    if (label !== null) used.set(name, label);
  }
  const hasText = (name: string): boolean => definitions.has(sameName(`^${name}`));
  return [...used].map(([name, label]) => `${name} ${label} ${hasText(name) ? 'text' : 'none'}`).join('\n');
}

/** By name. */
export type Notes = ReadonlyMap<string, { label: string; hasText: boolean }>;

export function notesOf(used: string): Notes {
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

/** A remark plugin: marks of these notes become elements `sup` with the name. */
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
