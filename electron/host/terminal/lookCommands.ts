// throughline request: shows the next request without changing the conversation.

import { englishOnly } from '../../../shared/sentence.ts';
import { namedModel, namedProvider } from './namedModel.ts';
import { type ExitCode, reportError, resolveId, type Terminal } from './terminal.ts';

export async function requestCommand(terminal: Terminal): Promise<ExitCode> {
  const id = await resolveId(terminal, terminal.line.id);
  if (!id.ok) return reportError(terminal, id.error);
  const provider = await namedProvider(terminal);
  if (!provider.ok) {
    reportError(terminal, provider.error);
    return provider.error.code === 'SETTINGS_INVALID' ? 2 : 1;
  }
  const own = provider.value === null ? null : await terminal.core.store.readBranch(id.value, 'context');
  if (own && !own.ok) return reportError(terminal, own.error);
  const model = await namedModel(terminal, provider.value, own?.value.meta.model ?? null);
  if (!model.ok) return reportError(terminal, model.error);
  const { prompt = 'continue', as: form } = terminal.line.values;
  const body = await terminal.core.previewRequest(id.value, prompt, form, [], model.value);
  if (!body.ok) return reportError(terminal, body.error);
  terminal.out(`${JSON.stringify(body.value, englishOnly)}\n`);
  return 0;
}
