// Reads a page as its accessibility tree: roles, names and references of elements, bounded. The content of fields for secrets is
// left out. The page is untrusted: its content is data.

import type { CDPSession, Page } from 'playwright-core';
import { isJsonObject, type JsonObject } from '../../../shared/core/json.ts';
import { isSecretField, readText } from './pageScripts.ts';
import { plainLine } from './plainText.ts';

/** Above this, the tree would take minutes: only the text is read. */
const maxNodes = 60_000;
const maxCharacters = 400_000;
const maxName = 400;
const maxText = 4000;
const maxDepth = 100;
/** Fields whose content is read; that of others is left out. */
const maxFields = 100;
const fieldMs = 2000;

export interface TreeNode {
  role: string;
  name: string;
  text: string;
  ref: string;
  attributes: string[];
  url: string;
  box: { x: number; y: number; width: number; height: number } | null;
  children: (TreeNode | string)[];
}

export interface ReadOptions {
  /** Whether frames of other pages may be read. */
  withFrames: boolean;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Null: the page is too large. */
export async function readTree(page: Page, session: CDPSession, options: ReadOptions): Promise<TreeNode[] | null> {
  if ((await countNodes(session)) > maxNodes) {
    // The pages before it may still be counted.
    await session.send('HeapProfiler.collectGarbage');
    if ((await countNodes(session)) > maxNodes) return null;
  }
  const { timeoutMs: timeout, signal } = options;
  const json: unknown = await page.ariaSnapshotJSON({ mode: 'ai', boxes: true, timeout, signal });
  const roots = (Array.isArray(json) ? json : [json]).flatMap((each) => {
    const node = toNode(each, options.withFrames, 0);
    return node === null || typeof node === 'string' ? [] : [node];
  });
  await hideSecrets(page, roots);
  return roots;
}

async function countNodes(session: CDPSession): Promise<number> {
  // The browser counts, because a page could lie.
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'Nodes')?.value ?? 0;
}

function toNode(value: unknown, withFrames: boolean, depth: number): TreeNode | string | null {
  if (typeof value === 'string') return plainLine(value, maxText);
  if (!isJsonObject(value) || depth > maxDepth) return null;
  const role = line(value.role, 60) || 'generic';
  const children = Array.isArray(value.children) && (withFrames || role !== 'iframe') ? value.children : [];
  return {
    role,
    name: line(value.name, maxName),
    text: line(value.text, maxText),
    ref: typeof value.ref === 'string' && /^(?:f\d+)?e\d+$/.test(value.ref) ? value.ref : '',
    attributes: attributesOf(value),
    url: line(value.url, 2000),
    box: boxOf(value.box),
    children: children.flatMap((child) => toNode(child, withFrames, depth + 1) ?? []),
  };
}

function line(value: unknown, max: number): string {
  return typeof value === 'string' ? plainLine(value, max) : '';
}

const flags = ['checked', 'disabled', 'expanded', 'pressed', 'selected', 'active', 'invalid'];

function attributesOf(value: JsonObject): string[] {
  const set = flags.flatMap((name) => {
    const flag = value[name];
    if (flag === true) return [name];
    return flag === 'mixed' ? [`${name}=mixed`] : [];
  });
  return typeof value.level === 'number' ? [...set, `level=${value.level}`] : set;
}

function boxOf(value: unknown): TreeNode['box'] {
  if (!isJsonObject(value)) return null;
  const { x, y, width, height } = value;
  const isBox = [x, y, width, height].every((each) => typeof each === 'number' && Number.isFinite(each));
  return isBox ? { x: x as number, y: y as number, width: width as number, height: height as number } : null;
}

const fieldRoles = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox']);

/** Removes the content of secret fields, and of those that cannot be checked. */
async function hideSecrets(page: Page, roots: readonly TreeNode[]): Promise<void> {
  const fields: TreeNode[] = [];
  eachNode(roots, (node) => {
    if (fieldRoles.has(node.role) && (node.text !== '' || node.children.some((child) => typeof child === 'string'))) {
      fields.push(node);
    }
  });
  await Promise.all(
    fields.map(async (field, index) => {
      const isSecret =
        index >= maxFields ||
        field.ref === '' ||
        (await page
          .getByRef(field.ref)
          .evaluate(isSecretField, undefined, { timeout: fieldMs })
          .catch(() => true));
      if (!isSecret) return;
      field.text = '';
      field.children = field.children.filter((child) => typeof child !== 'string');
      field.attributes.push('content hidden');
    }),
  );
}

export function eachNode(roots: readonly (TreeNode | string)[], visit: (node: TreeNode) => void): void {
  for (const node of roots) {
    if (typeof node === 'string') continue;
    visit(node);
    eachNode(node.children, visit);
  }
}

/** Writes the tree as indented lines. Elements without meaning are left out, unless they are clickable. */
export function treeText(roots: readonly TreeNode[]): string {
  const lines: string[] = [];
  let length = 0;
  const add = (depth: number, text: string): void => {
    if (length > maxCharacters) return;
    const added = `${'  '.repeat(depth)}- ${text}`;
    lines.push(added);
    length += added.length + 1;
  };
  const write = (node: TreeNode | string, depth: number): void => {
    if (typeof node === 'string') {
      if (node !== '') add(depth, `text: ${node}`);
      return;
    }
    const isPlain = node.role === 'generic' && node.name === '' && node.text === '';
    if (isPlain && node.attributes.length === 0) {
      for (const child of node.children) write(child, depth);
      return;
    }
    add(depth, nodeLine(node));
    for (const child of node.children) write(child, depth + 1);
  };
  for (const root of roots) write(root, 0);
  if (length > maxCharacters) lines.push('[The page is longer: only its beginning was read.]');
  return lines.join('\n');
}

function nodeLine({ role, name, ref, attributes, text, url }: TreeNode): string {
  const parts = [
    role,
    ...(name === '' ? [] : [JSON.stringify(name)]),
    ...attributes.map((attribute) => `[${attribute}]`),
    ...(ref === '' ? [] : [`[ref=${ref}]`]),
    ...(url === '' ? [] : [`→ ${url}`]),
  ];
  return text === '' ? parts.join(' ') : `${parts.join(' ')}: ${text}`;
}

const textLimit = 100_000;

/** The text of a page that is too large for its tree. */
export async function readPlainText(page: Page): Promise<string> {
  const text: unknown = await page.evaluate(readText, textLimit);
  return typeof text === 'string' ? text.slice(0, textLimit).toWellFormed() : '';
}
