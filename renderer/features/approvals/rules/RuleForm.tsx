// Form to create a rule manually.

import { useEffect } from 'react';
import { fail } from '../../../../shared/core/errors.ts';
import type { PermissionRule, RuleScope } from '../../../../shared/permission/permission.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useActions, useApp, useConversationView } from '../../../core/state/context.tsx';
import { useFetchedList } from '../../../core/state/useFetchedList.ts';
import { SelectField, TextField } from '../../../ui/FormFields.tsx';
import { ItemForm } from '../../../ui/ItemForm.tsx';
import { useItemForm } from '../../../ui/useItemForm.ts';
import { useMcp } from '../../mcp/mcpStore.ts';
import { type RuleDraft, type RuleKind, readRule } from './ruleDraft.ts';

const words = lateStrings.approvals.rules.form;
const effects = Object.entries(words.effects) as [PermissionRule['effect'], string][];
const kinds = Object.entries(words.kinds) as [RuleKind, string][];
const pathTools = [
  ['write_file', words.pathTools.write],
  ['edit_file', words.pathTools.edit],
  ['read_file', words.pathTools.read],
] as const;
const hints: Record<RuleKind, string | undefined> = {
  command: words.commandHint,
  path: words.pathHint,
  origin: words.originHint,
  tool: words.toolHint,
  server: undefined,
};

interface Values extends RuleDraft {
  effect: PermissionRule['effect'];
  scope: RuleScope;
}

export function RuleForm({ onDone }: { onDone: () => void }) {
  const { call } = useActions();
  const form = useItemForm<Values, unknown>({
    values: { effect: 'allow', kind: 'command', text: '', pathTool: 'write_file', scope: { type: 'always' } },
    check: (values) => {
      const read = readRule(values);
      return 'error' in read ? { text: read.error } : {};
    },
    save: async (values) => {
      const read = readRule(values);
      if ('error' in read) return fail('PARAMS_INVALID', read.error);
      return call('permission.add', { effect: values.effect, match: read.match, scope: values.scope });
    },
    errorsOf: ({ message }) => ({ text: message }),
    onSaved: onDone,
  });
  const { element, values, errors, change } = form;
  const { kind } = values;
  // The user opened it, so scroll to it and focus it.
  useEffect(() => element.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus(), [element]);
  return (
    <ItemForm
      form={form}
      label={words.title}
      save={words.save}
      className="mt-3 rounded-l border border-line p-3"
      onCancel={onDone}
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-3">
        <SelectField
          label={words.effect}
          value={values.effect}
          choices={effects}
          onChange={(effect) => change({ effect })}
        />
        <SelectField
          label={words.kind}
          value={kind}
          choices={kinds}
          onChange={(next) => change({ kind: next, text: '' })}
        />
      </div>
      {kind === 'path' && (
        <SelectField
          label={words.pathTool}
          value={values.pathTool}
          choices={pathTools}
          onChange={(pathTool) => change({ pathTool })}
        />
      )}
      <TextField
        label={words[kind]}
        hint={hints[kind]}
        error={errors.text}
        suggestions={useSuggestions(kind)}
        autoComplete="off"
        maxLength={4096}
        className="font-mono text-code"
        value={values.text}
        onChange={(text) => change({ text })}
      />
      <ScopeField scope={values.scope} onChange={(scope) => change({ scope })} />
    </ItemForm>
  );
}

function useSuggestions(kind: RuleKind): (readonly [string])[] | undefined {
  const { value: tools } = useFetchedList('tools');
  const servers = useMcp((now) => now.servers);
  if (kind === 'tool') return (tools ?? []).map(({ name }) => [name]);
  return kind === 'server' ? [...new Set(servers?.map(({ name }) => name))].map((name) => [name]) : undefined;
}

function ScopeField({ scope, onChange }: { scope: RuleScope; onChange: (scope: RuleScope) => void }) {
  const projects = useApp((snapshot) => snapshot.projects).filter(({ folder }) => folder !== null);
  const shown = useConversationView((view) => view.id);
  const choose = (next: string): void => {
    if (next === 'conversation' && shown !== null) onChange({ type: 'conversation', conversationId: shown });
    else if (next === 'always') onChange({ type: 'always' });
    else onChange({ type: 'project', projectId: next });
  };
  return (
    <SelectField
      label={words.scope}
      value={scope.type === 'project' ? scope.projectId : scope.type}
      choices={[
        ['always', words.always],
        ...projects.map(({ id, name }) => [id, lateStrings.approvals.card.scopes.project(name)] as const),
        ...(shown === null ? [] : [['conversation', words.here] as const]),
      ]}
      onChange={choose}
    />
  );
}
