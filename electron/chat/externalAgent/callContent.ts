// The images and the diff of an external agent's call, as its box shows them.

import type { ToolDetails } from '../../../shared/conversation/message.ts';
import type { AgentCall } from '../../ports/externalAgents.ts';
import { type StoreImagesResult, storeImages } from '../turn/storeImages.ts';
import type { AgentRun } from './agentRun.ts';

/** Durable when it resolves. */
export async function imagesOf({ content }: AgentCall, { scope }: AgentRun): Promise<StoreImagesResult> {
  const images = content.flatMap((block) =>
    block.type === 'image' ? [{ bytes: Buffer.from(block.base64, 'base64'), mediaType: block.mediaType }] : [],
  );
  return images.length === 0 ? { attachments: [] } : storeImages(images, scope.conversationId, scope.deps.store);
}

/** The diff of a call that reports one file. */
export async function diffOf({ content }: AgentCall, run: AgentRun): Promise<ToolDetails> {
  const diffs = content.flatMap((block) => (block.type === 'diff' ? [block] : []));
  const [diff] = diffs;
  if (diff === undefined || diffs.length > 1) return {};
  const path = run.displayPath(diff.path);
  const text = await run.diffText(path, diff.oldText, diff.newText);
  return text === null ? { path } : { path, diff: text };
}
