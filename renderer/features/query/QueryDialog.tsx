// The query page: built-in and saved questions, an editor, and the result.

import { useCallback, useState } from 'react';
import { type BuiltInQuery, builtInQueries } from '../../../shared/features/query/builtInQueries.ts';
import { maxQueryLength, type SavedQuery } from '../../../shared/features/query/methods.ts';
import { columnsOf, viewNames } from '../../../shared/features/query/views.ts';
import type { DialogProps } from '../../core/feature.ts';
import { useAsyncValue } from '../../core/parts/LoadState.tsx';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextArea, TextInput } from '../../ui/Field.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { Modal } from '../../ui/Modal.tsx';
import { Select } from '../../ui/select/Select.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { QueryResult } from './QueryResult.tsx';
import { type QueryRun, useQuery } from './useQuery.ts';
import { queryWords as words } from './words.ts';

const unsaved = 'own';
const builtIns = Object.keys(builtInQueries) as BuiltInQuery[];

export function QueryDialog({ onClose }: DialogProps<'query'>) {
  const query = useQuery();
  const [sql, setSql] = useState<string>(builtInQueries.tools);
  const { failure, answer, progress } = query;
  return (
    <Modal title={words.title} onClose={onClose} className="h-[min(840px,calc(100dvh-32px))] max-w-[1080px]">
      <div className="flex flex-col gap-2 p-5 pb-3">
        <Questions sql={sql} onPick={setSql} />
        <TextArea
          aria-label={words.sql}
          aria-invalid={failure !== null}
          aria-describedby={failure === null ? undefined : 'query-failure'}
          className="min-h-28 resize-y font-mono text-code"
          rows={7}
          spellCheck={false}
          autoFocus
          maxLength={maxQueryLength}
          value={sql}
          onChange={(event) => setSql(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
            event.preventDefault();
            query.run(sql);
          }}
        />
        {failure && (
          <p id="query-failure" role="alert" className="wrap-anywhere text-fail text-ui">
            {visibleText(failure.message)}
            {failure.position && ` (${words.position(failure.position.line, failure.position.column)})`}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <p role="status" className="min-w-0 flex-1 truncate text-ink-3 text-small">
            {progress ? progressText(progress) : words.runKeys}
          </p>
          {progress ? (
            <Button onClick={query.stop}>{words.stop}</Button>
          ) : (
            <Button data-needs="query.run" tone="primary" onClick={() => query.run(sql)}>
              {words.run}
            </Button>
          )}
        </div>
      </div>
      {answer ? <QueryResult key={answer.columns.join()} {...answer} /> : <Columns />}
    </Modal>
  );
}

function progressText({ done, total, isReading }: NonNullable<QueryRun['progress']>): string {
  if (!isReading) return words.running;
  return total === 0 ? words.waiting : words.reading(done, total);
}

/** Chooses, saves and deletes questions. */
function Questions({ sql, onPick }: { sql: string; onPick: (sql: string) => void }) {
  const { call, report } = useActions();
  const { value, load } = useAsyncValue(useCallback((signal: AbortSignal) => call('query.saved', {}, signal), [call]));
  const [name, setName] = useState<string | null>(null);
  const saved = value?.queries ?? [];
  const builtIn = builtIns.find((id) => builtInQueries[id] === sql);
  const chosen = saved.find((query) => query.sql === sql);

  async function change(answer: Promise<{ ok: true } | { ok: false; error: Parameters<typeof report>[0] }>) {
    const result = await answer;
    if (!result.ok) return report(result.error);
    setName(null);
    load();
  }
  const save = (query: SavedQuery): void => void change(call('query.save', query));

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={words.question}
        className="min-w-48 flex-1"
        value={chosen?.id ?? builtIn ?? unsaved}
        options={[
          ...builtIns.map((id) => ({ value: id as string, label: words.builtIn[id] })),
          ...saved.map(({ id, name: label }) => ({ value: id, label })),
          ...(chosen || builtIn ? [] : [{ value: unsaved, label: words.ownQuestion }]),
        ]}
        onChange={(id) =>
          onPick(saved.find((query) => query.id === id)?.sql ?? builtInQueries[id as BuiltInQuery] ?? sql)
        }
      />
      {name === null ? (
        <>
          {chosen && (
            <Button
              data-needs="query.remove"
              tone="ghost"
              onClick={() => void change(call('query.remove', { id: chosen.id }))}
            >
              {words.remove}
            </Button>
          )}
          {!(chosen || builtIn) && (
            <Button data-needs="query.save" onClick={() => setName('')}>
              {words.save}
            </Button>
          )}
        </>
      ) : (
        <form
          className="flex min-w-0 flex-1 gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') save({ id: crypto.randomUUID().replaceAll('-', ''), name: name.trim(), sql });
          }}
        >
          <TextInput
            aria-label={words.saveName}
            placeholder={words.saveName}
            autoFocus
            maxLength={100}
            className="min-w-24 flex-1"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" disabled={name.trim() === ''}>
            {words.saveNow}
          </Button>
          <Button tone="ghost" onClick={() => setName(null)}>
            {words.cancel}
          </Button>
        </form>
      )}
    </div>
  );
}

/** The views and their columns, until there is an answer. */
function Columns() {
  return (
    <section
      className="min-h-0 flex-1 overflow-y-auto border-line border-t p-5"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      aria-label={words.columns}
    >
      <dl className="grid gap-3">
        {viewNames.map((view) => (
          <div key={view}>
            <dt className="font-mono font-strong text-code">{view}</dt>
            <dd className="font-mono text-code text-ink-2">
              {columnsOf(view)
                .map((column) => column.name)
                .join(', ')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
