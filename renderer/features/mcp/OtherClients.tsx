// Servers found in other apps' files on this machine: each with its full command, and a choice of which to import.
// Listing them starts nothing.

import { useEffect, useId, useState } from 'react';
import type { McpCandidate } from '../../../shared/features/mcp/methods.ts';
import { useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { BackButton } from '../../ui/BackButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { mcpWords } from './words.ts';

const words = mcpWords.importing;

/** A file may name a server twice and report several problems for it. */
const keyOf = ({ id, file, name, configuration, problem }: McpCandidate): string =>
  JSON.stringify([id, file, name, configuration, problem]);

export function OtherClients({ onDone }: { onDone: () => void }) {
  const { actions, mcp } = useSession();
  const { call } = actions;
  const [candidates, setCandidates] = useState<McpCandidate[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [failed, setFailed] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    void call('mcp.candidates', { projectId: null }, controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      if (answer.ok) setCandidates(answer.value.candidates);
      else setError(answer.error.message);
    });
    return () => controller.abort();
  }, [call]);

  const take = async (): Promise<void> => {
    setBusy(true);
    const wanted = (candidates ?? []).filter((candidate) => chosen.includes(keyOf(candidate)));
    const servers = wanted.map(({ name, id: candidateId }) => ({
      server: { origin: { type: 'global' as const }, name },
      candidateId,
    }));
    const answer = await call('mcp.take', { servers });
    setBusy(false);
    setError(answer.ok ? null : answer.error.message);
    if (!answer.ok) return;
    const wrong: Record<string, string> = {};
    for (const { index, message } of answer.value.failed) {
      const candidate = wanted[index];
      if (candidate) wrong[keyOf(candidate)] = strings.sentences.host(message);
    }
    setFailed(wrong);
    const done = wanted.length - Object.keys(wrong).length;
    if (done > 0) actions.say(words.taken(done));
    await mcp.reload();
    setChosen(Object.keys(wrong));
    if (Object.keys(wrong).length === 0) onDone();
  };

  const clients = [...new Set((candidates ?? []).map(({ client }) => englishOf(client)))];
  return (
    <div>
      <BackButton label={mcpWords.back} onClick={onDone} />
      <h4 className="mt-2 font-strong text-prose">{words.title}</h4>
      <p className="mt-1 text-ink-2 text-ui">{words.intro}</p>
      {error !== null && (
        <p role="alert" className="wrap-anywhere mt-3 text-fail text-ui">
          {error}
        </p>
      )}
      {!candidates && error === null && <p className="mt-3 text-ink-3 text-ui">{words.looking}</p>}
      {candidates?.length === 0 && <p className="mt-3 text-ui">{words.none}</p>}
      {clients.map((client) => (
        <section key={client} aria-label={strings.sentences.host(client)} className="mt-4">
          <h5 className="font-strong text-ui">
            <VisibleText text={strings.sentences.host(client)} />
          </h5>
          <ul className="mt-1 divide-y divide-line border-line border-y">
            {candidates
              ?.filter((candidate) => englishOf(candidate.client) === client)
              .map((candidate) => (
                <Row
                  key={keyOf(candidate)}
                  candidate={candidate}
                  chosen={chosen.includes(keyOf(candidate))}
                  failed={failed[keyOf(candidate)]}
                  onChoose={(yes) =>
                    setChosen(yes ? [...chosen, keyOf(candidate)] : chosen.filter((key) => key !== keyOf(candidate)))
                  }
                />
              ))}
          </ul>
        </section>
      ))}
      {candidates && candidates.length > 0 && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <p className="min-w-48 flex-1 text-ink-3 text-small">{words.approves}</p>
          <Button tone="primary" disabled={busy || chosen.length === 0} onClick={() => void take()}>
            {words.take(chosen.length)}
          </Button>
        </div>
      )}
    </div>
  );
}

interface RowProps {
  candidate: McpCandidate;
  chosen: boolean;
  failed: string | undefined;
  onChoose: (yes: boolean) => void;
}

function Row({ candidate, chosen, failed, onChoose }: RowProps) {
  const id = useId();
  const { name, client, file, runs, known, problem } = candidate;
  return (
    <li className="flex items-start gap-3 py-2 text-ui" data-mcp-candidate={name}>
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={chosen}
        disabled={known || problem !== null}
        aria-label={words.choose(visibleText(name), visibleText(strings.sentences.host(client)))}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <label htmlFor={id} className="min-w-0 flex-1">
        {name !== '' && (
          <span className="wrap-anywhere font-strong">
            <VisibleText text={name} />
          </span>
        )}
        {known && <span className="ml-2 text-ink-3 text-small">{words.known}</span>}
        {runs !== '' && (
          <span className="wrap-anywhere block font-mono text-code text-ink-2">
            <VisibleText text={runs} />
          </span>
        )}
        <span className="wrap-anywhere block text-ink-3 text-small">
          <VisibleText text={file} />
        </span>
        {problem !== null && (
          <span className="wrap-anywhere block text-small text-wait">
            <VisibleText text={strings.sentences.host(problem)} />
          </span>
        )}
        {failed !== undefined && (
          <span className="wrap-anywhere block text-fail text-small" role="alert">
            {failed}
          </span>
        )}
      </label>
    </li>
  );
}
