// Adds a device: its right, then the code, then the device that entered it with its check number. Closing ends the code.

import { useState } from 'react';
import { encode } from 'uqr';
import type { PairingInfo, RemoteInfo } from '../../../shared/features/remote/methods.ts';
import { type Right, rights } from '../../../shared/features/remote/rights.ts';
import { formatElapsed } from '../../core/format/duration.ts';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { ShownSecret } from '../../ui/ShownSecret.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useRequest } from '../../ui/useRequest.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { remoteWords } from './words.ts';

const texts = remoteWords.adding;

export function AddDeviceDialog({ info, onClose }: { info: RemoteInfo; onClose: () => void }) {
  const { call } = useActions();
  const request = useRequest();
  const [right, setRight] = useState<Right>('answer');
  const [added, setAdded] = useState<string | null>(null);
  const { pairing } = info;
  const now = useNow(1_000, pairing !== null);
  const isOpen = pairing !== null && Date.parse(pairing.until) > now;
  const wasMade = request.value !== undefined;
  const make = (): void => void request.run(call('remote.startPairing', { right }));
  const close = (): void => {
    if (pairing && added === null) void call('remote.cancelPairing', { pairingId: pairing.id });
    onClose();
  };
  function accept({ id: pairingId }: PairingInfo, { name }: { name: string }): void {
    void request.run(call('remote.accept', { pairingId }), () => setAdded(name));
  }
  /** The primary button; null: the device comes next. */
  function nextStep(): { label: string; run: () => void } | null {
    if (added !== null) return { label: texts.done, run: onClose };
    if (isOpen && pairing.device) {
      const { device } = pairing;
      return { label: texts.accept, run: () => accept(pairing, device) };
    }
    if (isOpen && pairing.code !== null) return null;
    return { label: wasMade ? texts.again : texts.make, run: make };
  }
  const next = nextStep();
  return (
    <Modal title={texts.title} onClose={close} className="max-w-[520px]">
      <div className="grid gap-4 p-5 text-ui">
        {added !== null ? (
          <p role="status">{texts.added(visibleText(added))}</p>
        ) : isOpen && pairing.device ? (
          <Arrived device={pairing.device} right={pairing.right} />
        ) : isOpen && pairing.code !== null ? (
          <Code info={info} code={pairing.code} wrong={pairing.wrong} left={Date.parse(pairing.until) - now} />
        ) : (
          <>
            {isOpen && <p className="text-ink-2">{texts.elsewhere}</p>}
            {wasMade && !isOpen && <p className="text-ink-2">{texts.expired}</p>}
            <Rights value={right} onChange={setRight} />
          </>
        )}
        <ErrorLine error={request.error} />
        <FormActions {...(added === null && { onCancel: close })}>
          {next !== null && (
            <Button tone="primary" disabled={request.busy} onClick={next.run}>
              {next.label}
            </Button>
          )}
        </FormActions>
      </div>
    </Modal>
  );
}

function Rights({ value, onChange }: { value: Right; onChange: (right: Right) => void }) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-2 text-ink-2">{texts.rights}</legend>
      {rights.map((right) => (
        <label key={right} className="flex cursor-pointer items-start gap-2.5 rounded-m px-2 py-1.5 hover:bg-hover">
          <input
            type="radio"
            name="right"
            className="mt-0.5 accent-accent"
            checked={value === right}
            onChange={() => onChange(right)}
          />
          <span>
            <span className="font-strong">{remoteWords.rights[right]}</span>
            <span className="block text-ink-3 text-small">{remoteWords.rights.explain[right]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface CodeProps {
  info: RemoteInfo;
  code: string;
  /** Wrong codes so far. */
  wrong: number;
  /** Milliseconds. */
  left: number;
}

/** As many may be mistakes in typing. */
const typingMistakes = 5;

function Code({ info: { name, address }, code, wrong, left }: CodeProps) {
  const base = name === null ? (address ?? '').replace('//127.0.0.1', '//localhost') : `https://${name}`;
  const link = `${base}/#pair=${code}`;
  return (
    <>
      <p className="text-ink-2">{name === null ? texts.ssh : texts.scan}</p>
      {name !== null && <QrCode text={link} />}
      <p className="flex min-w-0 items-center gap-2">
        <span className="wrap-anywhere min-w-0 select-all font-mono text-small">{link}</span>
        <CopyButton text={() => link} label={texts.copy} />
      </p>
      <ShownSecret
        label={texts.code}
        text={code}
        copy={texts.copy}
        className="py-2 text-center text-[22px] leading-8 tracking-wide"
      />
      <p className="tabular text-ink-3 text-small">{texts.left(formatElapsed(left))}</p>
      {wrong > typingMistakes && <p role="status">{texts.wrongCodes(wrong)}</p>}
    </>
  );
}

/** Black on white in every theme: cameras expect that. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 3 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      role="img"
      aria-label={texts.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-[208px] justify-self-center rounded-m"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function Arrived({ device, right }: { device: NonNullable<PairingInfo['device']>; right: Right }) {
  return (
    <>
      <p className="wrap-anywhere">{texts.arrived(visibleText(device.name), device.origin)}</p>
      <div role="status" className="rounded-m border border-line bg-sunk p-4 text-center">
        <p className="text-ink-3 text-small">{texts.check}</p>
        <p className="tabular mt-1 font-mono text-[28px] leading-9 tracking-widest">{device.check}</p>
      </div>
      <p className="text-ink-2">{texts.compare}</p>
      <p className="text-ink-3 text-small">
        {remoteWords.rights[right]}: {remoteWords.rights.explain[right]}
      </p>
    </>
  );
}
