// Offers a passkey right after a device was paired, once, if the device can recognize its user.

import { useState } from 'react';
import type { DialogProps } from '../../core/feature.ts';
import { FormActions } from '../../ui/FormActions.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { AddPasskey } from './OwnDevice.tsx';
import { remoteWords } from './words.ts';

const texts = remoteWords.passkey;

export function PasskeyOffer({ onClose }: DialogProps<'passkeyOffer'>) {
  const [isAdded, setAdded] = useState(false);
  return (
    <Modal title={texts.offerTitle} onClose={onClose} className="max-w-[440px]">
      <div className="grid gap-4 p-5 text-ui">
        <p className="text-ink-2">{texts.explain}</p>
        <AddPasskey onAdded={() => setAdded(true)} />
        <FormActions onCancel={onClose} cancel={isAdded ? texts.done : texts.later} />
        {!isAdded && <p className="text-ink-3 text-small">{texts.where}</p>}
      </div>
    </Modal>
  );
}
