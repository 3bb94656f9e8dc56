// A preview enlarged to the size of the window.

import { useState } from 'react';
import type { PreviewKind } from '../../core/state/viewStore.ts';
import { Modal } from '../../ui/Modal.tsx';
import { Preview } from './Preview.tsx';
import { PreviewActions } from './PreviewActions.tsx';
import { previewWords } from './words.ts';

const words = previewWords;

export function PreviewDialog({ kind, source, onClose }: { kind: PreviewKind; source: string; onClose: () => void }) {
  const [svg, setSvg] = useState<string | null>(null);
  return (
    <Modal
      title={words.names[kind]}
      description={words.sealed}
      onClose={onClose}
      className="h-[calc(100dvh-32px)] max-w-[1400px]"
      head={
        <div className="flex items-center justify-end gap-1">
          <PreviewActions kind={kind} source={source} svg={svg} large />
        </div>
      }
    >
      <Preview kind={kind} source={source} fills onDiagram={setSvg} />
    </Modal>
  );
}
