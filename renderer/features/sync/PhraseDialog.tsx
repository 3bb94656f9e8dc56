// The recovery phrase, numbered. A new one stays until the user has written it down.

import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { CheckboxField } from '../../ui/FormFields.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { ShownSecret } from '../../ui/ShownSecret.tsx';
import { syncWords } from './words.ts';

const texts = syncWords.phraseDialog;

interface PhraseDialogProps {
  phrase: string;
  /** Only this dialog has shown it. */
  isNew: boolean;
  onClose: () => void;
}

export function PhraseDialog({ phrase, isNew, onClose }: PhraseDialogProps) {
  const [isWritten, setWritten] = useState(!isNew);
  const [isEarly, setEarly] = useState(false);
  const close = (): void => (isWritten ? onClose() : setEarly(true));
  return (
    <Modal title={texts.title} onClose={close} className="max-w-[560px]">
      <div className="grid min-h-0 gap-4 overflow-y-auto p-5 text-ui">
        <p className="text-ink-2">{texts.body}</p>
        <ShownSecret label={texts.label} text={phrase} copy={texts.copy}>
          <ol className="grid grid-flow-col grid-rows-8 gap-x-4 gap-y-1 max-[480px]:grid-rows-12">
            {phrase.split(' ').map((word, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: texts can repeat, and never move
              <li key={index} className="flex gap-2">
                <span className="tabular w-5 shrink-0 select-none text-right text-ink-3">{index + 1}</span>
                <span>{word} </span>
              </li>
            ))}
          </ol>
        </ShownSecret>
        {isNew && (
          <CheckboxField label={texts.written} hint={texts.writtenHint} checked={isWritten} onChange={setWritten} />
        )}
        <ErrorLine error={isEarly && !isWritten ? texts.first : null} small />
        <FormActions>
          <Button tone="primary" disabled={!isWritten} onClick={onClose}>
            {texts.done}
          </Button>
        </FormActions>
      </div>
    </Modal>
  );
}
