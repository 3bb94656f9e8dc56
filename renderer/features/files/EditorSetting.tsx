// Chooses the editor that files open in: an installed one, a command of the user's own, or the question each time.

import { useCallback, useState } from 'react';
import { type EditorName, editorLabels } from '../../../shared/features/editors/editors.ts';
import type { EditorChoice } from '../../../shared/features/editors/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useAsyncValue } from '../../core/parts/LoadState.tsx';
import { useApp, useSession } from '../../core/state/context.tsx';
import { CommitOnBlurField, SelectField } from '../../ui/FormFields.tsx';
import { useRequest } from '../../ui/useRequest.tsx';

const labels = lateStrings.results.openIn;

/** `first`: the first that is installed. */
type Choice = EditorName | 'first' | 'ask';

export function EditorSetting() {
  const { connection } = useSession();
  const { preferred, command, asks } = useApp((snapshot) => snapshot.settings.editor);
  const ask = useCallback((signal: AbortSignal) => connection.call('editor.list', {}, signal), [connection]);
  const { value, error } = useAsyncValue(ask);
  const request = useRequest();
  // A command is saved once it is entered.
  const [isNewCommand, setNewCommand] = useState(false);
  const choice: Choice = asks ? 'ask' : (preferred ?? 'first');
  const current = isNewCommand ? 'custom' : choice;

  const choose = (next: Choice): void => {
    setNewCommand(next === 'custom' && command === '');
    if (next === 'custom' && command === '') return;
    const editor = next === 'ask' ? preferred : next === 'first' ? null : next;
    void request.run(connection.call('editor.choose', { editor, asks: next === 'ask' }));
  };
  const saveCommand = async (text: string): Promise<void> => {
    if (!(await request.run(connection.call('editor.setCommand', { command: text })))) return;
    await request.run(connection.call('editor.choose', { editor: 'custom', asks: false }));
    setNewCommand(false);
  };
  return (
    <div className="grid gap-4">
      <SelectField<Choice>
        label={labels.setting}
        hint={labels.settingHint}
        error={(current === 'custom' ? null : request.error) ?? error}
        value={current}
        choices={choicesOf(value?.installed ?? [], current)}
        onChange={choose}
      />
      {current === 'custom' && (
        <CommitOnBlurField
          label={labels.commandLabel}
          hint={labels.commandHint}
          error={request.error}
          className="font-mono"
          placeholder="code --goto {file}:{line}:{column}"
          maxLength={1000}
          isRequired
          saved={command}
          onApply={(text) => void saveCommand(text)}
        />
      )}
    </div>
  );
}

function choicesOf(installed: readonly EditorChoice[], current: Choice): (readonly [Choice, string])[] {
  const isMissing = !['first', 'ask', 'custom'].includes(current) && !installed.some(({ name }) => name === current);
  return [
    ['first', labels.first(installed[0]?.label)],
    ...installed.map(({ name, label }) => [name, label] as const),
    ...(isMissing ? [[current, labels.missing(editorLabels[current as EditorChoice['name']])] as const] : []),
    ['custom', labels.own],
    ['ask', labels.ask],
  ];
}
