// One installed plugin: where it is from, its state, and what can be done with it.

import { CircleCheck, CircleOff } from 'lucide-react';
import type { PluginInfo, PluginProposal } from '../../../shared/features/plugins/plugin.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/ConfirmDialog.tsx';
import { ErrorLine, StateMark } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { pluginWords } from './words.ts';

const labels = pluginWords;

interface PluginRowProps {
  plugin: PluginInfo;
  onProposal: (proposal: PluginProposal) => void;
  onConfigure: () => void;
  onChanged: () => void;
  /** The row is gone, and the focus with it. */
  onRemoved: () => void;
}

export function PluginRow({ plugin, onProposal, onConfigure, onChanged, onRemoved }: PluginRowProps) {
  const { call, say } = useActions();
  const looks = useRequest<{ proposal: PluginProposal | null }>();
  const request = useRequest();
  const { id, enabled, changedByHand, hasPrevious } = plugin;
  const name = visibleText(plugin.name);
  const action = { size: 'small', tone: 'ghost', disabled: request.busy || looks.busy } as const;
  const label = (text: string) => ({ 'aria-label': strings.sentences.pair(text, name) });
  const look = (): void =>
    void looks.run(call('plugins.lookForUpdate', { id }), ({ proposal }) =>
      proposal === null ? say(labels.current(name)) : onProposal(proposal),
    );
  const facts = [
    labels.kinds[plugin.kind],
    plugin.version === '' ? '' : labels.version(visibleText(plugin.version)),
    plugin.commit === '' ? '' : labels.commit(plugin.commit.slice(0, 10)),
    labels.from(visibleText(plugin.source)),
  ];
  return (
    <li data-plugin={id} className="py-2.5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-strong">{name}</p>
          <p className="wrap-anywhere text-ink-2">
            <VisibleText text={plugin.description} />
          </p>
          <p className="wrap-anywhere text-ink-3 text-small">{facts.filter(Boolean).join(' · ')}</p>
        </div>
        {enabled ? (
          <StateMark icon={CircleCheck} tone="text-ink-2" text={labels.on} />
        ) : (
          <StateMark icon={CircleOff} tone="text-ink-3" text={labels.off} />
        )}
      </div>
      {plugin.servers.length > 0 && (
        <p className="wrap-anywhere text-ink-3 text-small">
          {labels.servers(plugin.servers.map(visibleText).join(', '))}
        </p>
      )}
      {plugin.bundle?.problem && (
        <p className="wrap-anywhere mt-0.5 text-small text-wait">
          {visibleText(strings.sentences.host(plugin.bundle.problem))}
        </p>
      )}
      {changedByHand.length > 0 && (
        <p className="wrap-anywhere mt-0.5 text-small text-wait">
          {labels.changed(changedByHand.slice(0, 5).map(visibleText).join(', '))}
        </p>
      )}
      <div className="-ml-2 mt-1 flex flex-wrap gap-1">
        <Button {...action} {...label(labels.update)} data-opens={id} onClick={look}>
          {looks.busy ? labels.looking : labels.update}
        </Button>
        {plugin.bundle !== null && plugin.bundle.settings.length > 0 && (
          <Button {...action} {...label(labels.configure)} data-opens={`settings ${id}`} onClick={onConfigure}>
            {labels.configure}
          </Button>
        )}
        <Button
          {...action}
          {...label(enabled ? labels.turnOff : labels.turnOn)}
          onClick={() => void request.run(call('plugins.enable', { id, enabled: !enabled }), onChanged)}
        >
          {enabled ? labels.turnOff : labels.turnOn}
        </Button>
        {hasPrevious && (
          <ConfirmButton
            {...action}
            {...label(labels.stepBack)}
            ask={{ title: labels.stepBackTitle(name), body: labels.stepBackBody, confirm: labels.stepBack }}
            onConfirm={() => request.run(call('plugins.back', { id }), onChanged)}
          >
            {labels.stepBack}
          </ConfirmButton>
        )}
        <ConfirmButton
          {...action}
          {...label(labels.remove)}
          ask={{ title: labels.removeTitle(name), body: labels.removeBody, confirm: labels.remove }}
          onConfirm={async () => {
            if (!(await request.run(call('plugins.remove', { id })))) return;
            say(labels.removed(name));
            onRemoved();
          }}
        >
          {labels.remove}
        </ConfirmButton>
      </div>
      <ErrorLine error={looks.error ?? request.error} small className="mt-1" />
    </li>
  );
}
