// Servers found in other apps' files on this machine: each with its full command, and a choice of which to import.
// Listing them starts nothing.

import { useCallback, useState } from 'react';
import type { ResultOf } from '../../../shared/contract.ts';
import type { McpCandidate } from '../../../shared/features/mcp/methods.ts';
import { useAsyncValue } from '../../core/parts/LoadState.tsx';
import { useActions, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { classes } from '../../ui/classes.ts';
import { ItemForm, PageHead } from '../../ui/ItemForm.tsx';
import { ErrorLine, rowsClasses } from '../../ui/ListPage.tsx';
import { type ItemFormState, useItemForm } from '../../ui/useItemForm.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { type Choice, ServerChoice } from './ServerChoice.tsx';
import { mcpWords } from './words.ts';

const words = mcpWords.importing;

/** A file may name a server twice and report several problems for it. */
const keyOf = ({ id, file, name, configuration, problem }: McpCandidate): string =>
  JSON.stringify([id, file, name, configuration, problem]);

export function OtherClients({ onDone }: { onDone: () => void }) {
  const { call } = useActions();
  const ask = useCallback((signal: AbortSignal) => call('mcp.candidates', { projectId: null }, signal), [call]);
  const { value, error } = useAsyncValue(ask);
  const candidates = value?.candidates;
  return (
    <div className="grid grid-cols-1 gap-4 text-ui">
      <PageHead back={mcpWords.back} onBack={onDone} title={words.title} hint={words.intro} />
      <ErrorLine error={error} />
      {!candidates && error === null && <p className="text-ink-3">{words.looking}</p>}
      {candidates?.length === 0 && <p>{words.none}</p>}
      {candidates && candidates.length > 0 && <Candidates candidates={candidates} onDone={onDone} />}
    </div>
  );
}

function Candidates({ candidates, onDone }: { candidates: readonly McpCandidate[]; onDone: () => void }) {
  const { actions, mcp } = useSession();
  const [failed, setFailed] = useState<Readonly<Record<string, string>>>({});
  const form: ItemFormState<Choice> = useItemForm<Choice, ResultOf<'mcp.take'>>({
    values: { chosen: [] },
    save: () =>
      actions.call('mcp.take', {
        servers: selected.map(({ name, id: candidateId }) => ({
          server: { origin: { type: 'global' }, name },
          candidateId,
        })),
      }),
    onSaved: async (answer) => {
      const wrong: Record<string, string> = {};
      for (const { index, message } of answer.failed) {
        const candidate = selected[index];
        if (candidate) wrong[keyOf(candidate)] = strings.sentences.host(message);
      }
      setFailed(wrong);
      const left = Object.keys(wrong);
      if (selected.length > left.length) actions.say(words.taken(selected.length - left.length));
      await mcp.reload();
      form.change({ chosen: left });
      if (left.length === 0) onDone();
    },
  });
  const { chosen } = form.values;
  const selected = candidates.filter((candidate) => chosen.includes(keyOf(candidate)));
  const clients = [...new Set(candidates.map(({ client }) => englishOf(client)))];
  return (
    <ItemForm
      form={form}
      label={words.title}
      note={words.approves}
      save={words.take(chosen.length)}
      disabled={chosen.length === 0}
    >
      {clients.map((client) => (
        <section key={client} aria-label={strings.sentences.host(client)}>
          <h5 className="font-strong">
            <VisibleText text={strings.sentences.host(client)} />
          </h5>
          <ul className={classes('mt-1', rowsClasses)}>
            {candidates
              .filter((candidate) => englishOf(candidate.client) === client)
              .map((candidate) => {
                const { name, file, runs, known, problem } = candidate;
                const key = keyOf(candidate);
                return (
                  <ServerChoice
                    key={key}
                    label={words.choose(visibleText(name), visibleText(strings.sentences.host(client)))}
                    name={name}
                    note={known ? words.known : null}
                    runs={runs}
                    file={file}
                    problem={problem && strings.sentences.host(problem)}
                    failed={failed[key]}
                    isChosen={chosen.includes(key)}
                    isFixed={known || problem !== null}
                    onChoose={(isChosen) =>
                      form.change({ chosen: isChosen ? [...chosen, key] : chosen.filter((other) => other !== key) })
                    }
                  />
                );
              })}
          </ul>
        </section>
      ))}
    </ItemForm>
  );
}
