// Checks the machine and lists what was found: problems first, everything that works folded into one line.

import { Check, CircleHelp, Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { DoctorReport, Finding, FindingStatus } from '../../../shared/features/diagnostics/methods.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { SettingCheckbox } from '../settings/SettingFields.tsx';
import { diagnosticsWords } from './words.ts';

const labels = diagnosticsWords.doctor;
const shownFirst = ['problem', 'unknown', 'note'] as const;

export function Doctor() {
  const { call } = useActions();
  const request = useRequest<DoctorReport>();
  const [network, setNetwork] = useState(false);
  const [report, setReport] = useState<DoctorReport | null>(null);
  const check = () => request.run(call('diagnostics.check', { network }), setReport);
  return (
    <section aria-label={labels.title} data-field={labels.title} className="grid grid-cols-1 gap-3">
      <h4 className="font-strong">{labels.title}</h4>
      <p className="text-ink-2">{labels.intro}</p>
      <SettingCheckbox label={labels.network} hint={labels.networkHint} checked={network} onChange={setNetwork} />
      <div className="flex items-center gap-3">
        <Button disabled={request.busy} onClick={() => void check()}>
          {report ? labels.again : labels.run}
        </Button>
        <p role="status" className="text-ink-3">
          {request.busy ? labels.running : report && summaryOf(report)}
        </p>
      </div>
      {request.error !== null && <ErrorLine error={request.error} />}
      {report && <Findings findings={report.findings} onFixed={check} />}
    </section>
  );
}

function summaryOf({ findings }: DoctorReport): string {
  const count = findings.filter(({ status }) => status === 'problem').length;
  return count === 0 ? labels.fine : labels.problems(count);
}

function Findings({ findings, onFixed }: { findings: readonly Finding[]; onFixed: () => Promise<boolean> }) {
  const fine = findings.filter(({ status }) => status === 'ok');
  return (
    <>
      <ul className="grid grid-cols-1 gap-3">
        {shownFirst
          .flatMap((status) => findings.filter((finding) => finding.status === status))
          .map((finding) => (
            <FindingRow key={keyOf(finding)} finding={finding} onFixed={onFixed} />
          ))}
      </ul>
      {fine.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer rounded-m text-ink-3">{labels.passed(fine.length)}</summary>
          <ul className="mt-2 grid grid-cols-1 gap-1.5">
            {fine.map((finding) => (
              <FindingRow key={keyOf(finding)} finding={finding} onFixed={onFixed} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Fixes that remove something cannot be undone. */
function removes(fix: string): boolean {
  return fix === 'unused' || fix.startsWith('worktree:');
}

function keyOf(finding: Finding): string {
  return JSON.stringify(finding);
}

const icons = { problem: TriangleAlert, unknown: CircleHelp, note: Info, ok: Check } as const;
const tones: Record<FindingStatus, string> = {
  problem: 'text-fail',
  unknown: 'text-ink-3',
  note: 'text-ink-3',
  ok: 'text-ink-3',
};

function FindingRow({ finding, onFixed }: { finding: Finding; onFixed: () => Promise<boolean> }) {
  const { text, advice, status, fix } = finding;
  const { call, say } = useActions();
  const request = useRequest<{ done: Finding['text'] }>();
  const [asking, setAsking] = useState(false);
  const Icon = icons[status];
  const sentence = visibleText(strings.sentences.host(text));
  const repair = async (id: string): Promise<void> => {
    const fixed = await request.run(call('diagnostics.fix', { fix: id }), ({ done }) =>
      say(visibleText(strings.sentences.host(done))),
    );
    if (fixed) await onFixed();
  };
  return (
    <li className="flex items-start gap-2.5">
      <Icon className={classes('mt-0.5 size-4 shrink-0', tones[status])} strokeWidth={1.75} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className="sr-only">{labels.status[status]}: </span>
          {sentence}
        </p>
        {advice !== null && (
          <p className="wrap-anywhere text-ink-3 text-small">{visibleText(strings.sentences.host(advice))}</p>
        )}
        {request.error !== null && <ErrorLine error={request.error} />}
      </div>
      {fix !== null && (
        <Button
          size="small"
          disabled={request.busy}
          aria-label={removes(fix) ? labels.removeOf(sentence) : labels.fixOf(sentence)}
          onClick={() => (removes(fix) ? setAsking(true) : void repair(fix))}
        >
          {removes(fix) ? labels.remove : labels.fix}
        </Button>
      )}
      {fix !== null && asking && (
        <ConfirmDialog
          title={labels.removeTitle}
          body={advice === null ? sentence : `${sentence} ${visibleText(strings.sentences.host(advice))}`}
          confirm={labels.remove}
          onConfirm={() => repair(fix)}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
