// Moves a conversation to a new worktree: its base, and what stays behind.

import { useState } from 'react';
import { LoadState } from '../../core/parts/LoadState.tsx';
import { useChatProject, useSession, useView } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { focusComposer } from '../../ui/focus.ts';
import { Select } from '../../ui/select/Select.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { ChangesFrame } from '../undo/ChangesFrame.tsx';
import { CopyChangesCheckbox, TrustPrompt } from './createParts.tsx';
import { createWorktree } from './createWorktree.ts';
import { useWorktreeOffer } from './useWorktree.ts';
import { worktreeWords } from './words.ts';

const words = worktreeWords;

export function CreatePage({ conversationId, onClose }: { conversationId: string; onClose: () => void }) {
  const session = useSession();
  const project = useChatProject();
  const making = useView((view) => view.makingWorktree);
  const { value: offer, error, load } = useWorktreeOffer(project);
  const [base, setBase] = useState<string | null>(null);
  const [bring, setBring] = useState(false);
  const fromHere = base === null || base === offer?.branch;
  const make = async (): Promise<void> => {
    const wish = { base: fromHere ? null : base, bring: bring && fromHere };
    if (!(await createWorktree(session, conversationId, wish))) return;
    onClose();
    focusComposer();
  };
  return (
    <ChangesFrame
      title={words.make.title}
      className="max-w-[560px]"
      onClose={onClose}
      warning={making && (making.of > 0 ? words.makingOf(Math.floor((100 * making.done) / making.of)) : words.making)}
      onCancel={making ? making.cancel : onClose}
      answers={
        <Button tone="primary" autoFocus disabled={!offer || making !== null} onClick={() => void make()}>
          {words.make.confirm}
        </Button>
      }
    >
      <p className="text-ink-2 text-ui">{words.make.body}</p>
      {project && !project.trusted ? (
        <TrustPrompt project={project} />
      ) : (
        <LoadState loaded={offer !== null} error={error} onAgain={load} />
      )}
      {offer && (
        <Field label={words.make.base}>
          {(ids) => (
            <Select
              {...ids}
              value={base ?? offer.branch ?? ''}
              options={[
                { value: offer.branch ?? '', label: offer.branch ?? words.noBranch },
                ...offer.branches.map((name) => ({ value: name, label: name })),
              ]}
              onChange={(next) => setBase(next || null)}
            />
          )}
        </Field>
      )}
      {offer && offer.uncommitted > 0 && (
        <>
          <p className="text-ink-2 text-ui">{words.stays(offer.uncommitted)}</p>
          {fromHere && <CopyChangesCheckbox checked={bring} count={offer.uncommitted} onChange={setBring} />}
        </>
      )}
      {offer?.notes.map((note) => (
        <p key={strings.sentences.host(note)} className="wrap-anywhere text-ink-3 text-small">
          <VisibleText text={strings.sentences.host(note)} />
        </p>
      ))}
    </ChangesFrame>
  );
}
