import { expect, test } from 'vitest';
import { commandEnvironment } from '../../electron/tools/process/commandEnvironment.ts';
import { serverEnvironment } from '../../electron/tools/process/serverEnvironment.ts';
import { keyNames } from '../../scripts/keyAside.mjs';
import { cite } from '../support/cite.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { createToolCaller } from '../support/toolCaller.ts';

/** Common names, with harmless values: only the name reveals them. */
const byName = `PGPASSWORD MYSQL_PWD STRIPE_SK SECRET_KEY_BASE AWS_ACCESS_KEY_ID AWS_SESSION_TOKEN GITHUB_PAT GH_TOKEN
  REDISCLI_AUTH COMPOSER_AUTH RAILS_MASTER_KEY DJANGO_SECRET_KEY APP_KEY JWT_SIGNING_KEY authToken mySecretKey SLACK_COOKIE
  SONAR_LOGIN_PASS SESSION_SECRET db.password VAULT-TOKEN MINIO_SECRETKEY TWILIO_AUTHTOKEN BW_SESSION PRIVATE_KEY_PEM
  npm_config__auth AZURE_CREDENTIALS ANSIBLE_VAULT_PASSWORD OPENAI_API_KEYS SEED_PHRASE SSHPASS MY_SSHPASS
  DBPASS SMTPPASS AUTH0_SECRET LDAP_BINDPW FTPPWD rootpw DBPASS2 PASSWORD_1 DBPASSWORD2 API_KEY2 MYSQL_ROOTPASS UNLOCK_PASSCODE
  GITHUB_RECOVERY_CODES backupCode ACCESS_CODE`.split(/\s+/);

const byValue: Record<string, string> = {
  DATABASE_URL: 'postgres://app:hunter2@db.example.com/app',
  CELERY_BROKER: 'redis://:hunter2@localhost:6379/0',
  SENTRY_DSN: 'https://0123456789abcdef@o1.ingest.example.com/2',
  HTTPS_PROXY: 'http://me:hunter2@proxy.example.com:8080',
  REMOTE: 'ssh://git:hunter2@example.com/x',
  STORAGE: 'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=hunter2==',
  ADO: 'Server=db;User Id=sa;Password=hunter2',
  LIBPQ: 'host=db password=hunter2',
  DEPLOY: 'ghp_0123456789abcdefghijklmnopqrstuvwxyzAB',
  CERT: '-----BEGIN RSA PRIVATE KEY-----\nhunter2\n-----END RSA PRIVATE KEY-----',
  BLOB: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJodW50ZXIyIn0.c2lnbmF0dXJlLW9mLWl0',
};

const kept: Record<string, string> = {
  EXIT_CODE: '1',
  POSTAL_CODE: '10115',
  HOME: '/home/x',
  PWD: '/elsewhere',
  SSH_AUTH_SOCK: '/run/agent.sock',
  XDG_SESSION_TYPE: 'wayland',
  DESKTOP_SESSION: 'gnome',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus',
  SSH_ASKPASS: '/usr/bin/ask',
  SUDO_ASKPASS: '/usr/bin/ask',
  CI_BYPASS: 'no',
  OLD_COMPASS: 'north',
  TOKENIZERS_PARALLELISM: 'false',
  KEYBOARD: 'de',
  MONKEY: 'business',
  PATH_SEPARATOR: ':',
  COMPASS_URL: 'https://example.com/a?b=c@d',
  GIT_REMOTE: 'ssh://git@example.com/x.git',
  JAVA_HOME: '/opt/java',
  NODE_ENV: 'test',
  AUTH0_DOMAIN: 'x.auth0.com',
  PASSENGER_ROOT: '/srv',
};

test(cite('SEC-6', "neither commands nor tool servers get a provider's or the search's key"), () => {
  const keys = Object.fromEntries(keyNames.map((name) => [name, 'plain']));
  expect(Object.keys(commandEnvironment(keys, [], '/here')).filter((name) => name in keys)).toEqual([]);
  expect(Object.keys(serverEnvironment(keys, new Map(), '/here', 'linux')).filter((name) => name in keys)).toEqual([]);
});

test(cite('SEC-6', 'commands get all variables except those that are secret by name or format'), () => {
  const named = Object.fromEntries(byName.map((name) => [name, 'plain']));
  const given = commandEnvironment({ ...named, ...byValue, ...kept }, [], '/here');
  expect(byName.filter((name) => name in given)).toEqual([]);
  expect(Object.keys(byValue).filter((name) => name in given)).toEqual([]);
  expect(given).toMatchObject({ ...kept, PWD: '/here' });
  expect(commandEnvironment({ ...named, ...byValue }, ['DATABASE_URL', 'APP_KEY'], '/here')).toMatchObject({
    DATABASE_URL: byValue.DATABASE_URL,
    APP_KEY: 'plain',
  });
});

test(cite('SEC-6', 'a command that uses a withheld variable is notified, by name only'), async () => {
  const environment = { PATH: process.env.PATH ?? '', ...byValue };
  const caller = createToolCaller(tempFolder(), { environment, allowedVariables: async () => ['ADO'] });
  const result = await caller.call('run_command', { command: 'echo "$DATABASE_URL|$ADO|$PATH" | cut -c1-12' });
  expect(result.text).toMatch(/^\[Not passed on because they look like secrets: DATABASE_URL\..*\]\n\|Server=db;U/);
  expect(result.text).not.toContain('hunter2');
  expect((await caller.call('run_command', { command: 'env | grep -c hunter2' })).text).toMatch(/\n?1\n/);
});

test(cite('MCP-9', 'a server gets named variables and what its configuration names, on every system'), () => {
  const environment = {
    ...byValue,
    ...kept,
    PATH: '/bin',
    LANG: 'C',
    LC_ALL: 'C',
    TMPDIR: '/tmp',
    X: '1',
    TERM: '() { x; }',
  };
  const given = serverEnvironment(environment, new Map([['MINE', 'yes']]), '/here', 'linux');
  const app = ['TERM', 'NO_COLOR', 'PAGER', 'GIT_PAGER', 'GIT_TERMINAL_PROMPT', 'PWD'];
  expect(Object.keys(given).toSorted()).toEqual(
    ['HOME', 'PATH', 'LANG', 'LC_ALL', 'TMPDIR', 'MINE', ...app].toSorted(),
  );
  const there = { Path: 'C:\\bin', SystemRoot: 'C:\\Windows', ComSpec: 'cmd', SECRET: 's', X: '1' };
  const windows = serverEnvironment(there, new Map(), 'C:\\here', 'win32');
  expect(windows).toMatchObject({ Path: 'C:\\bin', SystemRoot: 'C:\\Windows', ComSpec: 'cmd' });
  expect(windows).not.toHaveProperty('X');
});
