// Messages from a preview document to the window. The document may be hostile: only these forms are accepted, and they contain
// only numbers and text.

export type PreviewMessage =
  | { type: 'ready' }
  /** The written page has loaded. */
  | { type: 'loaded' }
  /** `svg`: the rendered diagram. */
  | { type: 'drawn'; svg: string | null }
  | { type: 'height'; height: number }
  | { type: 'failed'; message: string };

const maxSvgLength = 5_000_000;
const maxMessageLength = 2000;

export function readPreviewMessage(data: unknown): PreviewMessage | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  const { type, svg, height, message } = data as Record<string, unknown>;
  switch (type) {
    case 'ready':
    case 'loaded':
      return { type };
    case 'drawn':
      return { type, svg: typeof svg === 'string' && svg.length <= maxSvgLength ? svg : null };
    case 'height':
      return typeof height === 'number' && Number.isFinite(height) && height >= 0 ? { type, height } : null;
    case 'failed':
      return { type, message: typeof message === 'string' ? message.slice(0, maxMessageLength) : '' };
    default:
      return null;
  }
}
