// Writes a preset's file. In an existing file everything else is preserved: comments, line order, other apps' fields.

import { Document, isMap, parseDocument, Scalar } from 'yaml';
import type { PresetFields } from '../../../shared/features/presets/preset.ts';
import { type HeadKey, headKeys, modelText } from './presetFields.ts';

/** `before` is the current file, or null for a new one. An unparsable file is rewritten. */
export function writePreset(before: string | null, fields: PresetFields): string {
  const head = headOf(before);
  const values = valuesOf(fields);
  for (const key of Object.keys(headKeys) as HeadKey[]) {
    const value = values[key];
    if (value === undefined) head.delete(key);
    else if (JSON.stringify(plain(head.get(key))) !== JSON.stringify(value)) head.set(key, nodeOf(head, value));
  }
  const text = head.toString({ lineWidth: 0, flowCollectionPadding: false });
  const body = fields.words.trim();
  return `---\n${text}---\n${body === '' ? '' : `\n${body}\n`}`;
}

function valuesOf(fields: PresetFields): Partial<Record<HeadKey, unknown>> {
  const { effort, temperature, maxOutputTokens, showThinking, providerSearch } = fields.modelOptions;
  return {
    name: fields.name,
    description: fields.description === '' ? undefined : fields.description,
    model: fields.model ? modelText(fields.model) : undefined,
    effort,
    temperature,
    'max-output-tokens': maxOutputTokens,
    'show-thinking': showThinking,
    'provider-search': providerSearch,
    tools: fields.tools ?? undefined,
    'mcp-servers': fields.servers ?? undefined,
    'approval-mode': fields.approvalMode ?? undefined,
    examples: fields.examples.length > 0 ? fields.examples : undefined,
  };
}

function headOf(before: string | null): Document {
  const text = before?.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n') ?? '';
  const headMatch = /^---[ \t]*\n([\s\S]*?)^(?:---|\.\.\.)[ \t]*(?:\n|$)/m.exec(text);
  if (headMatch?.index !== 0) return new Document({});
  const parsed = parseDocument(headMatch[1] ?? '', { schema: 'core', uniqueKeys: false, logLevel: 'silent' });
  return parsed.errors.length === 0 && isMap(parsed.contents) ? (parsed as Document) : new Document({});
}

/** Lists of names on one line; multi-line text as a block. */
function nodeOf(head: Document, value: unknown): unknown {
  const node = head.createNode(value);
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) (node as { flow?: boolean }).flow = true;
  visitLong(node);
  return node;
}

function visitLong(node: unknown): void {
  if (node instanceof Scalar && typeof node.value === 'string' && node.value.includes('\n')) {
    node.type = Scalar.BLOCK_LITERAL;
  }
  const { items } = (node ?? {}) as { items?: unknown[] };
  for (const item of items ?? []) visitLong((item as { value?: unknown }).value ?? item);
}

function plain(node: unknown): unknown {
  return typeof (node as { toJSON?: unknown } | null | undefined)?.toJSON === 'function'
    ? (node as { toJSON(): unknown }).toJSON()
    : node;
}
