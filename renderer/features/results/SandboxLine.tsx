// States that a command ran in the sandbox, and what the sandbox blocked.

import { Box, ShieldX } from 'lucide-react';
import {
  hostText,
  type SandboxDetails,
  type SandboxRunDetails,
  type SandboxViolation,
  type WithoutSandbox,
} from '../../../shared/conversation/sandbox.ts';
import { readSentenceData } from '../../../shared/core/sentence.ts';
import { strings } from '../../core/strings.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';

const labels = strings.calls.sandbox;

export function SandboxLine({ sandbox }: { sandbox: SandboxDetails }) {
  if (sandbox.kind === 'none') {
    return (
      <p className="mt-1 flex items-start gap-1.5 font-sans text-small text-wait">
        <ShieldX className="mt-px size-3.5 shrink-0" strokeWidth={1.75} aria-hidden />
        <span className="wrap-anywhere min-w-0">
          <VisibleText text={labels.none(strings.sentences.host(sandbox.reason))} />
        </span>
      </p>
    );
  }
  const { network, violations, ranAgain } = sandbox;
  return (
    <div className="mt-1 font-sans text-small">
      <p className="flex items-center gap-1.5 text-ink-3">
        <Box className="size-3.5 shrink-0" strokeWidth={1.75} aria-hidden />
        {network.length === 0 ? labels.closed : labels.open(network)}
        {ranAgain ? ` · ${labels.ranAgain}` : ''}
      </p>
      {violations.map((each) => (
        <p key={keyOf(each)} className="mt-1 flex items-start gap-1.5 text-wait">
          <ShieldX className="mt-px size-3.5 shrink-0" strokeWidth={1.75} aria-hidden />
          <span className="wrap-anywhere min-w-0">
            <VisibleText text={labels.stopped[each.type](keyOf(each))} />
          </span>
        </p>
      ))}
    </div>
  );
}

function keyOf(violation: SandboxViolation): string {
  return violation.type === 'host' ? hostText(violation) : violation.path;
}

/** Validates: the message may come from any source. */
export function sandboxOf(details: unknown): SandboxDetails | null {
  if (typeof details !== 'object' || details === null) return null;
  const fields = details as Partial<Record<keyof SandboxRunDetails | keyof WithoutSandbox, unknown>>;
  if (fields.kind === 'none') {
    const reason = typeof fields.reason === 'string' ? fields.reason : readSentenceData(fields.reason);
    return reason === null ? null : { kind: 'none', reason };
  }
  if (!Array.isArray(fields.violations)) return null;
  const network = Array.isArray(fields.network) ? fields.network.filter((each) => typeof each === 'string') : [];
  const violations = fields.violations.filter(isViolation).slice(0, 20);
  return { kind: 'bubblewrap', network, violations, ...(fields.ranAgain === true ? { ranAgain: true } : {}) };
}

function isViolation(value: unknown): value is SandboxViolation {
  const { type, path, host } = (value ?? {}) as Record<string, unknown>;
  if (type === 'host') return typeof host === 'string';
  return ['write', 'read', 'made', 'unchecked'].includes(String(type)) && typeof path === 'string';
}
