// Strings for projects that are the same repository.

export const catalog = {
  region: 'Same repository',
  offer: (name: string, other: string) =>
    name === other
      ? `There are two projects “${name}” of the same repository. Show them as one project?`
      : `“${other}” is the same repository as “${name}”. Show them as one project?`,
  where: (folder: string) => `The other one’s folder is ${folder}.`,
  elsewhere: 'The other one has no folder on this machine.',
  join: 'Show as one',
  no: 'Keep separate',
  joinWith: (name: string) => `Show as one with “${name}”`,
  split: (name: string) => `Show “${name}” separately`,
  hereToo: 'No folder on this machine',
};
