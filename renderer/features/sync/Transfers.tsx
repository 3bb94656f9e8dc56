// How much this machine transfers: the rate, the largest file, metered connections, and files that nobody has opened.

import { useEffect, useState } from 'react';
import type { SyncFiles, SyncTransfers } from '../../../shared/features/sync/sync.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { useActions } from '../../core/state/context.tsx';
import { CheckboxField, CommitOnBlurField } from '../../ui/FormFields.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { syncWords } from './words.ts';

const texts = syncWords.transfers;

const units = { bytesPerSecond: 1_000, maxFileBytes: 1_000_000 } as const;

export function Transfers({ transfers }: { transfers: SyncTransfers }) {
  const { call } = useActions();
  const request = useRequest();
  const [missing, setMissing] = useState<SyncFiles | null>(null);
  const { keepsFiles } = transfers;
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted when the page opens, and after a choice
  useEffect(() => {
    setMissing(null);
    if (!keepsFiles) void request.run(call('sync.missingFiles', {}), setMissing);
  }, [keepsFiles]);
  const limit = (change: Partial<SyncTransfers>): void => void request.run(call('sync.limit', change));
  return (
    <section aria-label={texts.title} className="grid grid-cols-1 gap-3">
      <h4 className="font-strong">{texts.title}</h4>
      <div className="grid grid-cols-2 items-start gap-3 max-[520px]:grid-cols-1">
        {(['bytesPerSecond', 'maxFileBytes'] as const).map((field) => (
          <LimitField
            key={field}
            field={field}
            value={transfers[field]}
            onApply={(value) => limit({ [field]: value })}
          />
        ))}
      </div>
      <CheckboxField
        label={texts.metered}
        hint={texts.meteredHint}
        checked={transfers.syncsMetered}
        onChange={(syncsMetered) => limit({ syncsMetered })}
      />
      <CheckboxField
        label={texts.files}
        hint={texts.filesHint(missing && texts.missing(missing.files, formatBytes(missing.bytes)))}
        checked={transfers.keepsFiles}
        onChange={(keepsFiles) => limit({ keepsFiles })}
      />
      <ErrorLine error={request.error} small />
    </section>
  );
}

interface LimitFieldProps {
  field: keyof typeof units;
  value: number | null;
  onApply: (value: number | null) => void;
}

function LimitField({ field, value, onApply }: LimitFieldProps) {
  const [error, setError] = useState<string | null>(null);
  const saved = value === null ? '' : String(value / units[field]);
  return (
    <CommitOnBlurField
      label={texts.labels[field]}
      hint={texts.hints[field]}
      placeholder={texts.none}
      inputMode="decimal"
      saved={saved}
      error={error}
      onApply={(text) => {
        const amount = Math.round(Number(text.replace(',', '.')) * units[field]);
        const isNone = text === '';
        setError(isNone || amount >= 1 ? null : texts.invalid);
        if (isNone || amount >= 1) onApply(isNone ? null : amount);
      }}
    />
  );
}
