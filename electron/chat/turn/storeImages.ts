// Stores a result's images: only types that models accept, judged by their bytes rather than the tool's claim. An image
// that no provider accepts would make its conversation unsendable, so incomplete or oversized ones are mentioned in the
// result instead.

import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { maxImageBytes } from '../../../shared/core/imageType.ts';
import { checkImage, maxImageText } from '../../lib/checkImage.ts';
import type { AttachmentStore } from '../../ports/store.ts';
import type { ToolOutput } from '../../ports/tool.ts';

export interface StoreImagesResult {
  attachments: NonNullable<ToolMessage['attachments']>;
  /** What could not be stored and why, for the model and the user. */
  problem?: string;
}

const maxImages = 20;

/** Durable when it resolves. */
export async function storeImages(
  images: NonNullable<ToolOutput['images']>,
  conversationId: string,
  store: Pick<AttachmentStore, 'saveAttachment'>,
): Promise<StoreImagesResult> {
  const attachments: StoreImagesResult['attachments'] = [];
  const problems: string[] = [];
  for (const [index, { bytes, mediaType, name }] of images.entries()) {
    const real = checkImage(bytes);
    const what = `Image ${index + 1}`;
    if (index >= maxImages) {
      problems.push(`Only the first ${maxImages} of ${images.length} images were kept.`);
      break;
    }
    if (real.type === null) {
      problems.push(`${what} was not kept: it is labeled ${oneLine(mediaType)} but ${real.problem}.`);
    } else if (!real.sound) {
      problems.push(`${what} was not kept: it ${real.problem}.`);
    } else if (bytes.length > maxImageBytes) {
      const size = bytes.length.toLocaleString('en-US');
      problems.push(`${what} was not kept: it has ${size} bytes; the limit is ${maxImageText}.`);
    } else {
      const saved = await store.saveAttachment(conversationId, bytes);
      if (saved.ok)
        attachments.push({ hash: saved.value.hash, mediaType: real.type, ...(name ? { name: oneLine(name) } : {}) });
      else problems.push(`${what} could not be kept: ${saved.error.message}`);
    }
  }
  return { attachments, ...(problems.length > 0 ? { problem: problems.join(' ') } : {}) };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 200).toWellFormed();
}
