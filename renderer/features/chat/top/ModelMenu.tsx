// The model that answers in this chat: those that the providers list, or any name typed.

import { ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import type { ModelRef } from '../../../../shared/conversation/event.ts';
import { defaultModel, usesDemo } from '../../../core/state/choices.ts';
import { useActions, useApp, useConversation, useSession, useView } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { focusComposer } from '../../../ui/focus.ts';
import { ModelList } from './ModelList.tsx';

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
          <span className="max-w-32 truncate @min-[45rem]/bar:max-w-52">{name}</span>
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
