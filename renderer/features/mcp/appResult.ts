// A stored result as its app gets it: the content blocks, structure and metadata that its server sent. Images are read from the
// attachments of the call.

interface StoredResult {
  text: string;
  /** `details.mcp` of the message. */
  mcp: unknown;
  attachments: readonly { hash: string; mediaType: string }[];
  isError: boolean;
}

/** `readImage`: as base64; null if it cannot be read. */
export async function toAppResult(
  { text, mcp, attachments, isError }: StoredResult,
  readImage: (hash: string) => Promise<string | null>,
): Promise<object> {
  const { structured, blocks, meta } = fieldsOf(mcp);
  const content = Array.isArray(blocks)
    ? await Promise.all(blocks.map((block) => toAppBlock(fieldsOf(block), attachments, readImage)))
    : [{ type: 'text', text: withoutStructure(text, structured) }];
  return {
    content,
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(meta === undefined ? {} : { _meta: meta }),
    ...(isError ? { isError } : {}),
  };
}

async function toAppBlock(
  block: Record<string, unknown>,
  attachments: StoredResult['attachments'],
  readImage: (hash: string) => Promise<string | null>,
): Promise<object> {
  if (block.type !== 'image') return block;
  const { hash, ...rest } = block;
  const attachment = attachments.find((each) => each.hash === hash);
  const data = attachment ? await readImage(attachment.hash) : null;
  return data === null ? { type: 'text', text: '[An image that is not stored]' } : { ...rest, data };
}

/** The stored text repeats the structure at its end. */
function withoutStructure(text: string, structured: unknown): string {
  const endings = structured === undefined ? [] : [JSON.stringify(structured, null, 2), JSON.stringify(structured)];
  const ending = endings.find((json) => text.endsWith(`\n\n${json}`));
  return ending === undefined ? text : text.slice(0, -ending.length - 2);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
