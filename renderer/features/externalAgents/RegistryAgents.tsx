// Adds agents from a registry file that the user chose. Nothing is fetched.

import { FileJson } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ResultOf } from '../../../shared/contract.ts';
import { commandText } from '../../../shared/features/externalAgents/commandText.ts';
import { useSession } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { PageHead } from '../../ui/ItemForm.tsx';
import { ErrorLine, rowsClasses } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { useAgents } from './agentStore.ts';
import { agentWords } from './words.ts';

const labels = agentWords.registry;

type Listed = ResultOf<'agent.readRegistry'>;
type RegistryAgent = Listed['agents'][number];

export function RegistryAgents({ onDone }: { onDone: () => void }) {
  const { actions, lists } = useSession();
  const { value: saved } = useAgents();
  const read = useRequest<Listed>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const agents = read.value?.agents ?? [];
  const commands = new Set(saved?.map(({ command }) => commandText(command)));
  const isKnown = ({ command }: RegistryAgent): boolean => command.length > 0 && commands.has(commandText(command));

  const open = async (picked: File | undefined): Promise<void> => {
    if (!picked) return;
    setChosen(new Set());
    await read.run(actions.call('agent.readRegistry', { text: await picked.text() }));
  };
  const toggle = (id: string): void =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const add = async (): Promise<void> => {
    setBusy(true);
    const failed: string[] = [];
    for (const { id, name, command } of agents.filter((agent) => chosen.has(agent.id))) {
      const definition = { id: null, name, command, variables: [], sandboxed: false, receivesServers: false };
      const answer = await actions.call('agent.save', { ...definition, origin: 'registry' });
      if (!answer.ok) failed.push(labels.failed(visibleText(name), answer.error.message));
      else setChosen((before) => new Set([...before].filter((one) => one !== id)));
    }
    await lists.agents.reload();
    setBusy(false);
    setFailures(failed);
    if (failed.length === 0) onDone();
  };
  return (
    <div className="grid max-w-[640px] grid-cols-1 gap-4 text-ui">
      <PageHead back={agentWords.back} onBack={onDone} title={labels.title} hint={labels.intro} />
      <div>
        <Button autoFocus disabled={read.busy} onClick={() => file.current?.click()}>
          <FileJson className="size-4" strokeWidth={1.75} aria-hidden />
          {labels.choose}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept="application/json,.json"
          aria-label={labels.choose}
          onChange={(event) => {
            void open(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <ErrorLine error={read.error} />
      {read.value && agents.length === 0 && <p className="text-ink-2">{labels.none}</p>}
      <ul aria-label={labels.label} className={rowsClasses}>
        {agents.map((agent) => (
          <li key={agent.id}>
            <Row
              agent={agent}
              known={isKnown(agent)}
              checked={chosen.has(agent.id)}
              onToggle={() => toggle(agent.id)}
            />
          </li>
        ))}
      </ul>
      {failures.map((failure) => (
        <ErrorLine key={failure} error={failure} />
      ))}
      <FormActions onCancel={onDone}>
        <Button tone="primary" disabled={busy || chosen.size === 0} onClick={() => void add()}>
          {chosen.size === 0 ? labels.addNone : labels.add(chosen.size)}
        </Button>
      </FormActions>
    </div>
  );
}

interface RowProps {
  agent: RegistryAgent;
  known: boolean;
  checked: boolean;
  onToggle: () => void;
}

function Row({ agent, known, checked, onToggle }: RowProps) {
  const isArchive = agent.command.length === 0;
  return (
    <label className="flex items-start gap-2.5 px-2 py-2">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={checked}
        disabled={known || isArchive}
        onChange={onToggle}
      />
      <span className="min-w-0 flex-1">
        <span className="wrap-anywhere font-strong">
          <VisibleText text={agent.name} />
        </span>
        {known && <span className="ml-2 text-ink-3 text-small">{labels.known}</span>}
        <span className="wrap-anywhere block text-ink-2 text-small">
          <VisibleText text={agent.description} />
        </span>
        {isArchive ? (
          <span className="block text-small text-ink-3">{labels.archive}</span>
        ) : (
          <span className="wrap-anywhere block font-mono text-code text-ink-3">
            <VisibleText text={commandText(agent.command)} />
          </span>
        )}
      </span>
    </label>
  );
}
