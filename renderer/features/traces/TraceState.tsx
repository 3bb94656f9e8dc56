// Export status of traces, and a connection test.

import { useState } from 'react';
import type { TracesInfo } from '../../../shared/features/traces/methods.ts';
import { formatFullTime, formatTime } from '../../core/format/time.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings, timeLocale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { useNow } from '../../ui/useNow.ts';

const words = lateStrings.settings.traces.state;

interface TraceStateProps {
  info: TracesInfo;
  isOn: boolean;
  onTested: () => Promise<void>;
}

export function TraceState({ info, isOn, onTested }: TraceStateProps) {
  const { call } = useActions();
  const [tested, setTested] = useState<'no' | 'busy' | 'ok' | { failed: string }>('no');
  const test = async (): Promise<void> => {
    setTested('busy');
    const answer = await call('traces.test', {});
    setTested(answer.ok ? 'ok' : { failed: answer.error.message });
    await onTested();
  };
  return (
    <div className="grid gap-2 text-ui">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button disabled={tested === 'busy'} onClick={() => void test()}>
          {tested === 'busy' ? words.testing : words.test}
        </Button>
        {tested === 'no' && <span className="text-ink-3 text-small">{words.testHint}</span>}
        {tested === 'ok' && (
          <span className="text-ink-2" role="status">
            {words.testOk}
          </span>
        )}
        {typeof tested === 'object' && (
          <p className="wrap-anywhere min-w-0 flex-1 basis-64 text-fail" role="alert">
            {tested.failed}
          </p>
        )}
      </div>
      {(isOn || info.sent > 0) && (
        <dl className="tabular grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
          <dt className="text-ink-3">{words.last}</dt>
          <dd>{info.lastSentAt === null ? words.never : <Time at={info.lastSentAt} />}</dd>
          <dt className="text-ink-3">{words.spans}</dt>
          <dd>{words.counts(info.sent, info.queued, info.dropped)}</dd>
          {info.problem && typeof tested !== 'object' && (
            <>
              <dt className="text-ink-3">{words.problem}</dt>
              <dd className="wrap-anywhere text-fail">
                <Time at={info.problem.at} /> · {strings.sentences.host(info.problem.said)}
              </dd>
            </>
          )}
        </dl>
      )}
    </div>
  );
}

function Time({ at }: { at: string }) {
  const now = useNow(10_000);
  return (
    <time dateTime={at} title={formatFullTime(at, timeLocale)}>
      {formatTime(at, now, timeLocale, strings.ui.time)}
    </time>
  );
}
