// Appearance settings: theme, accent, contrast, sizes, density, motion, language and the user's own colors. Changes apply
// immediately to the window and to the sample at the top.

import { Palette } from 'lucide-react';
import { accents, densities } from '../../../shared/features/theme/appearance.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { languageName, languages } from '../../core/language.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { SegmentSetting } from '../settings/SegmentSetting.tsx';
import { LetterSize } from './LetterSize.tsx';
import { ThemeFileSetting } from './ThemeFileSetting.tsx';
import { ZoomSetting } from './ZoomSetting.tsx';

const words = lateStrings.settings.appearance;
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
  return (
    <figure
      className="m-0 bg-over pb-2 [@media(height>=700px)]:sticky [@media(height>=700px)]:-top-6 [@media(height>=700px)]:z-10 [@media(height>=700px)]:-mt-2 [@media(height>=700px)]:pt-2"
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
