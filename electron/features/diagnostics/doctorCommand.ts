// throughline doctor: prints what is wrong first, and repairs what the user agrees to.

import { englishOnly, textOf } from '../../../shared/core/sentence.ts';
import type { Finding, FindingStatus } from '../../../shared/features/diagnostics/methods.ts';
import type { ExitCode, Line, Terminal } from '../../host/terminal/terminal.ts';
import { visibleLine } from '../../host/terminal/terminalText.ts';

type DoctorLine = Line<{ fix: boolean; yes: boolean; network: boolean; json: boolean }>;

const marks: Readonly<Record<FindingStatus, string>> = {
  problem: 'problem',
  unknown: 'unknown',
  note: 'note',
  ok: 'ok',
};

export async function doctorCommand(terminal: Terminal<DoctorLine>): Promise<ExitCode> {
  const { core, signal, line, out } = terminal;
  const { fix, json, network } = line.values;
  terminal.progress('Checking this machine…');
  let { findings } = await core.diagnostics.check(core, { network, signal });
  terminal.progress(null);
  if (signal.aborted) return 130;
  const done: { fix: string; ok: boolean; text: string }[] = [];
  if (!json) for (const status of ['problem', 'unknown', 'note', 'ok'] as const) printAll(findings, status, out);
  for (const finding of fix ? findings.filter((each) => each.fix !== null) : []) {
    if (signal.aborted) return 130;
    const applied = await applyAfterAsking(terminal, finding);
    if (applied !== null) done.push(applied);
  }
  if (done.length > 0) ({ findings } = await core.diagnostics.check(core, { network: false, signal }));
  const problems = findings.filter(({ status }) => status === 'problem').length;
  if (json) out(`${JSON.stringify({ findings, ...(fix ? { fixed: done } : {}) }, englishOnly)}\n`);
  else out(summary(findings, problems, fix));
  return problems > 0 || done.some((each) => !each.ok) ? 1 : 0;
}

function printAll(findings: readonly Finding[], status: FindingStatus, out: (text: string) => void): void {
  for (const { text, advice, fix } of findings.filter((finding) => finding.status === status)) {
    out(`${marks[status].padEnd(8)} ${visibleLine(textOf(text))}\n`);
    if (advice !== null) out(`${' '.repeat(9)}${visibleLine(textOf(advice))}\n`);
    if (fix !== null) out(`${' '.repeat(9)}To fix it: throughline doctor --fix\n`);
  }
}

/** Null: the user did not want it. */
async function applyAfterAsking(
  { core, confirm, line, out, err, signal }: Terminal<DoctorLine>,
  { text, advice, fix }: Finding,
): Promise<{ fix: string; ok: boolean; text: string } | null> {
  if (fix === null) return null;
  const question = `${visibleLine(textOf(text))} ${advice === null ? '' : visibleLine(textOf(advice))}\nFix it now?`;
  if (!line.values.yes) {
    if (confirm === null) {
      err('Nothing was changed: a repair needs your answer in a terminal, or --yes.\n');
      return null;
    }
    if (!(await confirm(question))) return null;
  }
  const fixed = await core.diagnostics.fix(core, fix, signal);
  const outcome = fixed.ok ? fixed.value.text : fixed.error.message;
  if (!line.values.json) (fixed.ok ? out : err)(`${visibleLine(outcome)}\n`);
  return { fix, ok: fixed.ok, text: outcome };
}

function summary(findings: readonly Finding[], problems: number, fix: boolean): string {
  const counted = problems === 1 ? '1 problem' : `${problems} problems`;
  const left = fix ? ' left' : '';
  const notes = findings.filter(({ status }) => status === 'note').length;
  return `${counted}${left}, ${notes === 1 ? '1 note' : `${notes} notes`}\n`;
}
