// Publishing an item: all of it as the others will see it, with its secrets masked. What is published is exactly what is shown here.

import { useCallback, useEffect, useState } from 'react';
import { type ItemKind, type ItemPreview, isSingleItem, itemKinds } from '../../../../shared/features/sharing/items.ts';
import { formatBytes } from '../../../core/format/amounts.ts';
import { useActions } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { englishOf } from '../../../core/words/hostTranslations.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormActions } from '../../../ui/FormActions.tsx';
import { SelectField } from '../../../ui/FormFields.tsx';
import { ErrorLine } from '../../../ui/ListPage.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { useRequest } from '../../../ui/useRequest.tsx';
import { visibleText } from '../../../ui/visibleText.ts';
import { Secrets } from '../Secrets.tsx';
import { useTeams } from '../useTeams.ts';
import { sharingWords } from '../words.ts';
import { ItemTitle } from './ItemMarks.tsx';
import { ItemFiles } from './ItemPage.tsx';

const texts = sharingWords.items;

interface ItemChoice {
  kind: ItemKind;
  name: string;
}

export interface PublishItemDialogProps {
  /** Null: chosen here. */
  item?: ItemChoice;
  team?: string;
  teamName?: string;
  onClose: () => void;
}

export function PublishItemDialog({ item, team, teamName = '', onClose }: PublishItemDialogProps) {
  const { teams, error } = useTeams();
  const [chosen, setChosen] = useState<ItemChoice | null>(item ?? null);
  const [inTeam, setInTeam] = useState(team ?? '');
  const here = inTeam || (teams?.[0]?.team ?? '');
  const name = visibleText(teams?.find((one) => one.team === here)?.name ?? teamName);
  return (
    <Modal title={texts.publishTitle} onClose={onClose} className="max-w-[680px]">
      <div className="grid min-h-0 grid-cols-1 gap-4 overflow-y-auto p-5 text-ui">
        {team === undefined && teams !== null && teams.length > 1 && (
          <SelectField
            label={sharingWords.publish.team}
            value={here}
            choices={teams.map((one) => [one.team, visibleText(one.name)] as const)}
            onChange={setInTeam}
          />
        )}
        {!item && <ChooseItem value={chosen} onChange={setChosen} />}
        <ErrorLine error={error} />
        {chosen && here !== '' ? (
          <Publish
            key={`${here} ${chosen.kind} ${chosen.name}`}
            item={chosen}
            team={here}
            teamName={name}
            onClose={onClose}
          />
        ) : (
          <FormActions onCancel={onClose}>
            <Button tone="primary" disabled>
              {sharingWords.publish.publish}
            </Button>
          </FormActions>
        )}
      </div>
    </Modal>
  );
}

/** The user's own; what a project has is shared with its repository. */
function ChooseItem({ value, onChange }: { value: ItemChoice | null; onChange: (item: ItemChoice) => void }) {
  const { call } = useActions();
  const [items, setItems] = useState<readonly (ItemChoice & { label: string })[]>([]);
  const load = useCallback(async () => {
    const [files, presets] = await Promise.all([
      call('customization.list', { projectId: null }),
      call('preset.list', { projectId: null }),
    ]);
    const named = files.ok
      ? files.value.entries.flatMap(({ kind, name, origin, shadowedBy }) =>
          (kind === 'command' || kind === 'skill') && origin.scope === 'personal' && shadowedBy === null
            ? [{ kind, name, label: `/${name}` }]
            : [],
        )
      : [];
    const chosen = presets.ok
      ? presets.value.presets.flatMap(({ ref, name }) =>
          ref.scope === 'personal' ? [{ kind: 'preset' as const, name: ref.id, label: name }] : [],
        )
      : [];
    const single = itemKinds.filter(isSingleItem).map((kind) => ({ kind, name: kind, label: texts.kinds[kind] }));
    setItems([...named, ...chosen, ...single]);
  }, [call]);
  useEffect(() => void load(), [load]);
  const keyOf = ({ kind, name }: ItemChoice): string => `${kind} ${name}`;
  return (
    <SelectField
      label={texts.choose}
      value={value ? keyOf(value) : ''}
      choices={[
        ...(value ? [] : [['', texts.chooseNone] as const]),
        ...items.map((item) => {
          const label = item.kind === item.name ? item.label : `${item.label} (${texts.kinds[item.kind]})`;
          return [keyOf(item), visibleText(label)] as const;
        }),
      ]}
      onChange={(key) => {
        const item = items.find((one) => keyOf(one) === key);
        if (item) onChange({ kind: item.kind, name: item.name });
      }}
    />
  );
}

