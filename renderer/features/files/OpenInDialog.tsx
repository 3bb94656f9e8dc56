// Asks which editor opens a file, if the user wants to choose each time.

import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { EditorName } from '../../../shared/features/editors/editors.ts';
import type { DialogProps } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { LoadState, useAsyncValue } from '../../core/parts/LoadState.tsx';
import { useSession } from '../../core/state/context.tsx';
import { openInEditor } from '../../core/state/openInEditor.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';

const labels = lateStrings.results.openIn;

export function OpenInDialog({ file, from, onClose }: DialogProps<'openIn'>) {
  const session = useSession();
  const { connection, view } = session;
  const close = (): void => (from ? view.setState({ dialog: from }) : onClose());
  const ask = useCallback((signal: AbortSignal) => connection.call('editor.list', {}, signal), [connection]);
  const { value, error, load } = useAsyncValue(ask);
  const [selected, setSelected] = useState<EditorName | null>(null);
  const choices = value
    ? [
        ...value.installed.map(({ name, label }) => ({ value: name as EditorName, label })),
        ...(value.command === '' ? [] : [{ value: 'custom' as const, label: value.command }]),
      ]
    : [];
  const lastUsed = choices.find((choice) => choice.value === value?.preferred) ?? choices[0];
  const editor = selected ?? lastUsed?.value;
  const form = useRef<HTMLFormElement>(null);
  const isReady = editor !== undefined;
  // Enter then opens it.
  useEffect(() => {
    if (isReady) form.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, [isReady]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (editor === undefined) return;
    close();
    void openInEditor(session, file, editor);
  };
  return (
    <Modal title={labels.title} onClose={close} className="max-w-100">
      <form ref={form} className="grid min-h-0 grid-cols-1 gap-4 overflow-y-auto p-5" onSubmit={submit}>
        <p className="wrap-anywhere font-mono text-code text-ink-2">
          <VisibleText text={file.line === undefined ? file.path : `${file.path}:${file.line}`} />
        </p>
        <LoadState loaded={value !== null} error={error} onAgain={load} loading={labels.looking} />
        {editor !== undefined && (
          <ChoiceList label={labels.title} value={editor} choices={choices} onChange={setSelected} />
        )}
        {value && choices.length === 0 && <p className="text-ink-2 text-ui">{labels.none}</p>}
        <FormActions onCancel={close}>
          <Button type="submit" tone="primary" disabled={editor === undefined}>
            {labels.open}
          </Button>
        </FormActions>
      </form>
    </Modal>
  );
}
