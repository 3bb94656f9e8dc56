// Chooses which result images are sent when a provider limits their number and size: the first ones, in request order.
// What was sent stays sent, so that each request starts with the previous one; the others are mentioned in text. The
// user's own images count and are always sent: too many of them fail the request by name before it is sent.

/** A provider's limits on images from results. */
export interface ImageLimits {
  /** Bytes per image, before base64. */
  bytes: number;
  /** Images per request, including the user's own. */
  count: number;
  /** Base64 characters of all images in a request. */
  characters: number;
}

export const noImageBudget = 'the provider accepts no more images in one request';

export interface ImageBudget {
  /** Reserves space for a result's image, or returns why it is not sent, as a phrase after "not sent, ". */
  take(data: string): string | null;
  /** Counts an image that the user sent. */
  takeOwn(data: string): void;
}

/** For one request: pass all of its images in order. */
export function createImageBudget(limits: ImageLimits | undefined): ImageBudget {
  let count = 0;
  let characters = 0;
  const takeOwn = (data: string): void => {
    count++;
    characters += data.length;
  };
  return {
    takeOwn,
    take(data) {
      if (limits && base64ByteLength(data) > limits.bytes) return 'it is larger than the provider accepts';
      const isFull = limits && (count >= limits.count || characters + data.length > limits.characters);
      if (isFull) return noImageBudget;
      takeOwn(data);
      return null;
    },
  };
}

export function base64ByteLength(data: string): number {
  const filled = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return Math.floor((data.length * 3) / 4) - filled;
}
