// Devices in the settings: the tunnel's name, the paired devices, and adding one.

import { Pencil, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { type DeviceInfo, maxDeviceName, type RemoteInfo } from '../../../shared/features/remote/methods.ts';
import { type Right, rights } from '../../../shared/features/remote/rights.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { formatTime } from '../../core/format/time.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { useHostInfo } from '../../core/state/useHostInfo.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { ConfirmButton } from '../../ui/ConfirmDialog.tsx';
import { CommitOnBlurField } from '../../ui/FormFields.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { AddButton, ErrorLine, ListPage, rowsClasses } from '../../ui/ListPage.tsx';
import { RenameField } from '../../ui/RenameField.tsx';
import { Select } from '../../ui/select/Select.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useRequest } from '../../ui/useRequest.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { AddDeviceDialog } from './AddDeviceDialog.tsx';
import { DevicePasskeys } from './DevicePasskeys.tsx';
import { OwnDevice } from './OwnDevice.tsx';
import { remoteWords as words } from './words.ts';

function DevicesSection() {
  const isDevice = useApp(({ device }) => device !== undefined);
  return isDevice ? <OwnDevice /> : <Devices />;
}

function Devices() {
  const { call } = useActions();
  const { info, error } = useHostInfo<RemoteInfo>(
    () => call('remote.info', {}),
    (event) => (event.type === 'remote.changed' ? event.info : null),
  );
  const [isAdding, setAdding] = useState(false);
  return (
    <ListPage
      intro={words.intro}
      hint={words.hint}
      error={error}
      loading={info === null && error === null && words.loading}
    >
      {info && (
        <>
          <section aria-label={words.title} className="grid grid-cols-1 gap-2">
            {info.devices.length === 0 && <p className="text-ink-3">{words.none}</p>}
            <ul className={rowsClasses}>
              {info.devices.map((device) => (
                <DeviceRow key={device.id} device={device} />
              ))}
            </ul>
            <AddButton size="small" className="justify-self-start" onClick={() => setAdding(true)}>
              {words.add}
            </AddButton>
          </section>
          <TunnelField info={info} />
          {(isAdding || info.pairing?.device) && <AddDeviceDialog info={info} onClose={() => setAdding(false)} />}
        </>
      )}
    </ListPage>
  );
}

function TunnelField({ info: { name, fixedName, address, problem } }: { info: RemoteInfo }) {
  const { call } = useActions();
  const request = useRequest();
  const texts = words.tunnel;
  return (
    <section className="grid grid-cols-1 gap-1">
      <CommitOnBlurField
        label={texts.label}
        hint={texts.hint}
        error={request.error}
        className="max-w-[420px]"
        placeholder="box.example"
        saved={name ?? ''}
        disabled={fixedName || request.busy}
        onApply={(typed) => void request.run(call('remote.setName', { name: typed === '' ? null : typed }))}
      />
      {fixedName && name !== null && <p className="text-ink-3 text-small">{texts.fixed(name)}</p>}
      <p className="text-ink-3 text-small">{address === null ? texts.off : texts.forward(address)}</p>
      {problem !== null && <ErrorLine error={strings.sentences.host(problem)} small />}
    </section>
  );
}

function DeviceRow({ device }: { device: DeviceInfo }) {
  const { id: deviceId, name, origin, right, seenAt, connected } = device;
  const { call } = useActions();
  const now = useNow(30_000);
  const request = useRequest();
  const texts = words.row;
  const label = visibleText(name);
  const seen = seenAt === null ? texts.never : texts.seen(formatTime(seenAt, now, timeLocale, strings.ui.time));
  return (
    <li className="grid gap-1 px-2 py-2" data-device={deviceId}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Smartphone className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
        <div className="min-w-[160px] flex-1">
          <DeviceName
            name={name}
            onRename={(next) => void request.run(call('remote.rename', { deviceId, name: next }))}
          />
          <p className="tabular wrap-anywhere text-ink-3 text-small">
            {origin} · {connected ? texts.connected : seen}
          </p>
        </div>
        <RightSelect
          label={`${words.rights.label}: ${label}`}
          value={right}
          onChange={(next) => void request.run(call('remote.setRight', { deviceId, right: next }))}
        />
        <ConfirmButton
          size="small"
          tone="ghost"
          disabled={request.busy}
          ask={{ title: texts.revokeTitle(label), body: texts.revokeBody, confirm: texts.revokeConfirm }}
          onConfirm={() => request.run(call('remote.revoke', { deviceId }))}
        >
          {texts.revoke}
        </ConfirmButton>
      </div>
      {device.passkeys.length > 0 && <DevicePasskeys device={device} />}
      <ErrorLine error={request.error} small className="pl-7" />
    </li>
  );
}

function DeviceName({ name, onRename }: { name: string; onRename: (name: string) => void }) {
  const [isRenaming, setRenaming] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const label = visibleText(name);
  const end = (byKey: boolean): void => {
    setRenaming(false);
    if (byKey) requestAnimationFrame(() => pencil.current?.focus());
  };
  if (isRenaming) {
    return (
      <RenameField
        label={words.row.name}
        value={name}
        maxLength={maxDeviceName}
        className="max-w-[320px]"
        onSave={(next, byKey) => {
          end(byKey);
          onRename(next);
        }}
        onCancel={end}
      />
    );
  }
  return (
    <p className="flex items-center gap-1">
      <span className="wrap-anywhere">{label}</span>
      <IconButton
        ref={pencil}
        icon={Pencil}
        size="small"
        label={words.row.rename(label)}
        onClick={() => setRenaming(true)}
      />
    </p>
  );
}

function RightSelect(props: { label: string; value: Right; onChange: (right: Right) => void }) {
  const { label, value, onChange } = props;
  return (
    // A select fills its container.
    <div className="w-[112px] shrink-0">
      <Select
        aria-label={label}
        value={value}
        options={rights.map((each) => ({ value: each, label: words.rights[each], hint: words.rights.explain[each] }))}
        onChange={onChange}
      />
    </div>
  );
}

export const devicesPage: SettingsPage = { icon: Smartphone, words, Section: DevicesSection };
