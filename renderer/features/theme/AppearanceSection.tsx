// Appearance settings: theme, accent, contrast, sizes, density, motion, language and the user's own colors. Changes apply
// immediately to the window and to the sample at the top.

import { Minus, Palette, Plus, RotateCcw } from 'lucide-react';
import { accents, densities, letterSizes } from '../../../shared/features/theme/appearance.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { languageName, languages } from '../../core/language.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp, useSession } from '../../core/state/context.tsx';
import { classes } from '../../ui/classes.ts';
import { Field, TextInput } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { SegmentSetting } from '../settings/SettingFields.tsx';
import { useNumberField } from '../settings/useNumberField.ts';
import { useSetting } from '../settings/useSetting.ts';
import { ThemeFileSetting } from './ThemeFileSetting.tsx';
import { changeZoom } from './zoom.ts';

const words = lateStrings.settings.appearance;

const zoomBounds = { from: 50, to: 200, bad: words.zoomBad };
const maxStickyZoom = 125;
const letterStep = 0.5;
const system = { value: 'system', label: words.system } as const;

function AppearanceSection() {
  return (
    <div className="grid max-w-[60ch] grid-cols-1 gap-5">
      <Sample />
      <SegmentSetting
        name="theme"
        label={words.theme}
        choices={[system, { value: 'light', label: words.light }, { value: 'dark', label: words.dark }]}
      />
      <SegmentSetting
        name="accent"
        label={words.accent}
        hint={words.accentHint}
        choices={accents.map((value) => ({ value, label: words.accents[value], swatch: value }))}
      />
      <SegmentSetting
        name="contrast"
        label={words.contrast}
        hint={words.contrastHint}
        choices={[system, { value: 'more', label: words.contrastMore }]}
      />
      <SegmentSetting
        name="density"
        label={words.density}
        hint={words.densityHint}
        choices={densities.map((value) => ({ value, label: words.densities[value] }))}
      />
      <div className="grid grid-cols-1 gap-5 narrow:grid-cols-2">
        <LetterSize name="textSize" label={words.textSize} hint={words.textSizeHint} />
        <LetterSize name="codeSize" label={words.codeSize} hint={words.codeSizeHint} />
      </div>
      <ZoomSetting />
      <SegmentSetting
        name="motion"
        label={words.motion}
        hint={words.motionHint}
        choices={[system, { value: 'less', label: words.motionLess }]}
      />
      <SegmentSetting
        name="language"
        label={words.language}
        hint={words.languageHint}
        choices={[system, ...languages.map((tag) => ({ value: tag, label: languageName(tag), lang: tag }))]}
      />
      <ThemeFileSetting />
    </div>
  );
}

/** A non-interactive sample of the page behind the settings. */
function Sample() {
  const zoom = useApp((snapshot) => snapshot.settings.zoom);
  return (
    <figure
      className={classes(
        'm-0 bg-over pb-2',
        // Stays in view only where enough space is left for the settings.
        zoom <= maxStickyZoom &&
          '[@media(height>=700px)]:sticky [@media(height>=700px)]:-top-6 [@media(height>=700px)]:z-10 [@media(height>=700px)]:-mt-2 [@media(height>=700px)]:pt-2',
      )}
      aria-label={words.sample}
    >
      <div className="grid gap-2.5 rounded-l border border-line bg-page px-4 py-3 compact:gap-1.5 compact:py-2">
        <p className="ml-auto max-w-[80%] rounded-xl bg-soft px-3.5 py-2 text-prose compact:py-1.5">
          {words.sampleText}
        </p>
        <pre className="wrap-anywhere whitespace-pre-wrap rounded-m bg-soft px-3 py-2 font-mono text-code compact:py-1.5">
          <span className="text-(color:--code-keyword)">const</span> slow ={' '}
          <span className="text-(color:--code-string)">'count(*)'</span>
        </pre>
        <div className="flex flex-wrap items-center gap-2 text-ui">
          <span className="inline-flex h-8 items-center rounded-m bg-accent px-3 font-strong text-accent-ink compact:h-7">
            {words.sampleButton}
          </span>
          <span className="inline-flex h-8 items-center rounded-m bg-accent-soft px-3 outline-2 outline-(color:--focus) compact:h-7">
            {words.sampleChosen}
          </span>
        </div>
      </div>
    </figure>
  );
}

export const appearancePage: SettingsPage = {
  icon: Palette,
  words: lateStrings.settings.appearance,
  Section: AppearanceSection,
};

/** Zoom of the whole window: in steps, or as a number. */
function ZoomSetting() {
  const session = useSession();
  const saved = useApp((snapshot) => snapshot.settings.zoom);
  const { error, input } = useNumberField({ saved, ...zoomBounds, toPatch: (zoom) => ({ zoom }) });
  return (
    <Field label={words.zoom} hint={words.zoomHint} error={error}>
      {(ids) => (
        <span className="flex items-center gap-1">
          <IconButton icon={Minus} label={words.smaller} onClick={() => void changeZoom(session, -1)} />
          <TextInput {...ids} {...input} className="tabular max-w-16 text-center" />
          <IconButton icon={Plus} label={words.larger} onClick={() => void changeZoom(session, 1)} />
        </span>
      )}
    </Field>
  );
}

interface LetterSizeProps {
  name: keyof typeof letterSizes;
  label: string;
  hint: (from: string, to: string) => string;
}

/** Font size of text or of code: in steps, or as a number. */
function LetterSize({ name, label, hint }: LetterSizeProps) {
  const { from, to, usual } = letterSizes[name];
  const bounds = [String(from), String(to)] as const;
  const saved = useApp((snapshot) => snapshot.settings[name]);
  const { change } = useSetting();
  const bad = words.sizeBad(...bounds);
  const { error, input } = useNumberField({
    saved,
    from,
    to,
    halves: true,
    bad,
    toPatch: (size) => ({ [name]: size }),
  });
  const go = (size: number): void => void change({ [name]: Math.min(to, Math.max(from, size)) });
  const bare = label.replace(/\s*[(（].*$/, '');
  return (
    <Field label={label} hint={hint(...bounds)} error={error}>
      {(ids) => (
        <span className="flex items-center gap-1">
          <IconButton icon={Minus} label={words.sizeDown(bare)} onClick={() => go(saved - letterStep)} />
          <TextInput {...ids} {...input} className="tabular max-w-16 text-center" />
          <IconButton icon={Plus} label={words.sizeUp(bare)} onClick={() => go(saved + letterStep)} />
          {saved !== usual && <IconButton icon={RotateCcw} label={words.sizeUsual(bare)} onClick={() => go(usual)} />}
        </span>
      )}
    </Field>
  );
}
