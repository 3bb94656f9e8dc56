// The passkeys of a device in the desktop's list: whether it is asked for them, and removing one.

import { Fingerprint, TriangleAlert } from 'lucide-react';
import type { DeviceInfo, PasskeyInfo } from '../../../shared/features/remote/methods.ts';
import { formatTime } from '../../core/format/time.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings, timeLocale } from '../../core/strings.ts';
import { ConfirmButton } from '../../ui/ConfirmDialog.tsx';
import { CheckboxField } from '../../ui/FormFields.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useRequest } from '../../ui/useRequest.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { remoteWords } from './words.ts';

const texts = remoteWords.row.passkeys;

export function DevicePasskeys({ device }: { device: DeviceInfo }) {
  const { id: deviceId, passkeys, asksPasskey } = device;
  const { call } = useActions();
  const request = useRequest();
  return (
    <div className="grid gap-2 pt-1 pl-7">
      <CheckboxField
        label={texts.asks}
        hint={texts.asksHint}
        checked={asksPasskey}
        onChange={(asks) => void request.run(call('remote.askPasskey', { deviceId, asks }))}
      />
      <ul className="grid gap-1">
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} device={device} passkey={passkey} />
        ))}
      </ul>
      <ErrorLine error={request.error} small />
    </div>
  );
}

function PasskeyRow({ device, passkey }: { device: DeviceInfo; passkey: PasskeyInfo }) {
  const { call } = useActions();
  const now = useNow(30_000);
  const request = useRequest();
  const at = (time: string): string => formatTime(time, now, timeLocale, strings.ui.time);
  const isLast = device.passkeys.length === 1;
  const remove = { deviceId: device.id, passkeyId: passkey.id };
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small">
        <Fingerprint className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
        <span className="tabular min-w-0 flex-1 text-ink-2">{texts.added(at(passkey.addedAt))}</span>
        <ConfirmButton
          size="small"
          tone="ghost"
          disabled={request.busy}
          ask={{
            title: texts.removeTitle(visibleText(device.name)),
            body: isLast ? texts.removeLast : texts.removeOne,
            confirm: texts.removeConfirm,
          }}
          onConfirm={() => request.run(call('remote.removePasskey', remove))}
        >
          {texts.remove}
        </ConfirmButton>
      </div>
      {passkey.wentBackAt !== null && (
        <p className="flex gap-2 text-small text-wait">
          <TriangleAlert className="mt-0.5 size-3.5 shrink-0" strokeWidth={1.75} aria-hidden />
          <span>{texts.wentBack(at(passkey.wentBackAt))}</span>
        </p>
      )}
      <ErrorLine error={request.error} small />
    </li>
  );
}
