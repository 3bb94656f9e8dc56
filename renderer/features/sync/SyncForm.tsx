// Sets sync up, or joins the machines that sync already: where the store is, a check with what the first upload takes, and for joining
// the code or the phrase.

import { Cloud, Folder, Server } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { StoreAddress } from '../../../shared/features/sync/methods.ts';
import type { StoreEstimate } from '../../../shared/features/sync/sync.ts';
import { formatBytes, formatUsd } from '../../core/format/amounts.ts';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { TextAreaField, TextField } from '../../ui/FormFields.tsx';
import { PageHead } from '../../ui/ItemForm.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { emptyStore, type StoreDraft, StoreFields, storeOf } from './StoreFields.tsx';
import { syncWords } from './words.ts';

const texts = syncWords.form;

/** Amazon's prices in us-east-1 (docs/scale.md): a write, and a GB for a month. */
const writeUsd = 5e-6;
const gigabyteUsd = 0.023;
/** A month of working days, as measured there. */
const monthUsd = 0.19;

const icons = { folder: Folder, webdav: Cloud, s3: Server };

interface SyncFormProps {
  purpose: 'setUp' | 'join';
  /** The suggested name of this machine. */
  hostName: string;
  /** Receives the phrase of a new space. */
  onDone: (phrase: string | null) => void;
}

export function SyncForm({ purpose, hostName, onDone }: SyncFormProps) {
  const { call } = useActions();
  const [draft, setDraft] = useState<StoreDraft>(() => ({ ...emptyStore, deviceName: hostName }));
  const [proof, setProof] = useState<{ kind: 'code' | 'phrase'; text: string }>({ kind: 'code', text: '' });
  const [estimate, setEstimate] = useState<StoreEstimate | null>(null);
  const request = useRequest();
  const place = { ...storeOf(draft), deviceName: draft.deviceName.trim() };
  const isReady = place.deviceName !== '' && isComplete(place.store) && (draft.kind === 'folder' || draft.user !== '');
  const edit = (change: Partial<StoreDraft>): void => {
    setDraft((before) => ({ ...before, ...change }));
    setEstimate(null);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (purpose === 'join') {
      await request.run(call('sync.join', { ...place, proof }), () => onDone(null));
    } else if (estimate === null) {
      await request.run(call('sync.check', place), setEstimate);
    } else {
      await request.run(call('sync.setUp', place), ({ phrase }) => onDone(phrase));
    }
  };
  const field = request.failure?.details?.field;
  const isAtCode = field === 'code' || field === 'phrase';
  return (
    <form
      noValidate
      aria-label={texts[`${purpose}Title`]}
      className="grid max-w-[640px] grid-cols-1 gap-4 text-ui"
      onSubmit={(event) => void submit(event)}
    >
      <PageHead
        back={syncWords.back}
        onBack={() => onDone(null)}
        title={texts[`${purpose}Title`]}
        hint={purpose === 'join' ? texts.joinHint : undefined}
      />
      <ChoiceList
        label={texts.kind}
        value={draft.kind}
        choices={(['folder', 'webdav', 's3'] as const).map((kind) => ({
          value: kind,
          label: texts.kinds[kind],
          hint: texts.kindHints[kind],
          icon: icons[kind],
        }))}
        onChange={(kind) => edit({ kind })}
      />
      <StoreFields draft={draft} folderError={field === 'folder' ? request.error : null} onChange={edit} />
      <TextField
        label={texts.deviceName}
        hint={texts.deviceNameHint}
        value={draft.deviceName}
        onChange={(deviceName) => edit({ deviceName })}
      />
      {purpose === 'join' && <Proof proof={proof} error={isAtCode ? request.error : null} onChange={setProof} />}
      {estimate && <Estimate kind={draft.kind} estimate={estimate} />}
      {!isAtCode && field !== 'folder' && <ErrorLine error={request.error} />}
      <FormActions onCancel={() => onDone(null)}>
        <Button
          type="submit"
          tone="primary"
          disabled={request.busy || !isReady || (purpose === 'join' && proof.text.trim() === '')}
        >
          {labelOf(purpose, estimate !== null, request.busy)}
        </Button>
      </FormActions>
    </form>
  );
}

function labelOf(purpose: 'setUp' | 'join', isChecked: boolean, isBusy: boolean): string {
  if (purpose === 'join') return isBusy ? texts.joining : texts.joinNow;
  if (isChecked) return isBusy ? texts.starting : texts.start;
  return isBusy ? texts.checking : texts.check;
}

function isComplete(store: StoreAddress): boolean {
  return Object.values(store).every((value) => value.trim() !== '');
}

interface ProofProps {
  proof: { kind: 'code' | 'phrase'; text: string };
  error: string | null;
  onChange: (proof: { kind: 'code' | 'phrase'; text: string }) => void;
}

function Proof({ proof: { kind, text }, error, onChange }: ProofProps) {
  const typed = { label: texts[kind], error, value: text, autoComplete: 'off' };
  return (
    <>
      <ChoiceList
        label={texts.how}
        value={kind}
        choices={(['code', 'phrase'] as const).map((way) => ({
          value: way,
          label: texts.ways[way],
          hint: texts.wayHints[way],
        }))}
        onChange={(way) => onChange({ kind: way, text: '' })}
      />
      {kind === 'code' ? (
        <TextField
          {...typed}
          className="font-mono"
          placeholder="0000-0000-0000-00000"
          onChange={(value) => onChange({ kind, text: value })}
        />
      ) : (
        <TextAreaField
          {...typed}
          className="font-mono"
          rows={3}
          spellCheck={false}
          onChange={(value) => onChange({ kind, text: value })}
        />
      )}
    </>
  );
}

/** With the button below it: the form is longer than the page. */
function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
}

function Estimate({ kind, estimate }: { kind: StoreDraft['kind']; estimate: StoreEstimate }) {
  const { conversations, bytes, requests } = estimate;
  const lines = [
    conversations === 0 ? syncWords.estimate.nothing : syncWords.estimate.upload(conversations, formatBytes(bytes)),
  ];
  if (kind === 's3') {
    const usd = requests * writeUsd + (bytes / 1e9) * gigabyteUsd;
    lines.push(syncWords.estimate.requests(requests, formatUsd(usd)), syncWords.estimate.later(formatUsd(monthUsd)));
  }
  return (
    <div ref={reveal} role="status" className="rounded-l bg-soft px-4 py-3">
      <p className="font-strong">{syncWords.estimate.works}</p>
      {lines.map((line) => (
        <p key={line} className="mt-0.5 text-ink-2">
          {line}
        </p>
      ))}
    </div>
  );
}
