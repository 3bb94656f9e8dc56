// Backups in the settings: where, when and how; a backup by hand, its progress, and the last result.

import { useEffect, useState } from 'react';
import { type BackupSchedule, backupSchedules } from '../../../shared/features/backup/backup.ts';
import type { BackupInfo } from '../../../shared/features/backup/methods.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { formatFullTime } from '../../core/format/time.ts';
import { useApp, useSession } from '../../core/state/context.tsx';
import { strings, timeLocale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { CommitOnBlurField, SelectField, TextField } from '../../ui/FormFields.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { SettingCheckbox } from '../settings/SettingFields.tsx';
import { useSetting } from '../settings/useSetting.ts';
import { RestoreForm } from './RestoreForm.tsx';
import { backupWords as words } from './words.ts';

export function BackupSection() {
  const { info, setInfo } = useBackupInfo();
  const backup = useApp((snapshot) => snapshot.settings.backup);
  const every = useBackupSetting();
  const keep = useBackupSetting();
  const encrypted = useBackupSetting();
  return (
    <section aria-label={words.title} className="grid grid-cols-1 gap-4">
      <div>
        <h4 className="font-strong">{words.title}</h4>
        <p className="text-ink-3 text-small">{words.intro}</p>
      </div>
      <FolderField />
      <div className="grid grid-cols-2 gap-4 max-[520px]:grid-cols-1">
        <SelectField<BackupSchedule>
          label={words.every}
          value={backup.every}
          error={every.error}
          choices={backupSchedules.map((when) => [when, words.times[when]] as const)}
          onChange={(when) => every.set({ every: when })}
        />
        <CommitOnBlurField
          label={words.keep}
          hint={words.keepHint}
          error={keep.error}
          inputMode="numeric"
          saved={String(backup.keep)}
          isRequired
          onApply={(text) => {
            const count = Number(text);
            if (Number.isInteger(count) && count >= 1 && count <= 1000) keep.set({ keep: count });
            else keep.refuse(words.keepBad);
          }}
        />
      </div>
      <SettingCheckbox
        label={words.encrypted}
        hint={words.encryptedHint}
        checked={backup.encrypted}
        error={encrypted.error}
        onChange={(isOn) => encrypted.set({ encrypted: isOn })}
      />
      {backup.encrypted && <Passphrase info={info} onInfo={setInfo} />}
      <MakeRow info={info} isReady={backup.folder !== ''} />
      <RestoreForm isBusy={info?.progress != null} />
    </section>
  );
}

/** Each field has its own, so that an error is shown next to it. */
function useBackupSetting() {
  const backup = useApp((snapshot) => snapshot.settings.backup);
  const { error, change, refuse } = useSetting();
  return { error, refuse, set: (patch: Partial<typeof backup>) => void change({ backup: { ...backup, ...patch } }) };
}

function FolderField() {
  const saved = useApp((snapshot) => snapshot.settings.backup.folder);
  const hasPicker = useApp((snapshot) => snapshot.host === 'desktop');
  const { error, set } = useBackupSetting();
  const { call } = useSession().actions;
  const picking = useRequest();
  const pick = async (): Promise<void> => {
    await picking.run(call('backup.pickFolder', {}), ({ path }) => path !== null && set({ folder: path }));
  };
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 grow">
        <CommitOnBlurField
          label={words.folder}
          hint={words.folderHint}
          error={error ?? picking.error}
          saved={saved}
          onApply={(folder) => set({ folder })}
        />
      </div>
      {hasPicker && (
        <Button className="mt-6" onClick={() => void pick()}>
          {words.choose}
        </Button>
      )}
    </div>
  );
}

function useBackupInfo(): { info: BackupInfo | null; setInfo(info: BackupInfo): void } {
  const { connection, actions } = useSession();
  const [info, setInfo] = useState<BackupInfo | null>(null);
  useEffect(() => {
    void actions.call('backup.info', {}).then((answer) => answer.ok && setInfo(answer.value));
    return connection.onEvent(({ event }) => {
      if (event.type === 'backup.changed') setInfo(event.info);
    });
  }, [connection, actions]);
  return { info, setInfo };
}

function Passphrase({ info, onInfo }: { info: BackupInfo | null; onInfo(info: BackupInfo): void }) {
  const { call } = useSession().actions;
  const request = useRequest<BackupInfo>();
  const [passphrase, setPassphrase] = useState('');
  const hints = { keychain: words.passphraseSaved, memory: words.passphraseMemory, none: words.passphraseHint };
  const save = async (): Promise<void> => {
    if (await request.run(call('backup.setPassphrase', { passphrase }), onInfo)) setPassphrase('');
  };
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="min-w-0 grow">
        <TextField
          label={words.passphrase}
          hint={hints[info?.passphrase ?? 'none']}
          error={request.error}
          type="password"
          autoComplete="new-password"
          value={passphrase}
          onChange={setPassphrase}
        />
      </div>
      <Button className="mt-6" type="submit" disabled={request.busy || passphrase === ''}>
        {words.save}
      </Button>
    </form>
  );
}

function MakeRow({ info, isReady }: { info: BackupInfo | null; isReady: boolean }) {
  const { call } = useSession().actions;
  const request = useRequest();
  const progress = info?.progress ?? null;
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {progress === null ? (
          <Button disabled={!isReady || request.busy} onClick={() => void request.run(call('backup.make', {}))}>
            {words.now}
          </Button>
        ) : (
          <Button onClick={() => void call('backup.cancel', {})}>{words.cancel}</Button>
        )}
        <p className="tabular text-ink-2" role="status">
          {progress === null ? <LastRun info={info} /> : words.progress(formatBytes(progress))}
        </p>
      </div>
      {info?.last?.error == null && <ErrorLine error={request.error} />}
      {progress === null && info?.last?.error != null && (
        <ErrorLine
          error={`${words.lastFailed(formatFullTime(info.last.at, timeLocale))} ${strings.sentences.host(info.last.error)}`}
        />
      )}
    </div>
  );
}

function LastRun({ info }: { info: BackupInfo | null }) {
  const last = info?.last;
  if (!last?.made) return null;
  const time = formatFullTime(last.at, timeLocale);
  const { file, bytes, leftOutCount } = last.made;
  return (
    <span title={file ?? undefined}>
      {file === null ? words.lastSame(time) : words.last(time, formatBytes(bytes))}
      {leftOutCount > 0 && ` ${words.leftOut(leftOutCount)}`}
    </span>
  );
}
