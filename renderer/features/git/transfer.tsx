// A fetch, pull or push from the window: its progress, and how it is stopped.

import { useState } from 'react';
import type { Result } from '../../../shared/core/errors.ts';
import { useSession } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import type { GitActs } from './useGit.ts';
import { gitWords } from './words.ts';

type TransferKind = 'fetch' | 'pull' | 'push';

export interface Transfer {
  /** Describes the running transfer, with its progress; null: none. */
  status: string | null;
  stop: () => void;
  /** Resolves to null after an error or a stop. */
  run<T>(kind: TransferKind, call: (watch: string, signal: AbortSignal) => Promise<Result<T>>): Promise<T | null>;
}

export function useTransfer(acts: GitActs): Transfer {
  const { connection } = useSession();
  const [running, setRunning] = useState<{ kind: TransferKind; controller: AbortController } | null>(null);
  const [progress, setProgress] = useState<{ step: string; percent: number | null } | null>(null);

  async function run<T>(
    kind: TransferKind,
    call: (watch: string, signal: AbortSignal) => Promise<Result<T>>,
  ): Promise<T | null> {
    const controller = new AbortController();
    const watch = crypto.randomUUID();
    setRunning({ kind, controller });
    setProgress(null);
    const unsubscribe = connection.onEvent(({ event }) => {
      if (event.type === 'git.progress' && event.watch === watch) setProgress(event);
    });
    try {
      return await acts.run(call(watch, controller.signal));
    } finally {
      unsubscribe();
      setRunning(null);
    }
  }

  const labels = gitWords.transfer;
  const step = progress && (labels.steps as Record<string, string | undefined>)[progress.step];
  const percent = progress?.percent ?? null;
  return {
    status: running && [labels[running.kind], step, percent !== null && `${percent}%`].filter(Boolean).join(' '),
    stop: () => running?.controller.abort(),
    run,
  };
}

export function TransferStatus({ transfer }: { transfer: Transfer }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <p role="status" className="tabular min-w-0 truncate text-ink-3 text-ui">
        {transfer.status}
      </p>
      <Button size="small" onClick={transfer.stop}>
        {gitWords.commit.stop}
      </Button>
    </div>
  );
}
