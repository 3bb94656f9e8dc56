// Leaving: what is removed and what stays.

import { useState } from 'react';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CheckboxField } from '../../ui/FormFields.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { PartRow } from './SyncedParts.tsx';
import { syncWords } from './words.ts';

const texts = syncWords.leave;

export function LeaveRow() {
  const { call } = useActions();
  const request = useRequest();
  const [isAsking, setAsking] = useState(false);
  const [onlyHere, setOnlyHere] = useState(false);
  return (
    <PartRow title={texts.title} hint={texts.hint}>
      <Button size="small" disabled={request.busy} onClick={() => setAsking(true)}>
        {texts.leave}
      </Button>
      <ErrorLine error={request.error} small className="basis-full" />
      {isAsking && (
        <ConfirmDialog
          title={texts.confirmTitle}
          body={texts.confirmBody}
          confirm={texts.confirm}
          onConfirm={() => request.run(call('sync.leave', { onlyHere }))}
          onClose={() => setAsking(false)}
        >
          <div className="mt-3">
            <CheckboxField label={texts.onlyHere} hint={texts.onlyHereHint} checked={onlyHere} onChange={setOnlyHere} />
          </div>
        </ConfirmDialog>
      )}
    </PartRow>
  );
}
