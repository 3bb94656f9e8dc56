// Sends a dropped file to the host in pieces, and returns its proposal.

import { fail, type Result } from '../../../shared/core/errors.ts';
import type { PluginProposal } from '../../../shared/features/plugins/plugin.ts';
import type { Actions } from '../../core/state/actions.ts';
import { toBase64 } from '../../core/state/base64.ts';
import { pluginWords } from './words.ts';

/** Its base64 fits into one frame. */
const pieceBytes = 1024 * 1024;

export async function sendBundle(call: Actions['call'], files: readonly File[]): Promise<Result<PluginProposal>> {
  const [file] = files;
  if (!file || files.length > 1) return fail('PARAMS_INVALID', pluginWords.oneFile);
  for (let offset = 0; offset === 0 || offset < file.size; offset += pieceBytes) {
    const bytes = await file
      .slice(offset, offset + pieceBytes)
      .arrayBuffer()
      .catch(() => null);
    if (bytes === null) return fail('STORE_READ_FAILED', pluginWords.unreadable);
    const base64 = toBase64(new Uint8Array(bytes));
    const sent = await call('plugins.upload', { name: file.name, base64, offset });
    if (!sent.ok) return sent;
  }
  return call('plugins.lookAtUpload', {});
}
