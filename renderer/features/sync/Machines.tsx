// The machines that sync: their names, when they were last heard of, adding and revoking.

import { Laptop } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { MachineRow } from '../../../shared/features/sync/methods.ts';
import type { SyncInfo } from '../../../shared/features/sync/sync.ts';
import { formatTime } from '../../core/format/time.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings, timeLocale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/ConfirmDialog.tsx';
import { AddButton, ErrorLine, rowsClasses } from '../../ui/ListPage.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useRequest } from '../../ui/useRequest.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { AddMachineDialog, type MachineCode } from './AddMachineDialog.tsx';
import { syncWords } from './words.ts';

const texts = syncWords.machines;

interface MachinesProps {
  info: SyncInfo;
  /** Receives the new phrase after a machine was revoked. */
  onPhrase: (phrase: string) => void;
}

export function Machines({ info, onPhrase }: MachinesProps) {
  const { call } = useActions();
  const [machines, setMachines] = useState<MachineRow[] | null>(null);
  const list = useRequest();
  const code = useRequest();
  const [shown, setShown] = useState<MachineCode | null>(null);
  const { run } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is new with each render
  const load = useCallback(() => void run(call('sync.machines', {}), (value) => setMachines(value.machines)), [call]);
  const { syncedAt } = info;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each synchronization
  useEffect(load, [load, syncedAt]);
  const offer = useCallback((signal: AbortSignal) => call('sync.offer', {}, signal), [call]);
  const show = (): void =>
    void code.run(call('sync.newCode', {}), ({ code: text, lifeMs }) =>
      setShown({ code: text, endsAt: Date.now() + lifeMs }),
    );
  return (
    <section aria-label={texts.title} className="grid grid-cols-1 gap-2">
      <h4 className="font-strong">{texts.title}</h4>
      {machines === null && list.busy && <p className="text-ink-3">{texts.loading}</p>}
      {list.error !== null && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {info.state === 'offline' ? <p className="text-ink-3">{texts.later}</p> : <ErrorLine error={list.error} />}
          <Button size="small" disabled={list.busy} onClick={load}>
            {texts.reload}
          </Button>
        </div>
      )}
      <ul className={rowsClasses}>
        {machines?.map((machine) => (
          <Row key={machine.device} machine={machine} onPhrase={onPhrase} />
        ))}
      </ul>
      {info.state !== 'paused' && (
        <AddButton size="small" className="mt-1 justify-self-start" disabled={code.busy} onClick={show}>
          {texts.add}
        </AddButton>
      )}
      <ErrorLine error={code.error} small />
      {shown && (
        <AddMachineDialog
          key={shown.code}
          shown={shown}
          texts={syncWords.add}
          offer={offer}
          onAgain={show}
          error={code.error}
          onClose={() => {
            setShown(null);
            load();
          }}
        />
      )}
    </section>
  );
}

function Row({ machine, onPhrase }: { machine: MachineRow; onPhrase: (phrase: string) => void }) {
  const { name, isThis, seenAt, problem, device } = machine;
  const { call } = useActions();
  const now = useNow(30_000);
  const request = useRequest();
  const label = name === null ? texts.unknown : visibleText(name);
  const seen = seenAt === null ? texts.notSeen : texts.seen(formatTime(seenAt, now, timeLocale, strings.ui.time));
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-2 py-2" data-machine={device}>
      <Laptop className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{label}</p>
        <p className="tabular text-ink-3 text-small">{isThis ? texts.thisOne : seen}</p>
      </div>
      {!isThis && name !== null && (
        <ConfirmButton
          size="small"
          tone="ghost"
          disabled={request.busy}
          ask={{ title: texts.revokeTitle(label), body: texts.revokeBody, confirm: texts.revokeConfirm }}
          onConfirm={() => request.run(call('sync.revoke', { device }), ({ phrase }) => onPhrase(phrase))}
        >
          {texts.revoke}
        </ConfirmButton>
      )}
      {problem !== null && <ErrorLine error={strings.sentences.host(problem)} small className="basis-full pl-7" />}
      <ErrorLine error={request.error} small className="basis-full pl-7" />
    </li>
  );
}
