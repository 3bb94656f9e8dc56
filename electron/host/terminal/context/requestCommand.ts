// throughline request: shows the next request without changing the conversation.

import { englishOnly } from '../../../../shared/sentence.ts';
import { tellDamage } from '../conversations/damageWords.ts';
import { modelOfLine } from '../models/namedModel.ts';
import { type ExitCode, reportError, resolveId, type Terminal } from '../terminal.ts';

export async function requestCommand(terminal: Terminal): Promise<ExitCode> {
  const id = await resolveId(terminal, terminal.line.id);
  if (!id.ok) return reportError(terminal, id.error);
  const model = await modelOfLine(terminal, id.value);
  if (!model.ok) {
    reportError(terminal, model.error);
    return model.error.code === 'SETTINGS_INVALID' ? 2 : 1;
  }
  const branch = await terminal.core.store.readBranch(id.value, 'context');
  if (!branch.ok) return reportError(terminal, branch.error);
  const { prompt = 'continue', as: form } = terminal.line.values;
  const body = await terminal.core.previewRequest(id.value, prompt, form, [], model.value);
  if (!body.ok) return reportError(terminal, body.error);
  terminal.out(`${JSON.stringify(body.value, englishOnly)}\n`);
  tellDamage(terminal, id.value, branch.value.messages);
  return 0;
}
