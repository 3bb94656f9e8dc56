// Runs a tool and collects its text, output and images.

import type { Outcome } from '../../../shared/conversation/message.ts';
import { fail, sentenceFromThrown } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { spillThresholdBytes } from '../../conversation/formats.ts';
import { readableOutput } from '../../lib/readableOutput.ts';
import type { PrintedOutput } from '../../ports/store.ts';
import type { Tool, ToolContext } from '../../ports/tool.ts';
import { failedVerdict, type Verdict } from './callResult.ts';
import type { CallScope } from './callScope.ts';
import { storeImages } from './storeImages.ts';
import { toolContent, wrapOutput } from './toolContent.ts';

export async function runTool(
  tool: Tool,
  args: unknown,
  context: ToolContext,
  output: PrintedOutput,
  { deps, conversationId }: Pick<CallScope, 'deps' | 'conversationId'>,
): Promise<Verdict> {
  try {
    const returned = await tool.run(args, context);
    const { text, fingerprint } = await output.end();
    const { outcome, details, printed, images = [], leftOpen } = returned;
    if (leftOpen) {
      await output.discard();
      return { outcome, content: asError(outcome, toolContent(returned.content)), leftOpen };
    }
    const storedImages =
      images.length > 0 ? await storeImages(images, conversationId, deps.store) : { attachments: [] };
    const note = 'problem' in storedImages && storedImages.problem ? `\n\n[${storedImages.problem}]` : '';
    const fields = {
      outcome,
      ...(details ? { details } : {}),
      ...(storedImages.attachments.length > 0 ? { attachments: storedImages.attachments } : {}),
    };
    if (!printed || text !== null) {
      await output.discard();
      const exact = printed ? wrapOutput(text ?? '', printed) : toolContent(returned.content);
      const content = printed ? wrapOutput(readableOutput(text ?? ''), printed) : serverText(tool, exact);
      const visible = { content: asError(outcome, content) + note };
      if (content === exact) return { ...fields, ...visible };
      return { ...fields, ...visible, details: { ...details, printed: asError(outcome, exact) + note } };
    }
    const before = asError(outcome, printed.before);
    return { ...fields, content: '', printed: { output, before, after: printed.after + note, fingerprint } };
  } catch (thrown) {
    await output.discard();
    return failedVerdict(fail('TOOL_EXEC_FAILED', say`${tool.name} failed: ${sentenceFromThrown(thrown)}`).error);
  }
}

/** Text too large to process goes to a file unchanged. */
function serverText({ kind }: Tool, text: string): string {
  return kind === 'mcp' && Buffer.byteLength(text) <= spillThresholdBytes ? readableOutput(text) : text;
}

/** The model recognizes an error by its prefix. */
function asError(outcome: Outcome, text: string): string {
  return outcome === 'error' && !text.startsWith('Error: ') ? `Error: ${text}` : text;
}
