// The model that answers in this chat: those that the providers list, or any name typed.

import { Check, ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import type { ModelRef } from '../../../shared/conversation/event.ts';
import { defaultModel, usesDemo } from '../../state/choices.ts';
import { useActions, useApp, useConversation, useSession, useView } from '../../state/context.tsx';
import { strings } from '../../strings.ts';
import { TextInput } from '../../ui/Field.tsx';
import { focusComposer } from '../composer/focusComposer.ts';
import { useModels } from './useModels.ts';

const words = strings.chat;

export function ModelMenu() {
  const actions = useActions();
  const { view } = useSession();
  const snapshot = useApp((now) => now);
  const chosen = useConversation((state) => state.model);
  const forNew = useView((now) => now.newChat.model);
  const model = chosen ?? forNew ?? defaultModel(snapshot);
  const [open, setOpen] = useState(false);
  const wasChosen = useRef(false);
  const name = model === null ? words.modelNone : usesDemo(snapshot, model) ? words.demoBadge : model.model;
  const choose = (next: ModelRef): void => {
    wasChosen.current = true;
    setOpen(false);
    void actions.chooseModel(next);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          data-control="model"
          aria-label={strings.sentences.pair(words.model, name)}
          className="flex h-7 min-w-0 shrink items-center gap-1 rounded-m px-2 text-ink-2 text-ui hover:bg-hover data-[state=open]:bg-hover"
        >
          <span className="max-w-52 truncate">{name}</span>
          <ChevronDown className="size-3.5 shrink-0" aria-hidden />
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={words.model}
          onCloseAutoFocus={(event) => {
            if (!wasChosen.current) return;
            wasChosen.current = false;
            event.preventDefault();
            focusComposer();
          }}
          className="layer z-50 flex max-h-[min(440px,var(--radix-popover-content-available-height))] w-[min(340px,calc(100vw-16px))] flex-col rounded-l border border-line bg-over shadow-menu focus-visible:outline-none"
        >
          <ModelList
            current={model}
            onChoose={choose}
            onSettings={() => {
              setOpen(false);
              view.setState({ dialog: { type: 'settings', section: 'providers' } });
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface ModelListProps {
  current: ModelRef | null;
  onChoose: (model: ModelRef) => void;
  onSettings: () => void;
}

const row =
  'flex w-full items-center gap-2 rounded-s px-2 py-1.5 text-left text-ui hover:bg-hover focus-visible:bg-hover focus-visible:outline-none';

function ModelList({ current, onChoose, onSettings }: ModelListProps) {
  const providers = useApp((snapshot) => snapshot.providers);
  const lists = useModels(providers);
  const [filter, setFilter] = useState('');
  const typed = filter.trim();
  const fallback = providers.find((provider) => provider.id === current?.provider) ?? providers[0];
  return (
    <>
      <div className="border-line border-b p-1.5">
        <TextInput
          autoFocus
          aria-label={words.modelFilter}
          placeholder={words.modelFilter}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </div>
      <div className="min-h-0 overflow-y-auto p-1">
        {providers.map((provider) => {
          const list = lists[provider.id];
          const models = (list?.models ?? []).filter(({ id }) => id.toLowerCase().includes(typed.toLowerCase()));
          return (
            <section key={provider.id} aria-label={words.modelOf(provider.name)} className="pb-1">
              <h3 className="px-2 pt-1.5 pb-1 text-ink-3 text-small">
                {provider.origin === 'demo' ? words.demoBadge : provider.name}
              </h3>
              {!list && <p className="px-2 pb-1 text-ink-3 text-ui">{words.modelsLoading}</p>}
              {list?.error && <p className="wrap-anywhere px-2 pb-1 text-fail text-small">{list.error}</p>}
              {models.slice(0, 200).map(({ id }) => {
                const isCurrent = current?.provider === provider.id && current.model === id;
                return (
                  <button
                    key={id}
                    type="button"
                    aria-pressed={isCurrent}
                    className={row}
                    onClick={() => onChoose({ provider: provider.id, model: id })}
                  >
                    <span className="min-w-0 flex-1 truncate">{id}</span>
                    {isCurrent && <Check className="size-4 shrink-0 text-accent" aria-hidden />}
                  </button>
                );
              })}
            </section>
          );
        })}
        {typed !== '' && fallback && (
          <button type="button" className={row} onClick={() => onChoose({ provider: fallback.id, model: typed })}>
            <span className="min-w-0 flex-1 truncate">{words.modelUse(typed)}</span>
            <span className="shrink-0 text-ink-3 text-small">{fallback.name}</span>
          </button>
        )}
      </div>
      <div className="border-line border-t p-1">
        <button type="button" className={row} onClick={onSettings}>
          {words.modelSettings}
        </button>
      </div>
    </>
  );
}
