// Sets up a team, or joins one with a code: where its space is, and the names.

import { Cloud, Folder, Server } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { TextField } from '../../ui/FormFields.tsx';
import { PageHead } from '../../ui/ItemForm.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { emptyStore, type StoreDraft, StoreFields, storeOf } from '../sync/StoreFields.tsx';
import { syncWords } from '../sync/words.ts';
import { sharingWords } from './words.ts';

const texts = sharingWords.form;
const icons = { folder: Folder, webdav: Cloud, s3: Server };

interface TeamFormProps {
  purpose: 'create' | 'join';
  /** As in another team; empty: the host suggests one. */
  memberName: string;
  onDone: () => void;
}

export function TeamForm({ purpose, memberName: suggested, onDone }: TeamFormProps) {
  const { call } = useActions();
  const [draft, setDraft] = useState<StoreDraft>({ ...emptyStore, prefix: 'throughline-team' });
  const [names, setNames] = useState({ teamName: '', memberName: suggested });
  const [code, setCode] = useState('');
  useEffect(() => {
    if (suggested !== '') return;
    void call('sharing.suggestName', {}).then((answer) => {
      if (!answer.ok) return;
      const { name } = answer.value;
      setNames((before) => (before.memberName === '' ? { ...before, memberName: name } : before));
    });
  }, [call, suggested]);
  const request = useRequest();
  const place = { ...storeOf(draft), teamName: names.teamName.trim(), memberName: names.memberName.trim() };
  const isReady =
    Object.values(place.store).every((value) => value.trim() !== '') &&
    (draft.kind === 'folder' || draft.user !== '') &&
    place.teamName !== '' &&
    place.memberName !== '' &&
    (purpose === 'create' || code.trim() !== '');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (purpose === 'create') await request.run(call('sharing.create', place), onDone);
    else await request.run(call('sharing.join', { ...place, code }), onDone);
  };
  const field = request.failure?.details?.field;
  const name = (key: keyof typeof names) => ({
    label: texts[key],
    hint: texts[`${key}Hint`],
    value: names[key],
    maxLength: 100,
    onChange: (value: string) => setNames((before) => ({ ...before, [key]: value })),
  });
  return (
    <form
      noValidate
      aria-label={texts.titles[purpose]}
      className="grid max-w-[640px] grid-cols-1 gap-4 text-ui"
      onSubmit={(event) => void submit(event)}
    >
      <PageHead
        back={sharingWords.back}
        onBack={onDone}
        title={texts.titles[purpose]}
        hint={purpose === 'join' ? texts.joinHint : texts.createHint}
      />
      <TextField {...name('teamName')} />
      <TextField {...name('memberName')} />
      <ChoiceList
        label={syncWords.form.kind}
        value={draft.kind}
        choices={(['folder', 'webdav', 's3'] as const).map((kind) => ({
          value: kind,
          label: syncWords.form.kinds[kind],
          hint: texts.kindHints[kind],
          icon: icons[kind],
        }))}
        onChange={(kind) => setDraft((before) => ({ ...before, kind }))}
      />
      <StoreFields
        draft={draft}
        folderError={field === 'folder' ? request.error : null}
        onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
      />
      {purpose === 'join' && (
        <TextField
          label={syncWords.form.code}
          hint={texts.codeHint}
          error={field === 'code' ? request.error : null}
          value={code}
          autoComplete="off"
          className="font-mono"
          placeholder="0000-0000-0000-00000"
          onChange={setCode}
        />
      )}
      {field !== 'code' && field !== 'folder' && <ErrorLine error={request.error} />}
      <FormActions onCancel={onDone}>
        <Button type="submit" tone="primary" disabled={request.busy || !isReady}>
          {request.busy ? texts.busy[purpose] : texts.submit[purpose]}
        </Button>
      </FormActions>
    </form>
  );
}
