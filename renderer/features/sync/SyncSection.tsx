// Sync in the settings: setting it up or joining, and then its state, the machines, what syncs, and leaving.

import { RefreshCcwDot } from 'lucide-react';
import { useState } from 'react';
import type { SyncInfo } from '../../../shared/features/sync/sync.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine, ListPage, useOpenerFocus } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { LeaveRow } from './LeaveRow.tsx';
import { Machines } from './Machines.tsx';
import { PhraseDialog } from './PhraseDialog.tsx';
import { PartRow, SyncedParts } from './SyncedParts.tsx';
import { SyncForm } from './SyncForm.tsx';
import { SyncState } from './SyncState.tsx';
import { Transfers } from './Transfers.tsx';
import { useSync } from './useSync.ts';
import { syncWords as words } from './words.ts';

function SyncSection() {
  const { info, error } = useSync();
  const [form, setForm] = useState<'setUp' | 'join' | null>(null);
  const [phrase, setPhrase] = useState<{ text: string; isNew: boolean } | null>(null);
  const page = useOpenerFocus(form);
  const isMember = info?.membership != null || info?.alert === 'refused';
  if (form !== null && info && !isMember) {
    return (
      <SyncForm
        purpose={form}
        hostName={info.hostName}
        onDone={(shown) => {
          setForm(null);
          if (shown !== null) setPhrase({ text: shown, isNew: true });
        }}
      />
    );
  }
  return (
    <ListPage
      ref={page}
      intro={words.intro}
      hint={words.encrypted}
      error={error}
      loading={info === null && error === null && words.loading}
    >
      {info &&
        (isMember ? (
          <Membership info={info} onPhrase={(text, isNew) => setPhrase({ text, isNew })} />
        ) : (
          <Begin onChoose={setForm} />
        ))}
      {phrase && <PhraseDialog phrase={phrase.text} isNew={phrase.isNew} onClose={() => setPhrase(null)} />}
    </ListPage>
  );
}

function Begin({ onChoose }: { onChoose: (form: 'setUp' | 'join') => void }) {
  return (
    <div className="grid grid-cols-2 gap-3 max-[520px]:grid-cols-1">
      {(['setUp', 'join'] as const).map((purpose) => (
        <div key={purpose} className="grid content-start justify-items-start gap-2.5 rounded-l bg-soft px-4 py-3">
          <p className="text-ink-2">{words[`${purpose}Hint`]}</p>
          <Button size="small" data-opens={purpose} onClick={() => onChoose(purpose)}>
            {words[purpose]}
          </Button>
        </div>
      ))}
    </div>
  );
}

function Membership({ info, onPhrase }: { info: SyncInfo; onPhrase: (phrase: string, isNew: boolean) => void }) {
  return (
    <>
      <SyncState info={info} />
      {info.membership && (
        <>
          {info.alert !== 'revoked' && <Machines info={info} onPhrase={(phrase) => onPhrase(phrase, true)} />}
          <SyncedParts parts={info.membership.parts} leftOut={info.membership.leftOut} />
          <Transfers transfers={info.membership} />
          <PhraseRow onPhrase={(phrase) => onPhrase(phrase, false)} />
        </>
      )}
      <LeaveRow />
    </>
  );
}

function PhraseRow({ onPhrase }: { onPhrase: (phrase: string) => void }) {
  const { call } = useActions();
  const request = useRequest();
  const show = () => request.run(call('sync.phrase', {}), ({ phrase }) => onPhrase(phrase));
  return (
    <PartRow title={words.phrase.title} hint={words.phrase.hint}>
      <Button size="small" disabled={request.busy} onClick={() => void show()}>
        {words.phrase.show}
      </Button>
      <ErrorLine error={request.error} small className="basis-full" />
    </PartRow>
  );
}

export const syncPage: SettingsPage = { icon: RefreshCcwDot, words, Section: SyncSection };
