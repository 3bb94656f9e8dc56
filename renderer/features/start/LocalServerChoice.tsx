// Offers a local model server that was detected, ready to use with one click.

import { MonitorCheck } from 'lucide-react';
import { useState } from 'react';
import { defaultModel } from '../../../shared/features/models/modelChoice.ts';
import type { LocalServer } from '../../../shared/features/models/modelInfo.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { StartChoice } from './StartRow.tsx';

const localWords = strings.start.local;

/** `onForm`: called when the user must provide something first: a key, or a choice of model. */
export function LocalServerChoice({ server, onForm }: { server: LocalServer; onForm: (server: LocalServer) => void }) {
  const { call, report } = useActions();
  const [busy, setBusy] = useState(false);
  const model = defaultModel(server.models);
  async function use(): Promise<void> {
    if (model === null || server.needsKey) return onForm(server);
    setBusy(true);
    const { name, kind, baseUrl } = server;
    const saved = await call('provider.save', { id: null, name, kind, baseUrl });
    const used = saved.ok
      ? await call('settings.update', { patch: { model: { provider: saved.value.id, model } } })
      : saved;
    setBusy(false);
    if (!used.ok) report(used.error);
  }
  const listed = server.needsKey
    ? localWords.needsKey
    : localWords.models(server.models.length, visibleText(model ?? ''));
  // llama.cpp silently drops tools if the model's template does not support them.
  const hasNoTools = server.models.find(({ id }) => id === model)?.tools === false;
  const about = hasNoTools ? `${listed} · ${localWords.noTools}` : listed;
  return (
    <StartChoice icon={MonitorCheck} title={localWords.found(server.name)} body={`${server.baseUrl} · ${about}`}>
      <Button disabled={busy} onClick={() => void use()}>
        {localWords.use(server.name)}
      </Button>
    </StartChoice>
  );
}
