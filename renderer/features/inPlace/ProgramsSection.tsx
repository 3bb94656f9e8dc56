// Selects the apps whose sessions are shown. Off by default: they may contain anything.

import { Library } from 'lucide-react';
import { useEffect, useState } from 'react';
import { programNames } from '../../../shared/features/import/otherApps.ts';
import type { InPlaceProgram } from '../../../shared/features/inPlace/inPlace.ts';
import type { InPlaceProgramInfo } from '../../../shared/features/inPlace/methods.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { useMay } from '../../core/state/rights.ts';
import { useFetchedList } from '../../core/state/useFetchedList.ts';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { EditorSetting } from '../files/EditorSetting.tsx';
import { SettingCheckbox } from '../settings/SettingFields.tsx';
import { ListedAgents } from './ListedAgents.tsx';

const words = lateStrings.settings.programs;

function ProgramsSection() {
  const mayOpenEditors = useMay('editor.list');
  const { call, report } = useActions();
  const shownPrograms = useApp((snapshot) => snapshot.settings.inPlace);
  const [programs, setPrograms] = useState<readonly InPlaceProgramInfo[]>([]);
  useEffect(() => {
    void call('inPlace.programs', {}).then((answer) => answer.ok && setPrograms(answer.value.programs));
  }, [call]);
  // Choices that the host has not confirmed yet.
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const isShown = (program: InPlaceProgram): boolean => chosen[program] ?? shownPrograms.includes(program);
  const choose = async (program: InPlaceProgram, on: boolean): Promise<void> => {
    setChosen((before) => ({ ...before, [program]: on }));
    const answer = await call('inPlace.show', { program, shown: on });
    if (answer.ok) return;
    setChosen(({ [program]: _refused, ...others }) => others);
    report(answer.error);
  };
  useEffect(() => {
    setChosen((before) =>
      Object.fromEntries(
        Object.entries(before).filter(([program, on]) => on !== shownPrograms.some((one) => one === program)),
      ),
    );
  }, [shownPrograms]);
  return (
    <div className="grid max-w-[60ch] grid-cols-1 gap-4">
      {mayOpenEditors && <EditorSetting />}
      <h4 className="mt-2 -mb-3 font-strong text-ui">{words.title}</h4>
      <p className="text-ink-2 text-ui">{words.intro}</p>
      <ul className="grid gap-3">
        {programs.map(({ program, place, exists }) => (
          <li key={program}>
            <SettingCheckbox
              label={programNames[program]}
              hint={exists ? words.at(place) : words.none(place)}
              checked={isShown(program)}
              disabled={!exists && !shownPrograms.includes(program)}
              onChange={(on) => void choose(program, on)}
            />
          </li>
        ))}
      </ul>
      {shownPrograms.length > 0 && <Progress />}
      <ListedAgents />
      <p className="text-ink-3 text-small">{words.kept}</p>
    </div>
  );
}

function Progress() {
  const { value } = useFetchedList('inPlace');
  if (!value) return null;
  const { read, total, problems } = value;
  return (
    <div className="grid gap-2 text-ui">
      <p role="status" className="text-ink-2">
        {read < total ? words.reading(read, total) : words.read(total)}
      </p>
      {read < total && (
        <div className="h-1 overflow-hidden rounded-full bg-sunk" aria-hidden>
          <div className="h-full bg-accent" style={{ width: `${(100 * read) / Math.max(1, total)}%` }} />
        </div>
      )}
      {problems.map((problem) => (
        <p key={englishOf(problem)} role="alert" className="wrap-anywhere text-fail">
          {strings.sentences.host(problem)}
        </p>
      ))}
    </div>
  );
}

export const programsPage: SettingsPage = {
  icon: Library,
  words: [lateStrings.settings.programs, lateStrings.results.openIn, Object.values(programNames)],
  Section: ProgramsSection,
};
