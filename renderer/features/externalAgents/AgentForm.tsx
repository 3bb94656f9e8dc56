// Form to add or change an agent: command, arguments, variables, sandbox, MCP servers.

import { X } from 'lucide-react';
import type { AgentInfo } from '../../../shared/features/externalAgents/externalAgent.ts';
import { useSession } from '../../core/state/context.tsx';
import { TextInput } from '../../ui/Field.tsx';
import { CheckboxField, TextAreaField, TextField } from '../../ui/FormFields.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ItemForm, PageHead } from '../../ui/ItemForm.tsx';
import { RowsField } from '../../ui/RowsField.tsx';
import { useItemForm } from '../../ui/useItemForm.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { splitFields } from '../mcp/commandLine.ts';
import { emptyFields } from '../mcp/entryFields.ts';
import { agentWords } from './words.ts';

const labels = agentWords.form;

interface Variable {
  id: number;
  name: string;
  value: string;
  isSaved: boolean;
}

interface Values {
  name: string;
  command: string;
  /** One per line. */
  args: string;
  variables: Variable[];
  sandboxed: boolean;
  receivesServers: boolean;
}

interface AgentFormProps {
  /** Null: a new one. */
  agent: AgentInfo | null;
  onCancel: () => void;
  onSaved: (agent: string) => void;
}

export function AgentForm({ agent, onCancel, onSaved }: AgentFormProps) {
  const { actions, lists } = useSession();
  const form = useItemForm<Values, AgentInfo>({
    values: () => valuesOf(agent),
    check: ({ name, command, variables }) => ({
      ...(name.trim() === '' ? { name: labels.nameMissing } : {}),
      ...(command.trim() === '' ? { command: labels.commandMissing } : {}),
      ...(variables.some((one) => one.name.trim() === '' && one.value !== '')
        ? { variables: labels.variableMissing }
        : {}),
    }),
    save: ({ name, command, args, variables, sandboxed, receivesServers }) =>
      actions.call('agent.save', {
        id: agent?.id ?? null,
        name: name.trim(),
        command: [command.trim(), ...args.split('\n').filter((line) => line !== '')],
        variables: variables
          .filter((one) => one.name.trim() !== '')
          .map((one) => ({ name: one.name.trim(), value: one.value })),
        sandboxed,
        receivesServers,
      }),
    async onSaved({ id }) {
      await lists.agents.reload();
      onSaved(id);
    },
  });
  const { values, errors, change } = form;
  /** A whole command line typed or pasted into the field. */
  const split = (command: string): void => {
    const { command: program, args } = splitFields({ ...emptyFields, command, args: values.args });
    if (program !== command) change({ command: program, args });
  };
  const title = agent ? labels.editTitle(visibleText(agent.name)) : labels.addTitle;
  return (
    <ItemForm form={form} label={title} save={labels.save} note={labels.note} onCancel={onCancel}>
      <PageHead back={agent ? visibleText(agent.name) : agentWords.back} onBack={onCancel} title={title} />
      <TextField
        label={labels.name}
        error={errors.name}
        autoFocus
        maxLength={80}
        value={values.name}
        onChange={(name) => change({ name })}
      />
      <TextField
        label={labels.command}
        hint={labels.commandHint}
        error={errors.command}
        className="font-mono"
        placeholder="my-agent"
        maxLength={4096}
        value={values.command}
        onChange={(command) => change({ command })}
        onBlur={() => split(values.command)}
      />
      <TextAreaField
        label={labels.arguments}
        hint={labels.argumentsHint}
        rows={Math.min(10, Math.max(3, values.args.split('\n').length))}
        spellCheck={false}
        className="resize-y font-mono text-code"
        value={values.args}
        onChange={(args) => change({ args })}
      />
      <RowsField<Variable>
        label={labels.variables}
        hint={values.variables.length > 0 && labels.variablesHint}
        error={errors.variables}
        rows={values.variables}
        add={labels.addVariable}
        blank={{ name: '', value: '', isSaved: false }}
        onChange={(variables) => change({ variables })}
        render={(row, put, remove) => (
          <div className="flex items-center gap-1.5">
            <TextInput
              aria-label={labels.variableName}
              placeholder={labels.variableName}
              aria-invalid={Boolean(errors.variables) && row.name.trim() === ''}
              className="min-w-0 flex-1 font-mono"
              maxLength={100}
              value={row.name}
              onChange={(event) => put({ name: event.target.value, isSaved: false })}
            />
            <TextInput
              aria-label={labels.variableValue}
              placeholder={row.isSaved ? labels.variableKept : labels.variableValue}
              type="password"
              autoComplete="off"
              className="min-w-0 flex-1 font-mono"
              maxLength={8192}
              value={row.value}
              onChange={(event) => put({ value: event.target.value })}
            />
            <IconButton icon={X} label={labels.removeVariable(row.name)} size="small" onClick={remove} />
          </div>
        )}
      />
      <CheckboxField
        label={labels.sandbox}
        hint={labels.sandboxHint}
        checked={values.sandboxed}
        onChange={(sandboxed) => change({ sandboxed })}
      />
      <CheckboxField
        label={labels.servers}
        hint={labels.serversHint}
        checked={values.receivesServers}
        onChange={(receivesServers) => change({ receivesServers })}
      />
    </ItemForm>
  );
}

function valuesOf(agent: AgentInfo | null): Values {
  const [command = '', ...args] = agent?.command ?? [];
  return {
    name: agent?.name ?? '',
    command,
    args: args.join('\n'),
    variables: (agent?.variables ?? []).map((name, id) => ({ id, name, value: '', isSaved: true })),
    sandboxed: agent?.sandboxed ?? false,
    receivesServers: agent?.receivesServers ?? false,
  };
}
