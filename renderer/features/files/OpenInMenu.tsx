// Opens the file in an editor: the installed ones, and a command of the user's own. The last choice is the preferred one.

import { CodeXml } from 'lucide-react';
import { useCallback, useState } from 'react';
import { type EditorName, editorLabels } from '../../../shared/features/editors/editors.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useAsyncValue } from '../../core/parts/LoadState.tsx';
import { useSession } from '../../core/state/context.tsx';
import { openInEditor } from '../../core/state/openInEditor.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, TextInput } from '../../ui/Field.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useRequest } from '../../ui/useRequest.tsx';

const labels = lateStrings.results.openIn;

interface OpenInMenuProps {
  path: string;
  line: number | null;
}

export function OpenInMenu({ path, line }: OpenInMenuProps) {
  const session = useSession();
  const [asks, setAsks] = useState(false);
  const open = (editor: EditorName): void =>
    void openInEditor(session, { path, ...(line === null ? {} : { line }) }, editor);
  return (
    <>
      <Menu align="end" trigger={<IconButton icon={CodeXml} label={labels.title} size="small" />}>
        <Choices onChoose={open} onCommand={() => setAsks(true)} />
      </Menu>
      {asks && (
        <CommandDialog
          onClose={() => setAsks(false)}
          onSaved={() => {
            setAsks(false);
            open('custom');
          }}
        />
      )}
    </>
  );
}

/** Looks for editors each time the menu opens. */
function Choices({ onChoose, onCommand }: { onChoose: (editor: EditorName) => void; onCommand: () => void }) {
  const { connection } = useSession();
  const ask = useCallback((signal: AbortSignal) => connection.call('editor.list', {}, signal), [connection]);
  const { value, error } = useAsyncValue(ask);
  if (!value) return <MenuHeading>{error ?? labels.looking}</MenuHeading>;
  const { installed, preferred, command } = value;
  const current = preferred ?? installed[0]?.name;
  return (
    <>
      <MenuHeading>{installed.length === 0 ? labels.none : labels.title}</MenuHeading>
      {installed.map(({ name, label }) => (
        <MenuChoice
          key={name}
          label={label || editorLabels[name]}
          chosen={name === current}
          onSelect={() => onChoose(name)}
        />
      ))}
      {command !== '' && (
        <MenuChoice label={command} chosen={current === 'custom'} onSelect={() => onChoose('custom')} />
      )}
      <MenuSeparator />
      <MenuItem label={labels.command} moves onSelect={onCommand} />
    </>
  );
}

function CommandDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const { connection } = useSession();
  const [command, setCommand] = useState('');
  const request = useRequest();
  return (
    <Modal title={labels.command} onClose={onClose} className="max-w-120">
      <form
        className="grid gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          void request.run(connection.call('editor.setCommand', { command }), onSaved);
        }}
      >
        <Field label={labels.commandLabel} hint={labels.commandHint} error={request.error}>
          {(ids) => (
            <TextInput
              {...ids}
              className="font-mono"
              placeholder="code --goto {file}:{line}:{column}"
              value={command}
              maxLength={1000}
              required
              onChange={(event) => setCommand(event.target.value)}
            />
          )}
        </Field>
        <FormActions onCancel={onClose}>
          <Button type="submit" tone="primary" disabled={request.busy || command.trim() === ''}>
            {labels.save}
          </Button>
        </FormActions>
      </form>
    </Modal>
  );
}
