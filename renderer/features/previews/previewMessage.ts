// What the document of a preview says to the window. What runs in it may be hostile: only what has one of these forms is
// heard, and nothing of it is more than a number or a text.

export type PreviewMessage =
  | { type: 'ready' }
  /** The page that was written into it has loaded. */
  | { type: 'loaded' }
  /** `svg`: a diagram as it was drawn. */
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
