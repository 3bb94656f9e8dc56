// The model that answers in this chat: those that the providers list, or any name typed.

import { ChevronDown } from 'lucide-react';
import { part } from '../../../core/parts/part.tsx';
import { useActions, useSession } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { BarPopover } from './BarPopover.tsx';
import { useChatModel } from './useChatModel.ts';

const words = strings.chat;

export const ModelListPart = part(async () => (await import('./ModelList.tsx')).ModelList);

export function ModelMenu() {
  const actions = useActions();
  const { view } = useSession();
  const { model, name } = useChatModel();
  return (
    <BarPopover
      name="model"
      label={words.model}
      hint={strings.sentences.pair(words.model, name)}
      button={
        <>
          <span className="max-w-32 truncate @min-[45rem]/bar:max-w-52">{name}</span>
          <ChevronDown className="size-3.5 shrink-0" aria-hidden />
        </>
      }
    >
      {(close) => (
        <ModelListPart
          current={model}
          onChoose={(next) => {
            close(true);
            void actions.chooseModel(next);
          }}
          onSettings={() => {
            close();
            view.setState({ dialog: { type: 'settings', section: 'providers' } });
          }}
        />
      )}
    </BarPopover>
  );
}
