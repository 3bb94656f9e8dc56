// Texts for measurements, identical in every run: words of very different frequency, some code, a tenth Chinese.

const syllables =
  'con sta ver ing ter ment pro re al ti on de er ra lo mi na su ex port func val ue key map list node type int str ple bar dow fen gul hap jen kri lum mox nev ost pid quo rux sil tev ubo vik wes yar zon bla cro dri fle gno hir ism jaw kno lyt mur nib ock pha que rif sno tri ulk vel wha xen yel zig arch beck clud dron est fisk gorm hild irk jolt kelp lund murk nymph orb plaz quil rhy scop twi und vaux whim yond zest ab ac ad af ag am an ap ar as at'.split(
    ' ',
  );
const characters = [
  ...'的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从今回很己最但现间',
];
const code = [
  '=>{ return ',
  '.map((x) => ',
  'if (a !== b) {',
  'const ',
  ' = await ',
  'foo.bar(',
  ' ?? null;',
  '[i + 1]',
  '"key": ',
];

/** Each call returns the next text, of 150 to 350 characters (shorter for Chinese). */
export function randomTexts(seed: number): () => string {
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly T[], part: number): T => list[Math.floor(part * list.length)] as T;
  const words = Array.from({ length: 30_000 }, (_, rank) => {
    const count = 1 + Math.floor(random() * 3) + (rank > 500 ? 1 : 0);
    return Array.from({ length: count }, () => pick(syllables, random())).join('');
  });
  // The nth word is about n times as rare as the first.
  const word = (): string => words[Math.min(words.length - 1, Math.floor(words.length ** random()) - 1)] as string;

  function chinese(): string {
    let text = '';
    for (const length = 60 + random() * 60; text.length < length; ) {
      for (let left = 2 + Math.floor(random() * 8); left > 0; left--) text += pick(characters, random() ** 2);
      text += random() < 0.7 ? '，' : ` ${word()} `;
    }
    return text;
  }

  function english(): string {
    let text = '';
    for (const length = 150 + random() * 200; text.length < length; ) {
      text += `${random() < 0.12 ? pick(code, random()) : word()} `;
    }
    return text;
  }

  return () => (random() < 0.1 ? chinese() : english());
}

/** Marsaglia's xorshift: [0, 1). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state ^ (state << 13)) >>> 0;
    state ^= state >>> 17;
    state = (state ^ (state << 5)) >>> 0;
    return state / 4_294_967_296;
  };
}
