// Menu for this chat's model: any that the providers list, or any name typed.

import { lazyPart, type PartOf } from '../../core/parts/lazyPart.tsx';
import { useActions, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { FooterPopover } from './FooterPopover.tsx';
import type { ModelList } from './ModelList.tsx';
import { useChatModel } from './useChatModel.ts';

const words = strings.chat;

export const ModelListPart: PartOf<typeof ModelList> = lazyPart(
  async () => (await import('./ModelList.tsx')).ModelList,
);

export function ModelMenu() {
  const actions = useActions();
  const { view } = useSession();
  const { model, name } = useChatModel();
  return (
    <FooterPopover
      name="model"
      label={words.model}
      hint={strings.sentences.pair(words.model, name)}
      shrinks
      button={
        <span className="min-w-0 max-w-24 truncate @min-[28rem]/foot:max-w-36 @min-[44rem]/foot:max-w-44">{name}</span>
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
    </FooterPopover>
  );
}
