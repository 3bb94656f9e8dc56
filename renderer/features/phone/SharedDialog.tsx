// Content that another app shared, in full, and where it goes: the draft of a new chat or of a conversation. It is never sent here.

import { useState } from 'react';
import type { DialogProps } from '../../core/feature.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { useApp, useSession } from '../../core/state/context.tsx';
import { useMay } from '../../core/state/rights.ts';
import type { Session } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { dialogFootClasses, FormActions } from '../../ui/FormActions.tsx';
import { SelectField } from '../../ui/FormFields.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { removeShare } from './waitingShares.ts';
import { phoneWords } from './words.ts';

const labels = phoneWords.shared;
/** The latest are listed. */
const maxConversations = 50;

export function SharedDialog({ share, onClose }: DialogProps<'shared'>) {
  const { panes } = useSession();
  const [target, setTarget] = useState('');
  const rows = useApp((snapshot) => snapshot?.conversations) ?? [];
  const mayStart = useMay('conversation.create');
  const mayWrite = useMay('run.send');
  const { text, files, left, isCut } = share;
  const discard = (): void => {
    void removeShare(share.id);
    onClose();
  };
  async function add(): Promise<void> {
    onClose();
    await fill(panes.current(), target === '' ? null : target, text, files);
    await removeShare(share.id);
  }
  const chats = rows
    .filter(({ archived }) => !archived)
    .slice(0, maxConversations)
    .map(({ id, title }) => [id, visibleText(strings.sentences.title(title) || strings.sidebar.untitled)] as const);
  const isAllowed = mayStart && mayWrite;
  return (
    <Modal title={labels.title} description={labels.body} onClose={onClose} className="max-w-[520px]">
      <div className="grid min-h-0 flex-1 auto-rows-max grid-cols-1 content-start gap-4 overflow-y-auto p-5 text-ui">
        <p className="text-ink-2">{isAllowed ? labels.body : labels.notAllowed}</p>
        {text !== '' && (
          <section
            aria-label={labels.text}
            className="max-h-[40dvh] overflow-y-auto whitespace-pre-wrap break-words rounded-m border border-line bg-sunk p-3"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
            tabIndex={0}
          >
            <VisibleText text={text} />
          </section>
        )}
        {files.length > 0 && (
          <ul aria-label={labels.files} className="grid grid-cols-1 gap-1.5">
            {files.map(({ name, size }, at) => (
              // Several may have the same name.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <li key={at} className="flex items-baseline gap-3">
                {/* The type is at its end. */}
                <span className="wrap-anywhere min-w-0 flex-1" dir="auto">
                  {visibleText(name)}
                </span>
                <span className="shrink-0 text-ink-3 text-small">{formatBytes(size)}</span>
              </li>
            ))}
          </ul>
        )}
        {left.length > 0 && <p className="break-words text-wait">{labels.left(visibleText(left.join(', ')))}</p>}
        {isCut && <p className="text-wait">{labels.cut}</p>}
        {isAllowed && (
          <SelectField
            label={labels.target}
            value={target}
            choices={[['', labels.newChat], ...chats]}
            onChange={setTarget}
          />
        )}
      </div>
      <FormActions
        className={dialogFootClasses}
        cancel={labels.later}
        onCancel={onClose}
        start={
          <Button tone="ghost" onClick={discard}>
            {labels.discard}
          </Button>
        }
      >
        {isAllowed && (
          <Button tone="primary" onClick={() => void add()}>
            {labels.add}
          </Button>
        )}
      </FormActions>
    </Modal>
  );
}

/** Appends to a draft that exists. */
async function fill(session: Session, target: string | null, text: string, files: readonly File[]): Promise<void> {
  const { actions, conversation, drafts, uploads, view } = session;
  view.setState({ page: 'chat', sheet: null });
  if (target === null) {
    // A draft of a new chat stays, with its folder.
    const isEmpty = drafts.textOf(null).trim() === '' && drafts.attachmentsOf(null).length === 0;
    if (isEmpty || conversation.store.getState().id !== null) actions.newChat();
  } else {
    actions.show(target);
    await new Promise<void>((opened) => {
      const look = (): void => {
        const { id, state } = conversation.store.getState();
        if (id === target && state === null) return;
        stop();
        opened();
      };
      const stop = conversation.store.subscribe(look);
      look();
    });
  }
  const before = drafts.textOf(target);
  if (text !== '') drafts.write(target, [before, text].filter((part) => part.trim() !== '').join('\n\n'));
  if (files.length > 0) uploads.add(target, files);
}
