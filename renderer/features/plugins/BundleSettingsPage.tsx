// The settings of an installed MCP bundle. A secret goes to the keychain and is never shown again.

import { type FormEvent, useState } from 'react';
import type { PluginInfo } from '../../../shared/features/plugins/plugin.ts';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { PageHead } from '../../ui/ItemForm.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { BundleFields, changedEntries, initialValues } from './BundleFields.tsx';
import { pluginWords } from './words.ts';

const labels = pluginWords.settings;

export function BundleSettingsPage({ plugin, onDone }: { plugin: PluginInfo; onDone: () => void }) {
  const { call, say } = useActions();
  const request = useRequest();
  const settings = plugin.bundle?.settings ?? [];
  const [values, setValues] = useState(() => initialValues(settings));
  const name = visibleText(plugin.name);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const entries = changedEntries(settings, values);
    if (!(await request.run(call('plugins.configure', { id: plugin.id, ...entries })))) return;
    say(labels.saved(name));
    onDone();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => void save(event)}
      aria-label={labels.title(name)}
      className="grid max-w-[640px] grid-cols-1 gap-4 text-ui"
    >
      <PageHead back={pluginWords.back} onBack={onDone} title={labels.title(name)} />
      <BundleFields settings={settings} values={values} onChange={setValues} />
      <ErrorLine error={request.error} />
      <FormActions onCancel={onDone} start={<p className="min-w-48 flex-1 text-ink-3 text-small">{labels.note}</p>}>
        <Button tone="primary" type="submit" disabled={request.busy}>
          {labels.save}
        </Button>
      </FormActions>
    </form>
  );
}
