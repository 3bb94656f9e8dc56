// Names a package. It is fetched and shown next; nothing is installed here.

import { type FormEvent, useState } from 'react';
import type { PluginProposal } from '../../../shared/features/plugins/plugin.ts';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { TextField } from '../../ui/FormFields.tsx';
import { PageHead } from '../../ui/ItemForm.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { pluginWords } from './words.ts';

const labels = pluginWords.form;

interface PluginFormProps {
  source: string;
  onProposal: (proposal: PluginProposal) => void;
  onCancel: () => void;
}

export function PluginForm({ source: initial, onProposal, onCancel }: PluginFormProps) {
  const { call } = useActions();
  const request = useRequest<PluginProposal>();
  const [source, setSource] = useState(initial);
  const [ref, setRef] = useState('');
  const [path, setPath] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsMissing(source.trim() === '');
    if (source.trim() !== '') void request.run(call('plugins.look', { source, ref, path }), onProposal);
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={labels.title}
      className="grid max-w-[640px] grid-cols-1 gap-4 text-ui"
    >
      <PageHead back={pluginWords.back} onBack={onCancel} title={labels.title} />
      <TextField
        autoFocus
        label={labels.source}
        hint={labels.sourceHint}
        error={isMissing ? labels.sourceMissing : null}
        value={source}
        onChange={setSource}
        spellCheck={false}
      />
      <TextField label={labels.ref} hint={labels.refHint} value={ref} onChange={setRef} spellCheck={false} />
      <TextField label={labels.path} hint={labels.pathHint} value={path} onChange={setPath} spellCheck={false} />
      <ErrorLine error={request.error} />
      <FormActions onCancel={onCancel} start={<p className="min-w-48 flex-1 text-ink-3 text-small">{labels.note}</p>}>
        <Button tone="primary" type="submit" disabled={request.busy}>
          {request.busy ? pluginWords.looking : labels.look}
        </Button>
      </FormActions>
    </form>
  );
}
