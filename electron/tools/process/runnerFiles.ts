// The files from which well-known runners read commands and settings, by command name. Creating, changing or removing
// one changes what the same command line runs.

const packages =
  'package.json .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnpmfile.mjs pnpm-workspace.yaml bunfig.toml lerna.json nx.json turbo.json';
const python =
  'pyproject.toml setup.cfg setup.py tox.ini pytest.ini conftest.py noxfile.py sitecustomize.py Pipfile uv.toml';
const make = 'GNUmakefile makefile Makefile BSDmakefile';
const gradle =
  'build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradle.properties gradle/wrapper/gradle-wrapper.properties';
const eslint =
  'eslint.config.js eslint.config.mjs eslint.config.cjs eslint.config.ts .eslintrc .eslintrc.js .eslintrc.cjs .eslintrc.json .eslintrc.yml .eslintrc.yaml';
const prettier =
  '.prettierrc .prettierrc.js .prettierrc.cjs .prettierrc.mjs .prettierrc.json .prettierrc.yml prettier.config.js prettier.config.mjs prettier.config.cjs';
const vite = 'vite.config.js vite.config.mjs vite.config.ts vitest.config.js vitest.config.mjs vitest.config.ts';
const jest = 'jest.config.js jest.config.cjs jest.config.mjs jest.config.ts jest.config.json';

const table: readonly (readonly [programs: string, files: string])[] = [
  ['make gmake bmake', make],
  ['npm npx pnpm pnpx yarn yarnpkg bun bunx corepack node-gyp', packages],
  ['eslint', `${eslint} package.json`],
  ['prettier', `${prettier} package.json .editorconfig`],
  ['biome', 'biome.json biome.jsonc'],
  ['vite vitest', vite],
  ['jest', `${jest} package.json`],
  ['tsc', 'tsconfig.json'],
  ['lint-staged husky', '.lintstagedrc .lintstagedrc.json lint-staged.config.js package.json'],
  ['deno', 'deno.json deno.jsonc package.json'],
  ['just', 'justfile Justfile .justfile JUSTFILE'],
  ['task', 'Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml'],
  ['rake bundle', 'Rakefile rakefile Rakefile.rb rakefile.rb Gemfile .bundle/config'],
  ['composer', 'composer.json'],
  ['cargo', 'Cargo.toml .cargo/config.toml .cargo/config rust-toolchain rust-toolchain.toml build.rs'],
  ['go', 'go.mod go.work'],
  ['python python3 py pytest tox nox pip uv uvx poetry pipenv ruff mypy black', python],
  ['gradle gradlew ./gradlew', gradle],
  ['mvn mvnw ./mvnw', 'pom.xml .mvn/maven.config .mvn/jvm.config .mvn/extensions.xml'],
  ['pre-commit', '.pre-commit-config.yaml'],
  ['lefthook', 'lefthook.yml .lefthook.yml lefthook.yaml'],
  ['cmake ctest', 'CMakeLists.txt CMakePresets.json'],
  ['docker docker-compose podman', 'Dockerfile compose.yml compose.yaml docker-compose.yml docker-compose.yaml'],
  ['direnv', '.envrc'],
  ['mise', 'mise.toml .mise.toml .tool-versions'],
];

const runners = new Map(
  table.flatMap(([programs, files]) => programs.split(' ').map((program) => [program, files.split(' ')] as const)),
);

export function runnerFiles(word: string): readonly string[] {
  // Handles `/usr/bin/make` and `make.exe` too.
  const name = word
    .slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
    .replace(/\.(?:exe|cmd|bat)$/i, '');
  return runners.get(word) ?? runners.get(name) ?? [];
}
