// The page of calls over the ledger: the choice of whose calls are listed, and the record of one: who ran it where, who decided, and
// what it did.

import { ArrowRight } from 'lucide-react';
import type { LedgerCall } from '../../../shared/features/ledger/methods.ts';
import { formatFullTime } from '../../core/format/time.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { FilterMenu } from '../../ui/FilterRow.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { ledgerWords as words } from './words.ts';

interface LedgerCallPaneProps {
  call: LedgerCall;
  /** Null: its conversation is not on this machine. */
  onGo: (() => void) | null;
}

export function LedgerCallPane({ call, onGo }: LedgerCallPaneProps) {
  const {
    user,
    team,
    host,
    project,
    folder,
    decidedBy,
    rule,
    outcome,
    at,
    tool,
    command,
    arguments: given,
    result,
  } = call;
  const by = decidedBy !== null && Object.hasOwn(words.decidedBy, decidedBy);
  const facts: [label: string, value: string | null][] = [
    [words.fields.user, user],
    [words.fields.team, team],
    [words.fields.where, host],
    [words.fields.project, project],
    [words.fields.folder, folder],
    [words.fields.at, formatFullTime(at, timeLocale)],
    [words.fields.outcome, strings.calls.states[outcome]],
    [words.fields.decided, by ? words.decidedBy[decidedBy as keyof typeof words.decidedBy] : decidedBy],
    [words.fields.rule, rule],
  ];
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4 py-3 text-ui">
      <div className="flex min-h-7 items-center gap-1">
        <h2 className="min-w-0 truncate font-strong">{visibleText(tool)}</h2>
        {onGo && <IconButton icon={ArrowRight} label={words.goTo} size="small" onClick={onGo} />}
      </div>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(([label, value]) =>
          value ? (
            <div key={label} className="contents">
              <dt className="text-ink-3">{label}</dt>
              <dd className="wrap-anywhere">{visibleText(value)}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <Text label={words.arguments} text={command ?? given ?? ''} />
      <Text label={words.result} text={result ?? words.resultLeftOut} isQuiet={result === null} />
    </div>
  );
}

function Text({ label, text, isQuiet = false }: { label: string; text: string; isQuiet?: boolean }) {
  return (
    <section aria-label={label} className="mt-4">
      <h3 className="text-ink-3 text-small">{label}</h3>
      <pre
        className={`wrap-anywhere mt-1 whitespace-pre-wrap ${isQuiet ? 'font-sans text-ink-3' : 'font-mono text-small'}`}
      >
        {visibleText(text)}
      </pre>
    </section>
  );
}

interface ScopeMenuProps {
  scope: 'machine' | 'team';
  onChoose(scope: 'machine' | 'team'): void;
}

export function ScopeMenu({ scope, onChoose }: ScopeMenuProps) {
  return (
    <FilterMenu
      label={words.scope}
      all={words.machine}
      options={[{ value: 'team' as const, label: words.team }]}
      chosen={scope === 'team' ? ['team' as const] : []}
      onChange={([chosen]) => onChoose(chosen ?? 'machine')}
    />
  );
}
