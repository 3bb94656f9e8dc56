// Publishing a conversation: what is shared, and what looks like a secret in it. What is published is exactly what is shown here.

import { useCallback, useEffect, useState } from 'react';
import type { SharePreview } from '../../../shared/features/sharing/sharing.ts';
import type { DialogProps } from '../../core/feature.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { formatTime } from '../../core/format/time.ts';
import { useActions, useSession } from '../../core/state/context.tsx';
import { strings, timeLocale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/ConfirmDialog.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { CheckboxField, SelectField } from '../../ui/FormFields.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useRequest } from '../../ui/useRequest.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { Secrets } from './Secrets.tsx';
import { useTeams } from './useTeams.ts';
import { sharingWords } from './words.ts';

const texts = sharingWords.publish;

export function PublishDialog({ conversationId, from, onClose }: DialogProps<'publish'>) {
  const { view } = useSession();
  const { teams, error } = useTeams();
  if (teams !== null && teams.length > 0) {
    return (
      <Publish
        conversationId={conversationId}
        from={from ?? null}
        teams={teams.map(({ team, name, members }) => ({ team, name, others: members.length - 1 }))}
        onClose={onClose}
      />
    );
  }
  return (
    <Modal title={texts.title} onClose={onClose} className="max-w-[560px]">
      <div className="grid gap-4 p-5 text-ui">
        <ErrorLine error={error} />
        {teams !== null && (
          <>
            <p className="text-ink-2">{texts.noTeam}</p>
            <FormActions onCancel={onClose}>
              <Button
                tone="primary"
                onClick={() => view.setState({ dialog: { type: 'settings', section: 'sharing' } })}
              >
                {texts.setUp}
              </Button>
            </FormActions>
          </>
        )}
      </div>
    </Modal>
  );
}

interface PublishProps {
  conversationId: string;
  from: string | null;
  teams: { team: string; name: string; others: number }[];
  onClose: () => void;
}

function Publish({ conversationId, from, teams, onClose }: PublishProps) {
  const { call, say } = useActions();
  const [team, setTeam] = useState(teams[0]?.team ?? '');
  const [parts, setParts] = useState({ results: true, attachments: true });
  const [unmasked, setUnmasked] = useState<readonly string[]>([]);
  const [preview, setPreview] = useState<SharePreview | null>(null);
  const [error, setError] = useState<string | null>(null);
  const publishing = useRequest<{ isUploaded: boolean }>();
  useEffect(() => {
    const ended = new AbortController();
    setPreview(null);
    setError(null);
    const choice = { team, conversationId, from, ...parts, unmasked: [...unmasked] };
    void call('sharing.prepare', choice, ended.signal).then((answer) => {
      if (ended.signal.aborted) return;
      if (answer.ok) setPreview(answer.value);
      else setError(answer.error.message);
    });
    return () => ended.abort();
  }, [call, team, conversationId, from, parts, unmasked]);
  const { name = '', others = 0 } = teams.find((one) => one.team === team) ?? {};
  const publish = (): void => {
    if (!preview) return;
    void publishing.run(call('sharing.publish', { prepared: preview.prepared }), ({ isUploaded }) => {
      say(isUploaded ? texts.published(visibleText(name)) : texts.later(visibleText(name)));
      onClose();
    });
  };
  return (
    <Modal title={from === null ? texts.title : texts.fromTitle} onClose={onClose} className="max-w-[640px]">
      <div className="grid min-h-0 grid-cols-1 gap-4 overflow-y-auto p-5 text-ui">
        {teams.length > 1 && (
          <SelectField
            label={texts.team}
            value={team}
            choices={teams.map((one) => [one.team, visibleText(one.name)] as const)}
            onChange={setTeam}
          />
        )}
        <Earlier conversationId={conversationId} team={team} onWithdrawn={onClose} />
        <p className="text-ink-2">{texts.intro(visibleText(name), others)}</p>
        {(['results', 'attachments'] as const).map((part) => (
          <CheckboxField
            key={part}
            label={texts.parts[part]}
            hint={texts.partHints[part]}
            checked={parts[part]}
            onChange={(isOn) => setParts((before) => ({ ...before, [part]: isOn }))}
          />
        ))}
        {preview ? (
          <>
            <Summary preview={preview} />
            <Secrets
              secrets={preview.secrets}
              onMask={(id, isMasked) =>
                setUnmasked((before) => (isMasked ? before.filter((one) => one !== id) : [...before, id]))
              }
            />
          </>
        ) : (
          error === null && (
            <p role="status" className="text-ink-3">
              {texts.preparing}
            </p>
          )
        )}
        <ErrorLine error={error ?? publishing.error} />
        <FormActions onCancel={onClose}>
          <Button tone="primary" disabled={preview === null || publishing.busy} onClick={publish}>
            {publishing.busy ? texts.publishing : preview?.replaces ? texts.again : texts.publish}
          </Button>
        </FormActions>
      </div>
    </Modal>
  );
}

function Summary({ preview }: { preview: SharePreview }) {
  const { messages, calls, attachments, pictures, agents, bytes, homePaths, repository } = preview;
  const lines = [
    texts.amount(messages, calls, attachments),
    agents > 0 && texts.agents(agents),
    repository !== null && texts.repository(visibleText(repository)),
    homePaths > 0 && texts.homePaths(homePaths),
    texts.notShared,
  ];
  return (
    <section aria-label={texts.what} className="rounded-l bg-soft px-4 py-3" data-preview={preview.prepared}>
      <p className="font-strong">
        {visibleText(preview.title) || strings.sidebar.untitled}
        <span className="tabular ml-2 font-normal text-ink-3 text-small">{formatBytes(bytes)}</span>
      </p>
      {lines.map(
        (line) =>
          line && (
            <p key={line} className="mt-0.5 text-ink-2">
              {line}
            </p>
          ),
      )}
      {pictures > 0 && <p className="mt-1.5 text-wait">{texts.pictures(pictures)}</p>}
    </section>
  );
}

interface EarlierProps {
  conversationId: string;
  team: string;
  onWithdrawn: () => void;
}

/** Its present publication. */
function Earlier({ conversationId, team, onWithdrawn }: EarlierProps) {
  const { call, say } = useActions();
  const now = useNow(30_000);
  const request = useRequest<{ isUploaded: boolean }>();
  const [found, setFound] = useState<{ publication: string; at: string; grown: boolean } | null>(null);
  const load = useCallback(async () => {
    const answer = await call('sharing.published', { conversationId });
    if (answer.ok) setFound(answer.value.publications.find((one) => one.team === team) ?? null);
  }, [call, conversationId, team]);
  useEffect(() => void load(), [load]);
  if (!found) return null;
  const time = formatTime(found.at, now, timeLocale, strings.ui.time);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-l bg-soft px-4 py-3" data-published>
      <p className="min-w-0 flex-1 basis-64 text-ink-2">
        {texts.earlier(time)} {found.grown ? texts.grown : texts.same}
      </p>
      <ConfirmButton
        size="small"
        disabled={request.busy}
        ask={{ title: texts.withdrawTitle, body: texts.withdrawBody, confirm: texts.withdraw }}
        onConfirm={() =>
          request.run(call('sharing.withdraw', { team, publication: found.publication }), ({ isUploaded }) => {
            say(isUploaded ? texts.withdrawn : texts.withdrawnLater);
            onWithdrawn();
          })
        }
      >
        {texts.withdraw}
      </ConfirmButton>
      <ErrorLine error={request.error} small className="basis-full" />
    </div>
  );
}
