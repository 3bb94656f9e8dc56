// Converts a server's tool result to our call result: texts, images, and a note for anything that cannot be shown.

import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import type { ToolOutput } from '../../ports/tool.ts';

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const maxImages = 20;
/** Limits for pretty-printing structured content: characters and depth. */
const maxIndented = 100_000;
const maxDepth = 20;
/** Maximum length of text to compare with the structured content. */
const maxComparedLines = 1024 * 1024;

export type BroughtImages = NonNullable<ToolOutput['images']>;

export function resultOutput(result: CallToolResult): ToolOutput {
  const images: BroughtImages = [];
  const texts = result.content.map((block) => blockText(block, images));
  const { structuredContent } = result;
  const text = texts.filter((part) => part !== '').join('\n');
  const content = structuredContent === undefined ? text : withStructure(text, structuredContent, result.content);
  const outcome = result.isError === true ? 'error' : 'ok';
  const visibleContent = content === '' && images.length === 0 ? '[The tool returned no content.]' : content;
  return {
    outcome,
    content:
      visibleContent === '' ? `[${images.length === 1 ? 'An image' : `${images.length} images`}]` : visibleContent,
    ...(images.length > 0 ? { images } : {}),
    ...(outcome === 'error' ? { details: { errorCode: 'TOOL_EXEC_FAILED' } } : {}),
  };
}

/** Adds images to `images`, and returns no text for them. */
export function blockText(block: ContentBlock, images: BroughtImages): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return imageText(block, images);
    case 'audio':
      return `[Audio: ${block.mimeType}, ${bytesOf(block.data)} bytes; it cannot be played here]`;
    case 'resource_link':
      return `[Resource: ${block.name}${block.description ? `, ${block.description}` : ''} at ${block.uri}]`;
    case 'resource': {
      const { resource } = block;
      const type = resource.mimeType ?? 'no type';
      if ('text' in resource) return `[Resource ${resource.uri}, ${type}]\n${resource.text}`;
      if (imageTypes.includes(type)) return imageText({ data: resource.blob, mimeType: type }, images);
      return `[Resource ${resource.uri}, ${type}, ${bytesOf(resource.blob)} bytes; not text]`;
    }
    default:
      return '[Content of an unknown type]';
  }
}

function imageText({ data, mimeType }: { data: string; mimeType: string }, images: BroughtImages): string {
  if (!imageTypes.includes(mimeType)) return `[Image: ${mimeType}, ${bytesOf(data)} bytes; it cannot be shown]`;
  if (images.length >= maxImages) return `[One more image; only ${maxImages} are kept]`;
  images.push({ bytes: Buffer.from(data, 'base64'), mediaType: mimeType });
  return '';
}

/** Servers repeat structured content as text for older clients; include it once. */
function withStructure(text: string, structure: unknown, blocks: readonly ContentBlock[]): string {
  const compact = jsonText(structure);
  if (compact === null) return `${text}\n\n[Structured content nested too deeply to show]`.trim();
  const isRepeated = blocks.some((block) => block.type === 'text' && isSameJson(block.text, compact));
  if (isRepeated) return text;
  // Indentation grows with depth on each line, without bound.
  const json = compact.length <= maxIndented && isShallow(structure, 0) ? JSON.stringify(structure, null, 2) : compact;
  return text === '' ? json : `${text}\n\n${json}`;
}

/** Null if too deep to serialize. */
function jsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < maxDepth && Object.values(value).every((inner) => isShallow(inner, depth + 1));
}

/** Whether a text is the same JSON, apart from white space. False if far longer, or too long to parse. */
export function isSameJson(text: string, compact: string): boolean {
  if (text.length > Math.min(maxComparedLines, 4 * compact.length + 1000)) return false;
  try {
    return JSON.stringify(JSON.parse(text)) === compact;
  } catch {
    return false;
  }
}

function bytesOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4) - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
}
