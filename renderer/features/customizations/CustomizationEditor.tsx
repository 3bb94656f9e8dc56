// Edits a prompt or command of the user as the text of its file: creates, changes, deletes. Unsaved text is kept.

import type { AppError } from '../../../shared/core/errors.ts';
import { variablesIn } from '../../../shared/features/customizations/customization.ts';
import { useActions, useSession } from '../../core/state/context.tsx';
import { ConfirmButton } from '../../ui/ConfirmDialog.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { TextAreaField, TextField } from '../../ui/FormFields.tsx';
import { ItemForm, PageHead } from '../../ui/ItemForm.tsx';
import { type ItemErrors, useItemForm } from '../../ui/useItemForm.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { PublishItemButton } from '../sharing/items/PublishItemButton.tsx';
import type { CustomizationFile } from './useCustomizations.ts';
import { customizationWords } from './words.ts';

const words = customizationWords.page;

interface CustomizationEditorProps {
  kind: 'prompt' | 'command';
  /** Null: a new file. */
  file: CustomizationFile | null;
  onDone: () => void;
}

export function CustomizationEditor({ kind, file, onDone }: CustomizationEditorProps) {
  const { call } = useActions();
  const unsaved = useUnsaved(file?.info.id ?? `new:${kind}`);
  const leave = (): void => {
    unsaved.keep(null);
    onDone();
  };
  const form = useItemForm<Draft, unknown>({
    values: () =>
      unsaved.read() ?? {
        name: file?.info.name ?? '',
        text: file?.text ?? words.example[kind],
        version: file?.version ?? null,
      },
    save: (draft) => call('customization.save', { ...draft, kind, name: draft.name.trim() }),
    errorsOf: ofText,
    onSaved: leave,
  });
  const { values, errors } = form;
  const change = (next: Partial<Draft>): void => {
    form.change(next);
    unsaved.keep({ ...values, ...next });
  };
  const remove = async ({ info, version }: CustomizationFile): Promise<void> => {
    const answer = await call('customization.remove', { kind, name: info.name, version });
    if (answer.ok) leave();
    else form.setErrors(ofText(answer.error));
  };
  const title = file ? `/${visibleText(file.info.name)}` : words.make[kind];
  return (
    <ItemForm
      form={form}
      label={title}
      save={words.save}
      disabled={values.name.trim() === ''}
      actions={file && <RemoveButton file={file} onRemove={() => remove(file)} />}
      onCancel={leave}
    >
      <PageHead
        back={words.back}
        onBack={onDone}
        title={title}
        hint={file && <FilePath path={file.info.origin.label} />}
      />
      {!file && (
        <div className="max-w-80">
          <TextField
            label={words.name}
            hint={words.nameHint}
            autoFocus
            value={values.name}
            onChange={(name) => change({ name })}
          />
        </div>
      )}
      <TextAreaField
        label={words.text}
        hint={words.textHint[kind]}
        error={errors.text}
        rows={14}
        spellCheck={false}
        className="font-mono text-code"
        value={values.text}
        onChange={(text) => change({ text })}
      />
      {file && kind === 'command' && <PublishItemButton kind={kind} name={file.info.name} />}
      {kind === 'prompt' && <Fields names={variablesIn(values.text)} />}
    </ItemForm>
  );
}

/** The file, with a button that copies its path. */
export function FilePath({ path }: { path: string }) {
  return (
    <span className="flex items-center gap-1 text-ink-3 text-small">
      <span className="wrap-anywhere font-mono">{visibleText(path)}</span>
      <CopyButton text={path} label={words.copyPath} />
    </span>
  );
}

const ofText = ({ message }: AppError): ItemErrors => ({ text: message });

function RemoveButton({ file: { info }, onRemove }: { file: CustomizationFile; onRemove: () => Promise<void> }) {
  return (
    <ConfirmButton
      ask={{
        title: words.removeTitle(visibleText(info.name)),
        body: words.removeBody(visibleText(info.origin.label)),
        confirm: words.remove,
      }}
      onConfirm={onRemove}
    >
      {words.remove}
    </ConfirmButton>
  );
}

interface Draft {
  name: string;
  text: string;
  /** Version of the file when editing began. */
  version: string | null;
}

/** Keeps unsaved text, so that closing the settings with Escape loses nothing. */
function useUnsaved(of: string): { read(): Draft | null; keep(draft: Draft | null): void } {
  const { memory } = useSession();
  const name = `customization.${of}`;
  return {
    read() {
      try {
        const saved: unknown = JSON.parse(memory.get(name) ?? 'null');
        return typeof saved === 'object' ? (saved as Draft | null) : null;
      } catch {
        return null;
      }
    },
    keep: (draft) => memory.set(name, draft && JSON.stringify(draft)),
  };
}

/** The values that the prompt will ask for when called. */
function Fields({ names }: { names: readonly string[] }) {
  return (
    <p data-fields>
      <span className="mr-2 font-strong">{words.fields}</span>
      {names.length === 0 && <span className="text-ink-3">{words.noFields}</span>}
      {names.map((name) => (
        <code key={name} className="mr-1.5 rounded-m bg-accent-soft px-1.5 py-0.5 font-mono text-accent text-code">
          {name}
        </code>
      ))}
    </p>
  );
}
