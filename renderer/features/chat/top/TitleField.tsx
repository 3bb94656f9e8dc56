// The conversation's title; click or press F2 to edit.

import { useState } from 'react';
import { isInPlace } from '../../../../shared/features/inPlace/inPlace.ts';
import { useActions, useConversation, useTitle } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { useTitleFocus } from '../../../ui/focus.ts';
import { RenameField } from '../../../ui/RenameField.tsx';

export function TitleField() {
  const actions = useActions();
  const id = useConversation((state) => state.conversationId);
  const title = useTitle();
  const [editing, setEditing] = useState(false);
  const focus = useTitleFocus(editing);
  if (id === undefined) return <h1 className="min-w-0 truncate px-1.5 font-strong text-ui">{strings.chat.newChat}</h1>;
  const shown = strings.sentences.title(title) || strings.chat.untitled;
  if (isInPlace(id)) {
    return (
      <h1 className="min-w-0 truncate px-1.5 font-strong text-ui" dir="auto">
        {shown}
      </h1>
    );
  }
  if (editing) {
    return (
      <RenameField
        key={id}
        label={strings.chat.title}
        value={title}
        className="max-w-96"
        onCancel={(byKey) => {
          focus.ended(byKey);
          setEditing(false);
        }}
        onSave={(next, byKey) => {
          focus.ended(byKey);
          setEditing(false);
          void actions.rename(id, next);
        }}
      />
    );
  }
  return (
    <h1 className="min-w-0 font-strong text-ui">
      <button
        ref={focus.title}
        type="button"
        dir="auto"
        title={shown}
        onClick={() => setEditing(true)}
        onKeyDown={(event) => event.key === 'F2' && setEditing(true)}
        className="block max-w-full truncate rounded-s px-1.5 py-0.5 hover:bg-hover"
      >
        {shown}
      </button>
    </h1>
  );
}
