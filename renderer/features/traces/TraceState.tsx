// Export status of traces, and a connection test.

import type { TracesInfo } from '../../../shared/features/traces/methods.ts';
import { formatFullTime, formatTime } from '../../core/format/time.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings, timeLocale } from '../../core/strings.ts';
import { useNow } from '../../ui/useNow.ts';
import { TestRow, useRequest } from '../../ui/useRequest.tsx';

const words = lateStrings.settings.traces.state;

interface TraceStateProps {
  info: TracesInfo;
  isOn: boolean;
  onTested: () => Promise<void>;
}

export function TraceState({ info, isOn, onTested }: TraceStateProps) {
  const { call } = useActions();
  const request = useRequest();
  const test = async (): Promise<void> => {
    await request.run(call('traces.test', {}));
    await onTested();
  };
  return (
    <div className="grid gap-2 text-ui">
      <TestRow
        request={request}
        labels={words}
        result={request.value === undefined ? undefined : words.testOk}
        onTest={() => void test()}
      />
      {(isOn || info.sent > 0) && (
        <dl className="tabular grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
          <dt className="text-ink-3">{words.last}</dt>
          <dd>{info.lastSentAt === null ? words.never : <Time at={info.lastSentAt} />}</dd>
          <dt className="text-ink-3">{words.spans}</dt>
          <dd>{words.counts(info.sent, info.queued, info.dropped)}</dd>
          {info.problem && !request.error && (
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
