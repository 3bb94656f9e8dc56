// The Help page: the doctor, a problem report, and the log files.

import { LifeBuoy } from 'lucide-react';
import { useCallback } from 'react';
import type { SettingsPage } from '../../core/feature.ts';
import { useAsyncValue } from '../../core/parts/LoadState.tsx';
import { useActions } from '../../core/state/context.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { SegmentSetting } from '../settings/SettingFields.tsx';
import { Doctor } from './Doctor.tsx';
import { ProblemReport } from './ProblemReport.tsx';
import { diagnosticsWords } from './words.ts';

const labels = diagnosticsWords.logs;

function HelpSection() {
  return (
    <div className="grid max-w-[64ch] grid-cols-1 gap-8 text-ui">
      <Doctor />
      <ProblemReport />
      <LogFiles />
    </div>
  );
}

function LogFiles() {
  const { call } = useActions();
  const ask = useCallback((signal: AbortSignal) => call('diagnostics.logs', {}, signal), [call]);
  const folder = useAsyncValue(ask).value?.folder;
  return (
    <section aria-label={labels.title} className="grid grid-cols-1 gap-3">
      <h4 className="font-strong">{labels.title}</h4>
      <SegmentSetting
        name="logs"
        label={labels.amount}
        hint={labels.amountHint}
        choices={(['problems', 'all', 'off'] as const).map((value) => ({ value, label: labels.amounts[value] }))}
      />
      {folder === null && <p className="text-ink-3">{labels.none}</p>}
      {folder && (
        <p className="flex items-center gap-2">
          <span className="text-ink-3">{labels.folder}</span>
          <code className="wrap-anywhere min-w-0 text-code">{folder}</code>
          <CopyButton text={folder} />
        </p>
      )}
    </section>
  );
}

export const helpPage: SettingsPage = { icon: LifeBuoy, words: diagnosticsWords, Section: HelpSection };
