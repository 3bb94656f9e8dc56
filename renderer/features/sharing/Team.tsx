// A team: its state, its members, adding and removing them, and leaving.

import { UserRound } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { TeamInfo, TeamMember } from '../../../shared/features/sharing/sharing.ts';
import { formatTime } from '../../core/format/time.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings, timeLocale } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/ConfirmDialog.tsx';
import { AddButton, ErrorLine, rowsClasses } from '../../ui/ListPage.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useRequest } from '../../ui/useRequest.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { AddMachineDialog, type MachineCode } from '../sync/AddMachineDialog.tsx';
import { ItemsList } from './items/ItemsList.tsx';
import { sharingWords } from './words.ts';

const texts = sharingWords.team;

interface TeamProps {
  team: TeamInfo;
  items: Pick<Parameters<typeof ItemsList>[0], 'items' | 'error' | 'onOpen'>;
  onChanged: () => void;
}

export function Team({ team, items, onChanged }: TeamProps) {
  const name = visibleText(team.name);
  return (
    <section aria-label={name} className="grid grid-cols-1 gap-3" data-team={team.team}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <h4 className="font-strong">{name}</h4>
          <p className="wrap-anywhere text-ink-3 text-small">{texts.place(team.kind, team.place)}</p>
        </div>
        <Leave team={team} onChanged={onChanged} />
      </div>
      <State team={team} />
      {team.move && <Follow team={team} move={team.move} />}
      <Members team={team} />
      <ItemsList team={team.team} teamName={team.name} {...items} />
    </section>
  );
}

function State({ team }: { team: TeamInfo }) {
  const { call } = useActions();
  const now = useNow(10_000);
  const request = useRequest();
  const { lookedAt, isLooking, isOffline, error, waiting, problems } = team;
  const time = lookedAt && formatTime(lookedAt, now, timeLocale, strings.ui.time);
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          size="small"
          disabled={request.busy || isLooking}
          onClick={() => void request.run(call('sharing.now', {}))}
        >
          {texts.now}
        </Button>
        <p role="status" className="tabular text-ink-2">
          {isLooking ? texts.looking : time ? texts.looked(time) : texts.never}
          {waiting > 0 && ` · ${texts.waiting(waiting)}`}
        </p>
      </div>
      {error && isOffline && <p className="text-ink-3 text-small">{texts.offline}</p>}
      {error && !isOffline && <ErrorLine error={strings.sentences.host(error)} small />}
      {problems.map(({ of, text }) => (
        <ErrorLine
          key={`${of} ${englishOf(text)}`}
          error={`${of === null ? '' : `${visibleText(of)}: `}${strings.sentences.host(text)}`}
          small
        />
      ))}
    </div>
  );
}

function Members({ team: { team, name, members } }: { team: TeamInfo }) {
  const { call } = useActions();
  const code = useRequest();
  const [shown, setShown] = useState<MachineCode | null>(null);
  const show = (): void =>
    void code.run(call('sharing.newCode', { team }), ({ code: text, lifeMs }) =>
      setShown({ code: text, endsAt: Date.now() + lifeMs }),
    );
  const offer = useCallback((signal: AbortSignal) => call('sharing.offer', {}, signal), [call]);
  return (
    <div className="grid grid-cols-1 gap-1">
      <ul className={rowsClasses} aria-label={texts.members(visibleText(name))}>
        {members.map((member) => (
          <Member key={member.device} team={team} teamName={visibleText(name)} member={member} />
        ))}
      </ul>
      <AddButton size="small" className="justify-self-start" disabled={code.busy} onClick={show}>
        {texts.add}
      </AddButton>
      <ErrorLine error={code.error} small />
      {shown && (
        <AddMachineDialog
          key={shown.code}
          shown={shown}
          texts={sharingWords.add}
          offer={offer}
          onAgain={show}
          error={code.error}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  );
}

interface MemberProps {
  team: string;
  teamName: string;
  member: TeamMember;
}

function Member({ team, teamName, member: { device, name, isThis } }: MemberProps) {
  const { call } = useActions();
  const request = useRequest();
  const label = visibleText(name);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-2 py-1.5" data-member={device}>
      <UserRound className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <p className="wrap-anywhere min-w-0 flex-1">
        {label}
        <span className="tabular ml-2 text-ink-3 text-small">{isThis ? texts.you : device.slice(0, 8)}</span>
      </p>
      {!isThis && (
        <ConfirmButton
          size="small"
          tone="ghost"
          disabled={request.busy}
          ask={{ title: texts.removeTitle(label, teamName), body: texts.removeBody, confirm: texts.removeConfirm }}
          onConfirm={() => request.run(call('sharing.remove', { team, device }))}
        >
          {texts.remove}
        </ConfirmButton>
      )}
      <ErrorLine error={request.error} small className="basis-full pl-7" />
    </li>
  );
}

function Follow({ team, move }: { team: TeamInfo; move: NonNullable<TeamInfo['move']> }) {
  const { call } = useActions();
  const request = useRequest();
  const by = visibleText(move.by);
  return (
    <div role="status" className="grid justify-items-start gap-2 rounded-l bg-soft px-4 py-3">
      <p className="text-ink-2">{texts.moved(by, visibleText(move.removed.join(', ')))}</p>
      <ConfirmButton
        size="small"
        disabled={request.busy}
        ask={{ title: texts.followTitle, body: texts.followBody(by), confirm: texts.follow }}
        onConfirm={() => request.run(call('sharing.follow', { team: team.team }))}
      >
        {texts.follow}
      </ConfirmButton>
      <ErrorLine error={request.error} small />
    </div>
  );
}

function Leave({ team: { team, name, isOffline }, onChanged }: { team: TeamInfo; onChanged: () => void }) {
  const { call } = useActions();
  const request = useRequest();
  const body = isOffline ? texts.leaveOffline : texts.leaveBody;
  return (
    <>
      <ConfirmButton
        size="small"
        tone="ghost"
        disabled={request.busy}
        ask={{ title: texts.leaveTitle(visibleText(name)), body, confirm: texts.leaveConfirm }}
        onConfirm={() => request.run(call('sharing.leave', { team, onlyHere: isOffline }), onChanged)}
      >
        {texts.leave}
      </ConfirmButton>
      <ErrorLine error={request.error} small className="basis-full" />
    </>
  );
}
