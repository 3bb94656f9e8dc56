// Runs a tool manually, or a call again with other arguments: without the model, but with the same approvals as any call. The
// host answers once it has started; the transcript shows it.

import { type KeyboardEvent, useId, useState } from 'react';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useActions, useConversationView, useSession } from '../../../core/state/context.tsx';
import type { ListedTool } from '../../../core/state/toolLists.ts';
import { useFetchedList } from '../../../core/state/useFetchedList.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field, TextArea } from '../../../ui/Field.tsx';
import { dialogFootClasses, FormActions } from '../../../ui/FormActions.tsx';
import { isComposing } from '../../../ui/isComposing.ts';
import { isMac, keysText } from '../../../ui/Kbd.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import type { ListOption } from '../../../ui/select/listKeys.ts';
import { Select } from '../../../ui/select/Select.tsx';
import { VisibleText } from '../../../ui/VisibleText.tsx';
import { visibleText } from '../../../ui/visibleText.ts';
import { argumentsProblem } from './argumentsProblem.ts';
import { initialArguments } from './schemaParameters.ts';
import { ToolDescription } from './ToolDescription.tsx';
import { ToolParameters } from './ToolParameters.tsx';

const words = lateStrings.tools.run;

export interface ToolRunDialogProps {
  toolName?: string | undefined;
  /** JSON; defaults to arguments from the tool's schema. */
  arguments?: string | undefined;
  onClose: () => void;
}

export function ToolRunDialog({ toolName = '', arguments: initialText, onClose }: ToolRunDialogProps) {
  const { call } = useActions();
  const { view } = useSession();
  const conversationId = useConversationView((view) => view.id);
  const { value: tools, error: listError } = useFetchedList('tools');
  const [name, setName] = useState(toolName);
  const [typed, setTyped] = useState(initialText === undefined ? null : indented(initialText));
  const [inContext, setInContext] = useState(true);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const tool = tools?.find((candidate) => candidate.name === name);
  const text = typed ?? (tool ? initialArguments(tool.parameters) : '{}');
  const problem = argumentsProblem(text, tool?.parameters ?? null);
  const canRun = name !== '' && conversationId !== null && !problem?.fatal && !busy;

  async function run(): Promise<void> {
    if (!canRun) return;
    setBusy(true);
    setRefused(null);
    const sent = text.trim() === '' ? '{}' : text;
    const answer = await call('tool.run', { conversationId, toolName: name, arguments: sent, inContext });
    setBusy(false);
    if (!answer.ok) return setRefused(answer.error.message);
    onClose();
    view.setState(({ endWish }) => ({ endWish: endWish + 1 }));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    event.preventDefault();
    void run();
  }

  return (
    <Modal title={words.title} description={words.asked} onClose={onClose} className="max-w-[640px]">
      <form
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className="grid min-h-0 flex-1 grid-cols-1 gap-4 overflow-y-auto p-5 text-ui">
          <ToolChoice tools={tools ?? []} name={name} onChoose={(next) => [setName(next), setTyped(null)]} />
          {tool && <ToolSummary tool={tool} />}
          <Field label={words.arguments} hint={words.argumentsHint} error={problem?.message}>
            {(ids) => (
              <TextArea
                {...ids}
                rows={10}
                spellCheck={false}
                className="font-mono text-code"
                value={text}
                maxLength={2_000_000}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
          <InContext on={inContext} onChange={setInContext} />
        </div>
        <FormActions
          className={dialogFootClasses}
          onCancel={onClose}
          start={
            <p className="wrap-anywhere min-w-0 flex-1 text-ink-3 text-small">
              {(refused ?? listError) ? (
                <span className="text-fail" role="alert">
                  {refused ?? listError?.message}
                </span>
              ) : (
                words.asked
              )}
            </p>
          }
        >
          <Button type="submit" tone="primary" disabled={!canRun} title={keysText('Mod+Enter', isMac())}>
            {words.run}
          </Button>
        </FormActions>
      </form>
    </Modal>
  );
}

interface ToolChoiceProps {
  tools: readonly ListedTool[];
  name: string;
  onChoose: (name: string) => void;
}

function ToolChoice({ tools, name, onChoose }: ToolChoiceProps) {
  const isKnown = tools.some((tool) => tool.name === name);
  const servers = [...new Set(tools.map(({ server }) => server ?? ''))].toSorted((a, b) => a.localeCompare(b));
  return (
    <Field label={words.tool}>
      {(ids) => (
        <Select
          {...ids}
          value={name}
          options={[
            ...(name === '' ? [{ value: '', label: words.choose }] : []),
            ...(name !== '' && !isKnown ? [{ value: name, label: words.unknown(visibleText(name)) }] : []),
            ...servers.flatMap((server) => optionsOf(server, tools)),
          ]}
          onChange={onChoose}
        />
      )}
    </Field>
  );
}

/** The tools of a server ('': built in) as a group. */
function optionsOf(server: string, tools: readonly ListedTool[]): ListOption[] {
  const { builtIn, server: titleOf } = lateStrings.tools.page;
  return tools
    .filter((tool) => (tool.server ?? '') === server)
    .map(({ name, enabled }) => ({
      value: name,
      label: enabled ? visibleText(name) : words.switchedOff(visibleText(name)),
      group: server === '' ? builtIn : titleOf(visibleText(server)),
      disabled: !enabled,
    }));
}

function InContext({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={on}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span className="block">{words.inContext}</span>
        <span id={`${id}-hint`} className="block text-ink-3">
          {words.inContextHint}
        </span>
      </span>
    </label>
  );
}

/** Invalid JSON stays as the model sent it, so that the user can fix it. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text === '' ? '{}' : text), null, 2);
  } catch {
    return text;
  }
}

/** The description and parameters of the selected tool, next to the arguments field. */
function ToolSummary({ tool }: { tool: ListedTool }) {
  const description = tool.description.trim();
  const about = lateStrings.tools.page.about(tool.server === undefined ? tool.name : '', description);
  const [first = ''] = about.split('\n', 1);
  return (
    <div>
      <p className="wrap-anywhere line-clamp-2 text-ink-2">
        <VisibleText text={first} />
      </p>
      <details className="mt-1">
        <summary className="rounded-s text-ink-3 text-small">{lateStrings.tools.page.details}</summary>
        <div className="mt-1">
          <ToolDescription about={about} description={description} />
        </div>
        <ToolParameters schema={tool.parameters} />
      </details>
    </div>
  );
}
