// An image of a result, as large as the window allows.

import { strings } from '../../../strings.ts';
import { Modal } from '../../../ui/Modal.tsx';
import { useAttachment } from './useAttachment.ts';

const words = strings.tools.image;

export function ImageDialog({ hash, label, onClose }: { hash: string; label: string; onClose: () => void }) {
  const { url, error } = useAttachment(hash);
  return (
    <Modal title={label} description={words.dialog} onClose={onClose} className="h-[calc(100dvh-32px)] max-w-[1400px]">
      <div className="flex min-h-0 flex-1 items-center justify-center bg-soft p-4">
        {url !== null && <img src={url} alt={label} className="max-h-full max-w-full object-contain" />}
        {url === null && (
          <p className="text-ink-2 text-ui">{error ? `${words.failed} ${error.message}` : words.loading}</p>
        )}
      </div>
    </Modal>
  );
}
