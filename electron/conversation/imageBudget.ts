// Which images of results are sent where a provider takes only so many, so large: the first ones, in the order in which they are
// sent. What was sent stays sent, so that each request begins with the former one whole; what has no room is told in words. A
// person's own images take room and are always sent: what is too much of them is refused by name before anything goes out.

/** What a provider takes of images that results brought. */
export interface ImageLimits {
  /** Bytes of one image, before it is made base64. */
  bytes: number;
  /** Images in one request, the person's own among them. */
  count: number;
  /** Characters of base64 of all images in one request. */
  characters: number;
}

export const noImageBudget = 'the provider accepts no more images in one request';

export interface ImageBudget {
  /** Takes room for an image of a result; else says why it is not sent, as words behind "not sent, ". */
  take(data: string): string | null;
  /** An image that the person sent themselves. */
  takeOwn(data: string): void;
}

/** For one request: its images go through it in their order. */
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
      if (limits && bytesOfBase64(data) > limits.bytes) return 'it is larger than the provider accepts';
      const isFull = limits && (count >= limits.count || characters + data.length > limits.characters);
      if (isFull) return noImageBudget;
      takeOwn(data);
      return null;
    },
  };
}

export function bytesOfBase64(data: string): number {
  const filled = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return Math.floor((data.length * 3) / 4) - filled;
}