interface PublishProps {
  item: ItemChoice;
  team: string;
  teamName: string;
  onClose: () => void;
}

function Publish({ item: { kind, name }, team, teamName, onClose }: PublishProps) {
  const { call, say } = useActions();
  const [unmasked, setUnmasked] = useState<readonly string[]>([]);
  const [preview, setPreview] = useState<ItemPreview | null>(null);
  const [error, setError] = useState<string | null>(null);
  const publishing = useRequest<{ isUploaded: boolean }>();
  useEffect(() => {
    const ended = new AbortController();
    setPreview(null);
    setError(null);
    void call('sharing.prepareItem', { team, kind, name, unmasked: [...unmasked] }, ended.signal).then((answer) => {
      if (ended.signal.aborted) return;
      if (answer.ok) setPreview(answer.value);
      else setError(answer.error.message);
    });
    return () => ended.abort();
  }, [call, team, kind, name, unmasked]);
  const publish = (): void => {
    if (!preview) return;
    void publishing.run(call('sharing.publish', { prepared: preview.prepared }), ({ isUploaded }) => {
      say(isUploaded ? sharingWords.publish.published(teamName) : sharingWords.publish.later(teamName));
      onClose();
    });
  };
  return (
    <>
      {preview && (
        <>
          <Summary preview={preview} teamName={teamName} />
          <Secrets
            secrets={preview.secrets}
            onMask={(id, isMasked) =>
              setUnmasked((before) => (isMasked ? before.filter((one) => one !== id) : [...before, id]))
            }
          />
          <ItemFiles files={preview.files} heading="h3" />
        </>
      )}
      {!preview && error === null && (
        <p role="status" className="text-ink-3">
          {sharingWords.publish.preparing}
        </p>
      )}
      <ErrorLine error={error ?? publishing.error} />
      <FormActions onCancel={onClose}>
        <Button tone="primary" disabled={!preview || preview.isSame || publishing.busy} onClick={publish}>
          {preview?.replaces ? sharingWords.publish.again : sharingWords.publish.publish}
        </Button>
      </FormActions>
    </>
  );
}

function Summary({ preview, teamName }: { preview: ItemPreview; teamName: string }) {
  const { kind, bytes, homePaths, notes, replaces, isSame } = preview;
  return (
    <section aria-label={sharingWords.publish.what} className="rounded-l bg-soft px-4 py-3">
      <p className="font-strong">
        <ItemTitle item={preview} />
        <span className="tabular ml-2 font-normal text-ink-3 text-small">{formatBytes(bytes)}</span>
      </p>
      <p className="mt-0.5 text-ink-2">{texts.publishHint(teamName)}</p>
      {kind === 'preset' && <p className="mt-0.5 text-ink-2">{texts.presetHint}</p>}
      {replaces && <p className="mt-0.5 text-ink-2">{isSame ? texts.isSame : texts.replaces}</p>}
      {homePaths > 0 && <p className="mt-0.5 text-ink-2">{sharingWords.publish.homePaths(homePaths)}</p>}
      {notes.map((note) => (
        <p key={englishOf(note)} className="wrap-anywhere mt-1 text-wait">
          {visibleText(strings.sentences.host(note))}
        </p>
      ))}
    </section>
  );
}
