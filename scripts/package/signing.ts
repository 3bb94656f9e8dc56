// Signing is configured by the environment alone: docs/decisions/packaging.md lists the variables. Nothing secret is in the
// repository, and an unsigned package is never silent about it.

type Environment = Readonly<Record<string, string | undefined>>;

/** electron-builder's variables for each system: sets, one of which must be complete. */
const signing: Partial<Record<NodeJS.Platform, readonly (readonly string[])[]>> = {
  darwin: [['CSC_LINK', 'CSC_KEY_PASSWORD'], ['CSC_NAME']],
  win32: [
    ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
    ['CSC_LINK', 'CSC_KEY_PASSWORD'],
    ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET'],
  ],
};
const notarizing: readonly (readonly string[])[] = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
];

function hasOne(sets: readonly (readonly string[])[], env: Environment): boolean {
  return sets.some((names) => names.every((name) => Boolean(env[name])));
}

/** Returns a sentence for each kind of signature that packages built in this environment do not have. */
export function signingProblems(platform: NodeJS.Platform, env: Environment): string[] {
  const sets = signing[platform];
  if (!sets) return ['These packages are not signed. SHA256SUMS and the attestation of the release show their origin.'];
  if (!hasOne(sets, env))
    return ['NOT SIGNED: no certificate was configured, so this system will warn of the app or refuse to open it.'];
  return platform === 'darwin' && !hasOne(notarizing, env)
    ? ['NOT NOTARIZED: no Apple account was configured, so macOS will refuse to open the app.']
    : [];
}
