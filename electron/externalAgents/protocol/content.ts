// Content blocks of an agent. Each is checked individually.

import { z } from 'zod';
import type { AgentCallContent } from '../../ports/externalAgents.ts';

const text = z.object({ type: z.literal('text'), text: z.string() });
const image = z.object({
  type: z.literal('image'),
  data: z.string().min(1),
  mimeType: z.string().max(100).startsWith('image/'),
});
const audio = z.object({ type: z.literal('audio'), mimeType: z.string().max(100) });
const link = z.object({
  type: z.literal('resource_link'),
  uri: z.string().max(8192),
  name: z.string().catch(''),
  title: z.string().nullish().catch(null),
});
const resource = z.object({
  type: z.literal('resource'),
  resource: z.object({ uri: z.string().max(8192).catch(''), text: z.string().exactOptional() }),
});
const block = z.union([text, image, audio, link, resource]);

export type ReadBlock = Exclude<AgentCallContent, { type: 'diff' | 'terminal' }>;

/** Null: malformed or unknown. */
export function readBlock(raw: unknown): ReadBlock | null {
  const read = block.safeParse(raw);
  if (!read.success) return null;
  const { data } = read;
  switch (data.type) {
    case 'text':
      return data;
    case 'image':
      return { type: 'image', mediaType: data.mimeType, base64: data.data };
    case 'audio':
      return { type: 'link', uri: '', name: data.mimeType };
    case 'resource_link':
      return { type: 'link', uri: data.uri, name: data.title || data.name || data.uri };
    default: {
      const { uri, text } = data.resource;
      return text === undefined ? { type: 'link', uri, name: uri } : { type: 'text', text };
    }
  }
}

const wrapped = z.object({ type: z.literal('content'), content: z.unknown() });
const diff = z.object({
  type: z.literal('diff'),
  path: z.string().min(1).max(4096),
  oldText: z.string().nullish(),
  newText: z.string(),
});
const terminal = z.object({ type: z.literal('terminal'), terminalId: z.string().min(1).max(200) });

/** The content of a call. Null: malformed or unknown. */
export function readCallContent(raw: unknown): AgentCallContent | null {
  const content = wrapped.safeParse(raw);
  if (content.success) return readBlock(content.data.content);
  const asDiff = diff.safeParse(raw);
  if (asDiff.success) return { ...asDiff.data, oldText: asDiff.data.oldText ?? null };
  const asTerminal = terminal.safeParse(raw);
  return asTerminal.success ? asTerminal.data : null;
}
