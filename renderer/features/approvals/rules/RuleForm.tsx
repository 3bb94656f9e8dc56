// Form to create a rule manually.

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { PermissionRule, RuleScope } from '../../../../shared/permission/permission.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useActions, useApp, useConversationView } from '../../../core/state/context.tsx';
import { useFetchedList } from '../../../core/state/useFetchedList.ts';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Field, inputClasses, TextInput } from '../../../ui/Field.tsx';
import { useMcp } from '../../mcp/mcpStore.ts';
import { type RuleDraft, type RuleKind, readRule } from './ruleDraft.ts';

const words = lateStrings.approvals.rules.form;
const selectClasses = classes(inputClasses, 'h-8');
const kinds = Object.keys(words.kinds) as RuleKind[];
const hints: Record<RuleKind, string | undefined> = {
  command: words.commandHint,
  path: words.pathHint,
  origin: words.originHint,
  tool: words.toolHint,
  server: undefined,
};

export function RuleForm({ onDone }: { onDone: () => void }) {
  const { call } = useActions();
  const [effect, setEffect] = useState<PermissionRule['effect']>('allow');
  const [draft, setDraft] = useState<RuleDraft>({ kind: 'command', text: '', pathTool: 'write_file' });
  const [scope, setScope] = useState<RuleScope>({ type: 'always' });
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const listId = useId();
  const form = useRef<HTMLFormElement>(null);
  // The user opened it, so scroll to it and focus it.
  useEffect(() => form.current?.querySelector('select')?.focus(), []);
  const change = (part: Partial<RuleDraft>): void => {
    setDraft((now) => ({ ...now, ...part }));
    setError(null);
  };

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const read = readRule(draft);
    if ('error' in read) return setError(read.error);
    setBusy(true);
    const added = await call('permission.add', { effect, match: read.match, scope });
    setBusy(false);
    if (added.ok) onDone();
    else setError(added.error.message);
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={words.title}
      className="mt-3 grid gap-3 rounded-l border border-line p-3"
      onSubmit={(event) => void save(event)}
    >
      <div className="grid gap-3 narrow:grid-cols-2">
        <Field label={words.effect}>
          {(ids) => (
            <select
              {...ids}
              className={selectClasses}
              value={effect}
              onChange={(event) => setEffect(event.target.value as PermissionRule['effect'])}
            >
              {Object.entries(words.effects).map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={words.kind}>
          {(ids) => (
            <select
              {...ids}
              className={selectClasses}
              value={draft.kind}
              onChange={(event) => change({ kind: event.target.value as RuleKind, text: '' })}
            >
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {words.kinds[kind]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {draft.kind === 'path' && (
        <Field label={words.pathTool}>
          {(ids) => (
            <select
              {...ids}
              className={selectClasses}
              value={draft.pathTool}
              onChange={(event) => change({ pathTool: event.target.value as RuleDraft['pathTool'] })}
            >
              <option value="write_file">{words.pathTools.write}</option>
              <option value="edit_file">{words.pathTools.edit}</option>
              <option value="read_file">{words.pathTools.read}</option>
            </select>
          )}
        </Field>
      )}
      <Field label={words[draft.kind]} hint={hints[draft.kind]} error={error}>
        {(ids) => (
          <>
            <TextInput
              {...ids}
              list={draft.kind === 'tool' || draft.kind === 'server' ? listId : undefined}
              autoComplete="off"
              maxLength={4096}
              className="font-mono text-code"
              value={draft.text}
              onChange={(event) => change({ text: event.target.value })}
            />
            {draft.kind === 'tool' && <ToolNames id={listId} />}
            {draft.kind === 'server' && <ServerNames id={listId} />}
          </>
        )}
      </Field>
      <ScopeField scope={scope} onChange={setScope} />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" disabled={busy}>
          {words.save}
        </Button>
        <Button onClick={onDone}>{strings.ui.cancel}</Button>
      </div>
    </form>
  );
}

function ToolNames({ id }: { id: string }) {
  const { value: tools } = useFetchedList('tools');
  return (
    <datalist id={id}>
      {tools?.map((tool) => (
        <option key={tool.name} value={tool.name} />
      ))}
    </datalist>
  );
}

function ServerNames({ id }: { id: string }) {
  const servers = useMcp((now) => now.servers);
  const names = [...new Set(servers?.map((server) => server.name))];
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

function ScopeField({ scope, onChange }: { scope: RuleScope; onChange: (scope: RuleScope) => void }) {
  const projects = useApp((snapshot) => snapshot.projects);
  const shown = useConversationView((view) => view.id);
  const value = scope.type === 'project' ? scope.projectId : scope.type;
  const choose = (next: string): void => {
    if (next === 'conversation' && shown !== null) onChange({ type: 'conversation', conversationId: shown });
    else if (next === 'always') onChange({ type: 'always' });
    else onChange({ type: 'project', projectId: next });
  };
  return (
    <Field label={words.scope}>
      {(ids) => (
        <select {...ids} className={selectClasses} value={value} onChange={(event) => choose(event.target.value)}>
          <option value="always">{words.always}</option>
          {projects
            .filter((project) => project.folder !== null)
            .map((project) => (
              <option key={project.id} value={project.id}>
                {lateStrings.approvals.card.scopes.project(project.name)}
              </option>
            ))}
          {shown !== null && <option value="conversation">{words.here}</option>}
        </select>
      )}
    </Field>
  );
}
